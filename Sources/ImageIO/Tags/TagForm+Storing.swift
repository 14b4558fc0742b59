import CoreGraphics

extension TagForm {
  /// The stored form of a tag: TIFF's number of the type, how many values there are, and their bytes, the higher first.
  struct Stored {
    var type: Int
    var count: Int
    var bytes: [UInt8]
  }

  /// The stored form of `property`, Image I/O's value; nil where it is not of the form.
  func stored(_ property: Any) -> Stored? {
    let numbers = Self.numbers(property)
    switch self {
    case .text:
      guard let text = property as? String else { return nil }
      let bytes = Array(text.utf8) + [0]
      return Stored(type: 2, count: bytes.count, bytes: bytes)
    case .byte, .short, .long: return Self.whole(Array(numbers.prefix(1)), self)
    case .bytes: return Self.whole(numbers, .byte)
    case .shorts: return Self.whole(numbers, .short)
    case .real: return Self.fractions(Array(numbers.prefix(1)), isSigned: false)
    case .signedReal: return Self.fractions(Array(numbers.prefix(1)), isSigned: true)
    case .reals: return Self.fractions(numbers, isSigned: false)
    case .untypedBytes: return Self.untyped(numbers.map { UInt8(min(max($0, 0), 255)) })
    case .untypedByte: return Self.untyped(numbers.prefix(1).map { UInt8(min(max($0, 0), 255)) })
    case .version:
      if let text = property as? String, text.utf8.count == 4 { return Self.untyped(Array(text.utf8)) }
      guard (2...3).contains(numbers.count), numbers.allSatisfy({ (0..<10).contains($0) }) else { return nil }
      let digits = [0] + numbers.map { UInt8($0) } + (numbers.count == 2 ? [0] : [])
      return Self.untyped(digits.map { 48 + $0 })
    case .comment:
      guard let text = property as? String else { return nil }
      let isPlain = text.utf8.allSatisfy { $0 < 128 }
      return Self.untyped(Array((isPlain ? "ASCII\0\0\0" : "\0\0\0\0\0\0\0\0").utf8) + Array(text.utf8))
    case .degrees:
      guard let degrees = numbers.first.map(abs), degrees <= 360 else { return nil }
      // Ten-thousandths of a second, so that what is rounded up is carried.
      let parts = Int((degrees * 36_000_000).rounded())
      return Self.pairs([(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)])
    case .clock:
      guard let text = property as? String else { return nil }
      let parts = text.split(separator: ":").compactMap { Double($0) }
      return parts.count == 3 ? Self.fractions(parts, isSigned: false) : nil
    }
  }

  private static func numbers(_ property: Any) -> [Double] {
    let values = property as? [Any] ?? [property]
    return values.compactMap { ["": $0].number("") }
  }

  private static func whole(_ numbers: [Double], _ form: TagForm) -> Stored? {
    let (type, length) =
      switch form {
      case .byte: (1, 1)
      case .short: (3, 2)
      default: (4, 4)
      }
    let largest = Double((1 << (8 * length)) - 1)
    guard !numbers.isEmpty, numbers.allSatisfy({ (0...largest).contains($0.rounded()) }) else { return nil }
    return Stored(
      type: type, count: numbers.count, bytes: numbers.flatMap { TagBlock.number(Int($0.rounded()), length) })
  }

  private static func untyped(_ bytes: [UInt8]) -> Stored? {
    bytes.isEmpty ? nil : Stored(type: 7, count: bytes.count, bytes: bytes)
  }

  private static func fractions(_ numbers: [Double], isSigned: Bool) -> Stored? {
    let largest = isSigned ? Double(Int32.max) : Double(UInt32.max)
    guard !numbers.isEmpty, numbers.allSatisfy({ abs($0) <= largest && (isSigned || $0 >= 0) }) else { return nil }
    return pairs(numbers.map { fraction($0, largest) }, isSigned: isSigned)
  }

  private static func pairs(_ fractions: [(Int, Int)], isSigned: Bool = false) -> Stored {
    Stored(
      type: isSigned ? 10 : 5, count: fractions.count,
      bytes: fractions.flatMap { TagBlock.number($0.0, 4) + TagBlock.number($0.1, 4) })
  }

  /// `number` as a fraction of whole numbers of at most `largest`: exactly where it is one with a small divisor, or one over a whole
  /// number.
  private static func fraction(_ number: Double, _ largest: Double) -> (Int, Int) {
    if number != 0, abs(number) < 1, let under = whole(1 / number, largest) { return (number < 0 ? -1 : 1, abs(under)) }
    for under in [1, 2, 3, 10, 100, 1_000, 10_000, 100_000, 1_000_000] {
      if let over = whole(number * Double(under), largest) { return (over, under) }
    }
    var under = 1_000_000
    while under > 1, abs(number) * Double(under) > largest { under /= 10 }
    return (Int((number * Double(under)).rounded()), under)
  }

  /// `number` where it is whole, but for what doubles lose, and at most `largest`.
  private static func whole(_ number: Double, _ largest: Double) -> Int? {
    guard abs(number) <= largest, abs(number - number.rounded()) < 1e-9 * max(1, abs(number)) else { return nil }
    return Int(number.rounded())
  }
}
