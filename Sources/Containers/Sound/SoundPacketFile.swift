import Foundation

/// A file of sound into which packets are put as they are, in any order where all have as many bytes: WAVE, AIFF, AIFF-C, Core Audio, or
/// frames by themselves.
///
/// ```
///  WAVE, AIFF   lengths │ format │ samples                             lengths are put right when it is closed
///  Core Audio   format │ room for what a decoder begins with │ packets │ how large each is
///  frames       packets, those of AAC each behind a header (ADTS)
/// ```
///
/// Threads: one at a time.
package final class SoundPacketFile {
  /// The kind of file.
  package enum Kind: Hashable, Sendable { case wave, aiff, aifc, coreAudio, adts, frames }

  /// The format of the packets.
  package struct Format: Hashable, Sendable {
    /// The codec, by Core Audio's four letters; `lpcm` of samples.
    package var codec: String
    /// Samples a second.
    package var rate: Double
    /// The number of channels.
    package var channels: Int
    /// Bytes of a packet, and samples of each channel in it; 0 where packets differ.
    package var (packetSize, packetLength): (Int, Int)
    /// Bits of a sample; 0 of a codec.
    package var bits: Int
    /// The encoding of a sample: IEEE 754, or an integer, with a sign or without one, the highest byte first or last.
    package var (isFloat, isSigned, isBigEndian): (Bool, Bool, Bool)
    /// Further properties of the codec's packets, by Core Audio's bits.
    package var flags: UInt32

    /// The fields as they are.
    package init(
      codec: String, rate: Double, channels: Int, packetSize: Int, packetLength: Int, bits: Int, isFloat: Bool,
      isSigned: Bool, isBigEndian: Bool, flags: UInt32
    ) {
      (self.codec, self.rate, self.channels, self.flags) = (codec, rate, channels, flags)
      (self.packetSize, self.packetLength, self.bits) = (packetSize, packetLength, bits)
      (self.isFloat, self.isSigned, self.isBigEndian) = (isFloat, isSigned, isBigEndian)
    }
  }

  private let kind: Kind
  private let format: Format
  private let file: FileBytes
  /// The offset of the packets, and their length in bytes.
  private let start: UInt64
  private var length: UInt64 = 0
  /// The size of each packet in bytes, where they differ.
  private var sizes: [Int] = []
  /// The size of the largest of those.
  private var largest = 0
  /// The samples of each channel of the sound, and those before it and behind it in the packets; nil for all.
  package var sound: (count: Int64, leading: Int, trailing: Int)?

  /// Room for what a decoder begins with.
  private static let room = 4_096

  /// A file at `path`, which is there and empty. Nil where such a file does not hold such packets.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  package init?(_ path: String, _ kind: Kind, _ format: Format) throws {
    guard let header = Self.header(kind, format) else { return nil }
    (self.kind, self.format) = (kind, format)
    file = try FileBytes(path)
    start = UInt64(header.count)
    try file.write(header, at: 0)
  }

  /// Bytes of all packets.
  package var byteCount: UInt64 { kind == .adts ? length - UInt64(7 * sizes.count) : length }
  /// The number of packets.
  package var packetCount: Int { format.packetSize > 0 ? Int(length) / format.packetSize : sizes.count }
  /// Bytes of the largest packet.
  package var largestPacket: Int { format.packetSize > 0 ? format.packetSize : largest }
  /// The offset of the packets.
  package var offset: UInt64 { start }

  /// Puts `bytes` at byte `place` of the samples; false beyond their end, where the file would be longer than its kind can be, and of
  /// packets that differ.
  package func write(_ bytes: [UInt8], at place: UInt64) throws -> Bool {
    guard format.packetSize > 0, place <= length, fits(place + UInt64(bytes.count)) else { return false }
    try file.write(bytes, at: start + place)
    length = max(length, place + UInt64(bytes.count))
    return true
  }

  /// Puts `packet`, of those that differ, behind the others; false where the file would be longer than its kind can be, or the packet is
  /// longer than its header can say.
  package func append(_ packet: ArraySlice<UInt8>) throws -> Bool {
    let head = kind == .adts ? Self.frameHeader(packet.count, format) : []
    guard let head, format.packetSize == 0, fits(length + UInt64(head.count + packet.count)) else { return false }
    try file.write(head + packet, at: start + length)
    length += UInt64(head.count + packet.count)
    sizes.append(packet.count)
    largest = max(largest, packet.count)
    return true
  }

  /// Notes what a decoder begins with; false where there is no place for it.
  package func set(cookie: [UInt8]) throws -> Bool {
    guard kind == .coreAudio, cookie.count + 24 <= Self.room else { return false }
    // The description's chunk stands before it, the head of the packets' behind it.
    let place = start - 16 - UInt64(Self.room)
    let rest = Self.room - 12 - cookie.count - 12
    try file.write(
      Array("kuki".utf8) + [UInt8](bigEndian: cookie.count, 8) + cookie + Array("free".utf8)
        + [UInt8](bigEndian: rest, 8) + [UInt8](repeating: 0, count: rest), at: place)
    return true
  }

  /// Puts lengths right, and closes the file.
  package func close() throws {
    switch kind {
    case .wave:
      if length % 2 == 1 { try file.write([0], at: start + length) }
      try file.write([UInt8](littleEndian: start - 8 + length + length % 2, 4), at: 4)
      try file.write([UInt8](littleEndian: length, 4), at: start - 4)
    case .aiff, .aifc:
      if length % 2 == 1 { try file.write([0], at: start + length) }
      try file.write([UInt8](bigEndian: start - 8 + length + length % 2, 4), at: 4)
      try file.write([UInt8](bigEndian: length + 8, 4), at: start - 12)
      let place: UInt64 = kind == .aiff ? 22 : 34
      try file.write([UInt8](bigEndian: packetCount, 4), at: place)
    case .coreAudio:
      try file.write([UInt8](bigEndian: length + 4, 8), at: start - 12)
      if format.packetSize == 0 { try file.write(table(), at: start + length) }
    case .adts, .frames: break
    }
    try file.close()
  }

  // MARK: Headers

  private func fits(_ length: UInt64) -> Bool { [.wave, .aiff, .aifc].contains(kind) ? length < 0x7FFF_0000 : true }

  /// The header before the packets; nil where such a file does not hold them.
  private static func header(_ kind: Kind, _ format: Format) -> [UInt8]? {
    let isSamples = format.codec == "lpcm"
    guard (1...64).contains(format.channels), format.rate > 0, format.rate < 4e6 else { return nil }
    if isSamples {
      let depths = format.isFloat ? [32, 64] : [8, 16, 24, 32]
      guard depths.contains(format.bits), format.packetSize == format.bits / 8 * format.channels else { return nil }
    }
    switch kind {
    case .wave:
      let isCopiedAsStored = !format.isBigEndian && (format.isFloat || format.isSigned == (format.bits > 8))
      guard isSamples, isCopiedAsStored, let rate = UInt32(exactly: format.rate.rounded()) else { return nil }
      let kind = SampleFormat.waveFormat(
        rate: rate, channels: format.channels, bits: format.bits, isFloat: format.isFloat)
      return Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [UInt8](littleEndian: kind.count, 4) + kind
        + Array("data".utf8) + [0, 0, 0, 0]
    case .aiff, .aifc:
      guard isSamples, format.isFloat || format.isSigned else { return nil }
      let isLittle = !format.isBigEndian && format.bits > 8
      guard kind == .aifc || (!format.isFloat && !isLittle), !(format.isFloat && isLittle) else { return nil }
      let name = format.isFloat ? (format.bits == 32 ? "fl32" : "fl64") : isLittle ? "sowt" : "NONE"
      let common =
        [UInt8](bigEndian: format.channels, 2) + [0, 0, 0, 0] + [UInt8](bigEndian: format.bits, 2)
        + extended(format.rate)
        + (kind == .aifc ? Array(name.utf8) + [0, 0] : [])
      let version: [UInt8] = Array("FVER".utf8) + [0, 0, 0, 4, 0xA2, 0x80, 0x51, 0x40]
      return Array("FORM".utf8) + [0, 0, 0, 0] + Array((kind == .aiff ? "AIFF" : "AIFC").utf8)
        + (kind == .aifc ? version : []) + Array("COMM".utf8) + [UInt8](bigEndian: common.count, 4) + common
        + Array("SSND".utf8) + [UInt8](repeating: 0, count: 12)
    case .coreAudio:
      guard !isSamples || format.isFloat || format.isSigned else { return nil }
      let flags = isSamples ? (format.isFloat ? 1 : 0) | (format.isBigEndian ? 0 : 2) : format.flags
      let fields = [
        flags, UInt32(format.packetSize), UInt32(format.packetLength), UInt32(format.channels), UInt32(format.bits),
      ]
      return Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + [UInt8](bigEndian: 32, 8)
        + [UInt8](bigEndian: format.rate.bitPattern, 8) + Array(format.codec.utf8)
        + fields.flatMap { [UInt8](bigEndian: $0, 4) } + Array("free".utf8) + [UInt8](bigEndian: room - 12, 8)
        + [UInt8](repeating: 0, count: room - 12) + Array("data".utf8) + [UInt8](bigEndian: 4, 8) + [0, 0, 0, 0]
    case .adts: return format.codec == "aac " && format.packetSize == 0 && frameHeader(0, format) != nil ? [] : nil
    case .frames: return [".mp3", "ac-3"].contains(format.codec) ? [] : nil
    }
  }

  /// The header of a frame of AAC with `count` bytes (ISO/IEC 13818-7 §6.2); nil where its fields cannot hold the
  /// values.
  private static func frameHeader(_ count: Int, _ format: Format) -> [UInt8]? {
    let length = count + 7
    guard let rate = AudioSpecificConfig.rates.firstIndex(of: Int(format.rate)), length < 1 << 13,
      (1...8).contains(format.channels), format.channels != 7
    else { return nil }
    let channels = format.channels == 8 ? 7 : format.channels
    // Low complexity, of no known fullness.
    return [
      0xFF, 0xF1, UInt8(1 << 6 | rate << 2 | channels >> 2), UInt8((channels & 3) << 6 | length >> 11),
      UInt8(length >> 3 & 0xFF), UInt8((length & 7) << 5 | 0x1F), 0xFC,
    ]
  }

  /// A number of 80 bits, as AIFF has rates: `rate` is above 0 and below 2³².
  private static func extended(_ rate: Double) -> [UInt8] {
    let mantissa = UInt64(rate.significandBitPattern) << 11 | 1 << 63
    return [UInt8](bigEndian: 16_383 + rate.exponent, 2) + [UInt8](bigEndian: mantissa, 8)
  }

  /// The chunk that says how large each packet is: numbers of seven bits in a byte, the highest first, all but the last marked.
  private func table() -> [UInt8] {
    let length = Int64(format.packetLength)
    let all = Int64(sizes.count) * length
    let sound = sound ?? (all, 0, 0)
    let body =
      [UInt8](bigEndian: sizes.count, 8) + [UInt8](bigEndian: UInt64(clamping: sound.count), 8)
      + [UInt8](bigEndian: UInt32(clamping: sound.leading), 4) + [UInt8](bigEndian: UInt32(clamping: sound.trailing), 4)
      + sizes.flatMap { Self.number($0) }
    return Array("pakt".utf8) + [UInt8](bigEndian: body.count, 8) + body
  }

  private static func number(_ number: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8(number & 0x7F)], number >> 7)
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
