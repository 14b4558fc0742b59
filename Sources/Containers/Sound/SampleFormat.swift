import MediaFormats

/// The format of plain samples: how each is stored, how many there are a second, and for which speakers.
package struct SampleFormat: Hashable, Sendable {
  /// The encoding of a sample.
  package enum Coding: Hashable, Sendable {
    /// A number of 8 to 64 bits: IEEE 754 or an integer, with a sign but for those of 8 bits in WAVE.
    case raw(bits: Int, isFloat: Bool, isBigEndian: Bool, isUnsigned: Bool = false)
    /// A byte of ITU-T G.711.
    case muLaw, aLaw
  }

  /// A file's assignment of channels to speakers.
  package enum Speakers: Hashable, Sendable {
    /// Nothing: those that are usual for as many channels.
    case usual
    /// Their bits in WAVE's mask (`dwChannelMask`), the channels in the order of the bits; 0 for the first ones.
    case bits(UInt64)
    /// Their bits in a mask of ``WaveSpeakers``'s own.
    case own(UInt64)
  }

  /// The encoding of each.
  package let coding: Coding
  /// Samples of each channel a second.
  package let rate: Int
  /// The number of channels.
  package let channels: Int
  /// The speakers by our own mask; 0 where none are named, and for one channel.
  package let mask: UInt64
  /// The speakers by WAVE's mask, where the channels stand in another order than our own bits.
  package let speakerMask: UInt64?

  /// Samples of `channels`; see the properties.
  init(coding: Coding, rate: Int, channels: Int, speakers: Speakers) {
    (self.coding, self.rate, self.channels) = (coding, rate, channels)
    switch speakers {
    case .usual: (mask, speakerMask) = (Self.usualMasks[channels] ?? 0, nil)
    case .own(let own): (mask, speakerMask) = (own, nil)
    case .bits(let bits):
      let named = WaveSpeakers.speakers(inMask: (bits == 0 ? Self.firstBits(channels) : bits) & Self.namedBits)
      let isOrdered = named == named.sorted()
      // A mask of more speakers than there are channels names none.
      mask = isOrdered && named.count <= channels ? named.reduce(0) { $0 | 1 << UInt64($1) } : 0
      speakerMask = isOrdered || named.count != channels ? nil : bits & Self.namedBits
    }
  }

  /// Bytes of a sample of all channels.
  package var frameByteCount: Int {
    switch coding {
    case .raw(let bits, _, _, _): bits / 8 * channels
    case .muLaw, .aLaw: channels
    }
  }

  /// Whether a compact disc has such samples.
  var mayBeCD: Bool { channels == 2 && coding == .raw(bits: 16, isFloat: false, isBigEndian: false) }

  /// The samples' format as caps.
  package var caps: String {
    let fields = ",rate=(int)\(rate),channels=(int)\(channels)"
    switch coding {
    case .muLaw: return "audio/x-mulaw" + fields
    case .aLaw: return "audio/x-alaw" + fields
    case .raw(let bits, let isFloat, let isBigEndian, let isUnsigned):
      let kind = isFloat ? "F" : isUnsigned ? "U" : "S"
      let order = bits == 8 ? "" : isBigEndian ? "BE" : "LE"
      return "audio/x-raw,format=(string)\(kind)\(bits)\(order),layout=(string)interleaved" + fields
        + (channels > 1 ? ",channel-mask=(bitmask)0x\(String(mask, radix: 16))" : "")
    }
  }

  /// The usual speakers of channels that a file does not name, by our own bits.
  private static let usualMasks: [Int: UInt64] = [2: 0x3, 4: 0x33, 5: 0x37, 6: 0x3F, 8: 0xC3F]
  /// The bits of WAVE's mask that name a speaker.
  private static let namedBits: UInt64 = 0x3_FFFF

  /// WAVE's first bits for as many channels as layouts of them are usual; 0 for others.
  private static func firstBits(_ channels: Int) -> UInt64 {
    [2, 3, 4, 6, 8].contains(channels) ? UInt64(1) << UInt64(channels) - 1 : 0
  }
}

extension SampleFormat {
  /// The format of `format`, a WAVE file's (WAVEFORMATEX); nil where it is a codec's, or has impossible values.
  init?(wave format: [UInt8]) {
    guard format.count >= 16 else { return nil }
    let channels = Int(format.littleEndian(at: 2, 2))
    let rate = Int(format.littleEndian(at: 4, 4))
    let block = Int(format.littleEndian(at: 12, 2))
    let bits = Int(format.littleEndian(at: 14, 2))
    var tag = format.littleEndian(at: 0, 2)
    var speakers = Speakers.usual
    guard (1...64).contains(channels), (1...Int(Int32.max)).contains(rate) else { return nil }
    if tag == 0xFFFE {
      guard format.count >= 40, Array(format[26..<40]) == Self.extensibleSuffix else { return nil }
      (tag, speakers) = (format.littleEndian(at: 24, 2), .bits(format.littleEndian(at: 20, 4)))
      guard tag == 1 || tag == 3 else { return nil }
    } else if tag == 1 || tag == 3 {
      // Blocks are no larger than their samples; and nothing says how three channels stand.
      guard bits > 0, block <= channels * ((bits + 7) / 8), channels < 3 || Self.usualMasks[channels] != nil else {
        return nil
      }
    }
    switch tag {
    case 6 where channels <= 2, 7 where channels <= 2:
      self.init(coding: tag == 6 ? .aLaw : .muLaw, rate: rate, channels: channels, speakers: .usual)
    case 1, 3:
      // Samples fill their blocks: bits that are not used are the last.
      let width = block * 8 / channels
      guard block > 0, block * 8 % channels == 0, (tag == 3 ? [32, 64] : [8, 16, 24, 32]).contains(width) else {
        return nil
      }
      self.init(
        coding: .raw(bits: width, isFloat: tag == 3, isBigEndian: false, isUnsigned: width == 8), rate: rate,
        channels: channels, speakers: speakers)
    default: return nil
    }
  }

  /// The format of a WAVE file of such samples: the extensible form (WAVEFORMATEXTENSIBLE), with the usual speakers, of more than two
  /// channels, for which the plain one names none.
  static func waveFormat(rate: UInt32, channels: Int, bits: Int, isFloat: Bool) -> [UInt8] {
    let size = bits / 8 * channels
    let tag: [UInt8] = [isFloat ? 3 : 1, 0]
    let fields =
      [UInt8](littleEndian: channels, 2) + [UInt8](littleEndian: rate, 4)
      + [UInt8](littleEndian: UInt64(rate) * UInt64(size), 4) + [UInt8](littleEndian: size, 2)
      + [UInt8](littleEndian: bits, 2)
    guard channels > 2 else { return tag + fields }
    let mask = WaveSpeakers(layout: .standard(channels)).mask
    return [0xFE, 0xFF] + fields + [22, 0] + [UInt8](littleEndian: bits, 2) + [UInt8](littleEndian: mask, 4) + tag
      + extensibleSuffix
  }

  /// The bytes behind a format's number in the extensible form (KSDATAFORMAT_SUBTYPE).
  private static let extensibleSuffix: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]
}
