import Containers
import CoreMedia
import Foundation
import MediaFormats

/// Configurations that decoders begin with, as Core Audio's programs hand them on, from and to libavcodec's form.
///
/// | codec | the cookie | the decoder's configuration |
/// |---|---|---|
/// | AAC | ES_Descriptor (ISO/IEC 14496-1 §7.2.6.5) | AudioSpecificConfig in it |
/// | ALAC | ALACSpecificConfig | the same in a box `alac` |
/// | FLAC | a box `dfLa` | STREAMINFO in it |
/// | Opus | OpusHead (RFC 7845 §5.1) | the same |
///
/// Configurations by themselves are taken for cookies as well.
enum MagicCookie {
  /// The cookie of `configuration`; nil where `codec` has none.
  static func cookie(_ configuration: [UInt8], of codec: AudioCodec, bitRate: Int) -> Data? {
    guard !configuration.isEmpty else { return nil }
    switch codec {
    case .aac: return Data(descriptor(configuration, bitRate: UInt32(clamping: bitRate)))
    case .alac: return Data(configuration.dropFirst(12))
    case .flac:
      let block = [0x80, 0, 0, UInt8(clamping: configuration.count)] + configuration
      return Data([0, 0, 0, UInt8(clamping: block.count + 12)] + Array("dfLa".utf8) + [0, 0, 0, 0] + block)
    case .opus: return Data(configuration)
    case .mp3, .ac3, .pcm, .vorbis: return nil
    }
  }

  /// The configuration in `cookie`, or, without one, that of packets of `format` as they usually are.
  static func configuration(
    in cookie: Data?, of codec: AudioCodec, _ format: AudioStreamBasicDescription
  ) -> [UInt8] {
    let bytes = [UInt8](cookie ?? Data())
    guard !bytes.isEmpty else { return usual(codec, format) }
    switch codec {
    case .aac: return specificConfig(in: bytes)
    case .alac:
      // Older files have the format's name before it.
      let plain = Array(name(bytes, at: 4) == "frma" ? bytes.dropFirst(12) : bytes[...])
      return name(plain, at: 4) == "alac" ? plain : box(Array(plain.prefix(24)))
    case .flac:
      let skipped =
        name(bytes, at: 4) == "dfLa" ? 16 : name(bytes, at: 0) == "dfLa" ? 12 : name(bytes, at: 0) == "fLaC" ? 8 : 0
      return Array(bytes.dropFirst(skipped > 0 ? skipped : bytes.count == 38 ? 4 : 0).prefix(34))
    case .opus: return name(bytes, at: 0) == "Opus" ? bytes : usual(codec, format)
    case .mp3, .ac3, .pcm, .vorbis: return []
    }
  }

  private static func name(_ bytes: [UInt8], at place: Int) -> String? {
    bytes.count >= place + 4 ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : nil
  }

  // MARK: AAC

  /// The ES_Descriptor of `configuration`, with lengths of four bytes as movies have them.
  private static func descriptor(_ configuration: [UInt8], bitRate: UInt32) -> [UInt8] {
    func tagged(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
      [tag, 0x80, 0x80, 0x80 | UInt8(body.count >> 7 & 0x7F), UInt8(body.count & 0x7F)] + body
    }
    let bits = [UInt8](bigEndian: bitRate, 4)
    // MPEG-4 sound in a stream of sound, with room for a packet of each of two channels.
    let decoder = tagged(4, [0x40, 0x15, 0, 0x18, 0] + bits + bits + tagged(5, configuration))
    return tagged(3, [0, 0, 0] + decoder + tagged(6, [2]))
  }

  /// The AudioSpecificConfig in `bytes`, a descriptor or that itself.
  private static func specificConfig(in bytes: [UInt8]) -> [UInt8] {
    guard bytes.first == 3 else { return bytes }
    return StreamDescriptors(bytes).first { $0.tag == 5 }.map { Array($0.content.prefix($0.length)) } ?? []
  }

  // MARK: Defaults

  private static func usual(_ codec: AudioCodec, _ format: AudioStreamBasicDescription) -> [UInt8] {
    let channels = UInt8(clamping: format.mChannelsPerFrame)
    let rate = UInt32(format.mSampleRate.within(0...10_000_000))
    switch codec {
    case .aac:
      // Of other rates packets begin with a header that says all (ADTS), or cannot be decoded.
      let coded = Int(format.hasBandReplication ? rate / 2 : rate)
      guard let index = AudioSpecificConfig.rates.firstIndex(of: coded) else { return [] }
      // Parametric stereo codes one channel for two.
      let separate = format.mFormatID == kAudioFormatMPEG4AAC_HE_V2 ? 1 : channels
      let places = (separate == 8 ? 7 : separate) << 3
      return [2 << 3 | UInt8(index) >> 1, (UInt8(index) & 1) << 7 | places]
    case .alac:
      let bits = UInt8(clamping: format.sourceBits ?? 16)
      return box(
        [0, 0, 0x10, 0, 0, bits, 40, 10, 14, channels, 0, 255] + [UInt8](repeating: 0, count: 8)
          + [UInt8](bigEndian: rate, 4))
    case .opus:
      let family: [UInt8] = channels <= 2 ? [0] : [1] + (Self.streams[channels] ?? [])
      return Array("OpusHead".utf8) + [1, channels, 0x38, 1] + [UInt8](littleEndian: rate, 4) + [0, 0] + family
    case .flac, .mp3, .ac3, .pcm, .vorbis: return []
    }
  }

  /// Streams of Opus by the number of channels: their number, that of streams with two channels, and the channels' places (RFC 7845 §5.1.1.2).
  private static let streams: [UInt8: [UInt8]] = [
    3: [2, 1, 0, 2, 1], 4: [2, 2, 0, 1, 2, 3], 5: [3, 2, 0, 4, 1, 2, 3], 6: [4, 2, 0, 4, 1, 2, 3, 5],
    7: [4, 3, 0, 4, 1, 2, 3, 5, 6], 8: [5, 3, 0, 6, 1, 2, 3, 4, 5, 7],
  ]

  /// The box of an ALACSpecificConfig.
  private static func box(_ body: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(clamping: body.count + 12)] + Array("alac".utf8) + [0, 0, 0, 0] + body
  }
}
