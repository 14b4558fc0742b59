import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// What an export says of pictures that its film does not hold as the media has them.
@Suite struct PictureLossNotesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func notes(
    _ media: MediaFacts, _ fileType: FileType, _ video: VideoSettings, color: FilmColor? = nil, namesLosses: Bool = true
  ) async throws -> [String] {
    var edit = cuts(of: [media])
    if let color {
      edit.videoComposition = VideoComposition(fit: .resizeAspect)
      edit.videoComposition?.color = color
    }
    var request = ExportRequest(
      edit, as: ExportSettings(fileType: fileType, video: video, audio: nil),
      to: folder.file(fileType.isPictureSequence ? "film-%04d.png" : "film.\(fileType.rawValue)"),
      replacesExistingFile: true)
    request.namesLosses = namesLosses
    return try await ExportSession(request, renderer: ScriptedRenderer(media: [media])).export().notes
  }

  private func clear() throws -> MediaFacts {
    var facts = try film("logo.mov")
    (facts.videoTracks[0].hasAlpha, facts.videoTracks[0].format) = (true, "A420")
    return facts
  }

  private func bright(_ color: FilmColor) throws -> MediaFacts {
    var facts = try film("phone.mov", size: PixelSize(width: 1_920, height: 1_080))
    facts.videoTracks[0].colorimetry = color.colorimetry
    return facts
  }

  @Test func `alpha that is left out is named, with what would keep it`() async throws {
    let left = "logo.mov: its alpha is left out, and what is transparent is black."
    for (fileType, codec, advice) in [
      (
        FileType.mp4, VideoCodec.h264,
        "Choose the preset AppleProRes4444LPCM and a name that ends in .mov, or the pixel format yuva420p and one in .webm, to keep it."
      ),
      (.mov, .h264, "Choose the codec prores and the pixel format yuva444p10 to keep it."),
      (.webm, .vp9, "Choose the pixel format yuva420p to keep it."),
      (.png, .png, "Choose the pixel format rgba to keep it."),
    ] {
      #expect(try await notes(clear(), fileType, VideoSettings(codec: codec)) == ["\(left) \(advice)"], "\(fileType)")
    }
    #expect(try await notes(clear(), .webm, VideoSettings(codec: .vp9, pixelFormat: .yuva420p)) == [])
    #expect(try await notes(film("whole.mov"), .mp4, VideoSettings(codec: .h264)) == [])
    #expect(try await notes(clear(), .mp4, VideoSettings(codec: .h264), namesLosses: false) == [])
  }

  @Test func `high dynamic range that becomes standard is named, with the codecs that keep it`() async throws {
    let left = "phone.mov: its high dynamic range (HLG) becomes standard."
    let codecs = "Choose the codec hevc, av1 or vp9 to keep it."
    #expect(try await notes(bright(.hlg), .mp4, VideoSettings(codec: .h264)) == ["\(left) \(codecs)"])
    #expect(try await notes(bright(.hlg), .mp4, VideoSettings(codec: .hevc)) == [])
    #expect(
      try await notes(bright(.hlg), .mp4, VideoSettings(codec: .hevc, pixelFormat: .yuv420p)) == [
        "\(left) Choose the pixel format yuv420p10 to keep it."
      ])
    let wide = try await notes(bright(.bt2020), .mp4, VideoSettings(codec: .hevc))
    #expect(wide.count == 1 && wide[0].contains("wide colors (BT.2020) become those of BT.709"), "\(wide)")
    // A film whose colors are stated has no note on others.
    #expect(try await notes(bright(.pq), .mp4, VideoSettings(codec: .h264), color: .bt709) == [])
  }

  @Test func `bits and chroma that the film has no room for are named, with what would keep them`() async throws {
    var media = try film("camera.mov")
    media.videoTracks[0].format = "I422_10LE"
    let left = "camera.mov: its samples of 4:2:2 of 10 bits become those of 4:2:0 of 8 bits."
    let notes = try await notes(media, .mov, VideoSettings(codec: .h264))
    #expect(notes.count == 1 && notes[0].hasPrefix(left) && notes[0].contains("yuv422p10"), "\(notes)")
    #expect(try await self.notes(media, .mov, VideoSettings(codec: .prores, pixelFormat: .yuv422p10)) == [])
  }

  @Test func `what a file says beside its samples is named`() async throws {
    var media = try film("around.mp4")
    media.videoTracks[0].sideData = PictureSideData.allCases
    let notes = try await notes(media, .mp4, VideoSettings(codec: .h264))
    #expect(notes.count == PictureSideData.allCases.count && Set(notes).count == notes.count, "\(notes)")
    #expect(
      notes.first
        == "around.mp4: that its pictures surround the viewer (360°) is left behind where pictures are encoded.")
  }
}
