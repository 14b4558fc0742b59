/// A parent's time, as what is in the parent sees it.
struct Moment: Hashable {
  /// The time, in seconds.
  var seconds: Double
  /// Whether the parent stands at its own end, or turns there: what ends with it is then still there, at its end.
  var isEnd = false

  /// Tolerance of equal times, in seconds: sums of decimal fractions must not miss a border.
  static let tolerance = 1e-9
}

/// The place of a moment in a layer's or an animation's own time.
struct LocalTime: Hashable {
  /// The parts of time, seen from the active duration.
  enum Phase: Hashable {
    case before, active, after
  }

  /// The basic local time, in seconds from 0 to the duration.
  var seconds: Double
  /// The part of the duration that has passed, 0…1.
  var progress: Double
  /// The number of complete iterations; a whole number.
  var iteration: Double
  /// Whether the moment is outside, and this is the fill.
  var phase: Phase
  /// Whether the basic local time is at the end of the duration.
  var isEnd: Bool

  /// The moment that what is inside sees.
  var moment: Moment { Moment(seconds: seconds, isEnd: isEnd) }
}

extension MediaTiming {
  /// The active duration, in local seconds, of what lasts `duration`: the lesser of what the count and the duration of repeats
  /// say (SMIL's rule; Apple leaves it open), and one iteration where neither says anything.
  func activeDuration(of duration: Double) -> Double {
    let cycle = cycle(of: duration)
    guard repeatCount > 0 || repeatDuration > 0 else { return cycle }
    let counted = repeatCount > 0 ? (cycle > 0 ? repeatCount * cycle : 0) : .infinity
    return min(counted, repeatDuration > 0 ? repeatDuration : .infinity)
  }

  /// The active local time at `parent`, which decides whether it exists then, and the offset from which its place in
  /// the iterations follows.
  ///
  /// Time that runs forward begins at 0 whatever the offset is, and wraps: with an offset of two thirds A·B·C plays as C·A·B, as
  /// Core Animation does. Time that stands still or runs backward is where `CAMediaTiming`'s formula says, and does not wrap.
  func activeTime(at parent: Double) -> (time: Double, offset: Double) {
    let time = (parent - beginTime) * speed
    return speed > 0 ? (time, timeOffset) : (time + timeOffset, 0)
  }

  /// The local time at `parent`, of one that lasts `duration`; nil outside it.
  ///
  /// The active duration is half-open: its end belongs to what comes after, but for one that its parent ends with.
  func localTime(at parent: Moment, lasting duration: Double) -> LocalTime? {
    let (time, offset) = activeTime(at: parent.seconds)
    let end = activeDuration(of: duration)
    guard !time.isNaN, !end.isNaN, !offset.isNaN else { return nil }
    if time < -Moment.tolerance {
      guard fillMode == .backwards || fillMode == .both else { return nil }
      return local(offset, lasting: duration, phase: .before)
    }
    let isAtEnd = abs(time - end) <= Moment.tolerance
    if isAtEnd && parent.isEnd && duration > 0 { return local(end + offset, lasting: duration, phase: .after) }
    if time > end || isAtEnd {
      guard fillMode == .forwards || fillMode == .both else { return nil }
      return local(end + offset, lasting: duration, phase: .after)
    }
    return local(max(0, time) + offset, lasting: duration, phase: .active)
  }

  /// Whether it is over at `parent`, for good.
  func isOver(at parent: Moment, lasting duration: Double) -> Bool {
    let (time, _) = activeTime(at: parent.seconds)
    if speed < 0 { return time < -Moment.tolerance }
    let border = activeDuration(of: duration) - Moment.tolerance
    return speed > 0 && time >= border && !(parent.isEnd && time <= border + 2 * Moment.tolerance)
  }

  private func cycle(of duration: Double) -> Double { max(0, duration) * (autoreverses ? 2 : 1) }

  /// The place of the active local time `time`, its offset included, in its iteration.
  private func local(_ time: Double, lasting duration: Double, phase: LocalTime.Phase) -> LocalTime {
    guard duration > 0 else {
      let progress = phase == .before ? 0.0 : 1.0
      return LocalTime(seconds: 0, progress: progress, iteration: 0, phase: phase, isEnd: progress == 1)
    }
    guard duration.isFinite, time.isFinite else {
      return LocalTime(seconds: time, progress: 0, iteration: 0, phase: phase, isEnd: false)
    }
    let cycle = cycle(of: duration)
    let count = time / cycle
    let nearest = count.rounded()
    let isWhole = abs(count - nearest) * cycle <= Moment.tolerance
    var iteration = isWhole ? nearest : count.rounded(.down)
    var rest = isWhole ? 0 : min(max(0, time - iteration * cycle), cycle)
    if phase == .after, isWhole, iteration > 0 {
      iteration -= 1
      rest = cycle
    }
    iteration = max(0, iteration)
    if rest > duration { rest = max(0, 2 * duration - rest) }
    let isEnd = abs(rest - duration) <= Moment.tolerance
    return LocalTime(
      seconds: isEnd ? duration : rest, progress: isEnd ? 1 : rest / duration, iteration: iteration, phase: phase,
      isEnd: isEnd)
  }
}
