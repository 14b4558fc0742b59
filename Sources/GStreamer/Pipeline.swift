import CGStreamer

// SAFETY: `raw` holds a reference to a GstPipeline, which is a GstElement and a GstBin. Messages, buses, lists of
// tags and texts are released in the function that took them; after `deinit` has set the state to null no thread of
// the graph runs.

/// A graph of elements with one state and one clock. C: `GstPipeline`.
///
/// Built completely before it starts; stopped when the last reference is released. State changes and waiting block:
/// call them from a dedicated thread, never from a streaming thread.
@safe public final class Pipeline: ObjectHandle, @unchecked Sendable {
  // @unchecked: as its superclass.

  /// The error that was reported first.
  private let failure = FirstFailure()

  /// An empty pipeline. C: `gst_pipeline_new`.
  public convenience init(name: String) throws(GStreamerError) {
    try Framework.start()
    guard let made = unsafe gst_pipeline_new(name) else { throw .refused("A pipeline cannot be made.") }
    unsafe self.init(adopting: sunk(UnsafeMutableRawPointer(made)))
    unsafe failure.listen(to: pointer)
  }

  deinit { unsafe gst_element_set_state(pointer, GST_STATE_NULL) }

  private var pointer: UnsafeMutablePointer<GstElement> { unsafe raw.assumingMemoryBound(to: GstElement.self) }

  /// Adds elements. C: `gst_bin_add`.
  public func add(_ elements: Element...) throws(GStreamerError) {
    for element in elements {
      guard unsafe gst_bin_add(gste_bin(pointer), element.pointer) != 0 else {
        throw .refused("Element \(element.name) cannot be added to \(name).")
      }
    }
  }

  /// Links each element to the next. C: `gst_element_link`.
  public func link(_ elements: [Element]) throws(GStreamerError) {
    for (upstream, downstream) in zip(elements, elements.dropFirst()) {
      guard unsafe gst_element_link(upstream.pointer, downstream.pointer) != 0 else {
        throw .refused("Element \(upstream.name) does not link to \(downstream.name).")
      }
    }
  }

  /// Lets nothing more through `pad` once an element has reported an error. `x264enc` 1.22 asks for the next picture after one
  /// that failed, and ends the process when libx264 gives the packet of a picture that it has dropped.
  public func close(_ pad: Pad) {
    let failure = failure
    pad.close { failure.first != nil }
  }

  /// Brings an element that was added to a running pipeline into the pipeline's state.
  /// C: `gst_element_sync_state_with_parent`.
  public func synchronise(_ element: Element) {
    unsafe gst_element_sync_state_with_parent(element.pointer)
  }

  /// Starts the flow. C: `gst_element_set_state(PLAYING)`.
  ///
  /// - Throws: the error an element posted, if the change fails at once.
  public func play() throws(GStreamerError) { try change(to: GST_STATE_PLAYING) }

  /// Opens everything without letting media flow to the end. C: `gst_element_set_state(PAUSED)`.
  public func pause() throws(GStreamerError) { try change(to: GST_STATE_PAUSED) }

  /// Stops and frees everything. C: `gst_element_set_state(NULL)`.
  public func stop() {
    unsafe gst_element_set_state(pointer, GST_STATE_NULL)
    if let bus = unsafe gst_element_get_bus(pointer) {
      unsafe gst_bus_set_flushing(bus, 1)
      unsafe gst_object_unref(bus)
    }
  }

  /// The duration of the media, in nanoseconds, as its container declares or estimates it; nil where it does neither.
  /// C: `gst_element_query_duration`.
  public var duration: Int64? {
    var nanoseconds: gint64 = 0
    let isKnown = unsafe gst_element_query_duration(pointer, GST_FORMAT_TIME, &nanoseconds) != 0
    return isKnown && nanoseconds > 0 ? Int64(nanoseconds) : nil
  }

  /// Throws the error that an element has reported first, if one has; the bus is left as it is.
  public func checkFailure() throws(GStreamerError) {
    if let error = failure.first { throw error }
  }

