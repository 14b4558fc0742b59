import Capture
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// The way from an input of a session to an output (`AVCaptureConnection`): whether anything goes there, and how pictures are turned.
///
/// Settings that are made before the session has committed its changes hold as soon as it has. Pictures themselves are turned, so that every file and
/// every delegate gets them so. Threads: any. Lock order: only `state`.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Output that it leads to; nil of one to a preview layer.
  open var output: AVCaptureOutput? { isToPreview ? nil : target }
  /// Input that it comes from.
  let input: AVCaptureDeviceInput
  /// Output that it leads to, also of a preview layer; nil once that is gone.
  private(set) weak var target: AVCaptureOutput?
  private let isToPreview: Bool
  private let state: Mutex<State>

  private struct State: Sendable {
    /// The engine's connection; nil until the session has made it.
    var engine: CaptureConnection?
    var isEnabled = true
    var angle = 0
    var isMirrored = false
    var adjustsMirroring: Bool
  }

  init(from input: AVCaptureDeviceInput, to target: AVCaptureOutput) {
    (self.input, self.target) = (input, target)
    isToPreview = target is PreviewOutput
    state = Mutex(State(isEnabled: input.ports.allSatisfy(\.isEnabled), adjustsMirroring: isToPreview))
    super.init()
  }

  /// A way from the input of `ports` to `output`, for `addConnection(_:)` of their session. Ports of no device's input, of several, and none
  /// end the process, as AVFoundation's exception does.
  public convenience init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
    guard let input = ports.first?.input as? AVCaptureDeviceInput, ports.allSatisfy({ $0.input === input }) else {
      Misuse.raise("*** -[AVCaptureConnection initWithInputPorts:output:] The ports are not those of a device's input")
    }
    self.init(from: input, to: output)
  }

  /// A way from the input of `port` to `layer`, whose session was set without a connection. A port of no device's input ends the process, as
  /// AVFoundation's exception does.
  public convenience init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
    guard let input = port.input as? AVCaptureDeviceInput else {
      Misuse.raise(
        "*** -[AVCaptureConnection initWithInputPort:videoPreviewLayer:] The port is none of a device's input")
    }
    self.init(from: input, to: layer.output)
  }

  /// Has it be `engine`'s, which gets what was set.
  func bind(_ engine: CaptureConnection) {
    let values: State? = state.withLock { state in
      guard state.engine !== engine else { return nil }
      state.engine = engine
      return state
    }
    guard let values else { return }
    engine.isEnabled = values.isEnabled
    engine.isVideoMirrored = values.isMirrored
    // Only angles that there are were kept.
    try? engine.setVideoRotationAngle(values.angle)
  }

  private func change(_ body: (inout State) -> Void) -> CaptureConnection? {
    state.withLock { state in
      body(&state)
      return state.engine
    }
  }

  /// Media type of the connection.
  var mediaType: AVMediaType { input.device.mediaType }

  // MARK: Ends

  /// Ports that it comes from: one stream of an input.
  open var inputPorts: [AVCaptureInput.Port] { input.ports }
  /// The layer that it leads to; nil of one to an output.
  open var videoPreviewLayer: AVCaptureVideoPreviewLayer? { (target as? PreviewOutput)?.layer }
  /// Whether anything goes there; true unless set.
  open var isEnabled: Bool {
    get { state.withLock(\.isEnabled) }
    set { change { $0.isEnabled = newValue }?.isEnabled = newValue }
  }
  /// Whether media flow: the session runs, the device is there, and the connection is enabled.
  open var isActive: Bool { state.withLock(\.engine)?.isActive ?? false }

  /// The channels of its sound; none of pictures.
  open var audioChannels: [AVCaptureAudioChannel] {
    guard mediaType == .audio else { return [] }
    let heard = state.withLock(\.engine)?.audioLevels.count ?? 0
    let count = heard > 0 ? heard : input.engine.settings.channels ?? 2
    return (0..<count).map { AVCaptureAudioChannel($0, of: self) }
  }

  /// Level of channel `number` since levels were asked for last; silent where nothing came.
  func level(_ number: Int) -> AudioLevel {
    let levels = state.withLock(\.engine)?.audioLevels ?? []
    return levels.indices.contains(number) ? levels[number] : .silent
  }

  // MARK: Pictures

  private func demandVideo(_ method: String) {
    guard mediaType != .video else { return }
    Misuse.raise("*** -[AVCaptureConnection \(method)] Unsupported by this connection, which has no pictures")
  }

  /// Whether pictures can be turned: where there are pictures.
  open var isVideoOrientationSupported: Bool { mediaType == .video }
  /// Side of pictures that is up; `landscapeRight`, as they come, unless set. Of a connection of sound setting it ends the process, as AVFoundation's
  /// exception does.
  open var videoOrientation: AVCaptureVideoOrientation {
    get { AVCaptureVideoOrientation(angle: state.withLock(\.angle)) }
    set { turn(by: newValue.angle, "setVideoOrientation:") }
  }
  /// Whether pictures can be turned by `videoRotationAngle` degrees: by 0, 90, 180 and 270.
  open func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
    mediaType == .video && [0, 90, 180, 270].contains(videoRotationAngle)
  }
  /// Angle by which pictures are turned, in degrees clockwise; 0 unless set. Another angle than those that are supported ends the process, as
  /// AVFoundation's exception does.
  open var videoRotationAngle: CGFloat {
    get { CGFloat(state.withLock(\.angle)) }
    set {
      guard isVideoRotationAngleSupported(newValue) else {
        Misuse.raise("*** -[AVCaptureConnection setVideoRotationAngle:] Unsupported rotation angle \(newValue)")
      }
      turn(by: Int(newValue), "setVideoRotationAngle:")
    }
  }

  private func turn(by angle: Int, _ method: String) {
    demandVideo(method)
    try? change { $0.angle = angle }?.setVideoRotationAngle(angle)
  }

  /// Whether pictures can be mirrored: where there are pictures.
  open var isVideoMirroringSupported: Bool { mediaType == .video }
  /// Whether the connection mirrors pictures as it thinks best: a preview's those of a front camera. True of
  /// connections to preview layers unless set, and false of others, which are mirrored only where ``isVideoMirrored``
  /// is set.
  open var automaticallyAdjustsVideoMirroring: Bool {
    get { state.withLock(\.adjustsMirroring) }
    set {
      state.withLock { $0.adjustsMirroring = newValue }
      if newValue { mirror(input.device.position == .front && isToPreview) }
    }
  }
  /// Whether left and right of pictures change places; false unless set. While ``automaticallyAdjustsVideoMirroring`` is true, and of sound,
  /// setting it ends the process, as AVFoundation's exception does.
  open var isVideoMirrored: Bool {
    get { state.withLock(\.isMirrored) }
    set {
      demandVideo("setVideoMirrored:")
      if automaticallyAdjustsVideoMirroring {
        Misuse.raise(
          "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when automaticallyAdjustsVideoMirroring is YES")
      }
      mirror(newValue)
    }
  }

  private func mirror(_ isMirrored: Bool) {
    change { $0.isMirrored = isMirrored }?.isVideoMirrored = isMirrored
  }

  /// Whether pictures can be held still: no.
  open var isVideoStabilizationSupported: Bool { false }
  /// Stabilization of pictures: none.
  open var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }
  /// Stabilization of pictures where it is supported: `off`, whatever it is set to, since it is not.
  open var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    get { .off }
    set { if newValue != .off, newValue != .auto { Misuse.report("Pictures of a connection are not held still.") } }
  }
  /// Largest factor by which pictures can be enlarged: 1.
  open var videoMaxScaleAndCropFactor: CGFloat { 1 }
}

/// A channel of a connection's sound (`AVCaptureAudioChannel`). Threads: any.
open class AVCaptureAudioChannel: NSObject, @unchecked Sendable {
  // @unchecked: what it stands for does not change.
  private weak var connection: AVCaptureConnection?
  private let number: Int

  init(_ number: Int, of connection: AVCaptureConnection) {
    (self.number, self.connection) = (number, connection)
    super.init()
  }

  /// The root of the mean square since levels were asked for last, in decibels below full scale; −160 of silence.
  open var averagePowerLevel: Float { Float(level.averagePower) }
  /// The largest sample since levels were asked for last, in decibels below full scale; −160 of silence.
  open var peakHoldLevel: Float { Float(level.peakPower) }

  private var level: AudioLevel { connection?.level(number) ?? .silent }
}
