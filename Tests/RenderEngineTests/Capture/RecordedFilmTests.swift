import Capture
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Synchronization
import TestSupport
import Testing

/// Films recorded from GStreamer's test sources: what is in them, and what is left of one for which there is no room.
@Suite("Recorded films")
struct RecordedFilmTests {
  private let folder: ScratchFolder
  private let registry = CaptureDeviceRegistry(engine: Engine.captureEngine())

  init() throws {
    folder = try ScratchFolder()
  }

  private static let size = PixelSize(width: 160, height: 96)

  /// A session of test sources, with one output.
  private static func session(
    _ output: some CaptureOutput, _ registry: CaptureDeviceRegistry, pace: CaptureSettings.Pace
  ) throws -> CaptureSession {
    let session = CaptureSession()
    let settings = CaptureSettings(size: size, frameRate: Rational(30), pace: pace)
    for id in ["videotestsrc", "audiotestsrc"] {
      let device = try registry.requiredDevice(uniqueID: id)
      guard output.mediaTypes.contains(device.mediaType) else { continue }
      try session.addInput(CaptureDeviceInput(device: device, registry: registry, settings: settings))
    }
    try session.addOutput(output)
    return session
  }

  /// Records all that comes to the file called `name`, from the first picture on.
  private func record(_ name: String, seconds: Int64) async throws -> RecordedMovie {
    let output = CaptureMovieFileOutput(renderer: Engine.renderer())
    let gate = RecordingGate(output, url: folder.url(name))
    let session = try Self.session(gate, registry, pace: .asFastAsRead(lasting: Rational(seconds)))
    try await session.startRunning()
    return try await gate.movie()
  }

