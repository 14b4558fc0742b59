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
  fileprivate static let form = Form<VideoDescription>.object(
    "exportVideo", "How the picture is encoded.", exclusive: ["quality", "bitrate"],
    Field(optional: "codec", \.codec, .choice, "The codec; none for a film without a picture."),
    Field(
      optional: "quality", \.rateControl?.quality, .nonNegative,
      "Constant quality on the codec's own scale (h264: 0 to 51, lower is better); excludes bitrate."),
    Field(
      optional: "bitrate", \.rateControl?.bitrate, .integer(1...Int(Int32.max)), "Bits a second; excludes quality."),
    Field(optional: "speed", \.speed, .choice, "How hard the encoder works for a smaller file."),
    Field(
      optional: "keyframeInterval", \.keyframeInterval, .integer(1...Int(Int32.max)),
      "At most this many frames from one key frame to the next."),
    Field(
      optional: "pixelFormat", \.pixelFormat, .choice(PixelFormat.fileNames),
      "The encoded pixel format; one with alpha keeps the film's alpha."),
    Field(
      optional: "profile", \.profile, .choice(VideoProfile.names),
      "The codec's profile, as proxy, lt, standard, hq, 4444 and 4444xq of prores."),
    make: { codec, quality, bitrate, speed, keyframeInterval, pixelFormat, profile in
      VideoDescription(
        codec: codec,
        rateControl: quality.map(RateControl.constantQuality) ?? bitrate.map(RateControl.averageBitrate),
        speed: speed, keyframeInterval: keyframeInterval, pixelFormat: pixelFormat, profile: profile)
    })
}

extension AudioDescription {
  fileprivate static let form = Form<AudioDescription>.object(
    "exportAudio", "How the sound is encoded.",
    Field(optional: "codec", \.codec, .choice, "The codec; none for a film without sound."),
    Field(optional: "bitrate", \.bitrate, .integer(1...Int(Int32.max)), "Bits a second."),
    Field(optional: "sampleRate", \.sampleRate, .integer(1...768_000), "Samples a second."),
    Field(optional: "channels", \.channels, .integer(1...64), "How many channels."),
    make: AudioDescription.init)
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
  /// What a file's pixel formats are called: by their own names and, where those differ, by FFmpeg's.
  fileprivate static var fileNames: [(name: String, value: PixelFormat)] {
    fileFormats.map { ($0.rawValue, $0) }
      + fileFormats.compactMap { format in format.nameInFFmpeg.map { ($0, format) } }
  }
}
