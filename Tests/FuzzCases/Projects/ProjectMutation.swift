import SeededRandom
import TestSupport

/// A project damaged in a way that follows from one number.
struct ProjectMutation {
  /// The damaged project file.
  private(set) var bytes: [UInt8] = []

  /// What was done to it.
  private(set) var changes: [String] = []

  private var tree: JSONTree
  private var generator: SeededGenerator

  /// Damages one of some projects.
  init(_ projects: [JSONTree], seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    tree = projects[Int.random(in: 0..<projects.count, using: &generator)]
    for _ in 0..<pick([1, 1, 1, 1, 1, 2, 2, 3]) { changeValue() }
    bytes = Array(tree.spelled.utf8)
    if chance(12) {
      for _ in 0..<pick([1, 1, 2, 5]) { changeBytes() }
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  /// Changes one value, its key or its place.
  private mutating func changeValue() {
    let ways = tree.ways
    guard !ways.isEmpty else { return }
    let way = pick(ways)
    guard let old = tree[way[...]] else { return }
    let (lot, key, other) = (Int.random(in: 0..<100, using: &generator), pick(ProjectValues.keys), pick(ways))
    let new =
      switch lot {
      case 0..<55: alike(old)
      case 55..<62, 70..<76: anything()
      case 76..<82: tree[other[...]] ?? old
      case 82..<86: deep()
      default: old
      }
    tree.change(way[...]) { holder, position in
      switch holder {
      case .object(var members):
        switch lot {
        case 62..<70: members.remove(at: position)
        case 70..<76: members.append(.init(key: key, value: new))
        case 86..<92: members[position].key = key
        case 92..<96: members.append(members[position])
        default: members[position].value = new
        }
        holder = .object(members)
      case .array(var elements):
        switch lot {
        case 62..<70: elements.remove(at: position)
        case 86..<96: elements.append(old)
        default: elements[position] = new
        }
        holder = .array(elements)
      case .text, .literal: break
      }
    }
    changes.append("\(way.map(String.init).joined(separator: "/")): \(lot) \(new.spelled.prefix(60))")
  }

  /// A value of the same kind: often one that may stand there.
  private mutating func alike(_ old: JSONTree) -> JSONTree {
    switch old {
    case .literal("true"): return .literal("false")
    case .literal:
      let small = Double(Int.random(in: -100..<100, using: &generator)) / 10
      return .literal(
        pick([
          "\(Int.random(in: 0..<10, using: &generator))", "\(small)",
          "\(Double.random(in: 0..<1, using: &generator))", pick(ProjectValues.numbers),
        ]))
    case .text(let text):
      guard let first = text.utf8.first, (48...57).contains(first) else { return .text(pick(ProjectValues.words)) }
      return chance(15)
        ? .literal(pick(ProjectValues.numbers)) : .text(chance(75) ? near(text) : pick(ProjectValues.times))
    case .array(var elements):
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where !elements.isEmpty: elements.remove(at: Int.random(in: 0..<elements.count, using: &generator))
      case 1: elements = Array(repeatElement(elements, count: pick([2, 3, 50])).joined())
      case 2: elements.shuffle(using: &generator)
      default: elements.append(anything())
      }
      return .array(elements)
    case .object: return anything()
    }
  }

  /// A time near a time.
  private mutating func near(_ text: String) -> String {
    let tenths = text.split(separator: ".").count == 2 ? Fraction(text: text.replacing(".", with: "")) : nil
    guard let time = tenths.map({ $0 / Fraction(10) }) ?? Fraction(text: text) else { return pick(ProjectValues.times) }
    let random = Fraction(
      Int.random(in: 1..<1_000, using: &generator), Int.random(in: 1..<1_000, using: &generator))
    let frame = Fraction(Int.random(in: 0..<25, using: &generator), 25)
    return pick([
      time + Fraction(1, 25), time - Fraction(1, 25), time / Fraction(2), time * Fraction(2),
      time + Fraction(1, 1_000_000_007), time - Fraction(1, 1_000_000_000), time + Fraction(1, 48_000),
      time * Fraction(1001, 1000), time + Fraction(1, 3), time * Fraction(100), time * Fraction(10_000), random, frame,
    ]).description
  }

  /// Any value at all.
  private mutating func anything(depth: Int = 0) -> JSONTree {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: .literal(pick(ProjectValues.numbers))
    case 30..<50: .text(pick(ProjectValues.times))
    case 50..<70: .text(pick(ProjectValues.words))
    case 70..<76: .literal(pick(["true", "false", "null"]))
    case 76..<81: .array([])
    case 81..<86: .object([])
    case 86..<93 where depth < 3: .object([.init(key: pick(ProjectValues.keys), value: anything(depth: depth + 1))])
    default:
      .array((0..<pick([1, 2, 3, 4, 5, 6, 7, 100])).map { _ in .literal(pick(ProjectValues.numbers)) })
    }
  }

  /// Arrays in arrays, or objects in objects.
  private mutating func deep() -> JSONTree {
    let depth = pick([10, 100, 600, 5_000, 100_000])
    return chance(50)
      ? .literal(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
      : .literal(String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth))
  }

  /// Changes the text, whatever its contents.
  private mutating func changeBytes() {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &generator)
    let change = pick(["flip", "insert", "cut", "end", "set", "repeat", "mark"])
    switch change {
    case "flip": bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case "insert": bytes.insert(contentsOf: pick(ProjectValues.bytes), at: place)
    case "cut": bytes.removeSubrange(place..<min(bytes.count, place + pick([1, 5, 50])))
    case "end": bytes.removeSubrange(place...)
    case "set": bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case "repeat": bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 50)], at: place)
    default: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0)
    }
    changes.append("\(change) at byte \(place)")
  }
}
