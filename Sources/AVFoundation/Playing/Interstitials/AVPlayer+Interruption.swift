import CoreMedia
import Foundation
import Playing
import Synchronization

/// A player's state during an interstitial event.
struct Interruption: Sendable {
  /// Number of the event's run (``InterstitialSchedule/Run/number``).
  var number: Int
  /// The rate that programs see: that of the event, and the player's behind it.
  var rate: Float
  /// Whether the program has sought since: the player goes on there.
  var isSought = false
}

/// The standing still of a player while an interstitial event is played.
extension AVPlayer {
  /// Events that are played in the midst of its items.
  var interstitials: InterstitialSchedule {
    if let known = state.withLock(\.interstitials) { return known }
    let made = InterstitialSchedule(self)
    return state.withLock { state in
      let schedule = state.interstitials ?? made
      state.interstitials = schedule
      return schedule
    }
  }

  /// Whether a seek is under way that goes somewhere else than to `time`.
  func isSeeking(elsewhereThan time: CMTime) -> Bool { engine.controls.pendingSeekTime.map { $0 != time } ?? false }

  /// Time at which it is about to start: that of the seek under way, as an item that is not open yet is still where it was.
  private var startTime: CMTime { (engine.controls.pendingSeekTime ?? engine.controls.currentTime()).inMovieUnits }

  /// Begins the event that is where the player is about to start, at `rate`; false where there is none, or the player has started.
  func beginInterruption(atRate rate: Float) -> Bool {
    guard let schedule = state.withLock(\.interstitials), engine.controls.rate == 0,
      let run = schedule.claim(at: startTime)
    else { return false }
    state.withLock { $0.interruption = Interruption(number: run.number, rate: rate) }
    schedule.begin(run)
    observers.look()
    return true
  }

  /// Has the event that is played go on at `rate`; false where none is.
  func setInterruptionRate(_ rate: Float) -> Bool {
    let schedule = state.withLock { state in
      state.interruption?.rate = rate
      return state.interruption == nil ? nil : state.interstitials
    }
    guard let schedule else { return false }
    schedule.follow(rate)
    observers.look()
    return true
  }

  /// Stands still at the time of the event of `run`, or where the program has sought since that began; false, and nothing happens, where
  /// another item is current.
  func interrupt(for run: InterstitialSchedule.Run) -> Bool {
    guard let item = currentItem, item === run.event.primaryItem else { return false }
    let time = run.event.time
    state.withLock { state in
      var interruption = state.interruption ?? Interruption(number: run.number, rate: engine.controls.rate)
      interruption.number = run.number
      state.interruption = interruption
      engine.controls.rate = 0
      if !interruption.isSought, startTime != time { item.engine.seekExactly(to: time) }
    }
    tellRate()
    observers.look()
    return true
  }

  /// Goes on at the rate that what was played had, if that was the run called `number`: at `time` where the current item is `event`'s and the
  /// program has not sought; else where it is.
  func resume(_ number: Int, of event: AVPlayerInterstitialEvent? = nil, at time: CMTime? = nil) {
    let item = currentItem
    let isResumed = state.withLock { state in
      guard let interruption = state.interruption, interruption.number == number else { return false }
      if let time, let item, item === event?.primaryItem, !interruption.isSought { item.engine.seekExactly(to: time) }
      state.interruption = nil
      if item != nil { engine.controls.rate = interruption.rate }
      return true
    }
    guard isResumed else { return }
    tellRate()
    observers.look()
  }

  /// Has `exchange` put another item in the place of the current one: what is played in its midst ends, and the rate stays.
  func exchangeItem<Result>(_ exchange: () -> Result) -> Result {
    let result = exchange()
    if let number = state.withLock(\.interstitials)?.abandon() { resume(number) }
    return result
  }

  /// Notes that the program seeks in `item`, or in the current item: the player goes on there behind an event, and events that have ended where
  /// it stands may be played again.
  func noteSeek(in item: AVPlayerItem? = nil) {
    guard let schedule = state.withLock(\.interstitials), item == nil || item === currentItem else { return }
    schedule.timeMoves()
    state.withLock { $0.interruption?.isSought = true }
  }

  /// Has the player go on where the run called `number` says, whatever the program sought before.
  func disregardSeeks(before number: Int) {
    state.withLock { if $0.interruption?.number == number { $0.interruption?.isSought = false } }
  }
}

extension PlayerItem {
  /// Seeks exactly to `time`, without a completion.
  fileprivate func seekExactly(to time: CMTime) {
    seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
  }
}
