import Synchronization

/// The memory behind a pixel buffer: its own, a decoder's, or a pool's.
///
/// `PixelBuffer` keeps readers and writers apart; a storage does not check. Bytes stay where they are
/// as long as the storage lives. Threads: any.
package protocol PixelBufferStorage: AnyObject, Sendable {
  /// The layout of each plane in memory.
  var planes: [PixelBuffer.Plane] { get }

  /// The bytes of plane `plane`, as many as its `byteCount`, for as long as `body` runs.
  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result

  /// The bytes of plane `plane`, to be written.
  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result

  /// Nothing is written from now on.
  func makeReadOnly()
}

/// Memory of a pixel buffer's own: rows without padding.
package final class PlainMemory: PixelBufferStorage {
  package let planes: [PixelBuffer.Plane]
  private let bytes: Mutex<[[UInt8]]>
  /// Gets the bytes of the planes when the last reference to the memory goes.
  private let release: (@Sendable ([[UInt8]]) -> Void)?

  /// Memory for a picture of `format` and `width` × `height` pixels: `used`, the planes of another one like it, or all zero. It
  /// goes to `release` in the end.
  package init(
    _ format: PixelBuffer.Format, width: Int, height: Int, reusing used: [[UInt8]]? = nil,
    release: (@Sendable ([[UInt8]]) -> Void)? = nil
  ) {
    planes = format.extents(width: width, height: height).map { extent in
      PixelBuffer.Plane(
        rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: extent.rowByteCount)
    }
    bytes = Mutex(used ?? planes.map { Array(repeating: 0, count: $0.byteCount) })
    self.release = release
  }

  /// Memory for one plane of `height` rows.
  init(rowByteCount: Int, height: Int) {
    planes = [PixelBuffer.Plane(rowByteCount: rowByteCount, height: height, bytesPerRow: rowByteCount)]
    bytes = Mutex(planes.map { Array(repeating: 0, count: $0.byteCount) })
    release = nil
  }

  deinit {
    release?(
      bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes
      })
  }

  package func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let samples = bytes.withLock { $0[plane] }
    return try body(samples.span)
  }

  package func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    // Taken out, so that the array has one owner and is written in place.
    var samples: [UInt8] = []
    bytes.withLock { swap(&$0[plane], &samples) }
    defer { bytes.withLock { swap(&$0[plane], &samples) } }
    var span = samples.mutableSpan
    return try body(&span)
  }

  package func makeReadOnly() {}
}
