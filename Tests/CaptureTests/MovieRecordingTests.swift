import Capture
import Dispatch
import EditServices
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Films recorded from scripted devices: what is in them, and how they end.
@Suite("Recording films")
struct MovieRecordingTests {
  private typealias Scripted = ScriptedCapture

  /// The numbers of the samples in a film.
  private func numbers(_ content: ScriptedWriter.Content) -> [Int64] {
    content.samples.map { Int64(($0 * Double(1 << 24)).rounded()) }
  }

  @Test func `every frame and every sample is there, in step`() async throws {
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<250), sound: Scripted.samples(0..<480_000))
    let film = try await stage.record().movie
    #expect(film.error == nil && film.isPlayable)
    #expect(film.file?.frameCount == 250 && film.file?.sampleCount == 480_000)
    #expect(film.duration == CMTime(value: 10, timescale: 1) && film.droppedFrameCount == 0)
    let content = try #require(stage.content)
    #expect(content.pictures.map(\.frame) == Array(0..<250))
    #expect(try content.pictures.map(\.time) == (0..<250).map { try Rational($0, 25) })
    #expect(numbers(content) == Array(0..<480_000))
    #expect(!stage.session.isRunning && !stage.movie.isRecording)
  }

  @Test func `sound before the first picture is left out, and what is missing at the start is silent`() async throws {
    for (pictureStart, soundStart) in [(Rational(1), Rational.zero), (.zero, Rational(1))] {
      let stage = try CaptureStage(
        pictures: Scripted.pictures(0..<50, from: pictureStart),
        sound: Scripted.samples(0..<96_000, from: soundStart))
      let film = try await stage.record().movie
      #expect(film.error == nil)
      let content = try #require(stage.content)
      #expect(content.pictures.count == 50 && content.pictures.first?.time == .zero)
      let sound = numbers(content)
      if soundStart == .zero {
        #expect(sound == Array(48_000..<96_000))
      } else {
        // The sound goes on behind the pictures, and the film ends with them.
        #expect(sound.prefix(48_000).allSatisfy { $0 == 0 })
        #expect(Array(sound.dropFirst(48_000).prefix(48_000)) == Array(0..<48_000))
        #expect(content.presentationEnd == Rational(2))
      }
    }
  }

  @Test func `times of sound that are a little off move no sample`() async throws {
    let jittery = try Scripted.samples(0..<48_000).enumerated().map { number, item in
      guard case .samples(let first, let count, let time) = item else { return item }
      return Scripted.Item.samples(
        first, count: count, time: number % 2 == 1 ? try time + Rational(3, 1_000) : time)
    }
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<25), sound: jittery)
    _ = try await stage.record().movie
    #expect(numbers(try #require(stage.content)) == Array(0..<48_000))
  }

  @Test func `where sound is missing for long, the film is silent as long`() async throws {
    let sound = try Scripted.samples(0..<24_000) + Scripted.samples(36_000..<48_000)
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<25), sound: sound)
    _ = try await stage.record().movie
    let expected = Array(Int64(0)..<24_000) + Array(repeating: 0, count: 12_000) + Array(36_000..<48_000)
    #expect(numbers(try #require(stage.content)) == expected)
  }

  @Test func `when a device goes, the film is finished up to there and the error says so`() async throws {
    let gone = RenderError(.deviceWasDisconnected, "The camera is gone.")
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<50) + [.fail(gone)],
      sound: Scripted.samples(0..<96_000) + [.gate("never")])
    let events = stage.session.events
    let film = try await stage.record().movie
    #expect(film.error?.code == .deviceWasDisconnected && film.isPlayable && film.file?.frameCount == 50)
    #expect(film.error?.description.contains("complete up to there") == true)
    for await event in events {
      guard case .runtimeError(let error) = event else { continue }
      #expect(error.code == .deviceWasDisconnected)
      break
    }
    // The microphone goes on.
    #expect(stage.session.isRunning)
    await stage.session.stopRunning()
    #expect(!stage.session.isRunning)
  }

  @Test func `a full disk is a typed error, and the fragments are to be kept`() async throws {
    let full = RenderError(.writeFailed, "The disk is full.")
    let renderer = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .writePicture(30) { throw full }
    }
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<250), sound: Scripted.samples(0..<480_000), renderer: renderer)
    let film = try await stage.record().movie
    #expect(film.error?.code == .writeFailed && film.file == nil)
    let settings = try #require(renderer.record.writers.first).settings
    #expect(settings.keepsFragments && settings.fragmentDuration == .one)
    // Nothing is on this disk, whose writer is scripted.
    #expect(!film.isPlayable)
    #expect(!stage.movie.isRecording)
  }

  @Test func `a recording cannot be started twice, nor before the session`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<5))
    let early = await code { try stage.movie.startRecording(to: stage.folder.file("early.mov")) }
    #expect(early == .sessionNotRunning)
    try await stage.session.startRunning()
    let recording = try stage.movie.startRecording(to: stage.folder.file("film.mov"))
    let second = await code { try stage.movie.startRecording(to: stage.folder.file("other.mov")) }
    #expect(second == .recordingAlreadyInProgress)
    stage.engine.open(gate: "record")
    let film = await recording.movie
    #expect(film.file?.frameCount == 5)
  }

  @Test func `an input that is taken out ends the recording, whose film is finished`() async throws {
    let (reached, continuation) = AsyncStream<Void>.makeStream()
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<20) + [.perform { continuation.finish() }, .gate("never")])
    let recording = try await stage.record()
    for await _ in reached {}
    let input = try #require(stage.session.inputs.first)
    stage.session.removeInput(input)
    let film = await recording.movie
    #expect(film.error?.code == .sessionConfigurationChanged && film.file?.frameCount == 20)
    #expect(stage.session.inputs.isEmpty && stage.session.connections.isEmpty)
    await stage.session.stopRunning()
    #expect(stage.engine.closedStreams == 1)
  }

  @Test func `a longest duration is kept to the sample`() async throws {
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<250), sound: Scripted.samples(0..<480_000, size: 777))
    // Half a picture, and no whole block.
    stage.movie.maxRecordedDuration = CMTime(value: 102, timescale: 100)
    let film = try await stage.record().movie
    #expect(film.error?.code == .maximumDurationReached && film.isPlayable)
    let content = try #require(stage.content)
    #expect(content.pictures.count == 26 && content.samples.count == 48_960)
    let last = try #require(content.pictures.last)
    #expect(try last.time + last.duration == Rational(102, 100))
  }

  @Test func `media of a pause are left out, and the rest follows without a gap`() async throws {
    let (paused, continuation) = AsyncStream<Void>.makeStream()
    let all = try Scripted.pictures(0..<75)
    let stage = try CaptureStage(
      pictures: Array(all[..<25]) + [.perform { continuation.finish() }, .gate("pause")] + Array(all[25..<50])
        + [.perform { continuation.finish() }, .gate("resume")] + Array(all[50...]))
    let recording = try await stage.record()
    for await _ in paused {}
    stage.movie.pauseRecording()
    #expect(stage.movie.isRecordingPaused)
    stage.engine.open(gate: "pause")
    var preview = stage.movie.recordedDuration
    #expect(preview == CMTime(value: 1, timescale: 1))
    stage.movie.resumeRecording()
    stage.engine.open(gate: "resume")
    let film = await recording.movie
    preview = film.duration
    let content = try #require(stage.content)
    // Pictures that came between the two calls may be in either part; none is twice, and there is no gap.
    #expect(content.pictures.map(\.frame) == content.pictures.map(\.frame).sorted())
    #expect(try content.pictures.map(\.time) == (0..<Int64(content.pictures.count)).map { try Rational($0, 25) })
    #expect(content.pictures.prefix(25).map(\.frame) == Array(0..<25) && content.pictures.last?.frame == 74)
  }

  @Test func `a recording to which nothing came says so`() async throws {
    let stage = try CaptureStage(pictures: [.gate("never")])
    try await stage.session.startRunning()
    try stage.movie.startRecording(to: stage.folder.file("film.mov"))
    let film = await stage.movie.stopRecording()
    #expect(film?.error?.code == .noDataCaptured && film?.isPlayable == false)
    await stage.session.stopRunning()
  }

  @Test func `a live device does not wait, and its sound is complete`() async throws {
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<10), sound: Scripted.samples(0..<19_200), cameraClock: .zero,
      microphoneClock: .zero)
    let film = try await stage.record().movie
    #expect(film.error == nil && film.isPlayable)
    let content = try #require(stage.content)
    #expect(content.pictures.count + film.droppedFrameCount == 10)
    #expect(numbers(content) == Array(0..<19_200))
    #expect(stage.renderer.record.writers.first?.settings.export.video?.speed == .veryfast)
  }

  /// A camera that was opened before the microphone, whose pictures wait; sound comes from the moment of the recording on.
  @Test func `media that a live device captured before the recording are not recorded`() async throws {
    let asked = try Rational(4, 25)
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<10), sound: Scripted.samples(7_680..<19_200), cameraClock: asked,
      microphoneClock: asked)
    let film = try await stage.record().movie
    #expect(film.error == nil && film.duration == CMTime(value: 6, timescale: 25))
    let content = try #require(stage.content)
    #expect(content.pictures.map(\.frame).allSatisfy { (4..<10).contains($0) })
    #expect(content.pictures.count + film.droppedFrameCount == 6)
    #expect(numbers(content) == Array(7_680..<19_200))
  }

  @Test func `pictures that wait are recorded from their start, whatever the clock of a live microphone shows`()
    async throws
  {
    let clock = Rational(1_000)
    let stage = try CaptureStage(
      pictures: [.closedStreams(1)] + Scripted.pictures(0..<10), sound: Scripted.samples(0..<4_800, from: clock),
      microphoneClock: clock)
    let film = try await stage.record().movie
    #expect(film.error == nil)
    #expect(stage.content?.pictures.map(\.frame) == Array(0..<10))
  }

  /// Twenty seconds of sound, complete before the first picture: only its device's own thread passes it on.
  @Test func `sound of a device that has ended goes with the pictures that come later`() async throws {
    let stage = try CaptureStage(
      pictures: [.closedStreams(1)] + Scripted.pictures(0..<500), sound: Scripted.samples(0..<960_000),
      microphoneClock: .zero)
    let film = try await stage.record().movie
    #expect(film.error == nil && film.duration == CMTime(value: 20, timescale: 1))
    let content = try #require(stage.content)
    let isWhole = content.pictures.map(\.frame) == Array(0..<500) && numbers(content) == Array(0..<960_000)
    #expect(isWhole, "\(content.pictures.count) pictures, \(numbers(content).count) samples")
  }

  /// Three seconds of sound before the first picture, and a minute of it before the file is begun, as on a machine with other things to do.
  @Test func `a film whose file takes long to be begun has the sound that belongs to it`() async throws {
    let begun = DispatchSemaphore(value: 0)
    let renderer = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .openWriter { _ = begun.wait(timeout: .now() + 300) }
    }
    let stage = try CaptureStage(
      pictures: [.gate("sound")] + Scripted.pictures(0..<50, from: Rational(3)) + [.open("pictures")],
      sound: Scripted.samples(0..<168_000)
        + [.open("sound"), .gate("pictures")] + Scripted.samples(168_000..<3_000_000)
        + [.perform { begun.signal() }] + Scripted.samples(3_000_000..<3_004_800),
      cameraClock: .zero, microphoneClock: .zero, renderer: renderer)
    stage.movie.maxRecordedDuration = CMTime(value: 1, timescale: 1)
    let film = try await stage.record().movie
    #expect(film.error?.code == .maximumDurationReached)
    let sound = numbers(try #require(stage.content))
    let isWhole = sound == Array(144_000..<192_000)
    #expect(isWhole, "\(sound.count) samples")
  }

  @Test func `of a long pause nothing is kept, and what waits from before it is written`() async throws {
    let begun = DispatchSemaphore(value: 0)
    let renderer = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .openWriter { _ = begun.wait(timeout: .now() + 300) }
    }
    let (reached, continuation) = AsyncStream<Void>.makeStream()
    let (over, end) = AsyncStream<Void>.makeStream()
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<50) + [.open("pictures"), .gate("never")],
      sound: [.gate("pictures")] + Scripted.samples(0..<96_000)
        + [.perform { continuation.finish() }, .gate("paused")] + Scripted.samples(96_000..<4_000_000)
        + [.perform { end.finish() }, .gate("never")],
      cameraClock: .zero, microphoneClock: .zero, renderer: renderer)
    let recording = try await stage.record()
    for await _ in reached {}
    stage.movie.pauseRecording()
    stage.engine.open(gate: "paused")
    for await _ in over {}
    begun.signal()
    recording.stop()
    let film = await recording.movie
    #expect(film.error == nil, "\(String(describing: film.error))")
    #expect(film.duration == CMTime(value: 2, timescale: 1))
    let sound = numbers(try #require(stage.content))
    let isWhole = sound == Array(0..<96_000)
    #expect(isWhole, "\(sound.count) samples")
    await stage.session.stopRunning()
  }

  @Test func `sound for which there is no time ends the film without a gap, and says so`() async throws {
    let begun = DispatchSemaphore(value: 0)
    let renderer = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .openWriter { _ = begun.wait(timeout: .now() + 300) }
    }
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<2) + [.open("pictures"), .gate("never")],
      sound: [.gate("pictures")] + Scripted.samples(0..<3_000_000) + [.perform { begun.signal() }],
      cameraClock: .zero, microphoneClock: .zero, renderer: renderer)
    let film = try await stage.record().movie
    #expect(film.error?.code == .stalled && film.isPlayable, "\(String(describing: film.error))")
    let sound = numbers(try #require(stage.content))
    #expect(sound.count > 60 * 48_000 && sound == Array(0..<Int64(sound.count)))
    await stage.session.stopRunning()
  }

  @Test(arguments: [nil, Rational.zero]) func `sound without the pictures that were to come is no film, and ends`(
    microphoneClock: Rational?
  ) async throws {
    let stage = try CaptureStage(
      pictures: [], sound: Scripted.samples(0..<4_800), microphoneClock: microphoneClock)
    let film = try await stage.record().movie
    #expect(film.error?.code == .noDataCaptured && !film.isPlayable)
    await stage.session.stopRunning()
    #expect(!stage.session.isRunning)
  }

  @Test func `a recording ends at its largest size, in which packets count that are held`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<200))
    stage.movie.maxRecordedFileSize = 2_000
    let film = try await stage.record().movie
    #expect(film.error?.code == .maximumFileSizeReached && film.isPlayable)
    let count = try #require(stage.content).pictures.count
    #expect((20..<200).contains(count), "\(count) pictures")
  }

  @Test func `a file that cannot hold it, or is there, is refused before anything is recorded`() async throws {
    let stage = try CaptureStage(pictures: [.gate("never")])
    try await stage.session.startRunning()
    let sound = await code { try stage.movie.startRecording(to: stage.folder.file("film.wav")) }
    #expect(sound == .unsupported)
    let unknown = await code { try stage.movie.startRecording(to: stage.folder.file("film.xyz")) }
    #expect(unknown == .unsupported)
    try stage.folder.write("film", to: "film.mov")
    let taken = await code { try stage.movie.startRecording(to: stage.folder.file("film.mov")) }
    #expect(taken == .outputExists)
    stage.movie.maxRecordedFileSize = 1_000
    let size = await code { try stage.movie.startRecording(to: stage.folder.file("film.mkv")) }
    #expect(size == .unsupported)
    await stage.session.stopRunning()
  }
}
