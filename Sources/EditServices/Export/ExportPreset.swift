public import MediaFormats
public import Rendering

/// A ready-made choice of size and encoding, by the name it has in AVFoundation (`AVAssetExportPreset…`), or one of ours.
///
/// | name | picture |
/// |---|---|
/// | `LowQuality` | fits 224×128, CRF 30 |
/// | `MediumQuality` | fits 568×320, CRF 26 |
/// | `HighestQuality` | as large as the project says, CRF 17, with more effort |
/// | `640x480` … `3840x2160` | fits the size, CRF 20 |
/// | `HEVCHighestQuality` | as large as the project says, HEVC, CRF 20 |
/// | `HEVC1920x1080` … `HEVC7680x4320` | fits the size, HEVC, CRF 24 |
/// | `AppleProRes422LPCM` | ProRes 422 HQ, and PCM, in a QuickTime movie |
/// | `AppleProRes4444LPCM` | ProRes 4444 with the film's alpha, and PCM, in a QuickTime movie |
/// | `DNxHRHQLPCM`, `DNxHRHQXLPCM` | DNxHR HQ, or HQX of 10 bits, and PCM, in a QuickTime movie |
/// | `AppleM4A` | none: AAC in an M4A file |
/// | `Passthrough` | the packets of the media as they are, in any container that holds them |
/// | `WebMVP9` | VP9 and Opus in WebM |
/// | `WebMAV1` | AV1 and Opus in WebM |
/// | `LosslessFFV1` | FFV1 and FLAC in Matroska: every pixel and every sample as it was |
/// | `LosslessFLAC` | none: FLAC |
/// | `PodcastMP3` | none: MP3, 96,000 bits a second for each channel |
/// | `AnimatedGIF` | fits 480×480, a GIF without sound |
///
/// The last ones are there as far as the table of formats writes them. A picture is never scaled up, and keeps its shape.
/// H.264 is the codec where no other is named; the sound's is the container's usual one.
public struct ExportPreset: Hashable, Sendable {
  /// Its name, without `AVAssetExportPreset`.
  public let name: String
  /// The container and the encodings, as far as the preset decides them.
  public let description: ExportDescription
  /// The size that the picture is scaled down to fit into.
  public let maximumSize: PixelSize?
  /// Whether packets are copied as they are.
  public let isPassthrough: Bool

  private init(
    _ name: String, _ description: ExportDescription = ExportDescription(),
    fitting size: (width: Int, height: Int)? = nil, isPassthrough: Bool = false
  ) {
    self.name = name
    self.description = description
    self.maximumSize = size.map { PixelSize(width: $0.width, height: $0.height) }
    self.isPassthrough = isPassthrough
  }

  private init(
    _ name: String, _ codec: VideoCodec = .h264, quality: Double, speed: EncoderSpeed = .medium,
    fitting size: (width: Int, height: Int)? = nil
  ) {
    let video = VideoDescription(codec: .codec(codec), rateControl: .constantQuality(quality), speed: speed)
    self.init(name, ExportDescription(video: video), fitting: size)
  }

  /// A preset of a container and codecs by their names; nil where the table of formats does not write them.
  private init?(
    _ name: String, in fileType: String, video: String? = nil, audio: String? = nil,
    fitting size: (width: Int, height: Int)? = nil
  ) {
    guard let fileType = FileType(rawValue: fileType) else { return nil }
    let videoCodec = video.flatMap { VideoCodec(rawValue: $0) }
    let audioCodec = audio.flatMap { AudioCodec(rawValue: $0) }
    let format = fileType.format
    guard (video == nil) == (videoCodec == nil), (audio == nil) == (audioCodec == nil),
      videoCodec.map(format.videoCodecs.contains) ?? true, audioCodec.map(format.audioCodecs.contains) ?? true
    else { return nil }
    self.init(
      name,
      ExportDescription(
        fileType: fileType, video: VideoDescription(codec: videoCodec.map { .codec($0) } ?? .omitted),
        audio: AudioDescription(codec: audioCodec.map { .codec($0) } ?? .omitted)),
      fitting: size)
  }

  /// A preset of a QuickTime movie in a codec that is made for editing.
  private init(_ name: String, editing codec: VideoCodec, pixelFormat: PixelFormat) {
    self.init(
      name,
      ExportDescription(
        fileType: .mov, video: VideoDescription(codec: .codec(codec), pixelFormat: pixelFormat),
        audio: AudioDescription(codec: .codec(.pcm))))
  }

