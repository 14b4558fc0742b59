import CGStreamer

/// A picture whose planes can be reached in place, without a copy. C: `gst_video_frame_map`.
///
/// Threads: any; whoever holds it keeps those that write apart from all others.
@safe public final class MappedPicture: @unchecked Sendable {
  // @unchecked: the map changes in `makeReadOnly` alone, which nobody calls while somebody is at the bytes.
  /// The buffer.
  public let buffer: Buffer
  /// The places of the planes in memory.
  public let planes: [Plane]

  private var info: GstVideoInfo
  private var frame: GstVideoFrame
  private var isWritable: Bool

  /// Where the rows of a plane lie.
  public struct Plane: Hashable, Sendable {
    /// Bytes of a row that belong to the picture.
    public var rowByteCount: Int
    /// Rows.
    public var height: Int
    /// Bytes from one row to the next.
    public var bytesPerRow: Int

    /// `height` rows of `rowByteCount` bytes, `bytesPerRow` apart.
    public init(rowByteCount: Int, height: Int, bytesPerRow: Int) {
      self.rowByteCount = rowByteCount
      self.height = height
      self.bytesPerRow = bytesPerRow
    }

    /// Bytes from the first of the first row to the last of the last.
    fileprivate var byteCount: Int { height > 0 ? (height - 1) * bytesPerRow + rowByteCount : 0 }
  }

  /// The picture of `format` in `buffer`, whose planes have rows of `extents`. Only a buffer that nobody else holds can be
  /// written.
  ///
  /// - Throws: `GStreamerError` if the buffer does not hold such a picture.
  public init(
    _ buffer: Buffer, format: VideoFormat, extents: [(rowByteCount: Int, height: Int)], isWritable: Bool
  ) throws(GStreamerError) {
    var info = unsafe format.info
    var frame = unsafe GstVideoFrame()
    let access = isWritable ? GstMapFlags(GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue) : GST_MAP_READ
    guard unsafe gst_video_frame_map(&frame, &info, buffer.pointer, access) != 0 else {
      throw .refused("A picture of \(format.name) cannot be \(isWritable ? "written" : "read").")
    }
    var planes: [Plane] = []
    for (index, extent) in extents.enumerated() where index < (unsafe Int(gste_frame_planes(&frame))) {
      let stride = unsafe Int(gste_frame_plane_stride(&frame, guint(index)))
      guard stride >= extent.rowByteCount, unsafe gste_frame_plane(&frame, guint(index)) != nil else { break }
      planes.append(Plane(rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: stride))
    }
    guard planes.count == extents.count, planes.count == (unsafe Int(gste_frame_planes(&frame))) else {
      unsafe gst_video_frame_unmap(&frame)
      throw .refused("A picture of \(format.name) has planes that cannot be reached.")
    }
    self.buffer = buffer
    self.planes = planes
    self.isWritable = isWritable
    unsafe self.info = info
    unsafe self.frame = frame
  }

  deinit { unsafe gst_video_frame_unmap(&frame) }

  /// The bytes of plane `plane`, for as long as `body` runs.
  public func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let bytes = unsafe try bytes(ofPlane: plane)
    return try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes)))
  }

  /// The bytes of plane `plane`, to be written.
  public func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    guard isWritable else { throw GStreamerError.refused("A picture cannot be written any more.") }
    let bytes = unsafe try bytes(ofPlane: plane)
    var span = unsafe MutableSpan(_unsafeElements: bytes)
    return try body(&span)
  }

  /// Gives up writing, so that the buffer can be handed on.
  public func makeReadOnly() {
    guard isWritable else { return }
    isWritable = false
    unsafe gst_video_frame_unmap(&frame)
    // System memory, which is all that this program's buffers have, can always be read, and stays where it is.
    unsafe gst_video_frame_map(&frame, &info, buffer.pointer, GST_MAP_READ)
  }

  private func bytes(ofPlane plane: Int) throws(GStreamerError) -> UnsafeMutableBufferPointer<UInt8> {
    guard planes.indices.contains(plane), let start = unsafe gste_frame_plane(&frame, guint(plane)) else {
      throw .refused("A picture has no plane \(plane).")
    }
    return unsafe UnsafeMutableBufferPointer(start: start, count: planes[plane].byteCount)
  }
}
