import EditServices
import EditingModel
import MediaFormats
import Rendering
import ScriptedRendering
import Testing

@Suite struct ExportStatesTests {
  let folder: TemporaryFolder
  let cat: MediaFacts
  let request: ExportRequest

  init() throws {
    folder = try TemporaryFolder()
    cat = try film("cat")
    request = ExportRequest(
      cuts(of: [cat]), as: ExportSettings(fileType: .mp4, video: VideoSettings(codec: .h264), audio: nil),
      to: folder.file("film.mp4"))
  }

  @Test func `a session is pending, then waiting, then exporting, and its states end with it`() async throws {
    let renderer = ScriptedRenderer(
      media: [cat], export: [.progress(frame: 25), .progress(frame: 50)])
    #expect(
      try await states(renderer) == [
        .pending, .waiting, exporting(0, 0), exporting(25, 0.5), exporting(50, 1),
      ])
  }

  @Test func `progress never falls, whatever the renderer says`() async throws {
    let renderer = ScriptedRenderer(
      media: [cat],
      export: [
        .progress(frame: 20), .progress(frame: 10), .progress(frame: 30),
        .progress(frame: 30), .progress(frame: 50),
      ])
    #expect(
      try await states(renderer) == [
        .pending, .waiting, exporting(0, 0), exporting(20, 0.4), exporting(30, 0.6), exporting(50, 1),
      ])
  }

  @Test func `progress comes at most once in an update interval, and its end always`() async throws {
    let clock = ManualClock()
    let renderer = ScriptedRenderer(
      media: [cat],
      export: [
        .progress(frame: 1),
        .perform { clock.advance(by: .milliseconds(199)) }, .progress(frame: 2),
        .perform { clock.advance(by: .milliseconds(1)) }, .progress(frame: 3),
        .progress(frame: 4), .progress(frame: 50),
      ])
    #expect(
      try await states(renderer, updateInterval: .milliseconds(200), clock: clock) == [
        .pending, .waiting, exporting(0, 0), exporting(3, 0.06), exporting(50, 1),
      ])
  }

  @Test func `a late observer starts with the present state`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let session = ExportSession(request, renderer: renderer)
    try await session.export()
    for await state in session.states() {
      Issue.record("a finished session is still \(state)")
    }
  }

  @Test func `the states of a failed session end too`() async throws {
    let renderer = ScriptedRenderer(media: [])
    let session = ExportSession(request, renderer: renderer)
    let states = session.states()
    await #expect(throws: RenderError.self) { try await session.export() }
    var seen: [ExportSession.State] = []
    for await state in states { seen.append(state) }
    #expect(seen == [.pending, .waiting])
  }

  private func states(
    _ renderer: ScriptedRenderer, updateInterval: Duration = .zero, clock: ManualClock = ManualClock()
  ) async throws -> [ExportSession.State] {
    let session = ExportSession(request, renderer: renderer, clock: clock)
    let states = session.states(updateInterval: updateInterval)
    try await session.export()
    var seen: [ExportSession.State] = []
    for await state in states { seen.append(state) }
    return seen
  }

  private func exporting(_ frame: Int, _ fraction: Double) -> ExportSession.State {
    .exporting(progress: RenderProgress(frame: frame, frameCount: 50, fraction: fraction))
  }
}
