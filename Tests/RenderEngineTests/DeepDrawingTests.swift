import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Films of 10 bits whose layers are faded, zoomed and turned: every step of a ramp is there, and no bias.
@Suite("Drawing in 10 bits")
struct DeepDrawingTests {
  private static let formats: [PixelFormat] = [.yuv420p10, .yuv422p10, .yuv444p10]

  /// A film of ten frames whose layers, the topmost first, show `sources`.
  private func edit(
    _ layers: [LayerInstruction], of sources: [URL], background: Color = .black, color: FilmColor? = .bt709
  ) async throws -> EditSnapshot {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 25))
    var film = Composition()
    for (number, source) in sources.enumerated() {
      film.tracks.append(
        CompositionTrack(
          id: TrackID(rawValue: Int32(number + 1)), mediaType: .video,
          segments: [
            CompositionTrackSegment(
              source: .init(asset: AssetReference(url: source)), sourceRange: range, targetRange: range)
          ]))
    }
    let instruction = VideoCompositionInstruction(
      timeRange: range, layerInstructions: layers, backgroundColor: background)
    return EditSnapshot(
      composition: film,
      videoComposition: VideoComposition(
        frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 880, height: 64), color: color,
        instructions: [instruction]))
  }

  /// The luma of each frame of `edit`, exported without loss.
  private func luma(
    _ edit: EditSnapshot, as format: PixelFormat?, in folder: ScratchFolder
  ) async throws -> [[Int]] {
    let url = folder.url("film.mkv")
    let settings = ExportSettings(
      fileType: .mkv, video: VideoSettings(codec: .ffv1, pixelFormat: format), audio: nil)
    let report = try await ExportSession(
      ExportRequest(edit, as: settings, to: url, replacesExistingFile: true)
    ).export()
    #expect(report.frameCount == 10)
    let frames = try await RampFilm.luma(url)
    try #require(frames.count == 10)
    return frames
  }

  private func ramps<Value: Interpolatable>(_ first: Value, _ last: Value) -> Ramps<Value> {
    Ramps([
      .ramp(
        range: CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 25)), from: first, to: last)
    ])
  }

  /// Compares what is `made` of a row with `goal`, a number of codes each.
  private func expect(_ made: some Collection<Int>, near goal: [Double], _ what: String) {
    let errors = zip(made, goal).map { Double($0) - $1 }
    #expect(errors.allSatisfy { abs($0) < 0.6 }, "\(what): \(errors.map(abs).max() ?? 0)")
    let mean: Double = errors.reduce(0, +) / Double(max(1, errors.count))
    #expect(abs(mean) < 0.05, "\(what)")
  }

  @Test(arguments: formats) func `a fade has every code, and no bias`(format: PixelFormat) async throws {
    let folder = try ScratchFolder()
    let sources = [try await RampFilm.file(in: folder), try await RampFilm.file(in: folder, falling: true)]
    let layers = [LayerInstruction(trackID: 1, opacity: ramps(1, 0)), LayerInstruction(trackID: 2)]
    for (frame, made) in try await luma(edit(layers, of: sources), as: format, in: folder).enumerated() {
      let opacity = 1 - Double(frame) / 10
      let goal = (0..<877).map { (code: Int) -> Double in
        opacity * Double(64 + code) + (1 - opacity) * Double(940 - code)
      }
      expect(made[880..<1757], near: goal, "frame \(frame)")
    }
  }

  @Test(arguments: formats) func `translucent layers over one another are mixed once`(format: PixelFormat) async throws
  {
    let folder = try ScratchFolder()
    let sources = [try await RampFilm.file(in: folder), try await RampFilm.file(in: folder, falling: true)]
    func steady(_ opacity: Double) -> Ramps<Double> { Ramps([.setting(at: .zero, value: opacity)]) }
    let layers = [
      LayerInstruction(trackID: 1, opacity: steady(0.5)), LayerInstruction(trackID: 2, opacity: steady(0.3)),
    ]
    let made = try await luma(edit(layers, of: sources), as: format, in: folder)[3]
    let goal = (0..<877).map { (code: Int) -> Double in
      let below: Double = 0.3 * Double(940 - code) + 0.7 * 64
      return 0.5 * Double(64 + code) + 0.5 * below
    }
    expect(made[880..<1757], near: goal, "the mixture")
  }

  @Test(arguments: formats) func `a zoom begins with the picture itself, and is smooth`(format: PixelFormat)
    async throws
  {
    let folder = try ScratchFolder()
    let zoom = LayerInstruction(trackID: 1, transform: ramps(.identity, .scale(x: 2.2, y: 2.2)))
    let made = try await luma(edit([zoom], of: [try await RampFilm.file(in: folder)]), as: format, in: folder)
    let isWhole = made[0] == (0..<64).flatMap { _ in (0..<880).map { 64 + min($0, 876) } }
    #expect(isWhole)
    let scale = 1.6
    expect(
      made[5][(30 * 880 + 8)..<(30 * 880 + 872)],
      near: (8..<872).map { 63.5 + (Double($0) + 0.5) / scale }, "the zoomed ramp")
  }

  @Test func `a turned ramp is a ramp`() async throws {
    let folder = try ScratchFolder()
    let turn = Transform(a: 0.998, b: 0.05, c: -0.05, d: 0.998, tx: 0, ty: 0)
    let layer = LayerInstruction(trackID: 1, transform: Ramps([.setting(at: .zero, value: turn)]))
    let made = try await luma(edit([layer], of: [try await RampFilm.file(in: folder)]), as: .yuv420p10, in: folder)[0]
    let back = try #require(turn.inverted)
    // Forty rows, over which the ramp is shifted by two codes.
    let pixels = (20..<60).flatMap { row in (40..<300).map { (row, $0) } }
    let places = pixels.map { back.apply(to: Point(x: Double($1) + 0.5, y: Double($0) + 0.5)) }
    try #require(places.allSatisfy { (4..<60).contains($0.y) && (4..<870).contains($0.x) })
    expect(pixels.map { made[880 * $0 + $1] }, near: places.map { 63.5 + $0.x }, "the turned ramp")
  }

  @Test(arguments: ["arib-std-b67", "smpte2084"])
  func `high dynamic range is kept where layers are drawn`(transfer: String) async throws {
    let folder = try ScratchFolder()
    let zoom = LayerInstruction(trackID: 1, transform: ramps(.identity, .scale(x: 2, y: 2)))
    let edit = try await edit([zoom], of: [try await RampFilm.file(in: folder, transfer: transfer)], color: nil)
    let made = try await luma(edit, as: nil, in: folder)
    let isWhole = made[0].prefix(877).elementsEqual(64..<941)
    #expect(isWhole)
    let said = try await MediaTools.ffprobe(["-show_entries", "stream=color_transfer", folder.url("film.mkv").path])
    #expect(said.contains(transfer))
  }

  @Test func `a white background is reference white in high dynamic range`() async throws {
    let folder = try ScratchFolder()
    let aside = Ramps<Transform>([.setting(at: .zero, value: .translation(x: 440, y: 0))])
    let layer = LayerInstruction(trackID: 1, transform: aside)
    let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
    let source = try await RampFilm.file(in: folder, transfer: "smpte2084")
    let made = try await luma(edit([layer], of: [source], background: white, color: .pq), as: nil, in: folder)[0]
    // 58 % of PQ, 203 cd/m².
    let (shown, first) = (made[10], made[440])
    #expect(shown == 573 && first == 64)
  }

  @Test func `in eight bits it is refused`() async throws {
    let folder = try ScratchFolder()
    let edit = try await edit([LayerInstruction(trackID: 1)], of: [try await RampFilm.file(in: folder)], color: .pq)
    await #expect { try await luma(edit, as: .yuv420p, in: folder) } throws: { error in
      (error as? RenderError)?.code == .unsupported && "\(error)".contains("eight bits")
    }
  }
}
