import EditServices
import EditingModel
import MediaFormats
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite struct ExportCancellationTests {
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

  @Test func `cancelled before it starts, an export does no work`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let session = ExportSession(request, renderer: renderer)
    session.cancel()
    await expectCancelled(session)
    #expect(renderer.record.factsAsked.isEmpty)
  }

  @Test func `cancelled while the media is looked at, an export is not planned`() async throws {
    let cancel = CancelButton()
    let renderer = ScriptedRenderer(media: [cat], discovery: [.perform(cancel.press), .waitForCancellation])
    let session = ExportSession(request, renderer: renderer)
    cancel.connect(session)
    await expectCancelled(session)
    #expect(session.plan == nil)
    #expect(renderer.record.plans.isEmpty)
  }

  @Test func `cancelled in the middle of rendering, an export ends as cancelled`() async throws {
    let cancel = CancelButton()
    let renderer = ScriptedRenderer(
      media: [cat], export: [.progress(frame: 10), .perform(cancel.press), .waitForCancellation])
    let session = ExportSession(request, renderer: renderer)
    cancel.connect(session)
    await expectCancelled(session)
    #expect(session.progress.frame == 10)
  }

  @Test func `what a cancelled renderer complains of is kept as underlying words`() async throws {
    let cancel = CancelButton()
    let complaint = RenderError(.engineFailed, "The pipeline was flushed.")
    let renderer = ScriptedRenderer(media: [cat], export: [.perform(cancel.press), .fail(complaint)])
    let session = ExportSession(request, renderer: renderer)
    cancel.connect(session)
    await expectCancelled(session)
    #expect(session.error?.underlying == "The pipeline was flushed.")
  }

  @Test func `a film that is finished when the cancel comes stays finished`() async throws {
    let cancel = CancelButton()
    let renderer = ScriptedRenderer(media: [cat], export: [.perform(cancel.press)])
    let session = ExportSession(request, renderer: renderer)
    cancel.connect(session)
    try await session.export()
    #expect(session.status == .completed)
  }

  @Test func `cancel after the end changes nothing`() async throws {
    let session = ExportSession(request, renderer: ScriptedRenderer(media: [cat]))
    try await session.export()
    session.cancel()
    #expect(session.status == .completed)
    #expect(session.error == nil)
  }

  @Test func `cancelling the task that exports cancels the session`() async throws {
    let started = AsyncStream<Void>.makeStream()
    let renderer = ScriptedRenderer(
      media: [cat], export: [.perform { started.continuation.finish() }, .waitForCancellation])
    let session = ExportSession(request, renderer: renderer)
    let work = Task { try await session.export() }
    for await _ in started.stream {}
    work.cancel()
    await #expect(throws: RenderError.self) { try await work.value }
    #expect(session.status == .cancelled)
  }

  private func expectCancelled(_ session: ExportSession) async {
    do throws(RenderError) {
      try await session.export()
      Issue.record("the export was not cancelled")
    } catch {
      #expect(error.code == .cancelled)
    }
    #expect(session.status == .cancelled)
    #expect(session.error?.code == .cancelled)
  }
}

/// Lets a script cancel the session that runs it.
private final class CancelButton: Sendable {
  private let session = Mutex<ExportSession?>(nil)

  func connect(_ session: ExportSession) {
    self.session.withLock { $0 = session }
  }

  @Sendable func press() {
    session.withLock { $0 }?.cancel()
  }
}
