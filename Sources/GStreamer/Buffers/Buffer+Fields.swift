import CGStreamer

// SAFETY: both frames are mapped meanwhile. Rows above and below lie within the component's height, and `count`
// samples of two bytes, or bytes, are no more than both strides have.

extension Buffer {
  /// The picture of `format` in which one field is left, the one with the first line if `isTop`; the lines of the other one are
  /// means of those around them. With the same times.
  ///
  /// GStreamer's `deinterlace` does the same to pictures of eight bits, and lets deeper ones pass as they are.
  ///
  /// - Parameter format: of samples in two bytes each, the machine's way.
  /// - Throws: `GStreamerError` if the buffer does not hold such a picture, or there is no memory.
  public func withOneField(isTop: Bool, of format: VideoFormat) throws(GStreamerError) -> Buffer {
    var info = unsafe format.info
    var source = unsafe GstVideoFrame()
    guard unsafe gst_video_frame_map(&source, &info, pointer, GST_MAP_READ) != 0 else {
      throw .refused("A decoded picture cannot be read.")
    }
    defer { unsafe gst_video_frame_unmap(&source) }
    let result = unsafe try Buffer(of: format) { (target: inout GstVideoFrame) throws(GStreamerError) in
      for plane in 0..<(unsafe gste_frame_planes(&source)) {
        guard let from = unsafe gste_frame_plane(&source, plane), let onto = unsafe gste_frame_plane(&target, plane)
        else {
          throw .refused("A picture has a plane that cannot be reached.")
        }
        let rows = unsafe Int(gste_frame_component_height(&source, plane))
        let (step, newStep) = unsafe (
          Int(gste_frame_plane_stride(&source, plane)), Int(gste_frame_plane_stride(&target, plane))
        )
        for row in 0..<rows {
          let isKept = (row % 2 == 0) == isTop
          // Beside the first and the last line, the nearest one of the field stands for both.
          let above = isKept ? row : row > 0 ? row - 1 : min(1, rows - 1)
          let below = isKept ? row : row + 1 < rows ? row + 1 : max(0, rows - 2)
          let count = min(step, newStep) / 2
          unsafe (from + above * step).withMemoryRebound(to: UInt16.self, capacity: count) { first in
            unsafe (from + below * step).withMemoryRebound(to: UInt16.self, capacity: count) { second in
              unsafe (onto + row * newStep).withMemoryRebound(to: UInt16.self, capacity: count) { output in
                for index in 0..<count {
                  unsafe output[index] = UInt16((UInt32(first[index]) + UInt32(second[index]) + 1) >> 1)
                }
              }
            }
          }
        }
      }
    }
    unsafe result.pointer.pointee.pts = pointer.pointee.pts
    unsafe result.pointer.pointee.duration = pointer.pointee.duration
    return result
  }

  /// Whether it is marked as a frame of two fields, in a stream that has both kinds.
  public var isInterlaced: Bool {
    unsafe gste_buffer_has_flag(pointer, GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue) != 0
  }
}
