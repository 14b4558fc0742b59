import CGStreamer

// SAFETY: the frame stays mapped until `deinit`, and the buffer with it. A plane is handed out with the bytes that
// its extent and its stride come to, which `init` has checked; it is mapped for writing only where the buffer has one
// owner.

/// A picture whose planes can be accessed without a copy. C: `gst_video_frame_map`.
///
/// Threads: any; the owner synchronizes writers with all other access.
@safe public final class MappedPicture: @unchecked Sendable {
  // @unchecked: the map changes in `makeReadOnly` alone, which must not be called during other access.
  /// The buffer.
  public let buffer: Buffer
  /// The layout of the planes in memory.
  public let planes: [Plane]

  private var info: GstVideoInfo
  private var frame: GstVideoFrame
  private var isWritable: Bool

  /// The layout of a plane's rows.
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

  /// The picture of `format` in `buffer`, whose planes have rows of `extents`. Only an unshared buffer can be written.
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

  /// The rows of plane `plane`, copied, without what lies between them.
  public func rows(ofPlane plane: Int) throws -> [UInt8] {
    let layout = planes[plane]
    return try withBytes(ofPlane: plane) { bytes in
      var rows: [UInt8] = []
      rows.reserveCapacity(layout.rowByteCount * layout.height)
      for row in 0..<layout.height {
        let span = bytes.extracting(row * layout.bytesPerRow..<row * layout.bytesPerRow + layout.rowByteCount)
        for index in span.indices { rows.append(span[index]) }
      }
      return rows
    }
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

  /// Ends writing, so that the buffer can be shared.
  public func makeReadOnly() {
    guard isWritable else { return }
    isWritable = false
    unsafe gst_video_frame_unmap(&frame)
    // Mapping system memory, the only kind used here, for reading always succeeds and does not move it.
    unsafe gst_video_frame_map(&frame, &info, buffer.pointer, GST_MAP_READ)
  }

  private func bytes(ofPlane plane: Int) throws(GStreamerError) -> UnsafeMutableBufferPointer<UInt8> {
    guard planes.indices.contains(plane), let start = unsafe gste_frame_plane(&frame, guint(plane)) else {
      throw .refused("A picture has no plane \(plane).")
    }
    return unsafe UnsafeMutableBufferPointer(start: start, count: planes[plane].byteCount)
  }
}
