import Rendering

/// The chunks of a Core Audio file, big-endian, with lengths in 64 bits (Apple Core Audio Format Specification 1.0).
///
/// ```
///  desc   rate (float, 8) │ codec (4) │ flags (4) │ bytes │ frames a packet │ channels │ bits of a sample
///  chan   kind of layout (4) │ speakers' bits (4) │ number (4) │ 20 bytes for each channel
///  data   edit count (4) │ samples
/// ```
extension SampleFile {
  /// The samples of PCM, µ-law or A-law in a Core Audio file.
  ///
  /// - Throws: `RenderError` with `.unsupported` for other codecs, and for channels in an order of their own.
  package init(coreAudio file: FileBytes) throws {
    var offset: UInt64 = 8
    var (description, layout): ([UInt8], [UInt8]) = ([], [])
    while offset + 12 <= file.count {
      let head = try file.read(at: offset, 12)
      guard head.count == 12 else { break }
      let size = head.bigEndian(at: 4, 8)
      if head.starts(with: "desc".utf8) { description = try file.read(at: offset + 12, 32) }
      if head.starts(with: "chan".utf8) { layout = try file.read(at: offset + 12, 12 + 20 * 64) }
      if head.starts(with: "data".utf8), description.count == 32 {
        let start = offset + 16
        // A recorder that was stopped has left the length open, as −1.
        let isOpen = size < 4 || size > UInt64(Int64.max) / 2
        let samples = start..<max(start, isOpen ? file.count : offset + 12 + size)
        try self.init(coreAudio: description, layout: layout, samples: samples)
        return
      }
      guard size < file.count else { break }
      offset += 12 + size
    }
    throw Self.noSamples(in: "Core Audio")
  }

  private init(coreAudio description: [UInt8], layout: [UInt8], samples: Range<UInt64>) throws {
    let codec = String(decoding: description[8..<12], as: UTF8.self)
    let flags = description.bigEndian(at: 12, 4)
    let (packet, channels) = (description.bigEndian(at: 16, 4), description.bigEndian(at: 24, 4))
    let rate = Double(bitPattern: description.bigEndian(at: 0, 8))
    guard codec == "lpcm" || Self.companding[codec] != nil else { throw Self.unread(codec) }
    guard (1...64).contains(channels), packet % channels == 0, rate >= 1, rate < 4e6, rate == rate.rounded() else {
      throw Self.unread("samples of an unusual kind")
    }
    let mask = try Self.mask(of: layout, channels: channels) ?? 0
    let bits = codec == "lpcm" ? packet / channels * 8 : 8
    let (isFloat, isLittle) = (flags & 1 != 0, flags & 2 != 0)
    guard codec != "lpcm" || (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else {
      throw Self.unread("PCM of \(bits) bits")
    }
    self.init(
      name: "Core Audio",
      format: SampleFormat(
        coding: Self.companding[codec] ?? .raw(bits: Int(bits), isFloat: isFloat, isBigEndian: !isLittle),
        rate: Int(rate), channels: Int(channels), speakers: channels > 2 ? .bits(mask) : .usual),
      samples: samples, declaredEnd: samples.upperBound)
  }

  /// The speakers by the bits of WAVE, which are Core Audio's; nil where nothing names any.
  private static func mask(of layout: [UInt8], channels: UInt64) throws -> UInt64? {
    guard layout.count >= 12 else { return nil }
    switch layout.bigEndian(at: 0, 4) {
    case 0:
      let labels = (0..<Int(min(layout.bigEndian(at: 8, 4), channels))).map { layout.bigEndian(at: 12 + 20 * $0, 4) }
      guard labels.count == channels, labels.allSatisfy({ (1...18).contains($0) }),
        zip(labels, labels.dropFirst()).allSatisfy(<)
      else { break }
      return labels.reduce(0) { $0 | 1 << ($1 - 1) }
    case 0x1_0000:
      let mask = layout.bigEndian(at: 4, 4)
      if mask.nonzeroBitCount == channels { return mask }
    case let tag:
      // Layouts whose channels stand in the order of the bits.
      let kind = tag >> 16
      if kind == 147 { return nil }
      if let mask = masks[kind], tag & 0xFFFF == channels { return mask }
    }
    if channels <= 2 { return nil }
    throw unread("channels in an order of their own")
  }

  private static let masks: [UInt64: UInt64] = [
    100: 0x4, 101: 0x3, 102: 0x3, 108: 0x33, 113: 0x7, 115: 0x107, 117: 0x607, 121: 0x60F, 131: 0x103, 132: 0x603,
    133: 0xB, 134: 0x10B, 135: 0x60B, 136: 0xF, 137: 0x10F,
  ]

  private static func unread(_ codec: String) -> RenderError {
    let names = [
      "alac": "ALAC", "aac ": "AAC", "aach": "AAC", "aacp": "AAC", "ima4": "QuickTime's ADPCM", "opus": "Opus",
      "flac": "FLAC", ".mp3": "MP3", ".mp2": "MPEG audio", "ac-3": "AC-3", "MAC3": "MACE 3:1", "MAC6": "MACE 6:1",
      "QDM2": "QDesign Music 2", "ilbc": "iLBC",
    ]
    return RenderError(
      .unsupported, "The Core Audio file holds \(names[codec] ?? codec), which is not read there.",
      remedy: "Put it into another container, as with: ffmpeg -i FILE -c:a alac NEW.m4a.")
  }
}
