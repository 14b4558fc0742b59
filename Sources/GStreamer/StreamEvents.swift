import CGStreamer
import Synchronization

// SAFETY: a probe lends its info for the length of the call. An event that is replaced there is released once, and
// its replacement belongs to the info; `Tags` holds a reference of its own until `deinit`.

/// The segment and tags of a stream, recorded at one pipeline's end to be replayed in another.
///
/// Threads: any.
public final class StreamEvents: Sendable {
  /// A tag event. C: `GST_EVENT_TAG`.
  @safe public final class Tags: @unchecked Sendable {
    // @unchecked: the C reference count is atomic, and an event is not written once it is sent.
    let pointer: UnsafeMutablePointer<GstEvent>

    init(retaining pointer: UnsafeMutablePointer<GstEvent>) {
      unsafe self.pointer = gst_event_ref(pointer)
    }

    /// Tags that say the language of a stream, of a BCP 47 tag; nil for one that has no ISO 639 code.
    /// C: `gst_tag_list_new_from_string`, `GST_TAG_LANGUAGE_CODE`.
    public init?(languageCode tag: String) {
      let first = tag.split(separator: "-").first.map(String.init) ?? ""
      guard !first.isEmpty, first.allSatisfy({ $0.isASCII && $0.isLetter }),
        let list = unsafe gst_tag_list_new_from_string("taglist,language-code=(string)\(first);"),
        let event = unsafe gst_event_new_tag(list)
      else { return nil }
      unsafe pointer = event
    }

    /// Tags of the file as a whole, as `gst_tag_list_to_string` writes them. C: `GST_TAG_SCOPE_GLOBAL`.
    ///
    /// - Throws: `GStreamerError` where they cannot be read.
    public init(ofFile text: String) throws(GStreamerError) {
      guard let list = unsafe gst_tag_list_new_from_string(text) else { throw .refused("These are no tags: \(text)") }
      unsafe gst_tag_list_set_scope(list, GST_TAG_SCOPE_GLOBAL)
      guard let event = unsafe gst_event_new_tag(list) else { throw .refused("There is no memory for tags.") }
      unsafe pointer = event
    }

    deinit { unsafe gst_event_unref(pointer) }
  }

  private struct State {
    var segmentStart: Int64 = 0
    var bufferCount = 0
    /// Tags, each with how many buffers came before it.
    var tags: [(position: Int, tags: Tags)] = []
  }

  private let state = Mutex(State())

  /// No events yet; the stream's running time is zero at `segmentStart` of its own time until an event says otherwise.
  public init(segmentStart: Int64 = 0) {
    state.withLock { $0.segmentStart = segmentStart }
  }

  /// The time, in nanoseconds of the stream's own, at which its running time is zero: encoders leave room for earlier
  /// decode times. C: `GstSegment.start`.
  public var segmentStart: Int64 { state.withLock(\.segmentStart) }

  /// The tags that came before buffer number `buffer` and were not taken yet, in order; all of them if nil.
  public func takeTags(before buffer: Int? = nil) -> [Tags] {
    state.withLock { state in
      let count = state.tags.prefix { $0.position <= buffer ?? .max }.count
      defer { state.tags.removeFirst(count) }
      return state.tags.prefix(count).map(\.tags)
    }
  }

  fileprivate func noteBuffer() {
    state.withLock { $0.bufferCount += 1 }
  }

  fileprivate func note(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe gste_event_type(event) {
    case GST_EVENT_SEGMENT:
      var segment = GstSegment()
      unsafe gst_event_copy_segment(event, &segment)
      guard segment.format == GST_FORMAT_TIME else { return }
      let start = Int64(clamping: segment.start)
      state.withLock { $0.segmentStart = start }
    case GST_EVENT_TAG:
      let tags = unsafe Tags(retaining: event)
      state.withLock { $0.tags.append(($0.bufferCount, tags)) }
    default: break
    }
  }
}

extension Pad {
  /// Notes segments and tags that pass this pad in `events`.
  public func record(_ events: StreamEvents) {
    typealias Body = @Sendable (UnsafeMutablePointer<GstEvent>) -> Void
    let body: Body = { event in unsafe events.note(event) }
    unsafe add(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data, let event = unsafe gste_probe_event(info) {
        unsafe CallbackBox<Body>.body(at: data)(event)
      }
      return GST_PAD_PROBE_OK
    }
    probeBuffers { _, _ in
      events.noteBuffer()
      return .pass
    }
  }

  /// Calls `body` when the end of the stream passes, on the streaming thread. C: `GST_EVENT_EOS`.
  public func onEndOfStream(_ body: @escaping @Sendable () -> Void) {
    typealias Body = @Sendable () -> Void
    unsafe add(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data, let event = unsafe gste_probe_event(info),
        unsafe gste_event_type(event) == GST_EVENT_EOS
      {
        unsafe CallbackBox<Body>.body(at: data)()
      }
      return GST_PAD_PROBE_OK
    }
  }

  /// Replaces the segment of the stream that leaves this source pad with the result of `segment`, called when it
  /// arrives.
  ///
  /// - Parameter segment: `start` is the time of running time zero, `time` the stream time there, in nanoseconds.
  ///   C: `GstSegment`.
  public func replaceSegment(_ segment: @escaping @Sendable () -> (start: Int64, time: Int64)) {
    typealias Body = @Sendable (UnsafeMutablePointer<GstPadProbeInfo>) -> Void
    let body: Body = { info in
      guard let event = unsafe gste_probe_event(info), unsafe gste_event_type(event) == GST_EVENT_SEGMENT else {
        return
      }
      let (start, time) = segment()
      var new = GstSegment()
      unsafe gst_segment_init(&new, GST_FORMAT_TIME)
      new.start = GstClockTime(max(0, start))
      new.position = new.start
      new.time = GstClockTime(max(0, time))
      guard let replacement = unsafe gst_event_new_segment(&new) else { return }
      unsafe gst_event_set_seqnum(replacement, gst_event_get_seqnum(event))
      unsafe gst_event_unref(event)
      unsafe info.pointee.data = UnsafeMutableRawPointer(replacement)
    }
    unsafe add(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data { unsafe CallbackBox<Body>.body(at: data)(info) }
      return GST_PAD_PROBE_OK
    }
  }
}

extension AppSource {
  /// Pushes `tags`, after the buffers that were pushed before. C: `gst_element_send_event`.
  public func push(_ tags: StreamEvents.Tags) {
    unsafe gst_element_send_event(element.pointer, gst_event_ref(tags.pointer))
  }

  /// Sets the caps of the following buffers. C: `gst_app_src_set_caps`.
  public func setCaps(_ caps: Caps) {
    unsafe gst_app_src_set_caps(gste_app_src(element.pointer), caps.pointer)
  }
}
