public import MediaFormats

/// The files that can be written, and the defaults: pure rules, the same on every machine, read off the table of
/// formats (``FileType/format``, ``VideoCodec/format``, ``AudioCodec/format``).
///
/// | container | picture | sound |
/// |---|---|---|
/// | MP4 | **H.264**, HEVC | **AAC** |
/// | MOV | **H.264**, HEVC, ProRes, DNxHR | **AAC**, PCM |
/// | MKV | **H.264**, HEVC, FFV1 | **Opus**, FLAC, PCM, AAC |
/// | WebM | **VP9**, VP8 | **Opus** |
/// | MPEG-TS | **H.264** | **AAC** |
/// | M4A | – | **AAC** |
/// | WAV | – | **PCM** |
/// | FLAC | – | **FLAC** |
/// | PNG | **PNG**, a file for each picture | – |
///
/// The usual codecs are set in bold. Picture or sound may be left out, but not both. Everything else is refused by name,
/// with what could be had instead.
///
/// A transport stream has no edit list that could hide the 1,024 samples that AAC's encoder puts before the sound: the
/// picture begins later than the sound's first packet by their duration, to the nearest tick of 1/90,000 s, and both
/// are in step. That packet stands before the stream's tables; a reader that begins at the tables, as GStreamer's does,
/// leaves it out, and for it picture and sound begin together. Beside no picture it is heard, as 1,024 samples of
/// silence.
public enum ExportRules {
  /// The usual settings of a file of `fileType`, complete.
  public static func defaults(for fileType: FileType) -> ExportSettings {
    completed(ExportDescription().settings(in: fileType))
  }

  /// `settings` with all defaults; values that depend on the sources (the pixel format, which is deeper in high dynamic
  /// range; sample rate, channels, and the bitrate of sound) stay nil.
  ///
  /// Usual are a constant quality (CRF 23 for H.264, 28 for HEVC, 10 for VP8, 31 for VP9), the encoder's speed `medium`, at most 250
  /// frames from key frame to key frame, and 8-bit 4:2:0; 10-bit 4:2:2 in ProRes. Opus is made of 48,000 samples a second.
  ///
  /// - Throws: `RenderError` with `.unsupported`, which names what is refused.
  public static func complete(_ settings: ExportSettings) throws(RenderError) -> ExportSettings {
    guard settings.video != nil || settings.audio != nil else {
      throw RenderError(
        .unsupported, "A file of neither picture nor sound was asked for.",
        remedy: "Choose a codec for one of them.")
    }
    let format = settings.fileType.format
    if let video = settings.video {
      try refuse(video.codec, unlessIn: format.videoCodecs, of: format, kind: "pictures", name: \.format.title)
      try check(video)
    }
    if let audio = settings.audio {
      try refuse(audio.codec, unlessIn: format.audioCodecs, of: format, kind: "sound", name: \.format.title)
      try check(audio, in: settings.fileType)
    }
    return completed(settings)
  }

  private static func refuse<Codec: Equatable>(
    _ codec: Codec, unlessIn codecs: [Codec], of format: ContainerFormat, kind: String, name: (Codec) -> String
  ) throws(RenderError) {
    guard !codecs.contains(codec) else { return }
    let held = codecs.map(name)
    throw RenderError(
      .unsupported, "\(format.title) cannot be written with \(kind) in \(name(codec)).",
      remedy: held.isEmpty
        ? "Leave the \(kind) out, or choose another file type."
        : "It takes \(held.joined(separator: ", ")).")
  }

  private static func completed(_ settings: ExportSettings) -> ExportSettings {
    var settings = settings
    if var video = settings.video {
      let format = video.codec.format
      video.keyframeInterval = video.keyframeInterval ?? format.keyframeInterval
      if video.pixelFormat == nil, let profile = video.codec.profiles.first(where: { $0.name == video.profile }) {
        video.pixelFormat = profile.pixelFormats.first
      }
      if let scale = format.qualityScale {
        video.rateControl = video.rateControl ?? .constantQuality(scale.usual)
        video.speed = video.speed ?? .medium
      }
      settings.video = video
    }
    if let rates = settings.audio?.codec.format.sampleRates, rates.count == 1 { settings.audio?.sampleRate = rates[0] }
    return settings
  }

  /// Throws the first thing in the settings that cannot be had from the codec.
  private static func check(_ video: VideoSettings) throws(RenderError) {
    if let interval = video.keyframeInterval, interval < 1 {
      throw RenderError(
        .unsupported, "A key frame every \(interval) frames was asked for.",
        remedy: "Choose a key frame interval of 1 or more.")
    }
    if let bitrate = video.rateControl?.bitrate { try check(bitrate: bitrate) }
    let format = video.codec.format
    guard let scale = format.qualityScale else { return try checkLossless(video) }
    if let quality = video.rateControl?.quality, !scale.range.contains(quality) {
      throw RenderError(
        .unsupported, "\(format.title) has no quality \(quality).",
        remedy: "Choose one from \(Int(scale.range.lowerBound)), the best, to \(Int(scale.range.upperBound)).")
    }
    try check(pixelFormatOf: video)
    try check(toolsOf: video)
  }

