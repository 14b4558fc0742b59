import Rendering

/// How loud a player's samples are: a volume, which may be on its way to another one, and a balance of left and right.
///
/// ```
///  volume   ────╲                      fade(to: 0.2, over: …)
///                 ╲────────            sample by sample
/// ```
///
/// A value.
struct AudioGain: Hashable, Sendable {
  /// The volume of the next sample, 1 being as it is; 0…1.
  private(set) var volume = 1.0
  /// Where sound of two channels is: −1 for the left one alone, 1 for the right one, 0 for both as they are. Of others nothing changes.
  var pan = 0.0
  /// The volume at the end of the fade.
  private var target = 1.0
  /// How many samples of each channel the fade still lasts.
  private var samplesLeft = 0

  /// Brings the volume to `volume`, sample by sample, over the next `count` of them; at once where there are none.
  mutating func fade(to volume: Double, over count: Int) {
    target = min(max(0, volume), 1)
    samplesLeft = max(0, count)
    if samplesLeft == 0 { self.volume = target }
  }

  /// `block` as loud as that.
  mutating func applied(to block: SampleBlock) -> SampleBlock {
    guard samplesLeft > 0 || volume != 1 || pan != 0 else { return block }
    let sides = block.channels == 2 ? [min(1, 1 - pan), min(1, 1 + pan)] : Array(repeating: 1, count: block.channels)
    var changed = block
    for first in stride(from: 0, to: block.count * block.channels, by: block.channels) {
      if samplesLeft > 0 {
        volume += (target - volume) / Double(samplesLeft)
        samplesLeft -= 1
        if samplesLeft == 0 { volume = target }
      }
      for (channel, side) in sides.enumerated() { changed.interleaved[first + channel] *= volume * side }
    }
    return changed
  }
}
