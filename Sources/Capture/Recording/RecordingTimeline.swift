import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The places of captured media in a recording: from its first picture on, without its pauses, up to its longest
/// duration.
///
/// ```
///  captured  · · ·│P P P P P│· · · · ·│P P P P P P│·····       P: pictures, which lead; sound where there are none
///  sound     ─────┼─────────┼─────────┼───────────┼─────
///                 start     pause     resumed     limit
///  recorded       │P P P P P│P P P P P P│
/// ```
///
/// Media captured before the recording was requested are no part of it, however late they come: a device that was
/// opened first gives pictures of times at which another device has given none.
///
/// A value, in the times of what is captured; what is recorded begins at ``start``.
struct RecordingTimeline {
  /// The placement of a buffer.
  enum Placement {
    /// It is written, as it is here.
    case write(SampleBuffer)
    /// It is asked for again once the leading media have come.
    case hold
    /// It is not part of the recording.
    case drop
    /// It lies behind the end, as all do that follow.
    case over
  }

  private enum Phase: Equatable {
    case recording
    /// Paused where the leading media end.
    case paused(at: CMTime)
    /// To go on with the next of the leading media.
    case resuming(from: CMTime)
  }

  /// The longest that is recorded; invalid for no limit.
  let longest: CMTime
  /// The first moment that is recorded, or with which it goes on.
  private var earliest: CMTime
  /// The beginning of the recording; nil before the first of the leading media.
  private(set) var start: CMTime?
  /// The end of the written leading media, in the recording's own time.
  private(set) var end = CMTime.zero
  private var phase = Phase.recording
  /// The duration of the pauses.
  private var pauses = CMTime.zero
  /// The time at which it last began, or went on.
  private var resumed = CMTime.negativeInfinity

  /// A recording of what is captured from `earliest` on, that lasts `longest` at most.
  init(from earliest: CMTime = .negativeInfinity, longest: CMTime = .invalid) {
    (self.earliest, self.longest) = (earliest, longest)
  }

  /// Whether it is paused.
  var isPaused: Bool { if case .paused = phase { true } else { false } }

  /// Whether the leading media come next, before anything else has a place.
  var holdsUp: Bool { if case .resuming = phase { true } else { start == nil } }

  /// The recorded duration of the leading media.
  var duration: CMTime { start.map { end - $0 } ?? .zero }

  /// The end of its longest duration, in its own time; nil where it has not begun, or has no limit.
  private var limit: CMTime? { longest.isNumeric ? start.map { $0 + longest } : nil }

  /// Whether `buffer`, which is not of the leading media, is no part of what is recorded as things are: it lies behind the end, or in a
  /// pause.
  func discards(_ buffer: SampleBuffer) -> Bool {
    let time = buffer.presentationTime - pauses
    return switch phase {
    case .recording: limit.map { time >= $0 } ?? false
    case .paused(let at): time >= at
    case .resuming: false
    }
  }

  /// Pauses, where the leading media end.
  mutating func pause() {
    switch phase {
    case .recording: phase = .paused(at: end)
    case .resuming(let from): phase = .paused(at: from)
    case .paused: break
    }
  }

  /// Goes on with the next of the leading media that are captured from `earliest` on.
  mutating func resume(from earliest: CMTime = .negativeInfinity) {
    guard case .paused(let at) = phase else { return }
    (phase, self.earliest) = (.resuming(from: at), earliest)
  }

  /// The place of `buffer`, which is of the leading media or not.
  mutating func place(_ buffer: SampleBuffer, leads: Bool) -> Placement {
    if case .paused = phase, leads || start == nil { return .drop }
    guard !leads || buffer.presentationTime >= earliest else { return .drop }
    if start == nil {
      guard leads else { return .hold }
      start = buffer.presentationTime
      (end, resumed) = (buffer.presentationTime, buffer.presentationTime)
    }
    if case .resuming(let from) = phase {
      guard leads else { return .hold }
      // A buffer that was captured before the pause may come only now.
      pauses = start == buffer.presentationTime ? .zero : buffer.presentationTime - from
      resumed = buffer.presentationTime
      phase = .recording
    }
    guard buffer.presentationTime + (buffer.duration.isNumeric ? buffer.duration : .zero) > resumed || leads else {
      return .drop
    }
    var placed = buffer
    placed.presentationTime = buffer.presentationTime - pauses
    if case .paused(let at) = phase {
      // A buffer behind the leading media that was captured before the pause is still written.
      return placed.presentationTime < at ? .write(placed.ending(by: at)) : .drop
    }
    if let limit {
      guard placed.presentationTime < limit else { return .over }
      placed = placed.ending(by: limit)
    }
    if leads {
      end = max(end, placed.presentationTime + (placed.duration.isNumeric ? placed.duration : .zero))
    }
    return .write(placed)
  }
}

extension SampleBuffer {
  /// The part of the buffer before `limit`; the buffer begins before it.
  fileprivate func ending(by limit: CMTime) -> SampleBuffer {
    guard duration.isNumeric, presentationTime + duration > limit else { return self }
    var cut = self
    cut.duration = limit - presentationTime
    if let samples, let rate = formatDescription?.audio?.sampleRate, let length = cut.duration.rational,
      let count = try? length.rounded(scaledBy: Int64(rate))
    {
      let kept = samples.interleaved.prefix(Int(clamping: count) * samples.channels)
      cut.content = .samples(
        SampleBlock(start: samples.start, channels: samples.channels, interleaved: Array(kept)))
    }
    return cut
  }
}
