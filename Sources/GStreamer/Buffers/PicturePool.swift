import CGStreamer

// SAFETY: `raw` holds a reference to a GstBufferPool from `init` on. The configuration is ours until `set_config`
// takes it, and a buffer that is acquired is adopted with its reference.

/// Buffers for pictures of one format, which return to the pool when they are released. C: `GstVideoBufferPool`.
///
/// Threads: any.
@safe public final class PicturePool: ObjectHandle, @unchecked Sendable {
  // @unchecked: the C pool is thread-safe.

  /// A pool of buffers for pictures of `caps`.
  ///
  /// - Throws: `GStreamerError` if there can be none.
  public init(_ caps: Caps) throws(GStreamerError) {
    let format = try VideoFormat(caps)
    guard let pool = unsafe gst_video_buffer_pool_new() else { throw .refused("There is no pool for pictures.") }
    unsafe super.init(adopting: UnsafeMutableRawPointer(pool))
    let configuration = unsafe gst_buffer_pool_get_config(pool)
    unsafe gst_buffer_pool_config_set_params(configuration, caps.pointer, guint(format.byteCount), 0, 0)
    guard unsafe gst_buffer_pool_set_config(pool, configuration) != 0,
      unsafe gst_buffer_pool_set_active(pool, 1) != 0
    else { throw .refused("A pool for pictures of \(format.name) cannot be set up.") }
  }

  deinit { unsafe gst_buffer_pool_set_active(pointer, 0) }

  /// An unshared buffer with undefined content. C: `gst_buffer_pool_acquire_buffer`.
  ///
  /// - Throws: `GStreamerError` if there is no memory for one.
  public func makeBuffer() throws(GStreamerError) -> Buffer {
    var buffer: UnsafeMutablePointer<GstBuffer>?
    guard unsafe gst_buffer_pool_acquire_buffer(pointer, &buffer, nil) == GST_FLOW_OK, let buffer = unsafe buffer else {
      throw .refused("There is no memory for a picture.")
    }
    return unsafe Buffer(adopting: buffer)
  }

  private var pointer: UnsafeMutablePointer<GstBufferPool> {
    unsafe raw.assumingMemoryBound(to: GstBufferPool.self)
  }
}
