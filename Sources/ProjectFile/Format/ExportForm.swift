import MediaFormats

extension ExportDescription {
  static let form = Form<ExportDescription>.object(
    "export", "What the film is written as.",
    Field(optional: "fileType", \.fileType, .choice, "The container."),
    Field(optional: "video", \.video, VideoDescription.form, "How the picture is encoded."),
    Field(optional: "audio", \.audio, AudioDescription.form, "How the sound is encoded."),
    make: ExportDescription.init)
}

extension VideoDescription {
  fileprivate static var form: Form<VideoDescription> {
    .object(
      "exportVideo", "How the picture is encoded.", exclusive: ["quality", "bitrate"],
      Field(optional: "codec", \.codec, .choice, "The codec; none for a film without a picture."),
      Field(
        optional: "quality", \.rateControl?.quality, .nonNegative,
        "Constant quality on the codec's own scale (h264: 0 to 51, lower is better); excludes bitrate."),
      Field(
        optional: "bitrate", \.rateControl?.bitrate, .integer(1...Int(Int32.max)), "Bits a second; excludes quality."),
      Field(
        optional: "bitrateMode", \.bitrateMode, .choice, "How the bit rate is kept: average over the film, or constant."
      ),
      Field(optional: "speed", \.speed, .choice, "How hard the encoder works for a smaller file."),
      Field(
        optional: "keyframeInterval", \.keyframeInterval, .integer(1...Int(Int32.max)),
        "At most this many frames from one key frame to the next."),
      Field(
        optional: "pixelFormat", \.pixelFormat, .choice(PixelFormat.fileNames),
        "The encoded pixel format; one with alpha keeps the film's alpha."),
      Field(
        optional: "profile", \.profile, .choice(VideoProfile.names),
        "The codec's profile, as high of h264, main10 of hevc, hq of prores."),
      Field(optional: "level", \.level, .text("a level, as 4.1"), "The level of h264 and hevc, whose bounds are kept."),
      Field(
        optional: "passes", \.passes, .integer(1...2),
        "How often the film is gone through: 2 meet an average bit rate better."),
      Field(
        optional: "hardware", \.hardware, .choice,
        "Whether the machine's own encoder and decoders are used: off, prefer or require."),
      make: { codec, quality, bitrate, mode, speed, keyframeInterval, pixelFormat, profile, level, passes, hardware in
        VideoDescription(
          codec: codec,
          rateControl: quality.map(RateControl.constantQuality)
            ?? bitrate.map { RateControl(bitrate: $0, mode ?? .average) },
          speed: speed, keyframeInterval: keyframeInterval, pixelFormat: pixelFormat, profile: profile, level: level,
          passes: passes, hardware: hardware)
      })
  }
}

extension VideoDescription {
  /// The control of the bit rate, where it is not the usual one.
  fileprivate var bitrateMode: BitrateMode? {
    rateControl?.bitrateMode == .constant ? .constant : nil
  }
}

extension AudioDescription {
  fileprivate static var form: Form<AudioDescription> {
    .object(
      "exportAudio", "How the sound is encoded.",
      Field(optional: "codec", \.codec, .choice, "The codec; none for a film without sound."),
      Field(optional: "bitrate", \.bitrate, .integer(1...Int(Int32.max)), "Bits a second."),
      Field(optional: "sampleRate", \.sampleRate, .integer(1...768_000), "Samples a second."),
      Field(optional: "channels", \.channels, .integer(1...64), "How many channels."),
      Field(
        optional: "sampleFormat", \.sampleFormat, .choice,
        "How wide samples are stored where the codec loses nothing (pcm, flac, alac); as in the sources if left out."),
      make: AudioDescription.init)
  }
}

extension VideoProfile {
  /// The names of all codecs' profiles, each once.
  fileprivate static var names: [(name: String, value: String)] {
    var names: [String] = []
    for profile in VideoCodec.allCases.flatMap(\.profiles) where !names.contains(profile.name) {
      names.append(profile.name)
    }
    return names.map { ($0, $0) }
  }
}

extension PixelFormat {
  /// The names of a file's pixel formats: their own and, where those differ, FFmpeg's.
  fileprivate static var fileNames: [(name: String, value: PixelFormat)] {
    fileFormats.map { ($0.rawValue, $0) }
      + fileFormats.compactMap { format in format.nameInFFmpeg.map { ($0, format) } }
  }
}
