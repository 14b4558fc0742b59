import Capture
import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// Sessions of scripted devices: inputs, outputs, events.
@Suite("Capture sessions")
struct CaptureSessionTests {
  private typealias Scripted = ScriptedCapture

  private func numbers(_ output: CaptureVideoDataOutput) async throws -> [Int] {
    var found: [Int] = []
    for await buffer in output.sampleBuffers {
      found.append(try ScriptedPictures.frame(of: #require(buffer.pixelBuffer)))
    }
    return found
  }

  @Test func `a device is in a session once, and one without inputs does not start`() async throws {
    let stage = try CaptureStage(pictures: [])
    let again = try CaptureDeviceInput(device: CaptureStage.camera, registry: stage.registry)
    #expect(!stage.session.canAddInput(again) && !stage.session.canAddOutput(stage.movie))
    #expect(await code { try stage.session.addInput(again) } == .outOfRange)
    #expect(await code { try stage.session.addOutput(stage.movie) } == .outOfRange)
    #expect(await code { try await CaptureSession().startRunning() } == .outOfRange)
  }

  @Test func `a device that a session has open is in use, and free when it stops`() async throws {
    let stage = try CaptureStage(pictures: [.gate("never")])
    let early = try CaptureDeviceInput(device: CaptureStage.camera, registry: stage.registry)
    try await stage.session.startRunning()
    let late = await code { _ = try CaptureDeviceInput(device: CaptureStage.camera, registry: stage.registry) }
    #expect(late == .deviceInUse)
    let other = CaptureSession()
    try other.addInput(early)
    #expect(await code { try await other.startRunning() } == .deviceInUse)
    await stage.session.stopRunning()
    try await other.startRunning()
    #expect(other.isRunning)
    await other.stopRunning()
  }

  @Test func `where one device cannot be opened, none stays open`() async throws {
    let refusal = RenderError(.deviceInUse, "Another program has it.")
    let engine = Scripted(
      [CaptureStage.camera, CaptureStage.microphone],
      ["camera": .init([.gate("never")]), "microphone": .init([], refusal: refusal)])
    let registry = CaptureDeviceRegistry(engine: engine)
    let session = CaptureSession()
    try session.addInput(CaptureDeviceInput(device: CaptureStage.camera, registry: registry))
    try session.addInput(CaptureDeviceInput(device: CaptureStage.microphone, registry: registry))
    #expect(await code { try await session.startRunning() } == .deviceInUse)
    #expect(!session.isRunning && engine.closedStreams == 1)
    _ = try CaptureDeviceInput(device: CaptureStage.camera, registry: registry)
  }

  @Test func `an unknown device is refused, and the others are named`() async throws {
    let stage = try CaptureStage()
    let other = CaptureDevice(uniqueID: "webcam", localizedName: "Webcam", deviceType: .camera)
    do throws(RenderError) {
      _ = try CaptureDeviceInput(device: other, registry: stage.registry)
      Issue.record("A device that is not there was opened.")
    } catch {
      #expect(error.code == .deviceNotConnected && error.description.contains("camera, microphone"))
    }
  }

  @Test func `every picture comes to an output that discards none`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<100))
    let output = CaptureVideoDataOutput(alwaysDiscardsLateVideoFrames: false)
    try stage.session.addOutput(output)
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    #expect(try await numbers(output) == Array(0..<100) && output.droppedFrameCount == 0)
  }

  @Test func `pictures that come while others wait are left out and counted`() async throws {
    let (done, continuation) = AsyncStream<Void>.makeStream()
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<10) + [.perform { continuation.finish() }])
    let output = CaptureVideoDataOutput()
    try stage.session.addOutput(output)
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    for await _ in done {}
    #expect(output.droppedFrameCount == 8)
    #expect(try await numbers(output) == [0, 1])
  }

  @Test func `samples come as they are, and their levels are measured`() async throws {
    let stage = try CaptureStage(sound: Scripted.samples(0..<48_000))
    let output = CaptureAudioDataOutput()
    try stage.session.addOutput(output)
    let connection = try #require(stage.session.connection(of: output, for: .audio))
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    var samples: [Double] = []
    for await buffer in output.sampleBuffers {
      #expect(buffer.presentationTime == CMTime(value: Int64(samples.count), timescale: 48_000))
      samples += buffer.samples?.interleaved ?? []
    }
    #expect(samples == (0..<48_000).map(Scripted.value))
    let peak = try #require(connection.audioLevels.first).peakPower
    #expect(abs(peak - 20 * log10(Scripted.value(of: 47_999))) < 1e-9)
  }

  @Test func `a connection mirrors and turns what goes through it, and can be shut`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<1))
    let (turned, shut) = (CaptureVideoDataOutput(), CaptureVideoDataOutput())
    try stage.session.addOutput(turned)
    try stage.session.addOutput(shut)
    let connection = try #require(stage.session.connection(of: turned, for: .video))
    connection.isVideoMirrored = true
    try connection.setVideoRotationAngle(90)
    #expect(await code { try connection.setVideoRotationAngle(45) } == .outOfRange)
    stage.session.connection(of: shut, for: .video)?.isEnabled = false
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    var sizes: [PixelSize] = []
    for await buffer in turned.sampleBuffers {
      if let picture = buffer.pixelBuffer { sizes.append(PixelSize(width: picture.width, height: picture.height)) }
      #expect(buffer.formatDescription?.video?.dimensions == PixelSize(width: 16, height: 32))
    }
    #expect(sizes == [PixelSize(width: 16, height: 32)])
    #expect(try await numbers(shut).isEmpty)
  }

  @Test func `interruptions and their ends are events`() async throws {
    let stage = try CaptureStage(
      pictures: Scripted.pictures(0..<1) + [.interrupted("It sleeps."), .interrupted("It sleeps.")]
        + Scripted.pictures(1..<2))
    let events = stage.session.events
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    var names: [String] = []
    for await event in events {
      switch event {
      case .started: names.append("started")
      case .interrupted(let words): names.append(words)
      case .interruptionEnded: names.append("ended")
      case .runtimeError(let error): names.append(error.description)
      case .stopped: names.append("stopped")
      }
      if names.last == "stopped" { break }
    }
    #expect(names == ["started", "It sleeps.", "ended", "stopped"])
    #expect(!stage.session.isInterrupted)
  }

  @Test func `changes between begin and commit hold together`() async throws {
    let stage = try CaptureStage(pictures: [.gate("never")], sound: [.gate("never")])
    let output = CaptureAudioDataOutput()
    stage.session.beginConfiguration()
    stage.session.beginConfiguration()
    try stage.session.addOutput(output)
    stage.session.removeOutput(stage.movie)
    stage.session.commitConfiguration()
    #expect(stage.session.connection(of: output, for: .audio) == nil && stage.session.connections.count == 2)
    stage.session.commitConfiguration()
    #expect(stage.session.connection(of: output, for: .audio) != nil && stage.session.connections.count == 1)
  }

  @Test func `a device that is added to a running session flows, and one that fails is an event`() async throws {
    let stage = try CaptureStage(pictures: [.gate("never")])
    let output = CaptureAudioDataOutput()
    try stage.session.addOutput(output)
    try await stage.session.startRunning()
    let engine = Scripted(
      [CaptureStage.microphone], ["microphone": .init(try Scripted.samples(0..<4_800))])
    let registry = CaptureDeviceRegistry(engine: engine)
    try stage.session.addInput(CaptureDeviceInput(device: CaptureStage.microphone, registry: registry))
    var count = 0
    for await buffer in output.sampleBuffers { count += buffer.samples?.count ?? 0 }
    #expect(count == 4_800)
    await stage.session.stopRunning()
  }

  @Test(arguments: [nil, RenderError(.deviceInUse, "Another program has it.")])
  func `a session goes on with another device in the place of its only one, and ends where that cannot be opened`(
    refusal: RenderError?
  ) async throws {
    let back = CaptureDevice(uniqueID: "back", localizedName: "Back", deviceType: .camera)
    let engine = Scripted(
      [CaptureStage.camera, back],
      [
        "camera": .init([.gate("never")]),
        "back": .init(try Scripted.pictures(0..<3) + [.gate("never")], refusal: refusal),
      ])
    let registry = CaptureDeviceRegistry(engine: engine)
    let (session, output) = (CaptureSession(), CaptureVideoDataOutput(alwaysDiscardsLateVideoFrames: false))
    let first = try CaptureDeviceInput(device: CaptureStage.camera, registry: registry)
    try session.addInput(first)
    try session.addOutput(output)
    try await session.startRunning()
    let events = session.events
    session.beginConfiguration()
    session.removeInput(first)
    try session.addInput(CaptureDeviceInput(device: back, registry: registry))
    session.commitConfiguration()
    if refusal == nil {
      // The sequence ends with the first device, and begins anew with the other.
      var found: [Int] = []
      while found.count < 3 {
        await Task.yield()
        for await buffer in output.sampleBuffers {
          found.append(try ScriptedPictures.frame(of: #require(buffer.pixelBuffer)))
          if found.count == 3 { break }
        }
      }
      #expect(found == [0, 1, 2] && session.isRunning && engine.closedStreams == 1)
      await session.stopRunning()
    }
    var names: [String] = []
    for await event in events {
      names.append("\(event)".prefix { $0 != "(" }.description)
      if case .stopped = event { break }
    }
    #expect(names == (refusal == nil ? ["stopped"] : ["runtimeError", "stopped"]) && !session.isRunning)
  }

  @Test func `a photo is a picture of the session, which must run`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<100_000))
    let output = CapturePhotoOutput(renderer: stage.renderer)
    let data = CaptureVideoDataOutput(alwaysDiscardsLateVideoFrames: false)
    try stage.session.addOutput(output)
    try stage.session.addOutput(data)
    #expect(await code { _ = try await output.capturePhoto() } == .sessionNotRunning)
    try await stage.session.startRunning()
    let waiting = Task { _ = try await output.capturePhoto() }
    waiting.cancel()
    #expect(await code { try await waiting.value } == .cancelled)
    let isTaken = Flag()
    let photos = Task {
      defer { isTaken.raise() }
      return try await output.capturePhoto()
    }
    // Pictures come as long as they are taken.
    stage.engine.open(gate: "record")
    for await _ in data.sampleBuffers where isTaken.isRaised { break }
    let photo = try await photos.value
    let frame = try ScriptedPictures.frame(of: photo.pixelBuffer)
    #expect(photo.timestamp == CMTime(value: Int64(frame), timescale: 25))
    let bytes = try await photo.fileDataRepresentation(as: .png)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("frame \(frame)"))
    await stage.session.stopRunning()
    #expect(await code { _ = try await output.capturePhoto() } == .sessionNotRunning)
  }

  @Test func `a preview has the newest picture`() async throws {
    let stage = try CaptureStage(pictures: Scripted.pictures(0..<30))
    let preview = CaptureVideoPreview()
    try stage.session.addOutput(preview)
    let pictures = preview.pictures
    try await stage.session.startRunning()
    stage.engine.open(gate: "record")
    var times: [CMTime] = []
    for await picture in pictures { times.append(picture.presentationTime) }
    #expect(times == times.sorted() && times.last == CMTime(value: 29, timescale: 25))
    #expect(try ScriptedPictures.frame(of: #require(preview.latestPicture).pixelBuffer) == 29)
  }

  @Test func `a session without a reference closes its devices`() async throws {
    let engine = Scripted([CaptureStage.camera], ["camera": .init([.gate("never")])])
    let registry = CaptureDeviceRegistry(engine: engine)
    do {
      let session = CaptureSession()
      try session.addInput(CaptureDeviceInput(device: CaptureStage.camera, registry: registry))
      try await session.startRunning()
    }
    #expect(engine.closedStreams == 1)
  }
}

