import EditServices
import EditingModel
public import MediaFormats
import MediaTime
public import Rendering
import Synchronization

/// The way from an input of a session to an output (`AVCaptureConnection`): whether anything goes there, and how it is turned.
///
/// ```swift
/// session.connection(of: movieOutput, for: .video)?.isVideoMirrored = true
/// ```
///
/// Settings hold from the next picture on. The pictures themselves are turned, so that every file and every output shows
/// them so; a film's pictures have one size, so that a recording goes on only with turns that keep it. Threads: any.
/// Lock order: innermost.
public final class CaptureConnection: Sendable {
  /// The input of its media.
  public let input: CaptureDeviceInput
  private let state = Mutex(State())

  private struct State {
    var isEnabled = true
    var turn = PictureTurn()
    /// Whether media flow: the session runs, and the device is there.
    var isActive = false
    /// Whether the device does not wait for its outputs: read for every buffer, also the last ones of a device that is
    /// closed.
    var isLive = true
    /// The device, while media flow.
    var stream: (any CaptureStream)?
    var meter = AudioMeter()
    var levels: [AudioLevel] = []
  }

  init(from input: CaptureDeviceInput) {
    self.input = input
  }

  /// The media type of the connection.
  public var mediaType: MediaType { input.mediaType }

  /// Whether anything goes there; true unless set (`isEnabled`).
  public var isEnabled: Bool {
    get { state.withLock(\.isEnabled) }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Whether media flow: the session runs, and the device is there (`isActive`).
  public var isActive: Bool { state.withLock { $0.isActive && $0.isEnabled } }

  /// Whether left and right of pictures change places; false unless set (`isVideoMirrored`).
  public var isVideoMirrored: Bool {
    get { state.withLock(\.turn.isMirrored) }
    set { state.withLock { $0.turn.isMirrored = newValue } }
  }

  /// The rotation of pictures in degrees, clockwise; 0 unless set (`videoRotationAngle`).
  public var videoRotationAngle: Int { state.withLock(\.turn.angle) }

  /// Turns pictures by `angle` degrees, clockwise (`videoRotationAngle`).
  ///
  /// - Throws: `RenderError` with `.outOfRange` for an angle that ``isVideoRotationAngleSupported(_:)`` says no to.
  public func setVideoRotationAngle(_ angle: Int) throws(RenderError) {
    guard isVideoRotationAngleSupported(angle) else {
      throw RenderError(
        .outOfRange, "Pictures are to be turned by \(angle) degrees.", remedy: "Turn them by 0, 90, 180 or 270.")
    }
    state.withLock { $0.turn.angle = angle }
  }

  /// Whether pictures can be turned so: by 0, 90, 180 and 270 degrees (`isVideoRotationAngleSupported(_:)`).
  public func isVideoRotationAngleSupported(_ angle: Int) -> Bool {
    mediaType == .video && [0, 90, 180, 270].contains(angle)
  }

  /// The level of each channel since this was asked last; that of then where nothing came since (`audioChannels`).
  public var audioLevels: [AudioLevel] {
    state.withLock { state in
      let new = state.meter.takeLevels()
      if !new.isEmpty { state.levels = new }
      return state.levels
    }
  }

  // MARK: The session

  /// Whether the device does not wait for its outputs.
  var isLive: Bool { state.withLock(\.isLive) }

  /// The time on the device's clock; nil of a source that waits, and where nothing flows.
  var clockTime: CMTime? { state.withLock(\.stream)?.clockTime.map(CMTime.init(notAfter:)) }

  func activate(_ stream: any CaptureStream) {
    state.withLock { ($0.isActive, $0.isLive, $0.stream) = (true, stream.isLive, stream) }
  }

  func deactivate() {
    state.withLock { ($0.isActive, $0.stream) = (false, nil) }
  }

  /// `buffer` as it goes to the output; nil where nothing does.
  func passed(_ buffer: SampleBuffer) throws(RenderError) -> SampleBuffer? {
    let (isEnabled, turn) = state.withLock { state in
      if state.isEnabled, let samples = buffer.samples { state.meter.add(samples) }
      return (state.isEnabled, state.turn)
    }
    guard isEnabled else { return nil }
    guard let picture = buffer.pixelBuffer, !turn.isIdentity else { return buffer }
    var turned = buffer
    turned.content = .picture(try turn(picture))
    if case .video(var video)? = buffer.formatDescription?.media {
      video.dimensions = turn.size(video.dimensions)
      turned.formatDescription?.media = .video(video)
    }
    return turned
  }
}
