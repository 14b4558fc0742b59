import Dispatch
import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// The export between readers and a writer: what it asks of both, in which order, and how it ends.
@Suite("Export joins readers with a writer")
struct ExportJoinTests {
  private let folder: TemporaryFolder
  private static let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac))
  private static let frameDuration = CMTime(value: 1_001, timescale: 30_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A plan of 60 frames at 29.97 a second and 96,096 samples; `frames` and `samples` are the parts to render.
  private func plan(frames: Range<Int>? = 0..<60, samples: Range<Int64>? = 0..<96_096) throws -> RenderPlan {
    let grid = try FrameGrid(frameDuration: #require(Rational(Self.frameDuration)))
    let picture = frames.map { frames in
      PicturePlan(
        grid: grid, origin: .zero, frameCount: 60, range: frames, size: PixelSize(width: 16, height: 16),
        pixelFormat: .yuv420p, colorimetry: .bt709, runs: [],
        spans: [PictureSpan(frames: 0..<60, method: .empty(background: .black))])
    }
    let sound = try samples.map { samples in
      SoundPlan(
        grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: 96_096, range: samples,
        losslessFormat: nil,
        strips: [])
    }
    return RenderPlan(picture: picture, sound: sound)
  }

  private func export(_ plan: RenderPlan, on renderer: ScriptedRenderer) async throws(RenderError) -> ExportReport {
    try await Export(FilmPlan(plan, as: Self.settings), to: folder.file("film.mp4"), replacing: false).run(renderer) {
      _ in
    }
  }

  // MARK: What is asked and written

  @Test func `frames and samples arrive in order, each at its time`() async throws {
    let renderer = ScriptedRenderer(media: [])
    let report = try await export(plan(), on: renderer)
    #expect(report.frameCount == 60 && report.sampleCount == 96_096)
    let content = try #require(renderer.record.writers.first).content
    #expect(content.pictures.map(\.frame) == Array(0..<60))
    let duration = try Rational(1_001, 30_000)
    for (number, picture) in content.pictures.enumerated() {
      #expect(try picture.time == Rational(Int64(number)) * duration)
      #expect(picture.duration == duration)
    }
    #expect(content.samples == (0..<Int64(96_096)).map(ScriptedSamples.value))
    #expect(content.endedPictures && content.endedSamples && content.isFinished)
    #expect(renderer.record.pictureReaders.map(\.asked) == [Array(0..<60)])
  }

  @Test func `a range is read where it lies and written from zero`() async throws {
    let renderer = ScriptedRenderer(media: [])
    let report = try await export(plan(frames: 20..<35, samples: 32_032..<56_057), on: renderer)
    #expect(report.frameCount == 15 && report.sampleCount == 24_025)
    let writer = try #require(renderer.record.writers.first)
    #expect(writer.settings.pictures?.expectedDuration == (try Rational(15 * 1_001, 30_000)))
    #expect(writer.settings.samples?.expectedCount == 24_025)
    #expect(writer.content.pictures.map(\.frame) == Array(20..<35))
    for (number, picture) in writer.content.pictures.enumerated() {
      #expect(try picture.time == Rational(Int64(number) * 1_001, 30_000))
    }
    #expect(writer.content.samples == (32_032..<Int64(56_057)).map(ScriptedSamples.value))
  }

  @Test(arguments: [true, false]) func `what a plan does not have is not opened`(hasPicture: Bool) async throws {
    let renderer = ScriptedRenderer(media: [])
    _ = try await export(
      plan(frames: hasPicture ? 0..<60 : nil, samples: hasPicture ? nil : 0..<96_096), on: renderer)
    let record = renderer.record
    #expect(record.pictureReaders.count == (hasPicture ? 1 : 0))
    #expect(record.sampleReaders.count == (hasPicture ? 0 : 1))
    let writer = try #require(record.writers.first)
    #expect((writer.settings.pictures != nil, writer.settings.samples != nil) == (hasPicture, !hasPicture))
    #expect(writer.content.isFinished)
  }

  @Test func `readers are closed when the file is finished, and not cancelled before`() async throws {
    let renderer = ScriptedRenderer(media: [])
    _ = try await export(plan(), on: renderer)
    let record = renderer.record
    #expect(record.pictureReaders.allSatisfy { $0.isClosed && !$0.isCancelled })
    #expect(record.sampleReaders.allSatisfy { $0.isClosed && !$0.isCancelled })
    #expect(record.writers.allSatisfy { !$0.content.isCancelled })
  }

  // MARK: Failures

  /// Where an export can fail, readers and writer open.
  private static let stages: [ScriptedStage] = [
    .readPicture(0), .readPicture(31), .readPicture(59), .readSamples(0), .readSamples(16_384), .writePicture(17),
    .writeSamples(8_192), .writeSamples(96_096), .endPictures, .endSamples,
  ]

  @Test(arguments: stages) func `what fails is the export's error, and ends everything else`(
    stage: ScriptedStage
  ) async throws {
    let failure = RenderError(.mediaUnreadable, "This does not work.", remedy: "Mend it.")
    let renderer = ScriptedRenderer(media: []) { (now: ScriptedStage) throws(RenderError) in
      if now == stage { throw failure }
    }
    let error = await error(of: try plan(), on: renderer)
    #expect(error == failure)
    expectNothingFinished(renderer)
    #expect(renderer.record.pictureReaders.map(\.isClosed) == [true])
    #expect(renderer.record.sampleReaders.map(\.isClosed) == [true])
    #expect(renderer.record.pictureReaders.map(\.isCancelled) == [true])
    #expect(renderer.record.sampleReaders.map(\.isCancelled) == [true])
  }

  @Test func `a frame that cannot be made ends the export there`() async throws {
    let failure = RenderError(.mediaUnreadable, "Frame 12 is damaged.")
    let renderer = ScriptedRenderer(media: [], failingFrames: [12: failure])
    #expect(await error(of: try plan(samples: nil), on: renderer) == failure)
    expectNothingFinished(renderer)
    #expect(renderer.record.pictureReaders.map(\.asked) == [Array(0...12)])
    #expect(renderer.record.writers.map { $0.content.pictures.count } == [12])
  }

  @Test func `the first of two failures is the one that is reported`() async throws {
    let first = RenderError(.mediaUnreadable, "The picture fails.")
    let second = RenderError(.engineFailed, "The sound fails because of it.")
    let hasFailed = DispatchSemaphore(value: 0)
    let renderer = ScriptedRenderer(media: [], failingFrames: [3: first]) { (now: ScriptedStage) throws(RenderError) in
      switch now {
      // The pictures' reader is cancelled by the export once its failure is known; then the sound fails as well.
      case .readSamples(8_192):
        #expect(hasFailed.wait(timeout: .now() + 300) == .success)
        throw second
      default: break
      }
    }
    let plan = try plan()
    async let error = error(of: plan, on: renderer)
    while renderer.record.writers.first?.content.isCancelled != true { await Task.yield() }
    hasFailed.signal()
    #expect(await error == first)
    expectNothingFinished(renderer)
  }

  @Test(arguments: [0, 1, 8_191] as [Int64]) func `a block that is too short is an error`(length: Int64) async throws {
    let renderer = ScriptedRenderer(media: [], longestBlock: length)
    let error = await error(of: try plan(), on: renderer)
    #expect(error?.code == .engineFailed)
    #expect(error?.message.contains("\(length) of 8192") == true)
    expectNothingFinished(renderer)
    #expect(renderer.record.writers.map { $0.content.samples } == [[]])
  }

  @Test(arguments: [ScriptedStage.openWriter, .openPictures, .openSamples])
  func `what cannot be opened is the export's error`(stage: ScriptedStage) async throws {
    let failure = RenderError(.missingPlugin, "There is no decoder.")
    let renderer = ScriptedRenderer(media: []) { (now: ScriptedStage) throws(RenderError) in
      if now == stage { throw failure }
    }
    #expect(await error(of: try plan(), on: renderer) == failure)
    expectNothingFinished(renderer)
    let record = renderer.record
    #expect(record.writers.count == (stage == .openWriter ? 0 : 1))
    #expect(record.pictureReaders.count == (stage == .openSamples ? 1 : 0))
    #expect(record.pictureReaders.flatMap(\.asked) == [])
    #expect(record.pictureReaders.allSatisfy { $0.isCancelled })
    #expect(record.pictureReaders.allSatisfy { $0.isClosed })
  }

  // MARK: Cancelling

  @Test(arguments: stages + [.openWriter, .openPictures, .openSamples])
  func `a task that is cancelled ends as cancelled, wherever it was`(stage: ScriptedStage) async throws {
    let work = Work()
    let renderer = ScriptedRenderer(media: []) { (now: ScriptedStage) throws(RenderError) in
      if now == stage { work.cancel() }
    }
    let plan = try plan()
    let error = await work.run { () throws(RenderError) in try await export(plan, on: renderer) }
    #expect(error?.code == .cancelled)
    expectNothingFinished(renderer)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed && $0.isCancelled })
    #expect(renderer.record.sampleReaders.allSatisfy { $0.isClosed && $0.isCancelled })
  }

  @Test func `a task that is cancelled before it begins writes nothing`() async throws {
    let renderer = ScriptedRenderer(media: [])
    let plan = try plan()
    let work = Work()
    work.cancel()
    let error = await work.run { () throws(RenderError) in try await export(plan, on: renderer) }
    #expect(error?.code == .cancelled)
    expectNothingFinished(renderer)
    #expect(renderer.record.pictureReaders.flatMap(\.asked) == [])
  }

  // MARK: Helpers

  private func error(of plan: RenderPlan, on renderer: ScriptedRenderer) async -> RenderError? {
    do {
      _ = try await export(plan, on: renderer)
      return nil
    } catch {
      return error
    }
  }

  private func expectNothingFinished(_ renderer: ScriptedRenderer) {
    for writer in renderer.record.writers {
      #expect(!writer.content.isFinished)
      #expect(writer.content.isCancelled)
    }
  }
}

/// Some work in a task of its own, which can be cancelled from inside it, even before it begins.
private final class Work: Sendable {
  private struct State {
    var task: Task<RenderError?, Never>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// The error of `body`; nil where it has none.
  func run<Result: Sendable>(_ body: @escaping @Sendable () async throws(RenderError) -> Result) async -> RenderError? {
    let task = Task { () -> RenderError? in
      // The task waits until `cancel` can reach it.
      while self.state.withLock({ $0.task == nil }) { await Task.yield() }
      do throws(RenderError) {
        _ = try await body()
        return nil
      } catch {
        return error
      }
    }
    state.withLock { state in
      if state.isCancelled { task.cancel() }
      state.task = task
    }
    return await task.value
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
