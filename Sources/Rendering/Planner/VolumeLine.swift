import EditingModel
import MediaTime

/// A track's volume over the rendered samples, as straight pieces whose ends are evaluated at the samples' exact times.
struct VolumeLine {
  /// The pieces, contiguous from sample 0 to the last.
  private(set) var pieces: [VolumePiece] = []

  /// What `ramps`, multiplied by `gain`, come to on `grid` in `window`.
  init(
    _ ramps: Ramps<Double>, times gain: Double, in window: RenderWindow, on grid: SampleGrid, sampleCount: Int64
  ) throws(RationalError) {
    func volume(at sample: Int64) throws(RationalError) -> Double {
      gain * ramps.value(at: try window.range.start + grid.time(of: sample), initial: 1)
    }
    /// The first sample at or after composition time `time`, within the render.
    func firstSample(atOrAfter time: Rational) throws(RationalError) -> Int64 {
      if time <= window.range.start { return 0 }
      if time >= window.range.end { return sampleCount }
      return min(sampleCount, try (time - window.range.start).ceil(scaledBy: Int64(grid.rate)))
    }
    func add(_ samples: Range<Int64>, to end: Double? = nil) throws(RationalError) {
      guard !samples.isEmpty else { return }
      let start = try volume(at: samples.lowerBound)
      append(VolumePiece(samples: samples, from: start, to: end ?? start))
    }
    var done: Int64 = 0
    for entry in ramps.entries {
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
  }

  /// Adds `piece`, as part of the last one where both are the same constant.
  private mutating func append(_ piece: VolumePiece) {
    if let last = pieces.last, last.from == last.to, piece.from == piece.to, last.from == piece.from {
      pieces[pieces.count - 1].samples = last.samples.lowerBound..<piece.samples.upperBound
    } else {
      pieces.append(piece)
    }
  }
}
