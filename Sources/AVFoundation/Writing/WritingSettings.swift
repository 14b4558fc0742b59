import CoreMedia
import EditServices
import Foundation
import MediaFormats
import MediaTime
import Rendering

/// Settings of a writer's input as the engine has them.
enum WritingSettings {
  /// The engine's settings for `mediaType` as `settings` say.
  ///
  /// - Throws: `RenderError` for what is not written.
  static func settings(_ settings: [String: Any], for mediaType: AVMediaType) throws(RenderError)
    -> WriterOutputSettings
  {
    let values = SettingsDictionary(values: settings)
    switch mediaType {
    case .video: return .video(try video(values))
    case .audio: return .audio(try audio(values))
    default: throw refusal("settings for “\(mediaType.rawValue)”", "Give settings for video or audio.")
    }
  }

  private static func refusal(_ what: String, _ remedy: String) -> RenderError {
    RenderError(.unsupported, "A writer's input is given \(what), which is not written.", remedy: remedy)
  }

  // MARK: Pictures

  private static let codecs: [String: (codec: VideoCodec, profile: String?)] = [
    "avc1": (.h264, nil), "hvc1": (.hevc, nil), "jpeg": (.mjpeg, nil), "apcn": (.prores, "standard"),
    "apch": (.prores, "hq"), "apcs": (.prores, "lt"), "apco": (.prores, "proxy"), "ap4h": (.prores, "4444"),
  ]

  private static func video(_ values: SettingsDictionary) throws(RenderError) -> VideoWritingSettings {
    let value = values.values[AVVideoCodecKey]
    let name = (value as? AVVideoCodecType)?.rawValue ?? value as? String ?? "none"
    guard let (codec, profile) = codecs[name] else {
      throw refusal("the codec “\(name)”", "Use h264, hevc, jpeg or one of ProRes.")
    }
    var encoding = VideoSettings(codec: codec, profile: profile)
    let properties = values.dictionary(AVVideoCompressionPropertiesKey)
    let rate = properties.number(AVVideoExpectedSourceFrameRateKey)
    if let bits = properties.integer(AVVideoAverageBitRateKey), bits > 0 {
      encoding.rateControl = .averageBitrate(bits)
    } else if let quality = properties.number(AVVideoQualityKey), let scale = codec.format.qualityScale?.range {
      // Apple's scale rises with the quality, and the codecs' own falls in whole steps. H.264's 0 loses nothing, which is a profile of its
      // own that a stated one excludes.
      let share = min(max(quality, 0), 1)
      let step = (scale.upperBound - (scale.upperBound - scale.lowerBound) * share).rounded()
      encoding.rateControl = .constantQuality(max(step, 1))
    }
    if let seconds = properties.number(AVVideoMaxKeyFrameIntervalDurationKey), seconds > 0 {
      encoding.keyframeInterval = max(1, Int(min(seconds * (rate ?? 30), 1_000_000)))
    }
    if let frames = properties.integer(AVVideoMaxKeyFrameIntervalKey), frames > 0 { encoding.keyframeInterval = frames }
    if codec == .h264, let words = (properties.values[AVVideoProfileLevelKey] as? String)?.split(separator: "_"),
      words.count >= 2
    {
      encoding.profile = words[1].lowercased()
      if words.count == 4 { encoding.level = "\(words[2]).\(words[3])" }
    }
    var settings = VideoWritingSettings(encoding)
    if let width = values.integer(AVVideoWidthKey), let height = values.integer(AVVideoHeightKey), width > 0, height > 0
    {
      settings.size = PixelSize(width: width, height: height)
    }
    if let rate, rate > 0 { settings.expectedFrameDuration = CMTime(seconds: 1 / rate, preferredTimescale: 90_000) }
    let colors = values.dictionary(AVVideoColorPropertiesKey)
    if !colors.values.isEmpty { settings.colorimetry = colorimetry(colors) }
    return settings
  }

  private static func colorimetry(_ colors: SettingsDictionary) -> Colorimetry {
    func number(_ key: String, _ words: [Int: CFString]) -> Int { ColorWords.number(of: colors.values[key], in: words) }
    return Colorimetry(
      isFullRange: false, matrix: number(AVVideoYCbCrMatrixKey, ColorWords.matrices),
      transfer: number(AVVideoTransferFunctionKey, ColorWords.transfers),
      primaries: number(AVVideoColorPrimariesKey, ColorWords.primaries))
  }

  // MARK: Sound

  private static let sounds: [AudioFormatID: AudioCodec] = [
    kAudioFormatMPEG4AAC: .aac, kAudioFormatAppleLossless: .alac, kAudioFormatLinearPCM: .pcm,
    kAudioFormatFLAC: .flac, kAudioFormatOpus: .opus, kAudioFormatMPEGLayer3: .mp3, kAudioFormatAC3: .ac3,
  ]

  private static func audio(_ values: SettingsDictionary) throws(RenderError) -> AudioWritingSettings {
    let id = values.integer(AVFormatIDKey).flatMap { AudioFormatID(exactly: $0) } ?? 0
    guard let codec = sounds[id] else {
      throw refusal("sound in the format \(letters(id))", "Use AAC, ALAC, PCM, FLAC, Opus, MP3 or AC-3.")
    }
    var encoding = AudioSettings(codec: codec)
    encoding.bitrate = codec.format.isLossless ? nil : values.integer(AVEncoderBitRateKey)
    encoding.sampleRate = values.integer(AVSampleRateKey)
    encoding.channels = try channels(values)
    if !codec.format.isLossless, encoding.bitrate == nil, let bits = values.integer(AVEncoderBitRatePerChannelKey) {
      encoding.bitrate = bits * (encoding.channels ?? 2)
    }
    if codec == .pcm { encoding.sampleFormat = try SoundReading(values.values).sampleFormat }
    return AudioWritingSettings(encoding)
  }

  /// Number of channels: the one in the settings, and that of their layout where they have one.
  private static func channels(_ values: SettingsDictionary) throws(RenderError) -> Int? {
    let count = values.integer(AVNumberOfChannelsKey)
    guard let layout = values.values[AVChannelLayoutKey] as? Data else { return count }
    let tag = AVAudioChannelLayout.tag(of: layout) ?? kAudioChannelLayoutTag_Unknown
    let known = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_5_1_A]
    let channels = Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    guard known.contains(tag), count == nil || count == channels else {
      throw refusal(
        "sound of \(count ?? channels) channels in the layout \(tag >> 16) for \(channels)",
        "Use the layouts Mono, Stereo or MPEG_5_1_A, of as many channels as are named.")
    }
    return channels
  }
}
