public import MediaTime
import Rendering
import Synchronization

/// The operations and properties of ``Player`` and ``QueuePlayer``, which share them as `AVQueuePlayer` inherits those
/// of `AVPlayer`.
///
/// Threads: any. Observers, completions and watchers of states are called one after another on a thread of the player's
/// own.
public protocol PlayerControls: AnyObject, Sendable {
  /// The playback behind it.
  var playback: Playback { get }
}

/// A player's implementation, opaque to callers.
public struct Playback: Sendable {
  let core: PlayerCore
}

// MARK: Playing

extension PlayerControls {
  var core: PlayerCore { playback.core }

  /// Plays at the default rate (`play()`).
  public func play() { rate = defaultRate }

  /// Pauses (`pause()`).
  public func pause() { rate = 0 }

  /// The speed of playing (`rate`): 1 as the item is, 0.5 half as fast, −1 backwards, 0 not at all. From −64 to 64;
  /// what is beyond becomes that, and what is no number changes nothing. Sound is heard between 1/32 and 32.
  ///
  /// A rate other than 0 is what is wanted: whether it plays already, ``timeControlStatus`` says.
  public var rate: Float {
    get { core.state.withLock(\.statedRate) }
    set { core.setRate(newValue) }
  }

  /// The rate of ``play()`` (`defaultRate`), 1 unless changed.
  public var defaultRate: Float {
    get { core.state.withLock(\.defaultRate) }
    set { core.change { state, _ in state.defaultRate = newValue } }
  }

  /// Has the item stand at `time` exactly when the player's clock shows `hostTime`, and go on from there at `rate`
  /// (`setRate(_:time:atHostTime:)`): how several players are kept in step. An invalid `time` is where the item stands then, an invalid
  /// `hostTime` is as soon as everything is ready; a time beyond the item's is its beginning or its end. A player that does not run goes
  /// to `time` at once, and makes ready what is played then. What is not ready in time begins later, where the item should be then.
  public func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
    core.setRate(rate, time: Rational(time), atHost: Rational(hostTime))
  }

  /// Makes ready what is played first at `rate` (`preroll(atRate:completionHandler:)`).
  ///
  /// - Returns: Whether it is ready; false where there is no item, it fails or is taken out.
  @discardableResult
  public func preroll(atRate rate: Float) async -> Bool {
    guard let rate = Rational(rate: rate) else { return false }
    return await withCheckedContinuation { continuation in
      core.preroll(rate) { continuation.resume(returning: $0) }
    }
  }

  /// Ends prerolls under way, whose answers are false (`cancelPendingPrerolls()`).
  public func cancelPendingPrerolls() { core.cancelPrerolls() }

  /// Whether it plays (`timeControlStatus`).
  public var timeControlStatus: TimeControlStatus { state.timeControlStatus }

  /// The reason for waiting, where it waits (`reasonForWaitingToPlay`).
  public var reasonForWaitingToPlay: WaitingReason? { state.reasonForWaitingToPlay }

  /// The present state.
  public var state: PlayerState { core.state.withLock { PlayerState($0) } }

  /// The states: the present one, and every change until the player ends.
  public func states() -> some AsyncSequence<PlayerState, Never> & Sendable {
    core.state.withLock { core.states.stream(startingWith: PlayerState($0)) }
  }

  /// Has `call` be called with every change of what it does, until the observation is cancelled.
  public func onStateChange(_ call: @escaping @Sendable (PlayerState) -> Void) -> PlayerObservation {
    core.states.observe(call)
  }

  /// Whether playing begins only when the first picture is ready (`automaticallyWaitsToMinimizeStalling`, true unless changed). Else it
  /// begins as soon as the first tenth of a second of sound is, and pictures that are late are dropped.
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { core.state.withLock(\.waitsToMinimizeStalling) }
    set { core.change { state, _ in state.waitsToMinimizeStalling = newValue } }
  }

  /// The action at an item's end (`actionAtItemEnd`): ``ActionAtItemEnd/pause`` unless changed, of a queue
  /// ``ActionAtItemEnd/advance``.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { core.state.withLock(\.actionAtItemEnd) }
    set { core.change { state, _ in state.actionAtItemEnd = newValue } }
  }

  /// The volume of the player's sound (`volume`): from 0 for silence to 1, as the item is, which it is unless changed.
  public var volume: Float {
    get { core.state.withLock(\.volume) }
    set {
      core.change { state, _ in
        state.volume = newValue.isFinite ? max(0, min(newValue, 1)) : state.volume
        core.pump.setVolume(state.isMuted ? 0 : Double(state.volume))
      }
    }
  }

  /// Whether the player is silent (`isMuted`), whatever its volume.
  public var isMuted: Bool {
    get { core.state.withLock(\.isMuted) }
    set {
      core.change { state, _ in
        state.isMuted = newValue
        core.pump.setVolume(newValue ? 0 : Double(state.volume))
      }
    }
  }
}

