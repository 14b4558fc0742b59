import CGStreamer
import Synchronization

// SAFETY: a probe lends its info for the length of the call. An event that is replaced there is released once, and
// its replacement belongs to the info.

/// The segment of a stream, recorded at a pipeline's end.
///
/// Threads: any.
public final class StreamEvents: Sendable {
  private let start = Mutex<Int64>(0)

  /// No events yet; the stream's running time is its own until an event says otherwise.
  public init() {}

  /// The time, in nanoseconds of the stream's own, at which its running time is zero: encoders leave room for earlier
  /// decode times. C: `GstSegment.start`.
  public var segmentStart: Int64 { start.withLock { $0 } }

  fileprivate func note(_ event: UnsafeMutablePointer<GstEvent>) {
    guard unsafe gste_event_type(event) == GST_EVENT_SEGMENT else { return }
    var segment = GstSegment()
    unsafe gst_event_copy_segment(event, &segment)
    guard segment.format == GST_FORMAT_TIME else { return }
    let time = Int64(clamping: segment.start)
    start.withLock { $0 = time }
  }
}

extension Pad {
  /// Notes segments that pass this pad in `events`.
  public func record(_ events: StreamEvents) {
    typealias Body = @Sendable (UnsafeMutablePointer<GstEvent>) -> Void
    let body: Body = { event in unsafe events.note(event) }
    unsafe add(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data, let event = unsafe gste_probe_event(info) {
        unsafe CallbackBox<Body>.body(at: data)(event)
      }
      return GST_PAD_PROBE_OK
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
  /// Sets the caps of the following buffers. C: `gst_app_src_set_caps`.
  public func setCaps(_ caps: Caps) {
    unsafe gst_app_src_set_caps(gste_app_src(element.pointer), caps.pointer)
  }
}
