import Foundation

/// Inputs of a node that takes any number of them, each brought to a rate and a number of channels. Used by the thread that renders, but for what is
/// static.
final class MixerInputs {
  /// Conversions of the inputs' rates and channels, by connections.
  private var changes: [ObjectIdentifier: Change] = [:]

  private struct Change {
    let rates: RateConversion?
    let rate: Double
    let mixer = ChannelMixer()
  }

  /// Number of inputs before more are connected.
  private static let usual = 8

  /// Number of inputs of `node`: eight, or as many as are connected. There are always more.
  static func count(of node: AVAudioNode) -> Int {
    max(usual, (node.engine?.connections(to: node).last?.bus ?? -1) + 1)
  }

  /// The first input of `node` to which nothing is connected.
  static func next(of node: AVAudioNode) -> AVAudioNodeBus {
    let taken = Set((node.engine?.connections(to: node) ?? []).map(\.bus))
    return (0...taken.count).first { !taken.contains($0) } ?? taken.count
  }

  /// Forgets what belongs to others than `connections`.
  func keep(_ connections: [AudioConnection]) {
    changes = changes.filter { key, _ in connections.contains { ObjectIdentifier($0) == key } }
  }

  /// The next `count` samples that come in through `input`, `rate` of them a second, in `channels` channels.
  func sound(
    of input: AudioConnection, _ count: Int, rate: Double, channels: Int, _ cycle: RenderCycle
  ) -> SoundBlock {
    let (from, width) = (input.format.sampleRate, Int(input.format.channelCount))
    if from == rate, width == channels { return cycle.sound(of: input, count) }
    let key = ObjectIdentifier(input)
    var change = changes[key]
    if change?.rate != rate {
      change = Change(rates: from == rate ? nil : RateConversion(from: from, to: rate, channels: width), rate: rate)
    }
    changes[key] = change
    let block = change?.rates?.samples(count) { cycle.sound(of: input, $0) } ?? cycle.sound(of: input, count)
    return change?.mixer.mix(block, to: channels) ?? block.inOrder(channels)
  }

  func clear() { changes = [:] }
}
