import EditingModel
import GStreamer
import MediaFormats
import Rendering

/// The elements that encode sound, from 64-bit floats to what a muxer takes.
struct AudioEncoding {
  /// The elements in order; the first takes raw sound.
  let elements: [Element]
  /// What the caps of the first one's input call the channels: those that change places keep their own names until then.
  let inputLayout: ChannelLayout

  /// The samples that AAC's encoder puts before the sound (one frame of avenc_aac), which the edit list must hide.
  static let aacPriming: Int64 = 1_024

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
    let bitrate = settings.bitrate ?? (settings.codec.format.channelBitrate ?? 0) * samples.channels
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
      // In a file of its own the encoder writes the file.
      if fileType != .flac { coding = [try ElementName.flacEncoder.make()] }
      format = samples.losslessFormat == .integer16 || samples.losslessFormat == nil ? "S16LE" : "S24LE"
    case .pcm:
      format = Self.pcmFormat(samples.losslessFormat, in: fileType)
    case .mp3, .vorbis:
      throw Self.refusal(of: settings.codec)
    }
    let filter = try ElementName.capsFilter.make()
    // Without the channels an encoder that does not take as many would be given fewer.
    try filter.set("caps", Caps("audio/x-raw,format=\(format),\(AudioConverter.fields(of: encoded.label))"))
    elements = [convert, filter] + coding
  }

  /// The elements that `settings` need, installed or not.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a codec that this engine does not write.
  static func needs(_ settings: AudioSettings) throws(RenderError) -> [ElementName] {
    switch settings.codec {
    case .aac: [.audioConvert, .aacEncoder]
    case .opus: [.audioConvert, .opusEncoder]
    case .flac: [.audioConvert, .flacEncoder]
    case .pcm: [.audioConvert]
    case .mp3, .vorbis: throw refusal(of: settings.codec)
    }
  }

  private static func refusal(of codec: AudioCodec) -> RenderError {
    RenderError(
      .unsupported, "Sound is not written as \(codec.rawValue) yet.", remedy: "Use aac, opus, flac or pcm.")
  }

  /// The sources' own width, so that their samples stay unchanged; 16 bits where they were lossy.
  private static func pcmFormat(_ format: AudioTrackFacts.LosslessFormat?, in fileType: FileType) -> String {
    switch format {
    case nil, .integer16?: "S16LE"
    case .integer24?: "S24LE"
    // QuickTime's little-endian 32-bit samples are read as big-endian ones by GStreamer 1.22; 24 bits are not.
    case .integer32?, .float?: fileType == .mov ? "S24LE" : format == .float ? "F32LE" : "S32LE"
    }
  }
}
