import CoreMedia
import Synchronization

/// The timebase of a renderer of sample buffers: its synchronizer's, else the control timebase, else its own.
///
/// Threads: any. Lock order: only `state`.
final class RenderingClock: Sendable {
  private struct State: Sendable {
    weak var synchronizer: AVSampleBufferRenderSynchronizer?
    /// The synchronizer's; nil of a renderer that has none.
    var shared: CMTimebase?
    var control: CMTimebase?
  }

  private let own: CMTimebase
  private let state = Mutex(State())

  /// A clock with the default timebase `own`.
  private init(_ own: CMTimebase) { self.own = own }

  /// A clock by the machine's time by default.
  static func running() -> RenderingClock {
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    let now = CMClock.hostTimeClock.time
    timebase.setRate(1, anchorTime: now, immediateSourceTime: now)
    return RenderingClock(timebase)
  }

  /// A clock that stays at zero by default.
  static func standing() -> RenderingClock { RenderingClock(CMTimebase(sourceClock: .hostTimeClock)) }

  /// The timebase.
  var timebase: CMTimebase { state.withLock { $0.shared ?? $0.control ?? own } }

  /// Timebase that controls it where it has no synchronizer.
  var control: CMTimebase? {
    get { state.withLock(\.control) }
    set { state.withLock { $0.control = newValue } }
  }

  /// Goes by `timebase`, that of `synchronizer`, from now on; false where it has a synchronizer.
  func join(_ synchronizer: AVSampleBufferRenderSynchronizer, _ timebase: CMTimebase) -> Bool {
    state.withLock { state in
      guard state.shared == nil else { return false }
      (state.synchronizer, state.shared) = (synchronizer, timebase)
      return true
    }
  }

  /// Has no synchronizer from now on.
  func leave() { state.withLock { ($0.synchronizer, $0.shared) = (nil, nil) } }

  /// Notifies the synchronizer that the renderer has got media.
  func noteMedia() { state.withLock { $0.synchronizer }?.noteMedia() }
}
