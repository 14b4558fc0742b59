/// Finds the place in a sound that goes on best from what was just heard: where the waves lie on each other.
///
/// The place is looked for in two steps, among every eighth of a millisecond or so first and then, around the best, among
/// all samples. All channels count together, so that what they have in common stays together.
struct BestOffsetSearch {
  private let window: SampleWindow
  /// What was just heard goes on like this; interleaved.
  private let wanted: [Double]
  /// What is heard next does so from behind `wanted` on; none where that is not settled.
  private let ending: [Double]
  /// Samples that are taken together in the first step.
  private let coarseness: Int

  /// How much worse a place at the edge of the search is than the same in its middle.
  private static let distanceCost = 0.05

  /// A search in `window`, at `sampleRate` samples a second, for what goes on as `wanted` does, and then as `ending`.
  init(in window: SampleWindow, for wanted: [Double], ending: [Double] = [], sampleRate: Int) {
    self.window = window
    self.wanted = wanted
    self.ending = ending
    self.coarseness = max(1, sampleRate / 6_000)
  }

  private var channels: Int { window.channels }
  /// How long what is wanted is, in samples.
  private var length: Int { wanted.count / channels }

  /// The best first sample among `places`, near `ideal` where several are as good.
  func best(among places: ClosedRange<Int>, near ideal: Int) -> Int {
    let beginning = coarseLikeness(to: wanted, from: places.lowerBound, to: places.upperBound)
    let end = coarseLikeness(to: ending, from: places.lowerBound + length, to: places.upperBound + length)
    let coarse = best(
      among: stride(from: places.lowerBound, through: places.upperBound, by: coarseness), near: ideal, within: places
    ) { place in
      ending.isEmpty ? beginning(place) : min(beginning(place), end(place + length))
    }
    let around = max(places.lowerBound, coarse - coarseness)...min(places.upperBound, coarse + coarseness)
    return best(among: around, near: ideal, within: places) { place in
      let beginning = likeness(to: wanted, at: place)
      return ending.isEmpty ? beginning : min(beginning, likeness(to: ending, at: place + length))
    }
  }

  /// How alike `samples` and what begins with sample `place` are.
  private func likeness(to samples: [Double], at place: Int) -> Double {
    Self.likeness(samples[...], window[place..<place + samples.count / channels])
  }

  private func best(
    among candidates: some Sequence<Int>, near ideal: Int, within places: ClosedRange<Int>,
    likeness: (Int) -> Double
  ) -> Int {
    let span = Double(max(1, places.count))
    var best = (place: places.lowerBound, score: -Double.infinity)
    for place in candidates {
      let score = likeness(place) - Self.distanceCost * Double(abs(place - ideal)) / span
      if score > best.score { best = (place, score) }
    }
    return best.place
  }

  /// How alike `samples` and what begins with a place are, at places counted from `first` in steps of `coarseness`, told
  /// from means of as many samples.
  private func coarseLikeness(to samples: [Double], from first: Int, to last: Int) -> (Int) -> Double {
    let blocks = samples.count / channels / coarseness
    let wantedMeans = means(of: samples[...], blocks: blocks)
    let steps = (last - first) / coarseness
    let available = (window.end - first) / coarseness
    let all = means(
      of: window[first..<first + min(available, steps + blocks) * coarseness],
      blocks: min(available, steps + blocks))
    return { [channels, coarseness] place in
      let start = (place - first) / coarseness * channels
      let end = min(start + wantedMeans.count, all.count)
      return Self.likeness(wantedMeans[..<(end - start)], all[start..<end])
    }
  }

  private func means(of samples: ArraySlice<Double>, blocks: Int) -> [Double] {
    var means = [Double](repeating: 0, count: blocks * channels)
    var index = samples.startIndex
    for block in 0..<blocks {
      for _ in 0..<coarseness {
        for channel in 0..<channels {
          means[block * channels + channel] += samples[index]
          index += 1
        }
      }
    }
    return means
  }

  /// How alike two sounds are: 1 if they are the same but for their loudness, 0 if they have nothing in common, below 0 if
  /// they cancel each other.
  static func likeness(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
    var product = 0.0
    var leftEnergy = 0.0
    var rightEnergy = 0.0
    for (a, b) in zip(left, right) {
      product += a * b
      leftEnergy += a * a
      rightEnergy += b * b
    }
    let scale = (leftEnergy * rightEnergy).squareRoot()
    return scale > 0 ? product / scale : 0
  }
}
