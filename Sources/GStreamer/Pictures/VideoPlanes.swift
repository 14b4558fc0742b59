import CGStreamer

// SAFETY: between map and unmap a plane has `stride` bytes for each of its component's rows, and no more than that
// are read or written: rows are checked to be no longer than the stride, arrays to have their length.

extension Buffer {
  /// The planes of a picture of `format`, each row by row without padding. Copies them. C: `gst_video_frame_map`.
  ///
  /// - Throws: `GStreamerError` if the buffer does not hold such a picture.
  public func planes(of format: VideoFormat) throws(GStreamerError) -> [[UInt8]] {
    var info = unsafe format.info
    var frame = unsafe GstVideoFrame()
    guard unsafe gst_video_frame_map(&frame, &info, pointer, GST_MAP_READ) != 0 else {
      throw .refused("A picture cannot be read.")
    }
    defer { unsafe gst_video_frame_unmap(&frame) }
    var planes: [[UInt8]] = []
    for plane in 0..<(unsafe gste_frame_planes(&frame)) {
      let (rowBytes, rows) = unsafe Self.extent(of: plane, in: &frame)
      let stride = unsafe Int(gste_frame_plane_stride(&frame, plane))
      guard let start = unsafe gste_frame_plane(&frame, plane), stride >= rowBytes else {
        throw .refused("A picture has a plane that cannot be read.")
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(rowBytes * rows)
      for row in 0..<rows {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start + row * stride, count: rowBytes))
      }
      planes.append(bytes)
    }
    return planes
  }

  /// A picture of `format` whose planes are `planes`, each row by row without padding.
  ///
  /// - Throws: `GStreamerError` if a plane has not the bytes the format asks for.
  public convenience init(planes: [[UInt8]], format: VideoFormat) throws(GStreamerError) {
    unsafe try self.init(of: format) { (frame: inout GstVideoFrame) throws(GStreamerError) in
      guard planes.count == (unsafe Int(gste_frame_planes(&frame))) else {
        throw .refused("A picture of \(format.name) does not have \(planes.count) planes.")
      }
      for (index, bytes) in planes.enumerated() {
        let (rowBytes, rows) = unsafe Self.extent(of: guint(index), in: &frame)
        let stride = unsafe Int(gste_frame_plane_stride(&frame, guint(index)))
        guard bytes.count == rowBytes * rows, let start = unsafe gste_frame_plane(&frame, guint(index)) else {
          throw .refused("Plane \(index) of a picture has \(bytes.count) bytes instead of \(rowBytes * rows).")
        }
        unsafe bytes.withUnsafeBufferPointer { source in
          for row in 0..<rows {
            if let base = source.baseAddress {
              unsafe (start + row * stride).update(from: base + row * rowBytes, count: rowBytes)
            }
          }
        }
      }
    }
  }

  /// A new picture of `format`, which `fill` writes.
  ///
  /// - Throws: what `fill` throws, or `GStreamerError` if there is no memory.
  convenience init(
    of format: VideoFormat, filledBy fill: (inout GstVideoFrame) throws(GStreamerError) -> Void
  ) throws(GStreamerError) {
    guard let made = unsafe gst_buffer_new_allocate(nil, gsize(format.info.size), nil) else {
      throw .refused("There is no memory for a picture.")
    }
    unsafe self.init(adopting: made)
    var info = unsafe format.info
    var frame = unsafe GstVideoFrame()
    guard unsafe gst_video_frame_map(&frame, &info, pointer, GST_MAP_WRITE) != 0 else {
      throw .refused("A new picture cannot be written.")
    }
    defer { unsafe gst_video_frame_unmap(&frame) }
    unsafe try fill(&frame)
  }

  /// Bytes of a row and rows of a plane that holds one component, which is how planar formats number them.
  private static func extent(of plane: guint, in frame: inout GstVideoFrame) -> (rowBytes: Int, rows: Int) {
    let isPlanar = unsafe gste_frame_planes(&frame) >= 3
    let width = unsafe Int(gste_frame_component_width(&frame, plane))
    let rows = unsafe Int(gste_frame_component_height(&frame, plane))
    let stride = unsafe Int(gste_frame_plane_stride(&frame, plane))
    let sampleBytes = unsafe frame.info.finfo.pointee.bits > 8 ? 2 : 1
    return (isPlanar ? width * sampleBytes : stride, rows)
  }
}
