/// Detects the onsets of a sound: the points where its energy suddenly rises tenfold.
///
/// Listeners perceive timing by onsets, so a change of tempo must neither drop nor repeat one.
///
/// ```
///  energy     ▁▁▁▁▁▁▁▁▁▁▁▁▁▃█▃▂▁▁▁▁▁      in blocks of a millisecond, each compared with the 20 before;
///                          ▲▲             an onset starts with the first louder block; its peak is the loudest sample
///                                         of the five blocks from there on
/// ```
struct OnsetDetector {
  /// The onsets detected and not discarded yet, in order.
  private(set) var onsets: [Onset] = []
  /// Samples a block.
  private let blockLength: Int
  private let channels: Int
  /// The blocks from number `firstBlock` on.
  private var blocks: [Block] = []
  private var firstBlock = 0
  /// The number of the next block to evaluate.
  private var nextBlock = 0
  /// The number of the first block that may start another onset.
  private var refractoryEnd = 0
  /// The block that is being filled, and the number of samples in it.
  private var current = Block()
  private var currentCount = 0
  /// The number of samples processed.
  private var count = 0

  /// An onset, by the numbers of its samples.
  struct Onset: Hashable {
    /// The start, to a millisecond.
    let start: Int
    /// The loudest sample, which is aligned in time.
    let peak: Int
  }

  /// A millisecond of sound.
  private struct Block {
    /// The sum of the squares of all samples.
    var energy = 0.0
    /// The number of the loudest sample.
    var peakIndex = 0
    /// The magnitude of the loudest sample.
    var peak = -1.0
  }

  /// The number of blocks before an onset with which it is compared.
  private static let backgroundLength = 20
  /// The least number of blocks to compare with; at the start of the sound later blocks are added.
  private static let minimumBackgroundLength = 5
  /// The number of blocks within which an onset reaches its peak.
  private static let attackLength = 5
  /// The least number of blocks from one onset to the next.
  private static let refractoryLength = 12
  /// The ratio of an onset's energy to that of its background.
  private static let threshold = 10.0
  /// The fraction of an onset's greatest magnitude at which a block counts as its peak.
  private static let peakFraction = 0.9
  /// The least mean square of an onset: 80 dB below full scale.
  private static let floor = 1e-8

  /// A detector for a sound of `channels` channels at `sampleRate` samples a second.
  init(sampleRate: Int, channels: Int) {
    blockLength = max(1, sampleRate / 1_000)
    self.channels = channels
  }

  /// The number of samples after the start of an onset that must be processed before it is detected.
  var lookahead: Int { (Self.backgroundLength + Self.attackLength + 1) * blockLength }

  /// Processes the next samples, interleaved.
  mutating func process(_ samples: [Double]) {
    var index = 0
    while index < samples.count {
      for channel in 0..<channels {
        let sample = samples[index + channel]
        current.energy += sample * sample
        guard sample.magnitude > current.peak else { continue }
        current.peak = sample.magnitude
        current.peakIndex = count
      }
      index += channels
      count += 1
      currentCount += 1
      if currentCount == blockLength { endBlock() }
    }
    while nextBlock + Self.backgroundLength + Self.attackLength <= firstBlock + blocks.count {
      evaluate(nextBlock)
      nextBlock += 1
    }
  }

  /// Evaluates the remaining blocks at the end of the sound.
  mutating func finish() {
    if currentCount > 0 { endBlock() }
    while nextBlock < firstBlock + blocks.count {
      evaluate(nextBlock)
      nextBlock += 1
    }
  }

  /// Discards the onsets before sample `first`, and blocks that are not needed any more.
  mutating func discard(before first: Int) {
    onsets.removeFirst(onsets.prefix { $0.peak < first }.count)
    let unneeded = nextBlock - Self.backgroundLength - firstBlock
    guard unneeded > Self.backgroundLength * 8 else { return }
    blocks.removeFirst(unneeded)
    firstBlock += unneeded
  }

  private mutating func endBlock() {
    blocks.append(current)
    current = Block()
    currentCount = 0
  }

  /// Adds an onset that starts with block number `block`, if there is one.
  private mutating func evaluate(_ block: Int) {
    guard block >= refractoryEnd else { return }
    let index = block - firstBlock
    let energy = blocks[index].energy
    guard energy > Self.floor * Double(blockLength * channels), energy > Self.threshold * background(of: index) else {
      return
    }
    let attack = blocks[index..<min(index + Self.attackLength, blocks.count)]
    let greatest = attack.lazy.map(\.peak).max() ?? 0
    // The first loud block, since a sound may stay loud, or the one after it, since a peak may lie on their border.
    let peak = attack.drop { $0.peak < Self.peakFraction * greatest }.prefix(2).max { $0.peak < $1.peak }
    guard let peak else { return }
    onsets.append(Onset(start: block * blockLength, peak: peak.peakIndex))
    refractoryEnd = block + Self.refractoryLength
  }

  /// The mean energy of the blocks before block `index`; where there are too few, also of those after its attack.
  private func background(of index: Int) -> Double {
    let past = blocks[max(0, index - Self.backgroundLength)..<index]
    let missing = past.count < Self.minimumBackgroundLength ? Self.backgroundLength - past.count : 0
    let next = min(index + Self.attackLength, blocks.count)
    let future = blocks[next..<min(next + missing, blocks.count)]
    let count = past.count + future.count
    guard count > 0 else { return .infinity }
    return (past + future).reduce(0) { $0 + $1.energy } / Double(count)
  }
}
