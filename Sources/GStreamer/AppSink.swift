import CGStreamer

// SAFETY: the element is an `appsink`, which `init` made. The sample is ours until `defer` releases it; the buffer
// and the caps that outlive it are retained or adopted.

/// The end of a pipeline where the program takes buffers out. C: `GstAppSink`.
///
/// Threads: pull from one dedicated thread.
@safe public struct AppSink: Sendable {
  /// The element, to add and link.
  public let element: Element

  /// A sink that keeps at most `capacity` buffers waiting, runs as fast as it is emptied and takes only `caps`.
  ///
  /// With `capacity` 0 it never holds the stream up, and what waits is unbounded. With `handsOver`, a buffer that was
  /// taken out is not kept: the framework's sink keeps the last one until the next is taken.
  public init(capacity: Int, caps: Caps? = nil, handsOver: Bool = false) throws(GStreamerError) {
    element = try Element("appsink")
    try element.set("sync", false)
    try element.set("qos", false)
    try element.set("max-buffers", capacity)
    try element.set("drop", false)
    try element.set("enable-last-sample", false)
    if let caps { try element.set("caps", caps) }
    if handsOver { try element.pad("sink").encloseBuffers() }
  }

  /// The next buffer and its caps, or why there is none. Waits at most `nanoseconds`.
  /// C: `gst_app_sink_try_pull_sample`.
  public func pull(nanoseconds: Int64) -> Pulled {
    let sink = unsafe gste_app_sink(element.pointer)
    guard let sample = unsafe gst_app_sink_try_pull_sample(sink, GstClockTime(max(0, nanoseconds))) else {
      return unsafe gst_app_sink_is_eos(sink) != 0 ? .endOfStream : .nothingYet
    }
    defer { unsafe gst_sample_unref(sample) }
    guard let buffer = unsafe gst_sample_get_buffer(sample) else { return .nothingYet }
    let caps = unsafe gst_sample_get_caps(sample).map { unsafe Caps(retaining: $0) }
    if let content = unsafe gste_buffer_open(buffer) { return .sample(unsafe Buffer(adopting: content), caps) }
    return .sample(unsafe Buffer(retaining: buffer), caps)
  }

  /// The result of a pull.
  public enum Pulled: Sendable {
    /// A buffer, and what it holds.
    case sample(Buffer, Caps?)
    /// There will be no more.
    case endOfStream
    /// Nothing arrived in time.
    case nothingYet
  }
}
