import CoreMedia
import MediaFormats

// What compressed sound is, by its format's four letters.

extension AudioCodec {
  /// The codec of packets of the format `id`; nil of numbers, and of what is neither encoded nor decoded here.
  init?(_ id: AudioFormatID) {
    switch id {
    case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2: self = .aac
    case kAudioFormatAppleLossless: self = .alac
    case kAudioFormatFLAC: self = .flac
    case kAudioFormatOpus: self = .opus
    case kAudioFormatMPEGLayer3: self = .mp3
    case kAudioFormatAC3: self = .ac3
    default: return nil
    }
  }

  /// The formats that are encoded; samples are the first.
  static let encodedFormats = [
    kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatAppleLossless, kAudioFormatFLAC, kAudioFormatOpus,
    kAudioFormatMPEGLayer3, kAudioFormatAC3,
  ]

  /// The samples of each channel in a packet of `rate` samples a second by default; 0 where packets differ.
  func packetLength(rate: Double) -> UInt32 {
    switch self {
    case .aac: 1_024
    case .alac: 4_096
    case .flac: 4_608
    // 20 ms.
    case .opus: UInt32(clamping: Int(rate.within(0...192_000)) / 50)
    // Lower rates are those of MPEG-2.
    case .mp3: rate < 32_000 ? 576 : 1_152
    case .ac3: 1_536
    case .pcm, .vorbis: 0
    }
  }

  /// The sample rates that are encoded, in samples a second, from low to high.
  var encodedRates: [Int] { self == .opus ? [8_000, 12_000, 16_000, 24_000, 48_000] : format.sampleRates }

  /// The numbers of channels that are encoded, by the layouts that have them.
  var encodedLayouts: [AudioChannelLayoutTag] {
    let few = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
    return switch self {
    case .mp3, .alac: few
    case .ac3: few + [kAudioChannelLayoutTag_MPEG_5_1_A]
    case .aac, .flac, .opus:
      few + [kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_5_0_A, kAudioChannelLayoutTag_MPEG_5_1_A]
    case .pcm, .vorbis: []
    }
  }

  /// The bit rates that are encoded, from low to high, of all channels together; nil where nothing is lost and none can be chosen.
  var encodedBitRates: [Int]? {
    let kilobits: [Int]
    switch self {
    case .alac, .flac, .pcm, .vorbis: return nil
    case .mp3: kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case .ac3: kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    case .aac, .opus:
      kilobits = [8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512]
    }
    return kilobits.map { $0 * 1_000 }
  }

  /// The bit rates that are encoded of `rate` samples a second in `channels` channels; nil as ``encodedBitRates``.
  func bitRates(rate: Double, channels: Int) -> [Int]? {
    encodedBitRates?.filter { bits in
      switch self {
      // At most 6,144 bits of a channel in a packet (ISO/IEC 14496-3 §4.5.3.3).
      case .aac: Double(bits) <= 6 * rate * Double(channels)
      // Those of MPEG-2 end there (ISO/IEC 13818-3 §2.4.2.3).
      case .mp3: rate >= 32_000 || bits <= 160_000
      case .opus: bits <= 510_000 * ((channels + 1) / 2)
      // Of 48,000 samples a second, six channels need 224 kbit/s at least.
      case .ac3: channels <= 2 || bits >= 224_000
      case .alac, .flac, .pcm, .vorbis: true
      }
    }
  }

  /// Strategies of the bit rate, by AVFAudio's names, the usual one first; none where nothing is lost.
  var bitRateStrategies: [String] {
    switch self {
    case .aac: [AVAudioBitRateStrategy_LongTermAverage]
    case .mp3, .opus: [AVAudioBitRateStrategy_LongTermAverage, AVAudioBitRateStrategy_Constant]
    case .ac3: [AVAudioBitRateStrategy_Constant]
    case .alac, .flac, .pcm, .vorbis: []
    }
  }
}

extension AudioStreamBasicDescription {
  /// Packets of the format `id` that hold sound of `rate` samples a second in `channels` channels, of samples of `bits` bits where nothing is
  /// lost.
  init(packetsOf id: AudioFormatID, _ rate: Double, _ channels: UInt32, bits: Int?) {
    self.init()
    (mSampleRate, mFormatID, mChannelsPerFrame) = (rate, id, channels)
    let codec = AudioCodec(id)
    mFramesPerPacket = (codec?.packetLength(rate: rate) ?? 0) * (hasBandReplication ? 2 : 1)
    guard codec?.format.isLossless == true, let bits else { return }
    mFormatFlags = [16: 1, 20: 2, 24: 3, 32: 4][bits] ?? 0
  }

  /// Whether AAC's packets hold sound of half the rate, above which the decoder makes up the rest: twice as many samples come out.
  var hasBandReplication: Bool { [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2].contains(mFormatID) }

  /// Bits a sample of the source of lossless packets; nil where the format does not give them.
  var sourceBits: Int? {
    guard AudioCodec(mFormatID)?.format.isLossless == true else { return nil }
    return [1: 16, 2: 20, 3: 24, 4: 32][mFormatFlags]
  }
}
