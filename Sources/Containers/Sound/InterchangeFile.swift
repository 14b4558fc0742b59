/// The chunks of AIFF and AIFF-C, big-endian (Apple, Audio Interchange File Format 1.3), and the header of AU.
///
/// ```
///  COMM   channels (2) │ samples of each (4) │ bits of one (2) │ rate (80-bit float) │ of AIFF-C: codec (4) …
///  SSND   offset (4) │ block (4) │ bytes that are left out: offset │ samples
///  .snd   where samples begin (4) │ their length (4) │ codec (4) │ rate (4) │ channels (4)
/// ```
extension SampleFile {
  /// The samples in an AIFF file, or with `isCompressed` an AIFF-C file; nil for codecs, and for PCM that Apple's names for it are not
  /// of.
  init?(interchange file: FileBytes, isCompressed: Bool) throws {
    let head = try file.read(at: 8, 4)
    guard isCompressed || head.elementsEqual("AIFF".utf8) else { return nil }
    var offset: UInt64 = 12
    var common: [UInt8]?
    var sound: (chunk: UInt64, size: UInt64, isBehind: Bool)?
    while offset + 8 <= file.count, common == nil || sound == nil {
      let head = try file.read(at: offset, 8)
      let size = head.bigEndian(at: 4, 4)
      if head.starts(with: "COMM".utf8), common == nil { common = try file.read(at: offset + 8, 22) }
      if head.starts(with: "SSND".utf8), sound == nil { sound = (offset + 8, size, common != nil) }
      offset += 8 + size + size % 2
    }
    guard let common, let sound, common.count >= 18 else { return nil }
    let codec = isCompressed ? String(decoding: common.dropFirst(18).prefix(4), as: UTF8.self) : "NONE"
    let channels = Int(common.bigEndian(at: 0, 2))
    guard let rate = Self.extended(Array(common[8..<18])), rate > 0, rate <= UInt64(Int32.max), channels > 0 else {
      return nil
    }
    let start = sound.chunk + 8 + (try file.read(at: sound.chunk, 4).bigEndian(at: 0, 4))
    if let companded = Self.companding[codec.lowercased()] {
      guard sound.isBehind, start < file.count else { return nil }
      // As many bytes as frames and channels: what follows may be padding.
      let end = start + common.bigEndian(at: 2, 4) * UInt64(channels)
      self.init(
        name: "AIFF", format: SampleFormat(coding: companded, rate: Int(rate), channels: channels, speakers: .usual),
        samples: start..<end, declaredEnd: end)
      return
    }
    guard let coding = Self.coding(codec, bits: Int(common.bigEndian(at: 6, 2))),
      channels <= 2 || interchangeMasks[channels] != nil
    else { return nil }
    // Lengths that are too short for the chunk's own header, or near the largest, are what is written where they are not known.
    let isOpen = sound.size < 8 || sound.size >= Self.openLength
    self.init(
      name: "AIFF",
      format: SampleFormat(
        coding: coding, rate: Int(rate), channels: channels, speakers: .own(interchangeMasks[channels] ?? 0)),
      samples: start..<max(start, isOpen ? file.count : sound.chunk + sound.size), declaredEnd: nil)
  }

  /// Lengths from here on are what is written where they are not known.
  private static let openLength: UInt64 = 0x7FFF_0000

  /// The codecs with a byte for each sample, by their names on Apple's systems.
  static let companding: [String: SampleFormat.Coding] = ["ulaw": .muLaw, "alaw": .aLaw]

  /// The PCM that AIFF-C calls `codec`, of `bits`; nil for others.
  static func coding(_ codec: String, bits: Int) -> SampleFormat.Coding? {
    switch codec {
    case "NONE", "sowt":
      guard (1...32).contains(bits) else { return nil }
      return .raw(bits: (bits + 7) / 8 * 8, isFloat: false, isBigEndian: codec == "NONE")
    case "fl32" where bits == 32, "FL32" where bits == 32, "fl64" where bits == 64:
      return .raw(bits: bits, isFloat: true, isBigEndian: true)
    default: return nil
    }
  }

  /// The whole number in ten bytes of an 80-bit floating-point number (IEEE 754); nil where it is none, or too large.
  static func extended(_ bytes: [UInt8]) -> UInt64? {
    let exponent = Int(bytes.bigEndian(at: 0, 2)) - 16_383
    guard (0..<32).contains(exponent) else { return nil }
    return bytes.bigEndian(at: 2, 8) >> UInt64(63 - exponent)
  }
}

extension SampleFormat {
  /// The format in the chunk `COMM` of content `common`, of AIFF-C where `isCompressed`; nil of codecs, and of impossible values.
  init?(interchange common: [UInt8], isCompressed: Bool) {
    guard common.count >= (isCompressed ? 22 : 18), let rate = SampleFile.extended(Array(common[8..<18])) else {
      return nil
    }
    let codec = isCompressed ? String(decoding: common[18..<22], as: UTF8.self) : "NONE"
    let channels = Int(common.bigEndian(at: 0, 2))
    let coding =
      SampleFile.companding[codec.lowercased()] ?? SampleFile.coding(codec, bits: Int(common.bigEndian(at: 6, 2)))
    guard let coding, (1...64).contains(channels), rate > 0, rate <= UInt64(Int32.max) else { return nil }
    self.init(
      coding: coding, rate: Int(rate), channels: channels, speakers: .own(interchangeMasks[channels] ?? 0))
  }
}

/// The speakers of the channels of AIFF, by our own bits, as GStreamer has them.
private let interchangeMasks: [Int: UInt64] = [2: 0x3, 3: 0x7, 4: 0x33, 5: 0x37, 6: 0xCF, 7: 0x13F, 8: 0xC3F]

extension SampleFile {
  /// The samples in an AU file; nil for codecs, and for more than two channels, whose order the format does not define.
  init?(au file: FileBytes) throws {
    let head = try file.read(at: 0, 24)
    let (rate, channels) = (head.bigEndian(at: 16, 4), head.bigEndian(at: 20, 4))
    guard head.count == 24, (1...2).contains(channels), rate > 0, rate <= UInt64(Int32.max),
      let coding = Self.codings[head.bigEndian(at: 12, 4)]
    else { return nil }
    let start = head.bigEndian(at: 4, 4)
    // Its length is often left open, and wrong: players read on to the file's end.
    self.init(
      name: "AU", format: SampleFormat(coding: coding, rate: Int(rate), channels: Int(channels), speakers: .usual),
      samples: start..<max(start, file.count), declaredEnd: try Self.declaredEnd(ofAU: file))
  }

  private static let codings: [UInt64: SampleFormat.Coding] = [
    1: .muLaw, 2: .raw(bits: 8, isFloat: false, isBigEndian: true),
    3: .raw(bits: 16, isFloat: false, isBigEndian: true), 4: .raw(bits: 24, isFloat: false, isBigEndian: true),
    5: .raw(bits: 32, isFloat: false, isBigEndian: true), 6: .raw(bits: 32, isFloat: true, isBigEndian: true),
    7: .raw(bits: 64, isFloat: true, isBigEndian: true), 27: .aLaw,
  ]

  /// The end of the samples that an AU file states, whose length may be left open; nil there, and for other files.
  package static func declaredEnd(ofAU file: FileBytes) throws -> UInt64? {
    let head = try file.read(at: 0, 12)
    guard head.count == 12, head.starts(with: ".snd".utf8), head.bigEndian(at: 8, 4) < UInt64(UInt32.max) else {
      return nil
    }
    return head.bigEndian(at: 4, 4) + head.bigEndian(at: 8, 4)
  }
}
