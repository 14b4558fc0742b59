package import MediaFormats

/// The sequence header of an AV1 stream (AV1 Bitstream Specification §5.5), as libaom writes it: what a file's header
/// needs of it, and its colors.
package struct AV1SequenceHeader {
  /// The header's bits in order, without the trailing ones.
  private var bits: [Bool]
  /// The place of the flag that announces the colors.
  private let colorFlag: Int
  /// The second to the fourth byte of a decoder configuration (AV1 Codec ISO Media File Format Binding §2.3.3).
  package let configuration: [UInt8]

  /// Reads the content of an OBU of type 1; nil where it has what libaom does not write: timing, more operating points.
  package init?(_ content: [UInt8]) {
    var bits: [Bool] = content.flatMap(Self.bits(of:))
    // A one ends it, and zeros fill the last byte.
    guard let end = bits.lastIndex(of: true) else { return nil }
    bits.removeSubrange(end...)
    var place = 0
    func number(_ count: Int) -> Int? {
      guard place + count <= bits.count else { return nil }
      defer { place += count }
      return bits[place..<place + count].reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
    }
    // Profile; neither a still picture nor a reduced header; no timing.
    guard let profile = number(3), number(2) == 0, number(1) == 0, let hasDelay = number(1), number(5) == 0,
      number(12) != nil, let level = number(5), let tier = level > 7 ? number(1) : 0
    else { return nil }
    if hasDelay == 1, number(1) == 1 { _ = number(4) }
    guard let widthBits = number(4), let heightBits = number(4), number(widthBits + heightBits + 2) != nil,
      let hasNumbers = number(1), number(hasNumbers == 1 ? 7 : 0) != nil, number(3) != nil, number(4) != nil,
      let hasOrder = number(1)
    else { return nil }
    if hasOrder == 1 { _ = number(2) }
    // Whether there are tools for pictures of screens, and whole motion vectors for them, or frames say it.
    let screen = number(1) == 1 ? 1 : number(1)
    if screen == 1, number(1) == 0 { _ = number(1) }
    if hasOrder == 1 { _ = number(3) }
    guard number(3) != nil, let isDeep = number(1), let isTwelveBit = profile == 2 && isDeep == 1 ? number(1) : 0,
      let isGray = profile == 1 ? 0 : number(1)
    else { return nil }
    colorFlag = place
    guard let hasColorDescription = number(1), number(hasColorDescription == 1 ? 24 : 0) != nil, number(1) != nil else {
      return nil
    }
    let (across, down) = profile == 0 ? (1, 1) : (profile == 1 ? (0, 0) : (1, 0))
    guard let site = across == 1 && down == 1 && isGray == 0 ? number(2) : 0 else { return nil }
    self.bits = bits
    let chroma = isGray << 4 | across << 3 | down << 2 | site
    configuration = [
      UInt8(profile << 5 | level), UInt8(tier << 7 | isDeep << 6 | isTwelveBit << 5 | chroma), 0,
    ]
  }

  /// Says that the colors are those of `colorimetry`.
  package mutating func setColorimetry(_ colorimetry: Colorimetry) {
    let points = [colorimetry.primaries, colorimetry.transfer, colorimetry.matrix].map { UInt8(clamping: $0) }
    if bits[colorFlag] { bits.removeSubrange(colorFlag + 1...colorFlag + 24) }
    bits[colorFlag] = true
    bits.insert(contentsOf: points.flatMap(Self.bits(of:)), at: colorFlag + 1)
    bits[colorFlag + 25] = colorimetry.isFullRange == true
  }

  /// The content of its OBU.
  package var content: [UInt8] {
    let all = bits + [true]
    var bytes = [UInt8](repeating: 0, count: (all.count + 7) / 8)
    for (index, bit) in all.enumerated() where bit { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
    return bytes
  }

  /// The bits of `byte`, the highest first.
  private static func bits(of byte: UInt8) -> [Bool] {
    (0..<8).map { (index: UInt8) -> Bool in byte & (0x80 >> index) != 0 }
  }

  /// The OBU: its header, the length of its content, and the content.
  package var unit: [UInt8] { [Self.header, UInt8(content.count)] + content }

  /// Type 1, with a length.
  package static let header: UInt8 = 0x0A

  /// The stream's description in a container's header: the first four bytes of a decoder configuration, and the OBU.
  package var decoderConfiguration: [UInt8] { [0x81] + configuration + unit }
}

extension AV1SequenceHeader {
  /// The sequence header among the OBUs of `packet`, and the bytes that its OBU takes; nil where there is none.
  package static func found(in packet: [UInt8]) -> (header: AV1SequenceHeader, place: Range<Int>)? {
    guard let unit = unit(in: packet) else { return nil }
    return AV1SequenceHeader(Array(packet[unit.content..<unit.place.upperBound])).map { ($0, unit.place) }
  }

  /// The content of the OBU of a sequence header in `packet`, a temporal unit or its beginning; nil where it holds none, or a part of one.
  package static func content(in packet: [UInt8]) -> [UInt8]? {
    unit(in: packet).map { Array(packet[$0.content..<$0.place.upperBound]) }
  }

  /// The OBU of a sequence header in `packet`, a temporal unit or its beginning; nil where it holds none, or a part of one.
  private static func unit(in packet: [UInt8]) -> OpenBitstreamUnits.Unit? {
    OpenBitstreamUnits(packet).first { $0.type == 1 }.flatMap { $0.place.upperBound <= packet.count ? $0 : nil }
  }
}