  /// The reports of the elements since the last call; drains the bus.
  ///
  /// - Throws: the first error that was posted.
  public func checkMessages() throws(GStreamerError) -> Reports {
    var reports = Reports()
    try take(timeout: 0, into: &reports)
    return reports
  }

  /// Waits until every sink has its first buffer, for at most `nanoseconds`; whether it happened.
  /// C: `gst_element_get_state`.
  ///
  /// - Throws: the error that kept it from happening.
  public func awaitPreroll(nanoseconds: Int64) throws(GStreamerError) -> Bool {
    let outcome = unsafe gst_element_get_state(pointer, nil, nil, GstClockTime(max(0, nanoseconds)))
    if outcome == GST_STATE_CHANGE_FAILURE {
      _ = try checkMessages()
      throw notStarted
    }
    return outcome != GST_STATE_CHANGE_ASYNC
  }

  /// Waits until an element reports the end of the stream or an error, for at most `nanoseconds`.
  ///
  /// - Throws: the error that was posted.
  public func awaitMessages(nanoseconds: Int64) throws(GStreamerError) -> Reports {
    var reports = Reports()
    try take(timeout: GstClockTime(max(0, nanoseconds)), into: &reports)
    return reports
  }

  /// The reports of elements.
  public struct Reports: Sendable {
    /// Every sink has had its last buffer.
    public var endOfStream = false
    /// The rotation in a file's tags ("rotate-90"), if there is one.
    public var imageOrientation: String?
    /// The elements' warnings.
    public var warnings: [GStreamerError] = []
  }

  /// The graph as GraphViz draws it, for error reports. C: `gst_debug_bin_to_dot_data`.
  public var graph: String {
    let details = GstDebugGraphDetails(rawValue: GST_DEBUG_GRAPH_SHOW_ALL.rawValue)
    guard let text = unsafe gst_debug_bin_to_dot_data(gste_bin(pointer), details) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  private var notStarted: GStreamerError {
    var error = GStreamerError.refused("The pipeline \(name) cannot start.")
    error.isOutOfDescriptors = OpenDescriptors.areExhausted
    return error
  }

  private func change(to state: GstState) throws(GStreamerError) {
    guard unsafe gst_element_set_state(pointer, state) == GST_STATE_CHANGE_FAILURE else { return }
    _ = try checkMessages()
    throw notStarted
  }

  private func take(timeout: GstClockTime, into reports: inout Reports) throws(GStreamerError) {
    guard let bus = unsafe gst_element_get_bus(pointer) else { return }
    defer { unsafe gst_object_unref(bus) }
    let wanted = GstMessageType(
      rawValue: GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_EOS.rawValue | GST_MESSAGE_TAG.rawValue
        | GST_MESSAGE_WARNING.rawValue)
    var wait = timeout
    while let message = unsafe gst_bus_timed_pop_filtered(bus, wait, wanted) {
      wait = 0
      defer { unsafe gst_message_unref(message) }
      switch unsafe message.pointee.type {
      case GST_MESSAGE_ERROR: throw failure.noted(unsafe GStreamerError(in: message, gst_message_parse_error))
      case GST_MESSAGE_WARNING:
        let warning = unsafe GStreamerError(in: message, gst_message_parse_warning)
        reports.warnings.append(warning)
        Framework.log("\(name): \(warning)")
      case GST_MESSAGE_EOS: reports.endOfStream = true
      default: unsafe Self.noteTags(of: message, in: &reports)
      }
    }
  }

  private static func noteTags(of message: UnsafeMutablePointer<GstMessage>, in reports: inout Reports) {
    var tags: UnsafeMutablePointer<GstTagList>?
    unsafe gst_message_parse_tag(message, &tags)
    guard let list = unsafe tags else { return }
    defer { unsafe gst_tag_list_unref(list) }
    var text: UnsafeMutablePointer<gchar>?
    if unsafe gst_tag_list_get_string(list, "image-orientation", &text) != 0, let found = unsafe text {
      reports.imageOrientation = unsafe String(cString: found)
      unsafe g_free(found)
    }
  }
}
