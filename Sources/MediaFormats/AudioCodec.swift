/// A way to encode sound. What each one can do is its row in the table, ``format``.
public enum AudioCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case aac, opus, mp3, flac, pcm, vorbis, alac, ac3
}

/// A row of the table of codecs of sound: what can be chosen, and what is usual where nothing is.
public struct AudioCodecFormat: Hashable, Sendable {
  /// The codec's common name.
  public let title: String
  /// Bits a second for each channel where none are chosen; nil where nothing is lost and none can be.
  public let channelBitrate: Int?
  /// The bits a second that can be chosen for all channels together; others would not be what comes out.
  public let bitrates: ClosedRange<Int>
  /// The sample rates that can be written, in samples a second, from low to high.
  public let sampleRates: [Int]

  /// Whether what is decoded is what was encoded.
  public var isLossless: Bool { channelBitrate == nil }

  fileprivate static let usualRates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  ]

  fileprivate init(
    lossy title: String, channelBitrate: Int, bitrates: ClosedRange<Int> = 1_000...10_000_000,
    sampleRates: [Int] = usualRates
  ) {
    self.title = title
    self.bitrates = bitrates
    self.channelBitrate = channelBitrate
    self.sampleRates = sampleRates
  }

  fileprivate init(lossless title: String, sampleRates: [Int] = usualRates + [176_400, 192_000]) {
    self.title = title
    self.channelBitrate = nil
    self.bitrates = 1...Int.max
    self.sampleRates = sampleRates
  }
}

extension AudioCodec {
  /// The codec's row.
  public var format: AudioCodecFormat {
    switch self {
    case .aac: AudioCodecFormat(lossy: "AAC", channelBitrate: 80_000)
    case .opus:
      AudioCodecFormat(lossy: "Opus", channelBitrate: 64_000, bitrates: 4_000...650_000, sampleRates: [48_000])
    case .mp3:
      AudioCodecFormat(
        lossy: "MP3", channelBitrate: 96_000, bitrates: 8_000...320_000,
        sampleRates: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
    case .flac: AudioCodecFormat(lossless: "FLAC")
    case .pcm: AudioCodecFormat(lossless: "PCM")
    case .vorbis: AudioCodecFormat(lossy: "Vorbis", channelBitrate: 64_000, bitrates: 16_000...250_000)
    case .alac: AudioCodecFormat(lossless: "ALAC", sampleRates: AudioCodecFormat.usualRates)
    case .ac3:
      AudioCodecFormat(
        lossy: "AC-3", channelBitrate: 96_000, bitrates: 32_000...640_000, sampleRates: [32_000, 44_100, 48_000])
    }
  }
}

/// The width of samples of sound that are stored without loss.
public enum SampleFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Integers of at most 16 bits.
  case integer16
  /// Integers of 17 to 24 bits.
  case integer24
  /// Integers of 25 to 32 bits.
  case integer32
  /// IEEE 754 numbers of 32 or 64 bits.
  case float

  /// Bits of a sample where the format is written; numbers are written with 32.
  public var bitDepth: Int {
    switch self {
    case .integer16: 16
    case .integer24: 24
    case .integer32, .float: 32
    }
  }

  /// Whether samples are numbers beside which full scale is 1, so that nothing clips.
  public var isFloat: Bool { self == .float }
}
