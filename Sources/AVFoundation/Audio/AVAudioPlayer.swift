import Capture
import CoreMedia
import EditServices
public import Foundation
import GstEdit
import Synchronization

/// Plays the first sound of a file (`AVAudioPlayer`).
///
/// ```swift
/// let player = try AVAudioPlayer(contentsOf: url)
/// player.delegate = self
/// player.play()
/// ```
///
/// Playing follows the machine's clock without a sound card: servers have none, and none is looked for. The rate of
/// reading, the end and the levels are those of a player with a sound card. The delegate is called on the main queue,
/// as AVFoundation's is on the main thread. A player without a reference stops without a call to its delegate. Threads:
/// any. Lock order: only `state`.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The file; nil of a sound that was given as bytes.
  public let url: URL?
  /// The bytes; nil of a file's sound.
  public let data: Data?
  /// Format of the sound in the file.
  public let format: AVAudioFormat
  /// Engine that plays; nil of a player of nothing.
  private let engine: AudioPlayer?
  /// The bytes as a file.
  private let file: TemporaryFile?
  private let calls = DelegateCalls()
  private let state = Mutex(State())

  private struct State: Sendable {
    var isMeteringEnabled = false
    var isRateEnabled = false
    var rate: Float = 1
    var channelAssignments: [AVAudioSessionChannelDescription]?
  }

  /// Engine for the sound of a file, and the format of that. Blocks.
  private static func opened(_ url: URL) throws -> (AudioPlayer, AVAudioFormat) {
    let engine = try translated {
      try AudioPlayer(blockingContentsOf: URLAsset(url: url), sink: NullAudioSink(), renderer: Engine.renderer())
    }
    return (
      engine, AVAudioFormat(cmAudioFormatDescription: CMFormatDescription(engine.formatDescription)).asStored(in: url)
    )
  }

  /// A player of the first sound of the file at `url`. Blocks until it is known.
  ///
  /// - Throws: `AVError` where there is no sound in it that can be read; an error of `NSURLErrorDomain` where it is missing.
  public init(contentsOf url: URL) throws {
    (engine, format) = try Self.opened(url)
    (self.url, data, file) = (url, nil, nil)
    super.init()
    listen()
  }

  /// A player of the first sound of the file at `url`. The type `utiString` is not needed: files are known by what is in them.
  ///
  /// - Throws: As ``init(contentsOf:)``.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    (engine, format) = try Self.opened(url)
    (self.url, data, file) = (url, nil, nil)
    super.init()
    listen()
  }

  /// A player of the sound in `data`, which are the bytes of a file. They are written to a temporary file, which goes with the player.
  ///
  /// - Throws: As ``init(contentsOf:)``; errors of the file system.
  public init(data: Data) throws {
    let file = TemporaryFile(named: "sound")
    try file.write(data)
    (engine, format) = try Self.opened(file.url)
    (url, self.data, self.file) = (nil, data, file)
    super.init()
    listen()
  }

  /// A player of the sound in `data`, which are the bytes of a file. The type `utiString` is not needed.
  ///
  /// - Throws: As ``init(data:)``.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    let file = TemporaryFile(named: "sound")
    try file.write(data)
    (engine, format) = try Self.opened(file.url)
    (url, self.data, self.file) = (nil, data, file)
    super.init()
    listen()
  }

  /// A player of nothing, which does not play.
  public override init() {
    (url, data, file, engine) = (nil, nil, nil, nil)
    format = AVAudioFormat(cmAudioFormatDescription: CMFormatDescription(AudioStreamBasicDescription()))
    super.init()
  }

  private func listen() { engine?.onEnd { [weak self] end in self?.tell(end) } }

  // MARK: What is played

  /// The delegate, which is called on the main queue when playing ends. Held weakly.
  open var delegate: (any AVAudioPlayerDelegate)? {
    get { calls.delegate as? any AVAudioPlayerDelegate }
    set { calls.set(newValue, on: .main) }
  }
  /// Encoding of the sound, by the keys of settings.
  open var settings: [String: Any] { format.settings }
  /// Number of channels.
  open var numberOfChannels: Int { engine?.numberOfChannels ?? 0 }
  /// Duration in seconds, at the rate 1.
  open var duration: TimeInterval { engine?.duration ?? 0 }
  /// The output's channels for each channel of the sound; nil unless set. Without effect, as there is no output.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { state.withLock(\.channelAssignments) }
    set { state.withLock { $0.channelAssignments = newValue } }
  }
  /// The device that it is heard on: nil, since there is none. Setting another one is reported on the standard error,
  /// and changes nothing.
  open var currentDevice: String? {
    get { nil }
    set { if let newValue { Misuse.report("Players of sound have no device, so “\(newValue)” is not used.") } }
  }

  // MARK: Playing

  /// Reads what is played first, so that playing begins at once; it does so without this, a little later. Blocks.
  ///
  /// - Returns: Whether it can be read.
  @discardableResult
  open func prepareToPlay() -> Bool {
    guard let engine else { return false }
    return (try? engine.prepareToPlay()) != nil
  }

  /// Plays from ``currentTime`` on; does nothing while it plays. Returns at once; errors of reading go to the delegate.
  ///
  /// - Returns: Whether it plays.
  @discardableResult
  open func play() -> Bool {
    guard let engine else { return false }
    return (try? engine.play()) != nil
  }

  /// Plays from ``currentTime`` on, once ``deviceCurrentTime`` is `time`, at once where that is over; does nothing while it plays.
  ///
  /// - Returns: Whether it plays.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    guard let engine else { return false }
    return (try? engine.play(atTime: time)) != nil
  }

  /// Stops, and stays where it is.
  open func pause() { engine?.pause() }

  /// Stops, stays where it is, and forgets what ``prepareToPlay()`` has read. When it has returned on the main thread, the delegate is not
  /// called any more of what was played until then.
  open func stop() { engine?.stop(rewinding: false) }

  /// Whether it plays, or is to when its time has come.
  open var isPlaying: Bool { engine?.isPlaying ?? false }

  /// Position in the sound, in seconds; 0 after its end. Setting it, from 0 to ``duration``, has it play from there, also while it plays.
  open var currentTime: TimeInterval {
    get { engine?.currentTime ?? 0 }
    set { engine?.currentTime = newValue }
  }

  /// Seconds of the machine's clock, which never fall, whether something plays or not.
  open var deviceCurrentTime: TimeInterval { AudioPlayer.deviceCurrentTime }

  /// Number of times that it is played again; below zero until it is stopped; 0 unless set.
  open var numberOfLoops: Int {
    get { engine?.numberOfLoops ?? 0 }
    set { engine?.numberOfLoops = newValue }
  }

  // MARK: How it sounds

  /// Volume, 0…1; 1 unless set. During a fade, as loud as it is then.
  open var volume: Float {
    get { Float(engine?.volume ?? 1) }
    set { engine?.volume = Double(newValue) }
  }

  /// Brings the volume to `volume` over the next `duration` seconds that it plays.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    engine?.setVolume(Double(volume), fadeDuration: duration)
  }

  /// Balance of sound of two channels: −1 for the left one alone, 1 for the right one; 0 unless set. Of others nothing changes.
  open var pan: Float {
    get { Float(engine?.pan ?? 0) }
    set { engine?.pan = Double(newValue) }
  }

  /// Whether ``rate`` counts; false unless set. It may be set at any time.
  open var enableRate: Bool {
    get { state.withLock(\.isRateEnabled) }
    set { setRate { $0.isRateEnabled = newValue } }
  }

  /// Rate at which it is played, with its own pitch, where ``enableRate`` is set; 1 unless set. Below 0.5 it is played as at 0.5, and above 2 as at
  /// 2.
  open var rate: Float {
    get { state.withLock(\.rate) }
    set { setRate { $0.rate = newValue } }
  }

  private func setRate(_ change: (inout State) -> Void) {
    let rate = state.withLock { state in
      change(&state)
      return state.isRateEnabled ? Double(state.rate) : 1
    }
    engine?.rate = rate
  }

  // MARK: Levels

  /// Whether levels are measured; false unless set.
  open var isMeteringEnabled: Bool {
    get { state.withLock(\.isMeteringEnabled) }
    set {
      let isNew = state.withLock { state in
        defer { state.isMeteringEnabled = newValue }
        return state.isMeteringEnabled != newValue
      }
      if isNew { engine?.resetMeters() }
    }
  }

  /// Takes the levels of what was played since this was called last, with its volume.
  open func updateMeters() { if isMeteringEnabled { engine?.updateMeters() } }

  /// The average level of channel `channelNumber` at the last update, in decibels below full scale; −160 where there is none.
  open func averagePower(forChannel channelNumber: Int) -> Float {
    Float(engine?.averagePower(forChannel: channelNumber) ?? AudioMeter.silence)
  }

  /// The largest sample of channel `channelNumber` at the last update, likewise.
  open func peakPower(forChannel channelNumber: Int) -> Float {
    Float(engine?.peakPower(forChannel: channelNumber) ?? AudioMeter.silence)
  }

  // MARK: Delegate calls

  /// Calls the delegate for `end`, unless the player is stopped before.
  private func tell(_ end: AudioPlayer.End) {
    _ = calls.call { [weak self] delegate in
      guard let self, engine?.isLatest(end) == true, let delegate = delegate as? any AVAudioPlayerDelegate else {
        return
      }
      if let error = end.error { delegate.audioPlayerDecodeErrorDidOccur(self, error: avError(error)) }
      delegate.audioPlayerDidFinishPlaying(self, successfully: end.error == nil)
    }
  }
}

/// Delegate of a player, called on the main queue (`AVAudioPlayerDelegate`).
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// All of the sound was played, as often as it was to be, or, with false for `flag`, it could not be read. Not called of what was paused or
  /// stopped.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// The sound could not be read, for the reason `error`; playing has ended.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
