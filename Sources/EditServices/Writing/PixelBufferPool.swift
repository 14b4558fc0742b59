public import Compositing
public import MediaFormats
import Synchronization

/// Pictures of one format and size, whose memory is used again when nobody holds it any more (`CVPixelBufferPool`).
///
/// Threads: any. Lock order: only `free`.
public final class PixelBufferPool: Sendable {
  /// The pixel format.
  public let format: PixelFormat
  /// The size.
  public let size: PixelSize
  private let free = Mutex<[[[UInt8]]]>([])

  /// How many pictures' memory is kept.
  private static let mostKept = 16

  /// A pool of pictures of `size` in `format`.
  ///
  /// - Throws: `CompositingError` with `.invalidPictureFormat` unless both sides have 1…32,768 pixels.
  public init(format: PixelFormat, size: PixelSize) throws(CompositingError) {
    // Makes the one check that there is.
    _ = try PixelBuffer(format: format, width: min(size.width, 1), height: min(size.height, 1))
    guard size.width <= 32_768, size.height <= 32_768 else {
      throw CompositingError(
        .invalidPictureFormat, "A pool of pictures of \(size) is asked for.",
        remedy: "Give it a width and a height of 1…32768.")
    }
    (self.format, self.size) = (format, size)
  }

  /// A picture to draw in; what it shows is left over (`CVPixelBufferPoolCreatePixelBuffer`).
  public func makePixelBuffer() -> PixelBuffer {
    let bytes = free.withLock { $0.popLast() }
    return PixelBuffer(
      format: format, width: size.width, height: size.height, pixelAspectRatio: .square,
      storage: PooledMemory(bytes, of: self), isReadOnly: false)
  }

  /// How many pictures' memory waits to be used again.
  var freeCount: Int { free.withLock(\.count) }

  fileprivate func takeBack(_ bytes: [[UInt8]]) {
    free.withLock { free in
      if free.count < Self.mostKept { free.append(bytes) }
    }
  }
}

/// Memory that goes back to its pool.
private final class PooledMemory: PixelBufferStorage {
  let planes: [PixelBuffer.Plane]
  private let bytes: Mutex<[[UInt8]]>
  private weak let pool: PixelBufferPool?

  init(_ bytes: [[UInt8]]?, of pool: PixelBufferPool) {
    self.pool = pool
    planes = pool.format.extents(width: pool.size.width, height: pool.size.height).map { extent in
      PixelBuffer.Plane(rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: extent.rowByteCount)
    }
    self.bytes = Mutex(bytes ?? planes.map { Array(repeating: 0, count: $0.byteCount) })
  }

  deinit {
    pool?.takeBack(
      bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes
      })
  }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let samples = bytes.withLock { $0[plane] }
    return try body(samples.span)
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    // Taken out, so that the array has one owner and is written in place.
    var samples: [UInt8] = []
    bytes.withLock { swap(&$0[plane], &samples) }
    defer { bytes.withLock { swap(&$0[plane], &samples) } }
    var span = samples.mutableSpan
    return try body(&span)
  }

  func makeReadOnly() {}
}
