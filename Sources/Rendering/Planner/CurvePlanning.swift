import EditingModel
import MediaTime

extension LayerInstruction {
  /// The times at which something about the layer begins to change, or comes to its end.
  var borders: [Rational] {
    opacity.borders + transform.borders + cropRectangle.borders + (clipRectangle?.borders ?? [])
  }
}

extension Ramps {
  /// The times at which another entry begins to govern or a ramp comes to its end.
  var borders: [Rational] {
    entries.flatMap { [$0.start.rational, $0.end.rational].compactMap(\.self) }
  }

  /// The value over `frames` of `timeline`, among which no border falls but on the first: one straight piece, whose ends are
  /// evaluated at the exact times of the first and the last frame; where frames are unevenly far apart and the value changes, a
  /// piece for each.
  func curve(
    over frames: Range<Int>, of timeline: FrameTimeline, initial: Value
  ) throws(RationalError) -> FrameCurve<Value> {
    if entries.isEmpty { return FrameCurve(constant: initial, over: frames) }
    let first = value(at: try timeline.time(of: frames.lowerBound), initial: initial)
    let last = value(at: try timeline.time(of: frames.upperBound - 1), initial: initial)
    guard !timeline.isConstant, first != last else {
      return FrameCurve(pieces: [FrameCurve.Piece(range: frames, first: first, last: last)])
    }
    var curve = FrameCurve<Value>(pieces: [])
    for frame in frames {
      let value = value(at: try timeline.time(of: frame), initial: initial)
      curve.append(FrameCurve.Piece(range: frame..<frame + 1, first: value, last: value))
    }
    return curve
  }
}

extension Ramps<Double> {
  /// The volume over `sampleCount` samples, which `gain` multiplies: straight pieces whose ends are evaluated at the
  /// samples' exact times.
  func volume(
    times gain: Double, in window: RenderWindow, on grid: SampleGrid, sampleCount: Int64
  ) throws(RationalError) -> VolumeCurve {
    func volume(at sample: Int64) throws(RationalError) -> Double {
      gain * value(at: try window.range.start + grid.time(of: sample), initial: 1)
    }
    /// The first sample at or after composition time `time`, within the render.
    func firstSample(atOrAfter time: Rational) throws(RationalError) -> Int64 {
      if time <= window.range.start { return 0 }
      if time >= window.range.end { return sampleCount }
      return min(sampleCount, try (time - window.range.start).ceil(scaledBy: Int64(grid.rate)))
    }
    var curve = VolumeCurve(pieces: [])
    func add(_ samples: Range<Int64>, to end: Double? = nil) throws(RationalError) {
      guard !samples.isEmpty else { return }
      let start = try volume(at: samples.lowerBound)
      curve.append(VolumeCurve.Piece(range: samples, first: start, last: end ?? start))
    }
    var done: Int64 = 0
    for entry in entries {
      guard let start = entry.start.rational, let end = entry.end.rational else { continue }
      let first = try firstSample(atOrAfter: start)
      let past = try firstSample(atOrAfter: end)
      try add(done..<max(done, first))
      done = max(done, first)
      guard past > done else { continue }
      let next = try window.range.start + grid.time(of: past)
      if next < end {
        try add(done..<past, to: try volume(at: past))
      } else if next == end {
        try add(done..<past, to: gain * entry.lastValue)
      } else {
        // The ramp ends between two samples. Its last sample stands by itself, so that no line leads past the ramp's end.
        try add(done..<past - 1, to: try volume(at: past - 1))
        try add(past - 1..<past)
      }
      done = past
    }
    try add(done..<max(done, sampleCount))
    return curve
  }
}
