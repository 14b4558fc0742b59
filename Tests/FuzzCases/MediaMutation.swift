import SeededRandom

/// A media file damaged in a way that follows from one number.
struct MediaMutation: Sendable {
  /// The damaged file.
  private(set) var bytes: [UInt8]

  /// What was done to it, in the order in which it was done.
  private(set) var changes: [String] = []

  private let kind: MediaKind
  private var layout: MediaLayout
  private var generator: SeededGenerator

  /// Damages a file of a kind.
  init(_ original: [UInt8], _ kind: MediaKind, seed: UInt64) {
    (bytes, self.kind, layout) = (original, kind, kind.layout(of: original))
    generator = SeededGenerator(seed: seed)
    if !layout.dimensions.isEmpty, Int.random(in: 0..<100, using: &generator) < 15 { enlarge() }
    for _ in 0..<(changes.isEmpty ? pick([1, 1, 1, 1, 2, 2, 3, 6]) : pick([0, 0, 1])) where bytes.count >= 16 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<40 where !layout.numbers.isEmpty: changeNumber()
      case 40..<60 where !layout.pieces.isEmpty: changePiece()
      default: changeBytes()
      }
    }
    if Int.random(in: 0..<100, using: &generator) < 3 { prependTag() }
    if Int.random(in: 0..<100, using: &generator) < 85 { kind.repair(&bytes) }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Sets a number to an extreme, or changes it by little.
  private mutating func changeNumber() {
    let field = pick(layout.numbers)
    guard let old = field.value(in: bytes) else { return }
    let (bits, top) = (UInt64(8 * field.width), UInt64(1) << UInt64(8 * field.width - 1))
    let random = generator.next()
    let new = pick([
      0, 1, 2, 3, 7, 8, .max, .max - 1, top, top - 1, random, random >> (random % bits), 1 << (random % bits),
      old &+ 1, old &- 1, old &* 2, old / 2, old ^ 1 << (random % bits),
    ])
    field.write(new, to: &bytes)
    changes.append("\(field.width) bytes at \(field.offset) from \(old) to \(field.value(in: bytes) ?? 0)")
  }

  /// Makes the picture as large as pictures are not.
  private mutating func enlarge() {
    for field in layout.dimensions { field.write(pick([1, 2, 5_000, 12_000, 20_000, 65_535, 1_000_000]), to: &bytes) }
    changes.append("dimensions \(layout.dimensions.map { $0.value(in: bytes) ?? 0 })")
  }

  /// Leaves a piece out, repeats it, exchanges it, cuts it short or writes noise into it.
  private mutating func changePiece() {
    let piece = pick(layout.pieces)
    guard piece.upperBound <= bytes.count, !piece.isEmpty else { return }
    let change = pick(["drop", "repeat", "repeat often", "exchange", "cut", "noise"])
    switch change {
    case "drop": bytes.removeSubrange(piece)
    case "repeat": bytes.insert(contentsOf: bytes[piece], at: piece.upperBound)
    case "repeat often" where piece.count < 4_000:
      let copies = Array(repeatElement(Array(bytes[piece]), count: pick([3, 20])).joined())
      bytes.insert(contentsOf: copies, at: piece.upperBound)
    case "exchange":
      let other = pick(layout.pieces)
      let (first, second) = piece.lowerBound <= other.lowerBound ? (piece, other) : (other, piece)
      guard first.upperBound <= second.lowerBound, second.upperBound <= bytes.count else { return }
      let between = bytes[first.upperBound..<second.lowerBound]
      bytes.replaceSubrange(
        first.lowerBound..<second.upperBound, with: Array(bytes[second]) + between + Array(bytes[first]))
    case "cut": bytes.removeSubrange(Int.random(in: piece, using: &generator)..<piece.upperBound)
    default:
      let start = Int.random(in: piece, using: &generator)
      let end = min(piece.upperBound, start + pick([1, 4, 16, 64]))
      bytes.replaceSubrange(start..<end, with: noise(end - start))
    }
    changes.append("\(change) \(piece)")
    layout = kind.layout(of: bytes)
  }

  /// Changes bytes wherever they stand, in the first kilobyte more often than elsewhere.
  private mutating func changeBytes() {
    let isHead = Int.random(in: 0..<5, using: &generator) < 2
    let places = 0..<(isHead ? min(bytes.count, 1_024) : bytes.count)
    let start = Int.random(in: places, using: &generator)
    let range = start..<min(bytes.count, start + pick([1, 2, 4, 8, 16, 64, 256, 1_024]))
    let change = pick(["flip", "flip", "noise", "zero", "ones", "cut", "insert", "repeat", "end", "move"])
    switch change {
    case "flip":
      for _ in 0..<pick([1, 1, 3, 10]) {
        bytes[Int.random(in: places, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    case "noise": bytes.replaceSubrange(range, with: noise(range.count))
    case "zero": bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case "ones": bytes.replaceSubrange(range, with: repeatElement(255, count: range.count))
    case "cut": bytes.removeSubrange(range)
    case "insert": bytes.insert(contentsOf: noise(range.count), at: start)
    case "repeat": bytes.insert(contentsOf: bytes[range], at: start)
    case "end":
      let isShort = Int.random(in: 0..<5, using: &generator) < 3
      let kept = isShort ? bytes.count - Int.random(in: 1...min(600, bytes.count), using: &generator) : start
      bytes.removeSubrange(max(kept, min(8, bytes.count))..<bytes.count)
    default:
      let moved = Array(bytes[range])
      bytes.removeSubrange(range)
      bytes.insert(contentsOf: moved, at: Int.random(in: 0...bytes.count, using: &generator))
    }
    changes.append("\(change) \(range)")
  }

  /// Puts a tag before the file, as music has one, whose length may be a lie.
  private mutating func prependTag() {
    let length = pick([0, 10, 100, 1_000, bytes.count, 0x0FFF_FFFF])
    let head: [UInt8] = [0x49, 0x44, 0x33, pick([2, 3, 4, 255]), 0, pick([0, 0, 0x10, 0x40, 0x80])]
    let digits = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: length >> $0 & 127) }
    bytes.insert(contentsOf: head + digits + noise(pick([0, min(length, 100)])), at: 0)
    changes.append("tag of \(length) bytes")
  }
}
