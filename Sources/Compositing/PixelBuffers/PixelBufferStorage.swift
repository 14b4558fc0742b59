/// The memory behind a pixel buffer: its own, a decoder's, or a pool's.
///
/// `PixelBuffer` sees to it that nobody reads what is being written; a storage does not look. Bytes stay where they are
/// as long as the storage lives. Threads: any.
package protocol PixelBufferStorage: AnyObject, Sendable {
  /// How each plane lies in memory.
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
