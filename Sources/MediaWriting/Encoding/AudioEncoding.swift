import Containers
import EditingModel
import GStreamer
package import MediaDecoding
package import MediaFormats
package import Rendering

/// The elements that encode sound, from 64-bit floats to what a muxer takes.
package struct AudioEncoding {
  /// The elements in order; the first takes raw sound.
  let elements: [Element]
  /// Samples of silence that an encoder gets behind the sound, whose end it would keep otherwise: `avenc_ac3` makes no
  /// packet for the half of a block that is left.
  let inputLayout: ChannelLayout

  /// Samples of silence that an encoder is given behind the sound, whose end it would keep to itself otherwise:
  /// `avenc_ac3` makes no packet for the half of a block that is left.
  static func silenceAfter(_ codec: AudioCodec) -> Int { codec == .ac3 ? Int(codec.priming) : 0 }

  /// The encoding of `samples` that `settings` ask for, in a file of `fileType`.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`.
  init(_ settings: AudioSettings, in fileType: FileType, of samples: WriterSettings.Samples) throws {
    let encoded = try EncodedLayout(samples.layout, as: settings.codec, in: fileType)
    let convert = try ElementName.audioConvert.make()
    inputLayout = encoded.order == nil ? encoded.label : samples.layout
    try encoded.apply(to: convert)
    // Samples that need no change keep their value: nothing is dithered.
    try convert.set("dithering", "none")
    try convert.set("noise-shaping", "none")
    let bitrate = Self.bitrate(of: WriterSettings.Sound(samples, as: settings))
    var coding: [Element] = []
    let format: String
    switch settings.codec {
    case .aac:
      let encoder = try ElementName.aacEncoder.make()
      try encoder.set("bitrate", bitrate)
      coding = [encoder]
      // The encoder takes nothing else.
      format = "F32LE"
    case .opus:
      let encoder = try ElementName.opusEncoder.make()
      try encoder.set("bitrate", bitrate)
      coding = [encoder]
      format = "S16LE"
    case .flac:
      coding = [try ElementName.flacEncoder.make()]
      format = samples.losslessFormat == .integer16 || samples.losslessFormat == nil ? "S16LE" : "S24LE"
    case .pcm:
      format = Self.pcmFormat(samples.losslessFormat, in: fileType)
    case .mp3:
      let encoder = try ElementName.mp3Encoder.make()
      try encoder.set("target", "bitrate")
      try encoder.set("cbr", true)
      try encoder.set("bitrate", bitrate / 1_000)
      coding = [encoder, try ElementName.mpegAudioParser.make()]
      format = "S16LE"
    case .vorbis:
      let encoder = try ElementName.vorbisEncoder.make()
      // Vorbis keeps a quality better than a bit rate, so that there is one only where it is asked for.
      if let bitrate = settings.bitrate { try encoder.set("bitrate", bitrate) } else { try encoder.set("quality", 0.5) }
      coding = [encoder]
      format = "F32LE"
    case .alac:
      coding = [try ElementName.alacEncoder.make()]
      // Of 32 bits the encoder writes the upper 24.
      format = samples.losslessFormat == .integer16 || samples.losslessFormat == nil ? "S16LE" : "S32LE"
    case .ac3:
      let encoder = try ElementName.ac3Encoder.make()
      try encoder.set("bitrate", bitrate)
      coding = [encoder, try ElementName.ac3Parser.make()]
      format = "F32LE"
    }
    let filter = try ElementName.capsFilter.make()
    // Without the channels an encoder that does not take as many would be given fewer.
    try filter.set("caps", Caps("audio/x-raw,format=\(format),\(AudioConverter.fields(of: encoded.label))"))
    elements = [convert, filter] + coding
  }

  /// The bit rate of the encoding of `sound`, in bits a second; 0 without a statement.
  static func bitrate(of sound: WriterSettings.Sound) -> Int {
    sound.encoding.bitrate ?? (sound.encoding.codec.format.channelBitrate ?? 0) * sound.samples.channels
  }

  /// The elements that `settings` need, installed or not.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a bit rate that the codec does not have.
  package static func needs(_ settings: AudioSettings) throws(RenderError) -> [ElementName] {
    if let bitrate = settings.bitrate, let steps = bitrates(of: settings.codec), !steps.contains(bitrate) {
      throw RenderError(
        .unsupported, "\(settings.codec.format.title) has no bit rate of \(bitrate).",
        remedy: "Choose \(steps.map(String.init).joined(separator: ", ")).")
    }
    return switch settings.codec {
    case .aac: [.audioConvert, .aacEncoder]
    case .opus: [.audioConvert, .opusEncoder]
    case .flac: [.audioConvert, .flacEncoder]
    case .pcm: [.audioConvert]
    case .mp3: [.audioConvert, .mp3Encoder, .mpegAudioParser]
    case .vorbis: [.audioConvert, .vorbisEncoder]
    case .alac: [.audioConvert, .alacEncoder]
    case .ac3: [.audioConvert, .ac3Encoder, .ac3Parser]
    }
  }

  /// The sources' own width, so that their samples stay unchanged; 16 bits where they were lossy.
  private static func pcmFormat(_ format: AudioTrackFacts.LosslessFormat?, in fileType: FileType) -> String {
    let isBig = fileType == .aiff
    return switch format {
    case nil, .integer16?: isBig ? "S16BE" : "S16LE"
    case .integer24?: isBig ? "S24BE" : "S24LE"
    // QUIRK: QuickTime, written: `qtdemux` reads little-endian samples of 32 bits as big-endian ones, and not those of 24. In:
    // GStreamer 1.22. Test: "sound that is read and written is the same, bit for bit".
    case .integer32?: isBig || fileType == .mov ? "S32BE" : "S32LE"
    case .float?: isBig || fileType == .mov ? "F32BE" : "F32LE"
    }
  }

  /// The bit rates of frames of `codec`, where there are no others: ISO/IEC 11172-3 §2.4.2.3 and 13818-3, ATSC A/52 table 5.18.
  private static func bitrates(of codec: AudioCodec) -> [Int]? {
    let kilobits: [Int]
    switch codec {
    case .mp3: kilobits = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case .ac3:
      kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    case .aac, .opus, .vorbis, .flac, .alac, .pcm: return nil
    }
    return kilobits.map { $0 * 1_000 }
  }
}
