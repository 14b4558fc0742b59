import EditingModel
import MediaTime

extension SourceRun {
  /// The run with the numbers of the media's frames that it shows, where they do not follow from equal steps of the
  /// media's time: where output frames are at uneven distances, where the nearest picture is shown, and where pictures
  /// that jitter around a rate count as pictures of that rate.
  func numbered(
    on timeline: FrameTimeline, by rule: FrameTimingRule, lookup: FactsLookup
  ) throws(RationalError) -> SourceRun {
    guard facts.timing != .still else { return self }
    let regular = rule == .source ? nil : lookup.regularTiming(of: source, inStepsOf: step)
    guard !timeline.isConstant || rule == .nearestPicture || regular != nil else { return self }
    let timing = regular ?? facts.timing
    let rate = try step / timeline.frameDuration
    let start = try timeline.time(of: frames.lowerBound)
    let end = try firstTime + (timeline.time(of: frames.upperBound) - start) * rate
    // A frame that begins where the segment ends is not its own.
    let last = max(timing.frame(at: firstTime), try timing.firstFrame(atOrAfter: end) - 1)
    var shown: [Int] = []
    shown.reserveCapacity(frames.count)
    for frame in frames {
      let time = try firstTime + (timeline.time(of: frame) - start) * rate
      let number = rule == .nearestPicture ? timing.nearestFrame(to: time) : timing.frame(at: time)
      shown.append(max(shown.last ?? 0, min(number, last)))
    }
    var run = self
    run.numbers = SourceFrameNumbers(shown)
    return run
  }
}
