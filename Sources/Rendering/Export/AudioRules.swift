import EditingModel

extension AudioSettings {
  /// The settings with everything filled in that is usual and that no source need tell.
  var completed: AudioSettings {
    var settings = self
    if codec == .opus { settings.sampleRate = 48_000 }
    return settings
  }

  /// Throws the first thing in the settings that cannot be had from the codec.
  func check() throws(RenderError) {
    if let channels, !(1...8).contains(channels) {
      throw RenderError(
        .unsupported, "Sound of \(channels) channels was asked for.", remedy: "Choose 1 to 8 channels.")
    }
    if let bitrate {
      guard !codec.isLossless else {
        throw RenderError(
          .unsupported, "\(codec.title) loses nothing, and its bitrate cannot be chosen.",
          remedy: "Leave the bitrate out.")
      }
      guard bitrate > 0 else {
        throw RenderError(
          .unsupported, "A bitrate of \(bitrate) bits a second was asked for.", remedy: "Choose one above 0.")
      }
    }
    if let sampleRate, !codec.sampleRates.contains(sampleRate) {
      throw RenderError(
        .unsupported, "\(codec.title) cannot be written at \(sampleRate) samples a second.",
        remedy: "Choose \(codec.sampleRates.map(String.init).joined(separator: ", ")).")
    }
  }
}

extension AudioCodec {
  fileprivate var isLossless: Bool { self == .flac || self == .pcm }

  /// The sample rates that can be written.
  fileprivate var sampleRates: [Int] {
    let usual = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000]
    return switch self {
    case .opus: [48_000]
    case .aac, .mp3, .vorbis: usual
    case .flac, .pcm: usual + [176_400, 192_000]
    }
  }

  /// What people call it.
  var title: String {
    switch self {
    case .aac: "AAC"
    case .opus: "Opus"
    case .mp3: "MP3"
    case .flac: "FLAC"
    case .pcm: "PCM"
    case .vorbis: "Vorbis"
    }
  }
}
