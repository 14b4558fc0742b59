/// What a decoder of AAC begins with (ISO/IEC 14496-3 §1.6.2.1), and the descriptor around it (ISO/IEC 14496-1 §7.2.6.5).
///
/// ```
///  object (5) │ rate (4, or 15 and 24) │ channels (4) │ with bands above (object 5 or 29): their rate │ …
/// ```
struct AudioSpecificConfig {
  /// Samples a second of what is coded, and of what comes out where bands above it are made up.
  private(set) var rate: Int
  private(set) var outputRate: Int
  /// How many channels; 0 where they are told elsewhere.
  let channels: Int
  /// Whether bands above what is coded are made up, and whether a second channel is.
  let (hasBands, hasSecondChannel): (Bool, Bool)

  /// Samples a second by their number.
  static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// What `bytes` say; nil where they say what cannot be.
  init?(_ bytes: [UInt8]) {
    var bits = bytes.reduce(into: [Bool]()) { bits, byte in
      for place in (0..<8).reversed() { bits.append(byte >> UInt8(place) & 1 == 1) }
    }[...]
    func number(_ length: Int) -> Int {
      defer { bits = bits.dropFirst(length) }
      return bits.prefix(length).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
    func rate() -> Int? {
      let index = number(4)
      return index == 15 ? number(24) : index < Self.rates.count ? Self.rates[index] : nil
    }
    guard bytes.count >= 2 else { return nil }
    let object = number(5)
    guard let coded = rate() else { return nil }
    let places = number(4)
    channels = places == 7 ? 8 : places
    (hasBands, hasSecondChannel) = (object == 5 || object == 29, object == 29)
    guard let above = hasBands ? rate() : coded, coded > 0, above > 0 else { return nil }
    (self.rate, outputRate) = (coded, above)
  }

  /// What a descriptor says: the kind of sound by its number, bits a second, and what a decoder begins with.
  static func fields(ofDescriptor bytes: [UInt8]) -> (kind: UInt8, bitRate: Int, configuration: [UInt8])? {
    var rest = bytes[...]
    var (kind, bitRate): (UInt8?, Int) = (nil, 0)
    while let tag = rest.popFirst() {
      var length = 0
      for _ in 0..<4 {
        guard let byte = rest.popFirst() else { return nil }
        length = length << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { break }
      }
      switch tag {
      case 3:
        let flags = rest.dropFirst(2).first ?? 0
        rest = rest.dropFirst(3 + (flags & 0x80 != 0 ? 2 : 0))
        if flags & 0x40 != 0 { rest = rest.dropFirst(1 + Int(rest.first ?? 0)) }
        if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
      case 4:
        guard rest.count >= 13 else { return nil }
        kind = rest.first
        bitRate = Int(Array(rest.prefix(13)).bigEndian(at: 9, 4))
        // Of other sound than AAC nothing follows.
        if length <= 13 { return kind.map { ($0, bitRate, []) } }
        rest = rest.dropFirst(13)
      case 5: return kind.map { ($0, bitRate, Array(rest.prefix(length))) }
      default: rest = rest.dropFirst(length)
      }
    }
    return nil
  }
}
