import EditServices
import EditingModel
import MediaFormats
import Rendering
import Testing

struct ExportPresetTests {
  @Test(arguments: ExportPreset.all)
  func `a preset is found by its name and by AVFoundation's`(preset: ExportPreset) throws {
    #expect(try ExportPreset.named(preset.name) == preset)
    #expect(try ExportPreset.named("AVAssetExportPreset" + preset.name) == preset)
  }

  @Test func `a size preset fits its size and is H264`() throws {
    let preset = try ExportPreset.named("1280x720")
    #expect(preset.maximumSize == PixelSize(width: 1_280, height: 720))
    #expect(preset.description.video?.codec == .codec(.h264))
    #expect(preset.description.fileType == nil)
  }

  @Test func `a sound preset has no picture`() throws {
    let preset = try ExportPreset.named("AppleM4A")
    #expect(preset.description.video == VideoDescription(codec: .omitted))
    #expect(preset.description.fileType == .m4a)
    #expect(preset.description.audio?.codec == .codec(.aac))
  }

  @Test(arguments: [
    ("AppleM4ViPod", "The preset AppleM4ViPod cannot be used: it is made for one of Apple's players."),
    (
      "HEVC1920x1080WithAlpha",
      "The preset HEVC1920x1080WithAlpha cannot be used: the encoder of HEVC writes no alpha; AppleProRes4444LPCM keeps it."
    ),
    ("720p", "There is no preset “720p”."),
  ])
  func `what cannot be used is refused by name`(name: String, message: String) {
    #expect(
      throws: RenderError(
        .unsupported, message,
        remedy: "Use one of \(ExportPreset.all.map(\.name).joined(separator: ", ")).")
    ) { try ExportPreset.named(name) }
  }

  @Test(arguments: [
    "LowQuality", "MediumQuality", "HighestQuality", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160",
    "HEVCHighestQuality", "HEVC1920x1080", "HEVC3840x2160", "HEVC7680x4320", "AppleProRes422LPCM",
    "AppleProRes4444LPCM", "DNxHRHQLPCM", "DNxHRHQXLPCM", "AppleM4A", "Passthrough", "WebMVP9", "WebMAV1",
    "LosslessFFV1", "LosslessFLAC",
  ]) func `every preset has containers that it can be written into`(name: String) throws {
    let preset = try ExportPreset.named(name)
    #expect(!preset.supportedFileTypes.isEmpty)
    for fileType in preset.supportedFileTypes {
      let settings = try #require(preset.settings(in: fileType))
      #expect(settings.fileType == fileType && (preset.isPassthrough || preset.isSoundOnly == (settings.video == nil)))
    }
    #expect(!preset.supportedFileTypes.contains(.png))
  }

  @Test func `presets of pictures are not for files of sound, nor those of one container for others`() throws {
    let size = try ExportPreset.named("1280x720")
    #expect(size.supportedFileTypes.contains(.mp4) && size.supportedFileTypes.contains(.mov))
    #expect(!size.supportedFileTypes.contains(.wav) && !size.supportedFileTypes.contains(.webm))
    #expect(try ExportPreset.named("AppleM4A").supportedFileTypes == [.m4a])
    #expect(try ExportPreset.named("WebMVP9").supportedFileTypes == [.webm])
    #expect(try ExportPreset.named("HEVC1920x1080").supportedFileTypes.contains(.ts))
    #expect(try !ExportPreset.named("HEVC1920x1080").supportedFileTypes.contains(.webm))
  }
}