// MARK: Times

extension PlayerControls {
  /// The time of the current item (`currentTime()`), zero where there is none; rounded down to a nanosecond where no
  /// timescale holds it.
  public func currentTime() -> CMTime { CMTime(notAfter: core.currentTime()) }

  /// The target of the seek under way; nil where there is none. Until the item is ready, ``currentTime()`` is still
  /// where the item was.
  public var pendingSeekTime: CMTime? { core.state.withLock { $0.seek.map { CMTime(notAfter: $0.time) } } }

  /// The time of the player's clock, which host times are in.
  public var hostTime: CMTime { CMTime(notAfter: core.clock.now) }

  /// Goes to `time`, or wherever near it is shown soonest (`seek(to:)`); see
  /// ``seek(to:toleranceBefore:toleranceAfter:)``.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to `time`, or to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter` that is shown sooner
  /// (`seek(to:toleranceBefore:toleranceAfter:)`).
  ///
  /// With zero for both it goes exactly there: the frame is shown whose time contains it. Else it may choose the beginning of a picture
  /// that is decoded without others, where the item is a file; of edits it goes exactly there. A time before the beginning or after the
  /// end stands for that. While the item is not ready, the seek waits for it; a time after the end of an edit that is being replaced waits
  /// for the new one. Playing goes on from the new time.
  ///
  /// - Returns: True when the picture is shown; false where a newer seek has ended this one, the item failed or was taken out, or
  ///   `time` is not numeric (for which Apple raises an exception): then the time stays.
  @discardableResult
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    await core.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }

  /// Goes to `time` and returns at once; `completionHandler` is called once, with what
  /// ``seek(to:toleranceBefore:toleranceAfter:)`` returns (`seek(to:toleranceBefore:toleranceAfter:completionHandler:)`).
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .positiveInfinity, toleranceAfter: CMTime = .positiveInfinity,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    core.seek(to: time, before: toleranceBefore, after: toleranceAfter, completionHandler)
  }

  /// Has `call` be called at every multiple of `interval` that the item's time passes, and whenever it jumps, starts or stops
  /// (`addPeriodicTimeObserver(forInterval:queue:using:)`), until it is removed. Where a call takes so long that others are due
  /// meanwhile, only the last of them is made.
  ///
  /// - Returns: The observation's token, to remove it by; nil for an interval that is not numeric and greater than
  ///   zero.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, using call: @escaping @Sendable (CMTime) -> Void
  ) -> PlayerObservation? {
    guard let interval = Rational(interval), interval > .zero else { return nil }
    return core.observe(.periodic(interval), call)
  }

  /// Has `call` be called whenever the item's time passes one of `times` while it plays, in whichever direction
  /// (`addBoundaryTimeObserver(forTimes:queue:using:)`), until it is removed: not where it jumps over it, or starts on it.
  ///
  /// - Returns: The observation's token, to remove it by; nil where there is no numeric time (for which Apple raises an
  ///   exception).
  public func addBoundaryTimeObserver(
    forTimes times: [CMTime], using call: @escaping @Sendable () -> Void
  ) -> PlayerObservation? {
    let times = Set(times.compactMap { Rational($0) }).sorted()
    return times.isEmpty ? nil : core.observe(.boundary(times)) { _ in call() }
  }

  /// Removes an observer (`removeTimeObserver(_:)`): once this has returned it is not called any more, and is released
  /// with what it captures. Waits for a call under way, ten seconds at most, unless it comes from that call itself.
  public func removeTimeObserver(_ observer: PlayerObservation) { observer.cancel() }
}
