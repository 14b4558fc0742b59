/// Searches a sound for the offset at which it best continues what was just heard: the greatest normalized
/// cross-correlation.
///
/// The search has two steps: about every eighth of a millisecond on block means, then every sample around the best of
/// those. All channels count together, which keeps them in phase.
struct BestOffsetSearch {
  private let window: SampleWindow
  /// The samples to match, interleaved.
  private let template: [Double]
  /// The samples to match after those, interleaved; empty where there are none.
  private let endTemplate: [Double]
  /// The step of the first search, in samples.
  private let coarseStep: Int

  /// The penalty of an offset at the edge of the search against one in its middle.
  private static let distanceCost = 0.05

  /// A search in `window`, at `sampleRate` samples a second, for `template` followed by `endTemplate`.
  init(in window: SampleWindow, for template: [Double], followedBy endTemplate: [Double] = [], sampleRate: Int) {
    self.window = window
    self.template = template
    self.endTemplate = endTemplate
    self.coarseStep = max(1, sampleRate / 6_000)
  }

  private var channels: Int { window.channels }
  /// The length of the template in samples.
  private var length: Int { template.count / channels }

  /// The best of `offsets`, the sample of the window at which the template starts; near `ideal` where several are
  /// equally good.
  func best(among offsets: ClosedRange<Int>, near ideal: Int) -> Int {
    let start = coarseCorrelation(with: template, from: offsets.lowerBound, to: offsets.upperBound)
    let end = coarseCorrelation(
      with: endTemplate, from: offsets.lowerBound + length, to: offsets.upperBound + length)
    let coarse = best(
      among: stride(from: offsets.lowerBound, through: offsets.upperBound, by: coarseStep), near: ideal, within: offsets
    ) { offset in
      endTemplate.isEmpty ? start(offset) : min(start(offset), end(offset + length))
    }
    let around = max(offsets.lowerBound, coarse - coarseStep)...min(offsets.upperBound, coarse + coarseStep)
    return best(among: around, near: ideal, within: offsets) { offset in
      let start = correlation(with: template, at: offset)
      return endTemplate.isEmpty ? start : min(start, correlation(with: endTemplate, at: offset + length))
    }
  }

  private func best(
    among candidates: some Sequence<Int>, near ideal: Int, within offsets: ClosedRange<Int>,
    correlation: (Int) -> Double
  ) -> Int {
    let span = Double(max(1, offsets.count))
    var best = (offset: offsets.lowerBound, score: -Double.infinity)
    for offset in candidates {
      let score = correlation(offset) - Self.distanceCost * Double(abs(offset - ideal)) / span
      if score > best.score { best = (offset, score) }
    }
    return best.offset
  }

  /// The correlation of `samples` with the window from `offset` on.
  private func correlation(with samples: [Double], at offset: Int) -> Double {
    Self.normalizedCrossCorrelation(samples[...], window[offset..<offset + samples.count / channels])
  }

  /// The correlation of `samples` with the window as a function of the offset, from the means of blocks of `coarseStep`
  /// samples. It takes offsets from `first` to `last` in steps of `coarseStep`.
  private func coarseCorrelation(with samples: [Double], from first: Int, to last: Int) -> (Int) -> Double {
    let blocks = samples.count / channels / coarseStep
    let templateMeans = blockMeans(of: samples[...], blocks: blocks)
    let steps = (last - first) / coarseStep
    let available = (window.end - first) / coarseStep
    let windowMeans = blockMeans(
      of: window[first..<first + min(available, steps + blocks) * coarseStep],
      blocks: min(available, steps + blocks))
    return { [channels, coarseStep] offset in
      let start = (offset - first) / coarseStep * channels
      let end = min(start + templateMeans.count, windowMeans.count)
      return Self.normalizedCrossCorrelation(templateMeans[..<(end - start)], windowMeans[start..<end])
    }
  }

  /// The sums, proportional to the means, of blocks of `coarseStep` samples of each channel, interleaved.
  private func blockMeans(of samples: ArraySlice<Double>, blocks: Int) -> [Double] {
    var means = [Double](repeating: 0, count: blocks * channels)
    var index = samples.startIndex
    for block in 0..<blocks {
      for _ in 0..<coarseStep {
        for channel in 0..<channels {
          means[block * channels + channel] += samples[index]
          index += 1
        }
      }
    }
    return means
  }

  /// The normalized cross-correlation of two sounds at lag 0: 1 where they differ only in amplitude, 0 where they are
  /// uncorrelated or silent, -1 where one is the other inverted.
  static func normalizedCrossCorrelation(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
    var product = 0.0
    var leftEnergy = 0.0
    var rightEnergy = 0.0
    // By index: most of a stretch's time is spent here, and without the optimizer pairs cost five times as much.
    var (first, second) = (left.startIndex, right.startIndex)
    let end = first + min(left.count, right.count)
    while first < end {
      let (a, b) = (left[first], right[second])
      product += a * b
      leftEnergy += a * a
      rightEnergy += b * b
      first += 1
      second += 1
    }
    let scale = (leftEnergy * rightEnergy).squareRoot()
    return scale > 0 ? product / scale : 0
  }
}