  /// Small, to be sent: fits 224×128. (`AVAssetExportPresetLowQuality`)
  public static let lowQuality = ExportPreset("LowQuality", quality: 30, fitting: (224, 128))
  /// To be shared: fits 568×320. (`AVAssetExportPresetMediumQuality`)
  public static let mediumQuality = ExportPreset("MediumQuality", quality: 26, fitting: (568, 320))
  /// As large as the film, with more effort. (`AVAssetExportPresetHighestQuality`)
  public static let highestQuality = ExportPreset("HighestQuality", quality: 17, speed: .slow)
  /// Fits 640×480, H.264. (`AVAssetExportPreset640x480`)
  public static let size640x480 = ExportPreset("640x480", quality: 20, fitting: (640, 480))
  /// Fits 960×540, H.264. (`AVAssetExportPreset960x540`)
  public static let size960x540 = ExportPreset("960x540", quality: 20, fitting: (960, 540))
  /// Fits 1280×720, H.264. (`AVAssetExportPreset1280x720`)
  public static let size1280x720 = ExportPreset("1280x720", quality: 20, fitting: (1_280, 720))
  /// Fits 1920×1080, H.264. (`AVAssetExportPreset1920x1080`)
  public static let size1920x1080 = ExportPreset("1920x1080", quality: 20, fitting: (1_920, 1_080))
  /// Fits 3840×2160, H.264. (`AVAssetExportPreset3840x2160`)
  public static let size3840x2160 = ExportPreset("3840x2160", quality: 20, fitting: (3_840, 2_160))
  /// As large as the film, HEVC. (`AVAssetExportPresetHEVCHighestQuality`)
  public static let hevcHighestQuality = ExportPreset("HEVCHighestQuality", .hevc, quality: 20)
  /// Fits 1920×1080, HEVC. (`AVAssetExportPresetHEVC1920x1080`)
  public static let hevc1920x1080 = ExportPreset("HEVC1920x1080", .hevc, quality: 24, fitting: (1_920, 1_080))
  /// Fits 3840×2160, HEVC. (`AVAssetExportPresetHEVC3840x2160`)
  public static let hevc3840x2160 = ExportPreset("HEVC3840x2160", .hevc, quality: 24, fitting: (3_840, 2_160))
  /// Fits 7680×4320, HEVC. (`AVAssetExportPresetHEVC7680x4320`)
  public static let hevc7680x4320 = ExportPreset("HEVC7680x4320", .hevc, quality: 24, fitting: (7_680, 4_320))
  /// ProRes 422 HQ and PCM, in a QuickTime movie. (`AVAssetExportPresetAppleProRes422LPCM`)
  public static let appleProRes422LPCM = ExportPreset("AppleProRes422LPCM", editing: .prores, pixelFormat: .yuv422p10)
  /// ProRes 4444 with alpha and PCM, in a QuickTime movie. (`AVAssetExportPresetAppleProRes4444LPCM`)
  public static let appleProRes4444LPCM = ExportPreset(
    "AppleProRes4444LPCM", editing: .prores, pixelFormat: .yuva444p10)
  /// DNxHR HQ and PCM, in a QuickTime movie.
  public static let dnxhrHQLPCM = ExportPreset("DNxHRHQLPCM", editing: .dnxhr, pixelFormat: .yuv422p)
  /// DNxHR HQX and PCM, in a QuickTime movie.
  public static let dnxhrHQXLPCM = ExportPreset("DNxHRHQXLPCM", editing: .dnxhr, pixelFormat: .yuv422p10)
  /// The packets of the media as they are. (`AVAssetExportPresetPassthrough`)
  public static let passthrough = ExportPreset("Passthrough", isPassthrough: true)

  /// The presets that can be used (`allExportPresets()`).
  public static let all: [ExportPreset] =
    [
      .lowQuality, .mediumQuality, .highestQuality, .size640x480, .size960x540, .size1280x720, .size1920x1080,
      .size3840x2160, .hevcHighestQuality, .hevc1920x1080, .hevc3840x2160, .hevc7680x4320,
      .appleProRes422LPCM, .appleProRes4444LPCM, .dnxhrHQLPCM, .dnxhrHQXLPCM,
    ]
    + [
      ExportPreset("AppleM4A", in: "m4a", audio: "aac"),
      .passthrough,
      ExportPreset("WebMVP9", in: "webm", video: "vp9", audio: "opus"),
      ExportPreset("WebMAV1", in: "webm", video: "av1", audio: "opus"),
      ExportPreset("LosslessFFV1", in: "mkv", video: "ffv1", audio: "flac"),
      ExportPreset("LosslessFLAC", in: "flac", audio: "flac"),
      ExportPreset("PodcastMP3", in: "mp3", audio: "mp3"),
      ExportPreset("AnimatedGIF", in: "gif", video: "gif", fitting: (480, 480)),
    ].compactMap(\.self)

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
    let alpha = "the encoder of HEVC writes no alpha; AppleProRes4444LPCM keeps it"
    let player = "it is made for one of Apple's players"
    return [
      "HEVCHighestQualityWithAlpha": alpha, "HEVC1920x1080WithAlpha": alpha, "HEVC3840x2160WithAlpha": alpha,
      "AppleM4VCellular": player, "AppleM4ViPod": player, "AppleM4V480pSD": player, "AppleM4VAppleTV": player,
      "AppleM4VWiFi": player, "AppleM4V720pHD": player, "AppleM4V1080pHD": player,
    ]
  }()

  // MARK: Settings

  /// The containers that it can be written into, the usual one first (`supportedFileTypes`).
  public var supportedFileTypes: [FileType] {
    FileType.allCases.filter { settings(in: $0) != nil }
  }

  /// The settings of a file of `fileType`; nil where the preset cannot be written so.
  ///
  /// Of a passthrough the encodings are the container's usual ones, and not used.
  public func settings(in fileType: FileType) -> ExportSettings? {
    guard !fileType.isPictureSequence, description.fileType ?? fileType == fileType else { return nil }
    // A preset of pictures has none in a file of sound.
    guard isPassthrough || description.fileType != nil || !fileType.isSoundOnly else { return nil }
    return try? ExportRules.complete(description.settings(in: fileType))
  }
}

extension ExportPreset {
  /// Whether a film of pictures comes out.
  var hasPictures: Bool { description.video?.codec != .omitted && !isPassthrough }
  /// Whether nothing but sound comes out.
  public var isSoundOnly: Bool { description.video?.codec == .omitted }
}
