import CGStreamer

// SAFETY: the frame is mapped for the length of the closure; as many bytes are copied of a row as both the array's
// row and the stride have, which is checked first.

extension Buffer {
  /// A picture of `format`, which has one plane, whose rows stand `rowBytes` bytes apart in `bytes`.
  ///
  /// - Throws: `GStreamerError` if there are fewer bytes than the format asks for, or no memory.
  public convenience init(rows bytes: [UInt8], rowBytes: Int, of format: VideoFormat) throws(GStreamerError) {
    unsafe try self.init(of: format) { (frame: inout GstVideoFrame) throws(GStreamerError) in
      let rows = unsafe Int(gste_frame_component_height(&frame, 0))
      let stride = unsafe Int(gste_frame_plane_stride(&frame, 0))
      let count = min(stride, rowBytes)
      guard format.planeCount == 1, rows == 0 || bytes.count >= rowBytes * (rows - 1) + count,
        let start = unsafe gste_frame_plane(&frame, 0)
      else { throw .refused("A picture of \(format.name) has \(bytes.count) bytes, which are too few.") }
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        for row in 0..<rows { unsafe (start + row * stride).update(from: base + row * rowBytes, count: count) }
      }
    }
  }
}