/// Something that has happened.
private final class Flag: Sendable {
  private let state = Atomic(false)
  var isRaised: Bool { state.load(ordering: .acquiring) }
  func raise() { state.store(true, ordering: .releasing) }

  @Test func `a session that is stopped while it opens its devices does not run, and gives them back`() async throws {
    /// An engine that waits before it opens a device.
    final class Slow: CaptureEngine {
      let engine: ScriptedCapture
      let isReached = Mutex(false)
      let gate = DispatchSemaphore(value: 0)
      init(_ engine: ScriptedCapture) { self.engine = engine }
      func captureDevices() throws(RenderError) -> [CaptureDevice] { try engine.captureDevices() }
      func openCapture(_ device: CaptureDevice, _ settings: CaptureSettings) throws(RenderError) -> any CaptureStream {
        isReached.withLock { $0 = true }
        gate.wait()
        return try engine.openCapture(device, settings)
      }
    }
    let engine = Slow(ScriptedCapture([CaptureStage.camera], ["camera": ScriptedCapture.Script([CaptureStage.gate])]))
    let registry = CaptureDeviceRegistry(engine: engine)
    let session = CaptureSession()
    try session.addInput(CaptureDeviceInput(device: CaptureStage.camera, registry: registry))
    let start = Task { try await session.startRunning() }
    while !engine.isReached.withLock({ $0 }) { await Task.yield() }
    await session.stopRunning()
    engine.gate.signal()
    try await start.value
    #expect(!session.isRunning && engine.engine.closedStreams == 1)
    // It can be started anew.
    engine.gate.signal()
    try await session.startRunning()
    #expect(session.isRunning)
    await session.stopRunning()
  }
}
