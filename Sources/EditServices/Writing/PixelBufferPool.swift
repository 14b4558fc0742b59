public import Compositing
public import MediaFormats
import Synchronization

/// Pictures of one format and size, whose memory is used again when the last reference to it goes (`CVPixelBufferPool`).
///
/// Threads: any. Lock order: only `free`.
public final class PixelBufferPool: Sendable {
  /// The pixel format.
  public let format: PixelFormat
  /// The size.
  public let size: PixelSize
  private let free = Mutex<[[[UInt8]]]>([])

  /// Limit of the pictures whose memory is kept.
  private static let capacity = 16

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
      storage: PlainMemory(format, width: size.width, height: size.height, reusing: bytes) { [weak self] bytes in
        self?.takeBack(bytes)
      }, isReadOnly: false)
  }

  private func takeBack(_ bytes: [[UInt8]]) {
    free.withLock { free in
      if free.count < Self.capacity { free.append(bytes) }
    }
  }
}
