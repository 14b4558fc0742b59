import CoreMedia
import Dispatch
import Foundation
import Playing
import Synchronization

/// Followers of an item, from when each is first asked for: its timebase, and its statements.
///
/// Threads: any. Lock order: only `state`; no callback runs while it is held.
final class ItemFollowers: Sendable {
  private struct State: Sendable {
    var timebase: CMTimebase?
    var observation: PlayerObservation?
    var statements: StatementFollower?
  }

  private let state = Mutex(State())

  /// Ends what it follows by.
  func end() { state.withLock(\.observation)?.cancel() }

  /// The timebase of `item`.
  func timebase(of item: AVPlayerItem) -> CMTimebase {
    let (timebase, isNew) = state.withLock { state in
      if let known = state.timebase { return (known, false) }
      let made = CMTimebase(sourceClock: .hostTimeClock)
      state.timebase = made
      return (made, true)
    }
    guard isNew else { return timebase }
    timebase.setTime(item.currentTime())
    let output = PlayerItemTimelineOutput()
    let observation = output.onChange { [weak timebase] in timebase?.follow($0) }
    state.withLock { $0.observation = observation }
    item.engine.add(output)
    return timebase
  }

  /// Statements of `item` where it is; nil while it states nothing.
  func statements(of item: AVPlayerItem) -> [AVMetadataItem]? {
    let (follower, isNew) = state.withLock { state in
      if let known = state.statements { return (known, false) }
      let made = StatementFollower(item)
      state.statements = made
      return (made, true)
    }
    if isNew { follower.begin(with: item) }
    return follower.items
  }
}

extension CMTimebase {
  /// Goes as `timeline`, a player's, says.
  fileprivate func follow(_ timeline: OutputTimeline) {
    guard let line = timeline.timebase else {
      setRate(0)
      return setTime(timeline.time)
    }
    setRate(
      line.rate.seconds, anchorTime: CMTime(notAfter: line.anchorTime),
      immediateSourceTime: CMTime(notAfter: line.anchorHost))
  }
}

/// Keeps what an item stated last.
private final class StatementFollower: NSObject, AVPlayerItemMetadataOutputPushDelegate, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let output = AVPlayerItemMetadataOutput()
  private let kept = Mutex<[AVMetadataItem]?>(nil)
  private weak let item: AVPlayerItem?

  init(_ item: AVPlayerItem) {
    self.item = item
    super.init()
  }

  /// Statements that were made last; nil before any were.
  var items: [AVMetadataItem]? { kept.withLock { $0 } }

  /// Follows `item`.
  func begin(with item: AVPlayerItem) {
    output.setDelegate(self, queue: DispatchQueue(label: "timed metadata"))
    guard output.attach(to: item) else { return }
    item.engine.add(output.engine)
  }

  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {
    guard let last = groups.last else { return }
    kept.withLock { $0 = last.items }
    item?.lookForChanges()
  }
}

extension AVPlayerItem {
  /// Notifies observers of changes, and those of the player, which may observe its item's properties.
  func lookForChanges() {
    keyValueObservers.look()
    player?.keyValueObservers.look()
  }
}
