import CGStreamer
import Synchronization

// SAFETY: a probe's info owns its buffer or event: the buffer is made writable and put back, an event is released
// when its replacement takes its place. The closure's box lives as long as the probe.

/// The state of a rebase at a demuxer's pad (`Pad.rebaseTimestamps`): the last segment, and where the presentation
/// ends.
public final class TimestampRebase: Sendable {
  /// Nanoseconds that are added to every rebased time, so that times before zero can be represented.
  public static let lead: Int64 = 3_600_000_000_000

  private struct State {
    /// `start` and `time` of the last segment, which map the demuxer's times to stream time.
    var start: Int64 = 0
    var time: Int64 = 0
    /// The end of the last segment in stream time, if it has one.
    var end: Int64?
    var sentSegment = false
  }

  private let state = Mutex(State())

  /// Whether the container's colorimetry is removed, so that the decoder uses the stream's own.
  fileprivate let hidesColorimetry: Bool

  /// Whether times are stream time already, regardless of segments.
  private let ignoresSegments: Bool

  /// The offset added to all times, in nanoseconds.
  private let shift: Int64

  /// Whether a packet without a time that lasts until its own end begins at zero, as of a demuxer that says the end alone.
  private let countsFromEnds: Bool

  // QUIRK: Matroska: `matroskademux` makes a segment that begins with the first block it reads, and another when an earlier one
  // follows. In: GStreamer 1.22. Test: "segments are ignored where times are stream time already".
  // QUIRK: MP4 and QuickTime: `qtdemux` reads the full-range flag (`nclx`) from the wrong byte, and decoders prefer it to the
  // stream's. In: GStreamer 1.22. Test: "colors are hidden where that is asked for".
  /// A rebase that has seen no buffer yet.
  ///
  /// - Parameters:
  ///   - ignoresSegments: uses times unchanged.
  ///   - hidesColorimetry: removes `colorimetry` from the caps, so that the stream's own counts.
  ///   - shift: nanoseconds that are added to all times, as where the demuxer begins in mid-file and counts from zero.
  ///   - countsFromEnds: whether a packet without a time begins at zero where its end, in its offset, equals its duration.
  public init(
    ignoresSegments: Bool = false, hidesColorimetry: Bool = false, shift: Int64 = 0, countsFromEnds: Bool = false
  ) {
    self.shift = shift
    self.countsFromEnds = countsFromEnds
    self.ignoresSegments = ignoresSegments
    self.hidesColorimetry = hidesColorimetry
  }

  /// The end of the stream's presentation, in nanoseconds of stream time, where an edit list or the like declares it.
  public var presentationEnd: Int64? { state.withLock { $0.end } }

  /// Records a segment; returns whether it is the first, which alone is forwarded.
  fileprivate func enter(segmentStart: Int64, stop: Int64?, time: Int64) -> Bool {
    state.withLock { state in
      state.start = segmentStart
      state.time = time
      state.end = stop.map { $0 &- segmentStart &+ time }
      defer { state.sentSegment = true }
      return !state.sentSegment
    }
  }

  fileprivate func offset() -> Int64 {
    (ignoresSegments ? Self.lead : state.withLock { $0.time &- $0.start &+ Self.lead }) &+ shift
  }

  /// `time`, or zero where there is none and the packet's `duration` is all of what lies before its `end`.
  fileprivate func start(_ time: GstClockTime, lasting duration: GstClockTime, until end: guint64) -> GstClockTime {
    guard countsFromEnds, Int64(exactly: time) == nil, let duration = Int64(exactly: duration), duration > 0,
      let end = Int64(exactly: end), (duration &- end).magnitude < 1_000
    else { return time }
    return 0
  }

  fileprivate func forget() {
    state.withLock { $0.sentSegment = false }
  }
}

extension Pad {
  /// Rewrites all times at this pad to stream time plus `TimestampRebase.lead`, and the segment to one that clips
  /// nothing.
  ///
  /// ```
  ///  demuxer's times      0 ──┬─ segment.start ────────────►       edit lists and seeks move the segment about,
  ///  after the rebase     …  lead ─────────────────────────►       decoders clip to it and rewrite times; after the
  ///                           ▲ stream time 0                       rebase there is one time, the presented one
  /// ```
  ///
  /// `stream time = time - segment.start + segment.time` (GstSegment). Frames before the segment keep their position
  /// before it, so that the receiver trims by whole frames and samples.
  public func rebaseTimestamps(_ rebase: TimestampRebase) {
    typealias Body = @Sendable (UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn
    let body: Body = { info in unsafe Self.pass(info, through: rebase) }
    let types = GstPadProbeType(
      rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue)
    unsafe add(types, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
      return unsafe CallbackBox<Body>.body(at: data)(info)
    }
  }

  private static func pass(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, through rebase: TimestampRebase
  ) -> GstPadProbeReturn {
    if let buffer = unsafe gste_probe_buffer(info) {
      let offset = rebase.offset()
      let writable = unsafe gste_buffer_make_writable(buffer)
      unsafe writable.pointee.pts = moved(
        rebase.start(writable.pointee.pts, lasting: writable.pointee.duration, until: writable.pointee.offset),
        by: offset)
      unsafe writable.pointee.dts = moved(writable.pointee.dts, by: offset)
      unsafe info.pointee.data = UnsafeMutableRawPointer(writable)
      return GST_PAD_PROBE_OK
    }
    guard let event = unsafe gste_probe_event(info) else { return GST_PAD_PROBE_OK }
    switch unsafe gste_event_type(event) {
    case GST_EVENT_FLUSH_STOP:
      rebase.forget()
      return GST_PAD_PROBE_OK
    case GST_EVENT_SEGMENT:
      var segment = GstSegment()
      unsafe gst_event_copy_segment(event, &segment)
      guard segment.format == GST_FORMAT_TIME else { return GST_PAD_PROBE_OK }
      let isFirst = rebase.enter(
        segmentStart: Int64(clamping: segment.start), stop: Int64(exactly: segment.stop),
        time: Int64(clamping: segment.time))
      guard isFirst else { return GST_PAD_PROBE_DROP }
      var open = GstSegment()
      unsafe gst_segment_init(&open, GST_FORMAT_TIME)
      guard let replacement = unsafe gst_event_new_segment(&open) else { return GST_PAD_PROBE_OK }
      unsafe gst_event_unref(event)
      unsafe info.pointee.data = UnsafeMutableRawPointer(replacement)
      return GST_PAD_PROBE_OK
    case GST_EVENT_CAPS where rebase.hidesColorimetry:
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_event_parse_caps(event, &caps)
      guard let copy = unsafe gst_caps_copy(caps) else { return GST_PAD_PROBE_OK }
      defer { unsafe gst_caps_unref(copy) }
      unsafe gst_structure_remove_field(gst_caps_get_structure(copy, 0), "colorimetry")
      guard let replacement = unsafe gst_event_new_caps(copy) else { return GST_PAD_PROBE_OK }
      unsafe gst_event_unref(event)
      unsafe info.pointee.data = UnsafeMutableRawPointer(replacement)
      return GST_PAD_PROBE_OK
    default:
      return GST_PAD_PROBE_OK
    }
  }

  /// Times from before the lead do not exist in any file; they become unspecified.
  private static func moved(_ time: GstClockTime, by offset: Int64) -> GstClockTime {
    guard let time = Int64(exactly: time) else { return gste_clock_time_none() }
    let (sum, overflow) = time.addingReportingOverflow(offset)
    return overflow || sum < 0 ? gste_clock_time_none() : GstClockTime(sum)
  }
}
