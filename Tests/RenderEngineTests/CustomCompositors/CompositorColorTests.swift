import Foundation
import GstEdit
import TestSupport
import Testing

/// Custom compositors in films of high dynamic range and wide colors, by what they declare.
@Suite("Colors of custom compositors")
struct CompositorColorTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The ramp in `transfer`, drawn by the compositor `name`; the film's colors are `color`.
  private func edit(
    _ transfer: String = "arib-std-b67", drawnBy name: String? = "test", color: FilmColor? = nil
  ) async throws -> EditSnapshot {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 25))
    let asset = AssetReference(url: try await RampFilm.file(in: folder, transfer: transfer))
    let track = CompositionTrack(
      id: 1, mediaType: .video,
      segments: [CompositionTrackSegment(source: .init(asset: asset), sourceRange: range, targetRange: range)])
    let instruction = VideoCompositionInstruction(
      timeRange: range, layerInstructions: [LayerInstruction(trackID: 1)])
    return EditSnapshot(
      composition: Composition(tracks: [track]),
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 880, height: 64), color: color,
        instructions: [instruction], customCompositor: name.map { CompositorReference(name: $0) }))
  }

  /// The film of `edit`, without loss, and what ffprobe says of its colors.
  private func export(
    _ edit: EditSnapshot, _ compositors: CompositorRegistry = CompositorRegistry()
  ) async throws -> (url: URL, said: String) {
    let url = folder.url("film.mkv")
    let settings = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    let request = ExportRequest(edit, as: settings, to: url, replacesExistingFile: true)
    let report = try await ExportSession(
      request, compositing: VideoCompositingSettings(compositors: compositors)
    ).export()
    #expect(report.frameCount == 10)
    let said = try await MediaTools.ffprobe([
      "-show_entries", "stream=pix_fmt,color_transfer,color_primaries", url.path,
    ])
    return (url, said)
  }

  private func registry(_ compositor: TestCompositor) -> CompositorRegistry {
    var compositors = CompositorRegistry()
    compositors.register("test") { _ in compositor }
    return compositors
  }

  @Test(arguments: [("arib-std-b67", FilmColor.hlg), ("smpte2084", .pq)])
  func `one that takes high dynamic range gets it, and every code comes through`(
    transfer: String, color: FilmColor
  ) async throws {
    let compositor = TestCompositor(
      sources: [.yuv420p, .yuv420p10], outputs: [.yuv420p, .yuv420p10], highDynamicRange: true)
    let film = try await export(edit(transfer), registry(compositor))
    #expect(film.said.contains("yuv420p10le") && film.said.contains(transfer) && film.said.contains("bt2020"))
    let isWhole = try await RampFilm.luma(film.url).allSatisfy { $0.prefix(877).elementsEqual(64..<941) }
    #expect(isWhole)
    #expect(compositor.record.formats.allSatisfy { $0 == .yuv420p10 })
    #expect(compositor.record.contexts.map(\.colorimetry) == [color.colorimetry])
    #expect(compositor.record.contexts.map(\.pixelFormat) == [.yuv420p10])
  }

  @Test func `one that says nothing gets BT 709, and makes a film of it`() async throws {
    let compositor = TestCompositor()
    let film = try await export(edit(), registry(compositor))
    #expect(film.said.contains("yuv420p\n") && film.said.contains("bt709") && !film.said.contains("bt2020"))
    #expect(compositor.record.contexts.map(\.colorimetry) == [.bt709])
    let drawn = try await MediaTools.ffmpegOutput(["-i", film.url.path, "-f", "rawvideo"])
    let plain = try await export(edit(drawnBy: nil, color: .bt709))
    let isSame = try await drawn == MediaTools.ffmpegOutput(["-i", plain.url.path, "-f", "rawvideo"])
    #expect(isSame)
  }

  @Test func `its frames are converted to the high dynamic range that a film asks for`() async throws {
    let compositor = TestCompositor()
    let film = try await export(edit("smpte2084", color: .pq), registry(compositor))
    #expect(film.said.contains("yuv420p10le") && film.said.contains("smpte2084"))
    #expect(compositor.record.contexts.map(\.colorimetry) == [.bt709])
    #expect(compositor.record.formats.allSatisfy { $0 == .yuv420p })
    let luma = try await RampFilm.luma(film.url)[0]
    // Black stays, and what is brighter than the display ends at reference white, 58 % of PQ.
    let (black, white) = (luma[0], luma[879])
    #expect(black == 64 && abs(white - 573) <= 2)
    let isRising = zip(luma, luma[1..<880]).allSatisfy { $0 <= $1 }
    #expect(isRising)
  }

  @Test func `one that takes wide colors gets them in standard dynamic range`() async throws {
    let compositor = TestCompositor(sources: [.yuv420p10], outputs: [.yuv420p10], wideColor: true)
    let film = try await export(edit(color: .bt2020), registry(compositor))
    #expect(film.said.contains("bt2020"))
    #expect(compositor.record.contexts.map(\.colorimetry) == [FilmColor.bt2020.colorimetry])
    let narrow = TestCompositor()
    _ = try await export(edit(color: .bt2020), registry(narrow))
    #expect(narrow.record.contexts.map(\.colorimetry) == [.bt709])
  }

  @Test func `one that takes high dynamic range must name formats of ten bits`() async throws {
    let compositors = registry(TestCompositor(highDynamicRange: true))
    let error = try await #require(throws: RenderError.self) { _ = try await export(edit(), compositors) }
    #expect(error.code == .videoCompositorFailed && error.message.contains("no pixel format of 10 bits"))
  }

  @Test func `an explanation says what is converted where`() async throws {
    let edit = try await edit("smpte2084", color: .pq)
    var settings = RenderSettings()
    settings.highDynamicRangeFormat = .yuv420p10
    let renderer = Engine.renderer(
      compositing: VideoCompositingSettings(compositors: registry(TestCompositor())))
    let picture = try #require(try await edit.explanation(at: .zero, settings: settings, renderer: renderer).picture)
    let pq = FilmColor.pq.colorimetry
    #expect(picture.compositorColors == PictureExplanation.ColorChange(source: .bt709, target: pq))
    #expect(picture.layers.first?.sourceFrame?.colors == PictureExplanation.ColorChange(source: pq, target: .bt709))
  }

  @Test func `a plug-in says it in its table, and learns the film's colors from its context`() async throws {
    let library = try await PluginBuild.library(of: "bright.c", named: "bright.so", in: folder)
    var compositors = CompositorRegistry()
    try compositors.register(CompositorPlugin(contentsOf: library))
    let film = try await export(edit(drawnBy: "bright"), compositors)
    #expect(film.said.contains("arib-std-b67"))
    let isWhole = try await RampFilm.luma(film.url)[9].prefix(877).elementsEqual(64..<941)
    #expect(isWhole)
  }

  @Test(arguments: [true, false])
  func `a plug-in of version 1 is loaded and works, in standard dynamic range`(isExact: Bool) async throws {
    let library = try await PluginBuild.library(
      of: "identity.c", defining: isExact ? ["EXACT"] : [], named: "old.so", version: 1, in: folder)
    var compositors = CompositorRegistry()
    try compositors.register(CompositorPlugin(contentsOf: library))
    let film = try await export(edit(drawnBy: "identity"), compositors)
    #expect(film.said.contains("yuv420p\n") && film.said.contains("bt709"))
  }
}
