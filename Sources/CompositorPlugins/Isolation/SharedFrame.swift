import Compositing
import Glibc

/// A picture in shared memory, as the storage of a pixel buffer.
@safe final class SharedFrame: PixelBufferStorage, @unchecked Sendable {
  // @unchecked: nothing here changes; the bytes are the pixel buffer's to guard.
  let planes: [PixelBuffer.Plane]
  /// Where it lies.
  let picture: SharedPicture
  /// The memory that it lies in.
  let memory: SharedMemory

  private let start: UnsafeMutableRawPointer
  private let end: @Sendable () -> Void

  /// The picture `picture` of `memory`, whose bytes begin at `start`; calls `end` when nobody holds it any longer.
  init(
    _ picture: SharedPicture, in memory: SharedMemory, at start: UnsafeMutableRawPointer,
    end: @escaping @Sendable () -> Void
  ) {
    planes = picture.planes
    self.picture = picture
    self.memory = memory
    unsafe self.start = start
    self.end = end
  }

  deinit { end() }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes(ofPlane: plane))))
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    var span = unsafe MutableSpan(_unsafeElements: bytes(ofPlane: plane))
    return try body(&span)
  }

  func makeReadOnly() {}

  private func bytes(ofPlane plane: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let offset = planes[..<plane].reduce(0) { $0 + $1.bytesPerRow * $1.height }
    return unsafe UnsafeMutableBufferPointer(
      start: (start + offset).assumingMemoryBound(to: UInt8.self), count: planes[plane].byteCount)
  }
}

extension PixelBuffer {
  /// Makes this picture the same as `other`, which has its format and size, row by row.
  ///
  /// - Throws: as `withBytes` and `withMutableBytes` do.
  func copyRows(of other: PixelBuffer) throws {
    for plane in planes.indices {
      let (to, from) = (planes[plane], other.planes[plane])
      try other.withBytes(ofPlane: plane) { source in
        try withMutableBytes(ofPlane: plane) { target in
          unsafe source.withUnsafeBytes { source in
            unsafe target.withUnsafeMutableBytes { target in
              for row in 0..<to.height {
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[to.row(row)])
                  .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from.row(row)]))
              }
            }
          }
        }
      }
    }
  }
}
