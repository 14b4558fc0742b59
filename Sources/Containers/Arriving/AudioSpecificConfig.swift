/// The configuration of a decoder of AAC (ISO/IEC 14496-3 §1.6.2.1).
///
/// ```
///  object (5) │ rate (4, or 15 and 24) │ channels (4) │ with bands above (object 5 or 29): their rate │ …
/// ```
package struct AudioSpecificConfig {
  /// Samples a second of what is coded, and of what comes out where bands above it are made up.
  private(set) var rate: Int
  private(set) var outputRate: Int
  /// The number of channels; 0 where the stream itself defines them.
  let channels: Int
  /// Whether bands above what is coded are made up, and whether a second channel is.
  let (hasBands, hasSecondChannel): (Bool, Bool)

  /// Samples a second by their number.
  package static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// The configuration in `bytes`; nil where its values are impossible.
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
}

/// The parts of an elementary stream's descriptor (ISO/IEC 14496-1 §7.2.6.5, 7.2.6.6), those inside others behind these; up to one whose
/// length is cut short.
package struct StreamDescriptors: Sequence, IteratorProtocol {
  /// A part.
  package struct Part {
    /// The descriptor's tag: 3 the stream, 4 its decoder, 5 the decoder's configuration.
    package let tag: UInt8
    /// Its stated length in bytes.
    package let length: Int
    /// The bytes from its content on, to the end of all.
    package let content: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  /// The descriptors in `bytes`.
  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  package mutating func next() -> Part? {
    guard let tag = rest.popFirst() else { return nil }
    var length = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst() else { return nil }
      length = length << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    let part = Part(tag: tag, length: length, content: rest)
    switch tag {
    case 3:
      let flags = rest.dropFirst(2).first ?? 0
      rest = rest.dropFirst(3 + (flags & 0x80 != 0 ? 2 : 0))
      if flags & 0x40 != 0 { rest = rest.dropFirst(1 + Int(rest.first ?? 0)) }
      if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
    case 4: rest = rest.dropFirst(13)
    default: rest = rest.dropFirst(length)
    }
    return part
  }
}

extension StreamDescriptors {
  /// The fields of the descriptor `bytes`: the kind of sound by its number, bits a second, and the decoder's configuration.
  static func fields(_ bytes: [UInt8]) -> (kind: UInt8, bitRate: Int, configuration: [UInt8])? {
    var decoder: (kind: UInt8, bitRate: Int)?
    for part in StreamDescriptors(bytes) {
      switch part.tag {
      case 4:
        guard part.content.count >= 13, let kind = part.content.first else { return nil }
        let bitRate = Int(Array(part.content.prefix(13)).bigEndian(at: 9, 4))
        // Of other sound than AAC nothing follows.
        if part.length <= 13 { return (kind, bitRate, []) }
        decoder = (kind, bitRate)
      case 5: return decoder.map { ($0.kind, $0.bitRate, Array(part.content.prefix(part.length))) }
      default: break
      }
    }
    return nil
  }
}
