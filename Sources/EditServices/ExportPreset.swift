public import MediaFormats
public import Rendering

/// A ready-made choice of size and encoding, by the name it has in AVFoundation (`AVAssetExportPreset…`).
///
/// | name | picture |
/// |---|---|
/// | `LowQuality` | fits 224×128, CRF 30 |
/// | `MediumQuality` | fits 568×320, CRF 26 |
/// | `HighestQuality` | as large as the project says, CRF 17, with more effort |
/// | `640x480` … `3840x2160` | fits the size, CRF 20 |
/// | `AppleProRes422LPCM` | ProRes 422 HQ, and PCM, in a QuickTime movie |
/// | `AppleProRes4444LPCM` | ProRes 4444 with the film's alpha, and PCM, in a QuickTime movie |
/// | `AppleM4A` | none: AAC in an M4A file |
///
/// A picture is never scaled up, and keeps its shape. H.264 is the codec where no other is named; the sound's is the
/// container's usual one.
public struct ExportPreset: Hashable, Sendable {
  /// Its name, without `AVAssetExportPreset`.
  public let name: String
  /// The container and the encodings, as far as the preset decides them.
  public let description: ExportDescription
  /// The size that the picture is scaled down to fit into.
  public let maximumSize: PixelSize?

  private init(
    _ name: String, quality: Double, speed: EncoderSpeed = .medium, fitting size: (width: Int, height: Int)? = nil
  ) {
    self.name = name
    self.description = ExportDescription(
      video: VideoDescription(codec: .codec(.h264), rateControl: .constantQuality(quality), speed: speed))
    self.maximumSize = size.map { PixelSize(width: $0.width, height: $0.height) }
  }

  private init(proRes name: String, pixelFormat: PixelFormat) {
    self.name = name
    self.description = ExportDescription(
      fileType: .mov, video: VideoDescription(codec: .codec(.prores), pixelFormat: pixelFormat),
      audio: AudioDescription(codec: .codec(.pcm)))
    self.maximumSize = nil
  }

  private init(soundOnly name: String, fileType: FileType, codec: AudioCodec) {
    self.name = name
    self.description = ExportDescription(
      fileType: fileType, video: VideoDescription(codec: .omitted), audio: AudioDescription(codec: .codec(codec)))
    self.maximumSize = nil
  }

  /// The presets that can be used (`allExportPresets()`).
  public static let all = [
    ExportPreset("LowQuality", quality: 30, fitting: (224, 128)),
    ExportPreset("MediumQuality", quality: 26, fitting: (568, 320)),
    ExportPreset("HighestQuality", quality: 17, speed: .slow),
    ExportPreset("640x480", quality: 20, fitting: (640, 480)),
    ExportPreset("960x540", quality: 20, fitting: (960, 540)),
    ExportPreset("1280x720", quality: 20, fitting: (1_280, 720)),
    ExportPreset("1920x1080", quality: 20, fitting: (1_920, 1_080)),
    ExportPreset("3840x2160", quality: 20, fitting: (3_840, 2_160)),
    ExportPreset(proRes: "AppleProRes422LPCM", pixelFormat: .yuv422p10),
    ExportPreset(proRes: "AppleProRes4444LPCM", pixelFormat: .yuva444p10),
    ExportPreset(soundOnly: "AppleM4A", fileType: .m4a, codec: .aac),
  ]

  /// The preset called `name`, with or without `AVAssetExportPreset` before it.
  ///
  /// - Throws: `.unsupported`, which says whether the preset is one of AVFoundation's that cannot be written, or no preset
  ///   at all.
  public static func named(_ name: String) throws(RenderError) -> ExportPreset {
    let prefix = "AVAssetExportPreset"
    let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    if let preset = all.first(where: { $0.name == short }) { return preset }
    let remedy = "Use one of " + all.map(\.name).joined(separator: ", ") + "."
    guard let reason = refused[short] else {
      throw RenderError(.unsupported, "There is no preset “\(name)”.", remedy: remedy)
    }
    throw RenderError(.unsupported, "The preset \(short) cannot be used: \(reason).", remedy: remedy)
  }

  /// AVFoundation's other presets, and why each is refused.
  private static let refused: [String: String] = {
    let hevc = "there are no presets of HEVC yet"
    let alpha = "the encoder of HEVC writes no alpha; AppleProRes4444LPCM keeps it"
    let player = "it is made for one of Apple's players"
    return [
      "HEVCHighestQuality": hevc, "HEVCHighestQualityWithAlpha": alpha, "HEVC1920x1080": hevc,
      "HEVC1920x1080WithAlpha": alpha, "HEVC3840x2160": hevc, "HEVC3840x2160WithAlpha": alpha, "HEVC7680x4320": hevc,
      "Passthrough": "encoded media cannot be copied yet",
      "AppleM4VCellular": player, "AppleM4ViPod": player, "AppleM4V480pSD": player, "AppleM4VAppleTV": player,
      "AppleM4VWiFi": player, "AppleM4V720pHD": player, "AppleM4V1080pHD": player,
    ]
  }()
}
