// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The time at the same relative position in another range. Apple's `CMTimeMapTimeFromRangeToRange`.
///
/// It is `(time - from.start) · to.duration / from.duration + to.start`; a time outside `fromRange` maps outside
/// `toRange`.
///
/// The result is exact, at the common timescale of the times where that suffices, else in lowest terms; it is rounded
/// once when no timescale holds it. (Apple's systems are reported to round to nanoseconds when the ratio is not whole,
/// which would move cuts.) It is of the epoch of `toRange`. Two infinite durations make it a mere offset.
///
/// Invalid when a range is invalid or empty, when only one duration is finite, and when the time is not of the epoch of
/// `fromRange`.
public func CMTimeMapTimeFromRangeToRange(_ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard let ratio = durationRatio(of: fromRange, to: toRange) else { return .invalid }
  guard time.isNumeric, fromRange.start.isNumeric, toRange.start.isNumeric else {
    return time - fromRange.start + toRange.start
  }
  guard time.epoch == fromRange.start.epoch else { return .invalid }
  let offset = WideRational(time) - WideRational(fromRange.start)
  let timescale = leastCommonMultiple(Int64(time.timescale), Int64(fromRange.start.timescale))
  return CMTime(
    offset * ratio + WideRational(toRange.start),
    preferring: leastCommonMultiple(timescale, Int64(toRange.start.timescale)),
    wasRounded: time.hasBeenRounded || fromRange.hasBeenRounded || toRange.hasBeenRounded,
    epoch: toRange.start.epoch)
}

/// `duration` scaled as `fromRange` is to `toRange`: `duration · to.duration / from.duration`.
/// Apple's `CMTimeMapDurationFromRangeToRange`.
///
/// Invalid when a range is invalid or empty, when only one duration is finite, and when the epoch of `duration` is not
/// 0.
public func CMTimeMapDurationFromRangeToRange(
  _ duration: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard let ratio = durationRatio(of: fromRange, to: toRange) else { return .invalid }
  guard duration.isNumeric else { return duration }
  guard duration.epoch == 0 else { return .invalid }
  return CMTime(
    WideRational(duration) * ratio,
    preferring: Int64(duration.timescale),
    wasRounded: [duration, fromRange.duration, toRange.duration].contains(where: \.hasBeenRounded),
    epoch: 0)
}

/// The time of the range nearest to `time`: the time itself, the start when it is earlier, the **end** when it is
/// later, although a range does not contain its end. Apple's `CMTimeClampToRange`.
///
/// Invalid when the range is invalid or empty, and when the time is invalid.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  if time < range.start { return range.start }
  return time < range.end ? time : range.end
}

/// The time of the range that a loop over the range has reached at `time`: `(time - start) mod duration + start`, with
/// a time before the start counted backwards from the end. Apple's `CMTimeFoldIntoRange`.
///
/// Invalid when the range is invalid, empty or not finite, when the time is not finite, and when it is not of the epoch
/// of the range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  let (start, duration) = (foldRange.start, foldRange.duration)
  guard foldRange.isValid, !foldRange.isEmpty, time.isNumeric, start.isNumeric, duration.isNumeric,
    time.epoch == start.epoch
  else { return .invalid }
  // Three timescales below 2³¹ have a common one below 2⁹³, in which 64-bit values take 125 bits: nothing overflows.
  let pair = Int128(leastCommonMultiple(Int64(time.timescale), Int64(start.timescale)))
  let common = Int128(greatestCommonDivisor(pair.magnitude, UInt128(duration.timescale)))
  let timescale = pair / common * Int128(duration.timescale)
  func units(_ time: CMTime) -> Int128 { Int128(time.value) * (timescale / Int128(time.timescale)) }
  let rest = (units(time) - units(start)) % units(duration)
  let folded = units(start) + (rest < 0 ? rest + units(duration) : rest)
  return CMTime(
    WideRational(folded, over: timescale),
    preferring: Int64(clamping: timescale),
    wasRounded: time.hasBeenRounded || foldRange.hasBeenRounded,
    epoch: start.epoch)
}

/// The ratio of the second range's duration to the first's; 1 when both are infinite, nil when there is none.
private func durationRatio(of fromRange: CMTimeRange, to toRange: CMTimeRange) -> WideRational? {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return nil }
  let (from, to) = (fromRange.duration, toRange.duration)
  if from.isPositiveInfinity, to.isPositiveInfinity { return WideRational(1, over: 1) }
  guard from.isNumeric, to.isNumeric else { return nil }
  return WideRational(
    Int128(to.value) * Int128(from.timescale), over: Int128(to.timescale) * Int128(from.value))
}

extension CMTimeRange {
  /// Whether the start or the duration has been rounded.
  fileprivate var hasBeenRounded: Bool { start.hasBeenRounded || duration.hasBeenRounded }
}
