import CGStreamer

// SAFETY: the element is an `appsrc`, which `init` made; the reference that it consumes with a buffer is added for
// it.

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

  /// Ends the stream. C: `gst_app_src_end_of_stream`.
  public func end() {
    unsafe gst_app_src_end_of_stream(gste_app_src(element.pointer))
  }
}
