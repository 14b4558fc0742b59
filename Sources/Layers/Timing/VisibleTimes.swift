import Subtitles

extension Layer {
  /// The times of the movie, in seconds, at which something of the tree may be seen: never less than that, in order and apart from one
  /// another; empty where nothing ever is.
  ///
  /// It follows from when layers are there, and of hidden or clear ones from when an animation may show them; not from what they look like.
  public func visibleTimes() -> [ClosedRange<Double>] {
    let times = times(depth: 0).sorted { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Double>] = []
    for time in times {
      if let last = joined.last, time.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, time.upperBound)
      } else {
        joined.append(time)
      }
    }
    return joined
  }

  private func times(depth: Int) -> [ClosedRange<Double>] {
    guard let whole = timing.times(lasting: timing.duration), depth < LayerLimits.depth else { return [] }
    // A layer whose own time is its parent's, moved, hands the times of what is in it on.
    guard timing.isPlain, !transitions else { return [whole] }
    let shift = timing.beginTime - timing.timeOffset
    func parentTimes(_ times: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
      times.compactMap { time in
        let moved = (time.lowerBound + shift)...(time.upperBound + shift)
        return moved.overlaps(whole) ? moved.clamped(to: whole) : nil
      }
    }
    if isHidden || opacity <= 0 {
      let showing = animations.filter { $0.changes { $0 == .opacity || $0 == .hidden } }
      return parentTimes(showing.compactMap { $0.timing.timing.times(lasting: $0.longestDuration) })
    }
    if case .script(let script) = kind, !drawsBackground { return parentTimes(script.script?.seenTimes ?? []) }
    guard !drawsItself else { return [whole] }
    return parentTimes(sublayers.flatMap { $0.times(depth: depth + 1) })
  }

  private var transitions: Bool {
    animations.contains { if case .transition = $0 { true } else { false } }
  }

  /// Whether the layer may show something besides its sublayers, or not those as they stand.
  private var drawsItself: Bool {
    if case .layer = kind { drawsBackground } else { true }
  }

  /// Whether the layer may show something besides its sublayers and what its kind shows.
  private var drawsBackground: Bool {
    backgroundColor != nil || contents != nil || borderWidth > 0 || shadowPath != nil
      || animations.contains { $0.changes { [.backgroundColor, .contents, .borderWidth, .shadowPath].contains($0) } }
  }
}

extension LayerAnimation {
  /// The longest duration where its own is 0.
  fileprivate var longestDuration: Double {
    timing.duration > 0 ? timing.duration : MediaTiming.standardDuration
  }
}

extension MediaTiming {
  /// Whether local time runs as the parent's does, once.
  fileprivate var isPlain: Bool {
    speed == 1 && repeatCount == 0 && repeatDuration == 0 && !autoreverses
      && (fillMode == .removed || duration == .infinity)
  }

  /// The parent's times at which what lasts `duration` may be there; nil where there are none.
  fileprivate func times(lasting duration: Double) -> ClosedRange<Double>? {
    let always = -Double.infinity...Double.infinity
    guard speed > 0, speed.isFinite, beginTime.isFinite else { return always }
    let end = beginTime + activeDuration(of: duration) / speed
    guard !end.isNaN else { return nil }
    let begins = fillMode == .backwards || fillMode == .both
    let ends = fillMode == .forwards || fillMode == .both
    let (first, last) = (begins ? -.infinity : beginTime - Moment.tolerance, ends ? .infinity : end + Moment.tolerance)
    return first <= last ? first...last : nil
  }
}
