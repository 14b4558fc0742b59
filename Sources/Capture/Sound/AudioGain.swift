import Rendering

/// The gain of samples that are played: a volume, which may be on its way to another one, and a balance of left and right.
///
/// ```
///  volume   ────╲                      fade(to: 0.2, over: …): the first sample has the volume before,
///                 ╲────────            the first one behind the fade the new one
/// ```
///
/// A value.
package struct AudioGain: Hashable, Sendable {
  /// The volume of the next sample, 1 being as it is; 0…1.
  package private(set) var volume = 1.0
  /// The balance of two channels: −1 for the left one alone, 1 for the right one, 0 for both as they are. Of others
  /// nothing changes.
  package var pan = 0.0
  /// The volume at the end of the fade.
  private var target = 1.0
  /// Samples of each channel for which the fade still lasts.
  private var samplesLeft = 0

  /// Samples as they are.
  package init() {}

  /// Brings the volume to `volume`, sample by sample, over the next `count` of them; at once where there are none.
  package mutating func fade(to volume: Double, over count: Int) {
    target = min(max(0, volume), 1)
    samplesLeft = max(0, count)
    if samplesLeft == 0 { self.volume = target }
  }

  /// Whether samples are as they are, and stay so.
  package var isUnity: Bool { samplesLeft == 0 && volume == 1 && pan == 0 }

  /// The share of the volume of each of `channels` channels, by the balance.
  package func sides(_ channels: Int) -> [Double] {
    let (left, right) = Self.balance(pan)
    return channels == 2 ? [left, right] : Array(repeating: 1, count: channels)
  }

  /// The gains of left and right at the balance `pan`, from −1, left, to 1, right: the side from which sound is moved away becomes softer in a
  /// straight line, and the other stays.
  package static func balance<Gain: BinaryFloatingPoint>(_ pan: Gain) -> (left: Gain, right: Gain) {
    (min(1, 1 - pan), min(1, 1 + pan))
  }

  /// The volume of the next sample, which goes by.
  package mutating func next() -> Double {
    guard samplesLeft > 0 else { return volume }
    defer {
      volume += (target - volume) / Double(samplesLeft)
      samplesLeft -= 1
      if samplesLeft == 0 { volume = target }
    }
    return volume
  }

  /// `block` as loud as that.
  mutating func applied(to block: SampleBlock) -> SampleBlock {
    guard !isUnity else { return block }
    let sides = sides(block.channels)
    var changed = block
    for first in stride(from: 0, to: block.count * block.channels, by: block.channels) {
      let volume = next()
      for (channel, side) in sides.enumerated() { changed.interleaved[first + channel] *= volume * side }
    }
    return changed
  }
}