  private static func checkLossless(_ video: VideoSettings) throws(RenderError) {
    let format = video.codec.format
    if video.rateControl != nil || video.speed != nil {
      throw RenderError(
        .unsupported, "\(format.title) loses nothing: it has no quality, no bitrate and no speed.",
        remedy: "Leave them out.")
    }
    try check(toolsOf: video)
    if let interval = video.keyframeInterval, interval != 1 {
      throw RenderError(
        .unsupported, "In \(format.title) every frame is a key frame.", remedy: "Leave the key frame interval out.")
    }
    try check(pixelFormatOf: video)
  }

  private static func check(pixelFormatOf video: VideoSettings) throws(RenderError) {
    let format = video.codec.format
    guard let pixelFormat = video.pixelFormat, !format.pixelFormats.contains(pixelFormat) else { return }
    throw RenderError(
      .unsupported, "\(format.title) cannot be written in \(pixelFormat.rawValue).",
      remedy: "Choose \(format.pixelFormats.map(\.rawValue).joined(separator: ", ")).")
  }

  /// Refuses profiles and levels that the codec does not have, and passes that do nothing.
  private static func check(toolsOf video: VideoSettings) throws(RenderError) {
    let title = video.codec.format.title
    if let name = video.profile {
      let profiles = video.codec.profiles
      guard let profile = profiles.first(where: { $0.name == name }) else {
        throw RenderError(
          .unsupported, "\(title) has no profile “\(name)” to choose.",
          remedy: profiles.isEmpty
            ? "Leave the profile out." : "Choose \(profiles.map(\.name).joined(separator: ", ")).")
      }
      if let pixels = video.pixelFormat, !profile.pixelFormats.contains(pixels) {
        throw RenderError(
          .unsupported, "\(profile.title) cannot be written in \(pixels.rawValue).",
          remedy: "Choose \(profile.pixelFormats.map(\.rawValue).joined(separator: " or ")), or another profile.")
      }
    }
    if let level = video.level { _ = try EncodingLevel.named(level, of: video.codec) }
    guard let passes = video.passes, passes != 1 else { return }
    guard passes == 2, video.codec.hasTwoPasses else {
      throw RenderError(
        .unsupported, "\(title) is to be encoded in \(passes) passes.",
        remedy: video.codec.hasTwoPasses ? "Choose 1 or 2." : "Its encoder takes one.")
    }
    guard video.rateControl?.bitrateMode == .average else {
      throw RenderError(
        .unsupported, "Two passes were asked for without an average bit rate.",
        remedy: "Two passes meet an average bit rate: name one, or leave the passes out.")
    }
    guard video.pixelFormat?.hasAlpha != true else {
      throw RenderError(
        .unsupported, "Two passes were asked for of pictures with alpha, which are two streams.",
        remedy: "Encode them in one pass.")
    }
    guard video.hardware == nil || video.hardware == .off else {
      throw RenderError(
        .unsupported, "Two passes were asked for from an encoder in hardware.",
        remedy: "Such encoders go through a film once: leave one of the two out.")
    }
  }

  /// Throws the first thing in the settings that cannot be had from the codec.
  private static func check(_ audio: AudioSettings, in fileType: FileType) throws(RenderError) {
    let format = audio.codec.format
    let sampleFormats = fileType.sampleFormats(of: audio.codec)
    if let sampleFormat = audio.sampleFormat, !sampleFormats.contains(sampleFormat) {
      throw RenderError(
        .unsupported, "\(format.title) in \(fileType.rawValue) has no samples of the format \(sampleFormat.rawValue).",
        remedy: sampleFormats.isEmpty
          ? "Leave the sample format out." : "Choose \(sampleFormats.map(\.rawValue).joined(separator: ", ")).")
    }
    if let channels = audio.channels, !(1...8).contains(channels) {
      throw RenderError(
        .unsupported, "Sound of \(channels) channels was asked for.", remedy: "Choose 1 to 8 channels.")
    }
    if let bitrate = audio.bitrate {
      guard !format.isLossless else {
        throw RenderError(
          .unsupported, "\(format.title) loses nothing, and its bitrate cannot be chosen.",
          remedy: "Leave the bitrate out.")
      }
      guard format.bitrates.contains(bitrate) else {
        throw RenderError(
          .unsupported, "\(format.title) of \(bitrate) bits a second was asked for.",
          remedy: "Choose from \(format.bitrates.lowerBound) to \(format.bitrates.upperBound).")
      }
    }
    if let sampleRate = audio.sampleRate, !format.sampleRates.contains(sampleRate) {
      throw RenderError(
        .unsupported, "\(format.title) cannot be written at \(sampleRate) samples a second.",
        remedy: "Choose \(format.sampleRates.map(String.init).joined(separator: ", ")).")
    }
  }

  private static func check(bitrate: Int) throws(RenderError) {
    guard bitrate < 1 else { return }
    throw RenderError(
      .unsupported, "A bitrate of \(bitrate) bits a second was asked for.", remedy: "Choose one above 0.")
  }
}
