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
    ("HEVC1920x1080", "The preset HEVC1920x1080 cannot be used: there are no presets of HEVC yet."),
    ("AVAssetExportPresetPassthrough", "The preset Passthrough cannot be used: encoded media cannot be copied yet."),
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
        remedy:
          "Use one of LowQuality, MediumQuality, HighestQuality, 640x480, 960x540, 1280x720, 1920x1080, 3840x2160, "
          + "AppleProRes422LPCM, AppleProRes4444LPCM, AppleM4A.")
    ) { try ExportPreset.named(name) }
  }
}
