// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditServices

/// Small, to be sent.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// To be shared.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// As large as the film, H.264.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// As large as the film, HEVC.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC with alpha; not written here: a session with it is nil.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// Fits 640×480.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// Fits 960×540.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// Fits 1280×720.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// Fits 1920×1080.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// Fits 3840×2160.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// Fits 1920×1080, HEVC.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// Fits 3840×2160, HEVC.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Fits 7680×4320, HEVC.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// Sound alone, AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// ProRes 422 and PCM.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 and PCM.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
/// The packets of the media as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

extension ExportPreset {
  /// AVFoundation's names begin so.
  private static let prefix = "AVAssetExportPreset"

  /// The preset by AVFoundation's name.
  var avName: String { Self.prefix + name }

  /// The presets that have names of AVFoundation's.
  static let avPresets = all.filter { known.contains($0.avName) }

  private static let known: Set<String> = [
    AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
    AVAssetExportPresetHEVCHighestQuality, AVAssetExportPreset640x480, AVAssetExportPreset960x540,
    AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160,
    AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetHEVC7680x4320,
    AVAssetExportPresetAppleM4A, AVAssetExportPresetAppleProRes422LPCM, AVAssetExportPresetAppleProRes4444LPCM,
    AVAssetExportPresetPassthrough,
  ]
}
