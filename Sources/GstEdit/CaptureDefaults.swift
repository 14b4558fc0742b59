public import Capture
public import FoundationEssentials
public import MediaFormats
import RenderEngine
public import Rendering

extension Engine {
  /// The engine that finds and opens devices: GStreamer.
  public static func captureEngine() -> any CaptureEngine { GStreamerCapture() }
}

extension CaptureDeviceRegistry {
  /// The devices of this machine: one registry for the whole process, so that no device is opened twice.
  public static let machine = CaptureDeviceRegistry(engine: Engine.captureEngine())
}

extension CaptureDevice {
  /// The device that serves `mediaType` unless another one is asked for (`default(for:)`); nil where there is none. Blocks.
  ///
  /// - Throws: As `CaptureDeviceRegistry.devices()`.
  public static func `default`(for mediaType: MediaType) throws(RenderError) -> CaptureDevice? {
    try CaptureDeviceRegistry.machine.defaultDevice(for: mediaType)
  }
}

extension CaptureDeviceInput {
  /// An input from `device` of this machine, which is asked for `settings` (`init(device:)`).
  ///
  /// - Throws: As `init(device:registry:settings:)`.
  public convenience init(
    device: CaptureDevice, settings: CaptureSettings = CaptureSettings()
  ) throws(RenderError) {
    try self.init(device: device, registry: .machine, settings: settings)
  }
}

extension CaptureMovieFileOutput {
  /// An output of films, or of sound files, of `mediaTypes`, by the engine.
  public convenience init(mediaTypes: Set<MediaType> = [.video, .audio]) {
    self.init(mediaTypes: mediaTypes, renderer: Engine.renderer())
  }
}

extension CapturePhotoOutput {
  /// An output whose stills the engine encodes.
  public convenience init() {
    self.init(renderer: Engine.renderer())
  }
}

extension AudioRecorder {
  /// A recorder of `device` (the default one for sound, if nil) of this machine into the file at `url`, by the engine
  /// (`init(url:settings:)`).
  ///
  /// - Throws: As `init(url:settings:device:registry:capture:renderer:)`.
  public convenience init(
    url: URL, settings: AudioSettings? = nil, device: CaptureDevice? = nil
  ) throws(RenderError) {
    try self.init(
      url: url, settings: settings, device: device, registry: .machine, renderer: Engine.renderer())
  }
}
