/// The filter of a band of an equalizer, and what it remembers of each channel. A value.
struct BandFilter: Sendable {
  private let values: AVAudioUnitEQFilterParameters.Values
  private let rate: Double
  private let filter: BiquadFilter
  private var memories: [BiquadFilter.Memory]

  /// The filter of a band as `values` say, for sound of `rate` samples a second in `channels` channels: `former` where that is it; else one
  /// that goes on from what `former` remembers.
  init(
    _ values: AVAudioUnitEQFilterParameters.Values, rate: Double, channels: Int, after former: BandFilter?
  ) {
    if let former, former.values == values, former.rate == rate, former.memories.count == channels {
      self = former
      return
    }
    (self.values, self.rate) = (values, rate)
    filter = BiquadFilter(
      values.filterType, frequency: Double(values.frequency), bandwidth: Double(values.bandwidth),
      gain: Double(values.gain), rate: rate)
    let kept = former?.memories ?? []
    memories = kept.count == channels ? kept : (0..<channels).map { _ in .init() }
  }

  /// Filters `samples` of the channel of this number.
  mutating func run(_ samples: inout [Float], _ channel: Int) { filter.filter(&samples, &memories[channel]) }
}
