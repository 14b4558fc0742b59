/// Sound on its way from node to node: floats of 32 bits, each channel by itself. A value.
///
/// ```
///  channels[0]   ▁▂▃▅▇▅▃▂▁      every channel has `count` samples
///  channels[1]   ▇▅▃▂▁▂▃▅▇
/// ```
struct SoundBlock: Sendable {
  /// The samples of each channel.
  private(set) var channels: [[Float]]
  /// Number of samples of each channel.
  private(set) var count: Int

  /// No samples of `channels` channels.
  init(channels: Int) { self.init(silence: 0, channels: channels) }

  /// `count` samples of nothing in `channels` channels.
  init(silence count: Int, channels: Int) {
    self.channels = Array(repeating: [Float](repeating: 0, count: count), count: channels)
    self.count = count
  }

  /// `samples`, an array for each channel, all equally long.
  init(_ samples: [[Float]]) { (channels, count) = (samples, samples.first?.count ?? 0) }

  /// `samples`, those of all `channels` channels by turns.
  init(interleaved samples: [Double], channels: Int) {
    let count = channels > 0 ? samples.count / channels : 0
    var parts = [[Float]](repeating: [Float](repeating: 0, count: count), count: channels)
    for channel in 0..<channels {
      for index in 0..<count { parts[channel][index] = Float(samples[index * channels + channel]) }
    }
    (self.channels, self.count) = (parts, count)
  }

  /// The samples, those of all channels by turns.
  var interleaved: [Double] {
    var samples = [Double](repeating: 0, count: count * channels.count)
    for (channel, part) in channels.enumerated() {
      for index in 0..<count { samples[index * channels.count + channel] = Double(part[index]) }
    }
    return samples
  }

  // MARK: Parts

  /// Appends `other`, brought to the same number of channels.
  mutating func append(_ other: SoundBlock) {
    let other = other.inOrder(channels.count)
    for channel in channels.indices { channels[channel] += other.channels[channel] }
    count += other.count
  }

  /// Takes the first `length` samples out, or as many as there are.
  mutating func takeFirst(_ length: Int) -> SoundBlock {
    let length = min(length, count)
    guard length < count else {
      defer { self = SoundBlock(channels: channels.count) }
      return self
    }
    let first = self[0..<length]
    for channel in channels.indices { channels[channel].removeFirst(length) }
    count -= length
    return first
  }

  /// The samples `range`, which are there.
  subscript(range: Range<Int>) -> SoundBlock {
    SoundBlock(channels.map { Array($0[range]) }, count: range.count)
  }

  private init(_ channels: [[Float]], count: Int) { (self.channels, self.count) = (channels, count) }

  // MARK: Levels

  /// Adds `other` sample by sample, which is as long and has as many channels.
  mutating func add(_ other: SoundBlock) {
    for channel in channels.indices where channel < other.channels.count {
      for index in 0..<min(count, other.count) { channels[channel][index] += other.channels[channel][index] }
    }
  }

  /// Multiplies each channel with its gain; those for which there is none stay, and so does everything that a gain of 1 is for.
  mutating func multiply(by gains: [Float]) {
    for (channel, gain) in gains.enumerated() where channel < channels.count && gain != 1 {
      for index in 0..<count { channels[channel][index] *= gain }
    }
  }

  /// Multiplies all samples with `gain`.
  mutating func multiply(by gain: Float) {
    if gain != 1 { multiply(by: Array(repeating: gain, count: channels.count)) }
  }

  /// Has `body` change the samples of each channel, by the channel's number.
  mutating func change(_ body: (_ samples: inout [Float], _ channel: Int) -> Void) {
    for channel in channels.indices { body(&channels[channel], channel) }
  }

  // MARK: Channels

  /// The same with `wanted` channels: one alone is heard in all of two, and in the first two of more; two become their mean; else channels
  /// stay in order, silent where there are none.
  func inOrder(_ wanted: Int) -> SoundBlock {
    guard wanted != channels.count else { return self }
    if wanted == 1, channels.count == 2 {
      let mean = zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
      return SoundBlock([mean], count: count)
    }
    let silence = [Float](repeating: 0, count: count)
    let parts = (0..<wanted).map { channel in
      if channels.count == 1, channel < 2 { return channels[0] }
      return channel < channels.count ? channels[channel] : silence
    }
    return SoundBlock(parts, count: count)
  }
}
