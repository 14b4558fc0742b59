import CGStreamer

// SAFETY: the element is an `appsrc`, which `init` made; the reference that it consumes with a buffer is added for
// it. A probe's info owns its buffer, which is made writable and put back.

/// The start of a pipeline where the program puts buffers in. C: `GstAppSrc`.
///
/// Threads: push from one dedicated thread.
@safe public struct AppSource: Sendable {
  /// The element, to add and link.
  public let element: Element

  /// A source of `caps` that holds at most `capacity` buffers; a push waits while it is full. With `capacity` 0 a push
  /// never waits, and the caller bounds the queue.
  ///
  /// - Parameter caps: nil where they are known only with the first buffer (``setCaps(_:)``).
  public init(caps: Caps?, capacity: Int) throws(GStreamerError) {
    element = try Element("appsrc")
    if let caps { try element.set("caps", caps) }
    try element.set("format", "time")
    try element.set("is-live", false)
    try element.set("stream-type", "stream")
    try element.set("do-timestamp", false)
    try element.set("max-bytes", 0)
    try element.set("max-buffers", capacity)
    try element.set("max-time", 0)
    try element.set("block", capacity > 0)
  }

  /// Puts `buffer` in. False once the pipeline was stopped or takes no more: look at its messages for the reason.
  /// C: `gst_app_src_push_buffer`.
  public func push(_ buffer: Buffer) -> Bool {
    unsafe gst_app_src_push_buffer(gste_app_src(element.pointer), gst_buffer_ref(buffer.pointer)) == GST_FLOW_OK
  }

  /// Puts `buffers` in at once, as a buffer list: the streaming thread is woken once. False once the pipeline was
  /// stopped or takes no more. C: `gst_app_src_push_buffer_list`.
  public func push(_ buffers: [Buffer]) -> Bool {
    guard buffers.count > 1 else { return buffers.first.map(push) ?? true }
    guard let list = unsafe gst_buffer_list_new_sized(guint(buffers.count)) else { return false }
    for buffer in buffers { unsafe gst_buffer_list_insert(list, -1, gst_buffer_ref(buffer.pointer)) }
    return unsafe gst_app_src_push_buffer_list(gste_app_src(element.pointer), list) == GST_FLOW_OK
  }

  // QUIRK: AVI: `appsrc` makes up times of presentation where there are none: those of decoding. In: GStreamer 1.22.
  // Test: "usual codecs need no demuxer, and packets and their times are those of one".
  /// Has packets that are no key frames leave without a time of presentation, which the element makes up. To be called before the first
  /// packet.
  public func forgetPresentationOfDeltaUnits() throws(GStreamerError) {
    let pad = try element.pad("src")
    unsafe _ = gst_pad_add_probe(
      pad.pointer, GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, _ in
        guard let info = unsafe info, let buffer = unsafe gste_probe_buffer(info),
          unsafe gste_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) != 0
        else { return GST_PAD_PROBE_OK }
        let writable = unsafe gste_buffer_make_writable(buffer)
        unsafe writable.pointee.pts = gste_clock_time_none()
        unsafe info.pointee.data = UnsafeMutableRawPointer(writable)
        return GST_PAD_PROBE_OK
      }, nil, nil)
  }

  /// Ends the stream. C: `gst_app_src_end_of_stream`.
  public func end() {
    unsafe gst_app_src_end_of_stream(gste_app_src(element.pointer))
  }
}
