import EditingModel

extension VideoSettings {
  /// The settings with everything filled in that is usual.
  var completed: VideoSettings {
    var settings = self
    settings.pixelFormat = pixelFormat ?? .yuv420p
    settings.keyframeInterval = keyframeInterval ?? (codec == .ffv1 ? 1 : 250)
    guard let scale = codec.qualityScale else { return settings }
    if bitrate == nil { settings.quality = quality ?? scale.usual }
    settings.speed = speed ?? .medium
    return settings
  }

  /// Throws the first thing in the settings that cannot be had from the codec.
  func check() throws(RenderError) {
    if quality != nil, bitrate != nil {
      throw RenderError(
        .unsupported, "Both a quality and a bitrate were asked for, and one excludes the other.",
        remedy: "Leave one of them out.")
    }
    if let keyframeInterval, keyframeInterval < 1 {
      throw RenderError(
        .unsupported, "A key frame every \(keyframeInterval) frames was asked for.",
        remedy: "Choose a key frame interval of 1 or more.")
    }
    if let bitrate, bitrate < 1 {
      throw RenderError(
        .unsupported, "A bitrate of \(bitrate) bits a second was asked for.", remedy: "Choose one above 0.")
    }
    guard let scale = codec.qualityScale else { return try checkLossless() }
    if let quality, !scale.range.contains(quality) {
      throw RenderError(
        .unsupported, "\(codec.title) has no quality \(quality).",
        remedy: "Choose one from \(Int(scale.range.lowerBound)), the best, to \(Int(scale.range.upperBound)).")
    }
    if let pixelFormat, !codec.pixelFormats.contains(pixelFormat) {
      throw RenderError(
        .unsupported, "\(codec.title) cannot be written in \(pixelFormat.rawValue).",
        remedy: "Choose \(codec.pixelFormats.map(\.rawValue).joined(separator: ", ")).")
    }
  }

  private func checkLossless() throws(RenderError) {
    if quality != nil || bitrate != nil || speed != nil {
      throw RenderError(
        .unsupported, "\(codec.title) loses nothing: it has no quality, no bitrate and no speed.",
        remedy: "Leave them out.")
    }
    if let keyframeInterval, keyframeInterval != 1 {
      throw RenderError(
        .unsupported, "In \(codec.title) every frame is a key frame.", remedy: "Leave the key frame interval out.")
    }
  }
}

extension VideoCodec {
  /// The codec's scale of constant quality, and the place on it that is usual; nil where nothing is lost.
  fileprivate var qualityScale: (range: ClosedRange<Double>, usual: Double)? {
    switch self {
    case .h264, .hevc: (0...51, 23)
    case .vp8: (0...63, 10)
    case .vp9, .av1: (0...63, 31)
    case .prores, .mjpeg, .ffv1: nil
    }
  }

  /// The pixel formats that can be written.
  fileprivate var pixelFormats: [PixelFormat] {
    switch self {
    case .h264, .ffv1: PixelFormat.allCases
    case .hevc, .vp8, .vp9, .av1, .prores, .mjpeg: [.yuv420p]
    }
  }

  /// What people call it.
  var title: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .vp8: "VP8"
    case .vp9: "VP9"
    case .av1: "AV1"
    case .prores: "ProRes"
    case .mjpeg: "Motion JPEG"
    case .ffv1: "FFV1"
    }
  }
}
