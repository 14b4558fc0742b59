import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite struct ExportSessionTests {
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

  // MARK: The whole way

  @Test func `an export returns what was written and ends completed`() async throws {
    let renderer = ScriptedRenderer(media: [cat], export: [.progress(frame: 50)])
    let session = ExportSession(request, renderer: renderer)
    #expect(session.status == .unknown)

    let report = try await session.export()

    #expect(report == ExportReport(frameCount: 50, sampleCount: 0, byteCount: 1_000))
    #expect(session.status == .completed)
    #expect(session.error == nil)
    #expect(session.progress == RenderProgress(frame: 50, frameCount: 50, fraction: 1))
    #expect(renderer.record.factsAsked == [[cat.asset]])
    #expect(renderer.record.outputs == [request.outputURL])
    #expect(renderer.record.replacing == [false])
    #expect(session.plan == renderer.record.plans.first)
  }

  @Test func `settings reach the renderer without sound where the composition has none`() async throws {
    var request = request
    request.settings.audio = AudioSettings(codec: .aac)
    let renderer = ScriptedRenderer(media: [cat])
    try await ExportSession(request, renderer: renderer).export()
    let checked = try #require(renderer.record.settingsChecked.first)
    #expect(checked.audio == nil)
    #expect(checked.video?.codec == .h264)
  }

  @Test func `a film of nothing is refused`() async throws {
    let empty = ExportRequest(EditSnapshot(composition: Composition()), as: request.settings, to: request.outputURL)
    let error = await failure(of: ExportSession(empty, renderer: ScriptedRenderer(media: [])))
    #expect(error?.code == .invalidModel)
  }

  @Test func `a range is planned from its start`() async throws {
    var request = request
    request.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 2))
    let renderer = ScriptedRenderer(media: [cat])
    try await ExportSession(request, renderer: renderer).export()
    let picture = try #require(renderer.record.plans.first?.picture)
    // The pictures' own times: the thirteenth is shown for half of its time.
    #expect(picture.rule == .source)
    #expect(picture.origin == .one)
    #expect(picture.range == 0..<13)
    #expect(try picture.outputDuration.seconds == 0.5)
    #expect(picture.runs.map(\.sourceFrames.first) == [25])
    let written = try #require(renderer.record.writers.first?.content.pictures)
    #expect(written.map(\.frame) == Array(0..<13))
    #expect(written.first?.time == .zero)
  }

  @Test func `a range of a film on a grid is planned as part of the whole`() async throws {
    var request = request
    request.edit.videoComposition = VideoComposition(fit: .resizeAspect)
    request.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 2))
    let renderer = ScriptedRenderer(media: [cat])
    try await ExportSession(request, renderer: renderer).export()
    let picture = try #require(renderer.record.plans.first?.picture)
    #expect(picture.origin == .zero)
    #expect(picture.range == 25..<38)
    let written = try #require(renderer.record.writers.first?.content.pictures)
    #expect(written.map(\.frame) == Array(25..<38))
    #expect(written.first?.time == .zero)
  }

  @Test(arguments: [
    (PixelSize(width: 320, height: 320), PixelSize(width: 320, height: 180)),
    (PixelSize(width: 1_920, height: 90), PixelSize(width: 160, height: 90)),
    (PixelSize(width: 1_920, height: 1_080), PixelSize(width: 640, height: 360)),
  ])
  func `a picture is scaled down into the largest size and never up`(box: PixelSize, size: PixelSize) async throws {
    var request = request
    request.maximumSize = box
    let renderer = ScriptedRenderer(media: [cat])
    try await ExportSession(request, renderer: renderer).export()
    #expect(renderer.record.plans.first?.picture?.size == size)
  }

  // MARK: Snapshots

  @Test func `edits while an export runs change nothing in it`() async throws {
    let dog = try film("dog")
    let edit = Mutex(request.edit)
    let renderer = ScriptedRenderer(
      media: [cat, dog],
      discovery: [.perform { edit.withLock { $0.composition.tracks.removeAll() } }],
      export: [.perform { edit.withLock { $0 = cuts(of: [dog, dog]) } }])
    let session = ExportSession(
      ExportRequest(edit.withLock { $0 }, as: request.settings, to: request.outputURL), renderer: renderer)

    let report = try await session.export()

    #expect(report.frameCount == 50)
    #expect(session.request.edit == request.edit)
    #expect(renderer.record.factsAsked == [[cat.asset]])
    #expect(edit.withLock { $0.assets } == [dog.asset])
  }

  @Test func `a session runs only once`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let session = ExportSession(request, renderer: renderer)
    try await session.export()
    #expect(await failure(of: session)?.code == .sessionUsed)
    #expect(session.status == .completed)
    #expect(renderer.record.plans.count == 1)
  }

  // MARK: Refusals before work

  @Test func `a file that exists is not touched`() async throws {
    let url = try folder.write("precious", to: "film.mp4")
    let renderer = ScriptedRenderer(media: [cat])
    let session = ExportSession(request, renderer: renderer)
    let error = await failure(of: session)
    #expect(error?.code == .outputExists)
    #expect(error?.message == "The output \(url.path) exists already.")
    #expect(session.status == .failed)
    #expect(session.error == error)
    #expect(renderer.record.factsAsked.isEmpty)
    #expect(renderer.record.plans.isEmpty)
  }

  @Test func `a file that exists is replaced when that is allowed`() async throws {
    try folder.write("old", to: "film.mp4")
    var request = request
    request.replacesExistingFile = true
    let renderer = ScriptedRenderer(media: [cat])
    try await ExportSession(request, renderer: renderer).export()
    #expect(renderer.record.replacing == [true])
  }

  @Test func `what the renderer cannot write is refused before anything is rendered`() async throws {
    let refusal = RenderError(.missingPlugin, "No H.264 encoder.", remedy: "Install gstreamer1.0-plugins-ugly.")
    let renderer = ScriptedRenderer(media: [cat], refusal: refusal)
    #expect(await failure(of: ExportSession(request, renderer: renderer)) == refusal)
    #expect(renderer.record.plans.isEmpty)
  }

  @Test func `what no container can hold is refused by name`() async throws {
    var request = request
    request.settings = ExportSettings(fileType: .webm, video: VideoSettings(codec: .h264), audio: nil)
    let renderer = ScriptedRenderer(media: [cat])
    #expect(await failure(of: ExportSession(request, renderer: renderer))?.code == .unsupported)
    #expect(renderer.record.factsAsked.isEmpty)
  }

  // MARK: Failures

  @Test func `a failure of the renderer arrives as it is`() async throws {
    let clip = ClipReference(asset: cat.asset, trackID: 1, segmentIndex: 0)
    let fault = RenderError(.engineFailed, "The decoder failed.", clip: clip, time: .one, underlying: "avdec_h264")
    let renderer = ScriptedRenderer(media: [cat], export: [.progress(frame: 3), .fail(fault)])
    let session = ExportSession(request, renderer: renderer)
    #expect(await failure(of: session) == fault)
    #expect(session.status == .failed)
    #expect(session.error == fault)
  }

  @Test func `an error of another kind becomes a failure of the engine with its own words`() async throws {
    struct Surprise: Error, CustomStringConvertible { let description = "out of film" }
    let renderer = ScriptedRenderer(media: [cat], export: [.fail(Surprise())])
    let error = await failure(of: ExportSession(request, renderer: renderer))
    #expect(error?.code == .engineFailed)
    #expect(error?.underlying == "out of film")
  }

  @Test func `missing media ends the session before anything is planned`() async throws {
    let renderer = ScriptedRenderer(media: [])
    let error = await failure(of: ExportSession(request, renderer: renderer))
    #expect(error?.code == .mediaMissing)
    #expect(error?.asset == cat.asset)
    #expect(renderer.record.plans.isEmpty)
  }

  private func failure(of session: ExportSession) async -> RenderError? {
    do throws(RenderError) {
      try await session.export()
      return nil
    } catch {
      return error
    }
  }
}
