/// Finds the attacks in a sound: the places where it is suddenly ten times as strong as just before.
///
/// An attack is what the ear tells time by, so whoever changes the tempo must neither lose one nor play it twice.
///
/// ```
///  strength   ▁▁▁▁▁▁▁▁▁▁▁▁▁▃█▃▂▁▁▁▁▁      in blocks of a millisecond, compared with the 20 before;
///                          ▲▲             it begins with the first of them, and its peak is the loudest sample of five
/// ```
struct OnsetDetector {
  /// The attacks found and not forgotten yet, in order.
  private(set) var attacks: [Attack] = []
  /// Samples in a block.
  private let blockLength: Int
  private let channels: Int
  /// The blocks from number `firstBlock` on.
  private var blocks: [Block] = []
  private var firstBlock = 0
  /// The next block that is judged.
  private var judged = 0
  /// The block before which no other attack begins.
  private var quietUntil = 0
  /// The block that is being filled, and how many samples it has.
  private var filling = Block()
  private var filled = 0
  /// Samples looked at so far.
  private var count = 0

  /// An attack, by the numbers of its samples.
  struct Attack: Hashable {
    /// The first that is stronger than what was before, to a millisecond.
    let start: Int
    /// The loudest: the one that time is told by.
    let peak: Int
  }

  /// A millisecond of sound.
  private struct Block {
    /// The sum of the squares of all samples.
    var energy = 0.0
    /// The loudest sample's number, and how loud it is.
    var loudest = 0
    var peak = -1.0
  }

  /// How many blocks an attack is compared with.
  private static let before = 20
  /// How many blocks an attack takes to reach its height.
  private static let rise = 5
  /// How much of its height an attack has to reach to be at its peak.
  private static let top = 0.9
  /// How many blocks are enough to compare an attack with at the start of the sound.
  private static let enough = 5
  /// How many blocks pass until there can be another attack.
  private static let pause = 12
  /// How much stronger than what was before an attack is.
  private static let jump = 10.0
  /// What is weaker than this, as a mean square, is no attack: 80 dB below full scale.
  private static let floor = 1e-8

  /// A finder in a sound of `channels` channels at `sampleRate` samples a second.
  init(sampleRate: Int, channels: Int) {
    blockLength = max(1, sampleRate / 1_000)
    self.channels = channels
  }

  /// How many samples behind an attack must be looked at before it is found.
  var lookahead: Int { (Self.before + Self.rise + 1) * blockLength }

  /// Looks at the next samples, interleaved.
  mutating func look(_ samples: [Double]) {
    var index = 0
    while index < samples.count {
      for channel in 0..<channels {
        let sample = samples[index + channel]
        filling.energy += sample * sample
        guard sample.magnitude > filling.peak else { continue }
        filling.peak = sample.magnitude
        filling.loudest = count
      }
      index += channels
      count += 1
      filled += 1
      if filled == blockLength { endBlock() }
    }
    while judged + Self.before + Self.rise <= firstBlock + blocks.count {
      judge(judged)
      judged += 1
    }
  }

  /// Says that nothing more comes: what has been looked at is judged to its end.
  mutating func finish() {
    if filled > 0 { endBlock() }
    while judged < firstBlock + blocks.count {
      judge(judged)
      judged += 1
    }
  }

  /// Forgets the attacks before sample `first`.
  mutating func forget(before first: Int) {
    attacks.removeFirst(attacks.prefix { $0.peak < first }.count)
    let gone = judged - Self.before - firstBlock
    guard gone > Self.before * 8 else { return }
    blocks.removeFirst(gone)
    firstBlock += gone
  }

  private mutating func endBlock() {
    blocks.append(filling)
    filling = Block()
    filled = 0
  }

  private mutating func judge(_ block: Int) {
    guard block >= quietUntil else { return }
    let index = block - firstBlock
    let strength = blocks[index].energy
    guard strength > Self.floor * Double(blockLength * channels), strength > Self.jump * background(of: index) else {
      return
    }
    let rising = blocks[index..<min(index + Self.rise, blocks.count)]
    let height = rising.lazy.map(\.peak).max() ?? 0
    // What stays loud is heard from when it first is; a peak may lie on the border of two blocks.
    let top = rising.drop { $0.peak < Self.top * height }.prefix(2).max { $0.peak < $1.peak }
    guard let top else { return }
    attacks.append(Attack(start: block * blockLength, peak: top.loudest))
    quietUntil = block + Self.pause
  }

  /// The mean strength of the blocks before block `index`; where there are too few, of those behind its rise as well.
  private func background(of index: Int) -> Double {
    let past = blocks[max(0, index - Self.before)..<index]
    let missing = past.count < Self.enough ? Self.before - past.count : 0
    let next = min(index + Self.rise, blocks.count)
    let future = blocks[next..<min(next + missing, blocks.count)]
    let count = past.count + future.count
    guard count > 0 else { return .infinity }
    return (past + future).reduce(0) { $0 + $1.energy } / Double(count)
  }
}
