import Compositing
import GStreamer

/// The memory of a GStreamer buffer behind a pixel buffer: a decoder's or a pool's, without a copy.
final class FrameStorage: PixelBufferStorage {
  let planes: [PixelBuffer.Plane]
  private let picture: MappedPicture

  /// The picture of `size` and `format` in `buffer`; only an unshared buffer can be written.
  init(_ buffer: Buffer, as format: PixelBuffer.Format, video: VideoFormat, isWritable: Bool) throws {
    picture = try MappedPicture(
      buffer, format: video, extents: format.extents(width: video.width, height: video.height), isWritable: isWritable)
    planes = picture.planes.map {
      PixelBuffer.Plane(rowByteCount: $0.rowByteCount, height: $0.height, bytesPerRow: $0.bytesPerRow)
    }
  }

  /// The buffer.
  var buffer: Buffer { picture.buffer }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try picture.withBytes(ofPlane: plane, body)
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    try picture.withMutableBytes(ofPlane: plane, body)
  }

  func makeReadOnly() {
    picture.makeReadOnly()
  }
}