  @Test(arguments: ["mov", "mp4", "mkv"]) func `every frame and every sample is in the film, in step`(
    container: String
  ) async throws {
    // Ten minutes, or as many seconds.
    let seconds: Int64 = ProofScope.isFull ? 600 : 10
    let name = "film.\(container)"
    let film = try await record(name, seconds: seconds)
    #expect(film.error == nil && film.droppedFrameCount == 0)
    #expect(film.file?.frameCount == Int(seconds) * 30)
    #expect(film.file?.sampleCount == seconds * 48_000)
    let asset = AssetReference(url: folder.url(name))
    let facts = try #require(try await Engine.renderer().facts(of: [asset])[asset])
    let (picture, sound) = (try #require(facts.videoTracks.first), try #require(facts.audioTracks.first))
    let first = try picture.timing.start(of: 0)
    #expect(picture.timing.count == Int(seconds) * 30 && first == .zero)
    let end = try picture.timing.end(of: picture.timing.count - 1)
    let last = try #require(end)
    let difference = abs(last.seconds - Double(seconds))
    // Matroska's times are milliseconds.
    #expect(difference < 0.002, "\(last)")
    #expect(sound.firstSample == 0)
    #expect(sound.sampleCount == seconds * 48_000)
  }

  @Test func `sources of their own pace record what comes, on one clock`() async throws {
    let output = CaptureMovieFileOutput(renderer: Engine.renderer())
    output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
    let session = try Self.session(output, registry, pace: .live)
    try await session.startRunning()
    let film = try await output.startRecording(to: folder.url("live.mov")).movie
    await session.stopRunning()
    #expect(film.error?.code == .maximumDurationReached && film.isPlayable)
    let asset = AssetReference(url: folder.url("live.mov"))
    let facts = try #require(try await Engine.renderer().facts(of: [asset])[asset])
    // However loaded the machine is, what was dropped was counted.
    #expect((facts.videoTracks.first?.timing.count ?? 0) + film.droppedFrameCount <= 31)
    #expect(facts.audioTracks.first?.sampleCount == 48_000, "\(film)")
  }

  @Test func `the test sources are on every machine, and others are named in the error`() async throws {
    let devices = try registry.devices()
    #expect(devices.suffix(2).map(\.uniqueID) == ["videotestsrc", "audiotestsrc"])
    #expect(throws: RenderError.self) { try registry.requiredDevice(uniqueID: "/dev/video99") }
    let gone = CaptureDevice(uniqueID: "/dev/video99", localizedName: "Gone", deviceType: .camera)
    do throws(RenderError) {
      _ = try registry.engine.openCapture(gone, CaptureSettings())
      Issue.record("There is no such camera.")
    } catch {
      #expect(error.code == .deviceNotConnected)
    }
  }

  @Test func `a tone has the level that it is made with`() async throws {
    let output = CaptureAudioDataOutput()
    let session = try Self.session(output, registry, pace: .asFastAsRead(lasting: .one))
    try await session.startRunning()
    var meter = AudioMeter()
    var count = 0
    for await buffer in output.sampleBuffers {
      if let samples = buffer.samples { meter.add(samples) }
      count += buffer.samples?.count ?? 0
    }
    #expect(count == 48_000)
    // A quarter of full scale, and its root mean square.
    let level = try #require(meter.takeLevels().first)
    #expect(abs(level.peakPower - 20 * log10(0.25)) < 0.05)
    #expect(abs(level.averagePower - 20 * log10(0.25 / 2.0.squareRoot())) < 0.05)
  }

  /// In a process of its own, whose files may be 300,000 bytes long: what a full disk is to the writer.
  @Test func `a full disk ends a recording with an error, and what was recorded can be played`() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
      let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
      #expect(isLimited)
      let folder = try ScratchFolder()
      let registry = CaptureDeviceRegistry(engine: Engine.captureEngine())
      let output = CaptureMovieFileOutput(renderer: Engine.renderer())
      let gate = RecordingGate(output, url: folder.url("film.mp4"))
      let session = try RecordedFilmTests.session(gate, registry, pace: .asFastAsRead(lasting: Rational(600)))
      try await session.startRunning()
      let film = try await gate.movie()
      #expect(film.error?.code == .writeFailed, "\(film.error.map { "\($0)" } ?? "none")")
      #expect(film.isPlayable && film.file == nil)
      let asset = AssetReference(url: folder.url("film.mp4"))
      let facts = try await GStreamerRenderer(damagePolicy: .keep).facts(of: [asset])[asset]
      #expect((facts?.videoTracks.first?.timing.count ?? 0) > 30, "\(String(describing: facts))")
    }
  }
}

/// An output that begins a recording with the first picture, or samples, that come: sources that run as fast as they are read are
/// recorded from their start.
private final class RecordingGate: CaptureOutput {
  let mediaTypes: Set<MediaType> = [.video, .audio]
  private let output: CaptureMovieFileOutput
  private let url: URL
  private let started = AsyncStream<Result<CaptureMovieFileOutput.Recording, RenderError>>.makeStream()
  private let isStarted = OnceFlag()

  init(_ output: CaptureMovieFileOutput, url: URL) {
    (self.output, self.url) = (output, url)
  }

  func connectionsChanged(to connections: [CaptureConnection]) { output.connectionsChanged(to: connections) }

  func take(_ buffer: SampleBuffer, from connection: CaptureConnection) {
    isStarted.once { [self] in
      do throws(RenderError) {
        started.continuation.yield(.success(try output.startRecording(to: url)))
      } catch {
        started.continuation.yield(.failure(error))
      }
    }
    output.take(buffer, from: connection)
  }

  func connectionEnded(_ connection: CaptureConnection, error: RenderError?) {
    output.connectionEnded(connection, error: error)
  }

  /// The result of the recording.
  func movie() async throws -> RecordedMovie {
    for await recording in started.stream { return try await recording.get().movie }
    throw CancellationError()
  }
}

/// Work that is done once, before any thread goes on.
private final class OnceFlag: Sendable {
  private let isDone = Mutex(false)

  func once(_ body: () -> Void) {
    isDone.withLock { isDone in
      guard !isDone else { return }
      isDone = true
      body()
    }
  }
}
