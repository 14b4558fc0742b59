import Capture
import EditServices
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering

/// A session of a scripted camera and a scripted microphone, whose film is what was written into it.
struct CaptureStage {
  static let camera = CaptureDevice(uniqueID: "camera", localizedName: "Camera", deviceType: .camera)
  static let microphone = CaptureDevice(uniqueID: "microphone", localizedName: "Microphone", deviceType: .microphone)
  /// Where media wait until the test records.
  static let gate = ScriptedCapture.Item.gate("record")

  let engine: ScriptedCapture
  let registry: CaptureDeviceRegistry
  let renderer: ScriptedRenderer
  let session = CaptureSession()
  let movie: CaptureMovieFileOutput
  let folder: TemporaryFolder

  /// A session in which the camera does `pictures` and the microphone `sound`, behind a gate each; without one that is
  /// nil. A device is live where its clock shows something.
  init(
    pictures: [ScriptedCapture.Item]? = nil, sound: [ScriptedCapture.Item]? = nil, cameraClock: Rational? = nil,
    microphoneClock: Rational? = nil,
    renderer: ScriptedRenderer = ScriptedRenderer(media: [])
  ) throws {
    var scripts: [String: ScriptedCapture.Script] = [:]
    scripts["camera"] = pictures.map { ScriptedCapture.Script([Self.gate] + $0, clockTime: cameraClock) }
    scripts["microphone"] = sound.map { ScriptedCapture.Script([Self.gate] + $0, clockTime: microphoneClock) }
    engine = ScriptedCapture([Self.camera, Self.microphone], scripts)
    registry = CaptureDeviceRegistry(engine: engine)
    self.renderer = renderer
    movie = CaptureMovieFileOutput(renderer: renderer)
    folder = try TemporaryFolder()
    if pictures != nil { try session.addInput(CaptureDeviceInput(device: Self.camera, registry: registry)) }
    if sound != nil { try session.addInput(CaptureDeviceInput(device: Self.microphone, registry: registry)) }
    try session.addOutput(movie)
  }

  /// Starts to record, and lets the media come.
  func record(_ name: String = "film.mov") async throws -> CaptureMovieFileOutput.Recording {
    try await session.startRunning()
    let recording = try movie.startRecording(to: folder.file(name))
    engine.open(gate: "record")
    return recording
  }

  /// What was written into the one file.
  var content: ScriptedWriter.Content? { renderer.record.writers.last?.content }
}

/// Which kind of error `body` ends with.
func code(_ body: () async throws -> Void) async -> RenderError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? RenderError)?.code
  }
}
