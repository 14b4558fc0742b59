import Foundation
public import MediaTime
public import Rendering
import Waiting

/// A clock that stands still until it is moved, and then stops at every due time: so playing does not depend on the
/// machine's speed.
///
/// ```swift
/// let clock = TestClock()
/// let player = Player(playerItem: item, renderer: renderer, clock: clock)
/// player.play()
/// await clock.advance(by: Rational(10))
/// // Ten seconds have been played: every frame was shown at its time, every observer called.
/// ```
///
/// While a thread with an alarm is at work, or work between ``beginWork()`` and ``endWork()`` is under way, no time
/// passes: work takes no time except by ``elapse(_:)``.
///
/// Threads: any; one moves it at a time.
public final class TestClock: PlaybackClock {
  /// The clock's state.
  fileprivate struct State {
    /// The time it shows.
    var now = Rational.zero
    /// Work that was said to begin and has not ended.
    var work = 0
    /// The threads, by the numbers of their alarms.
    var threads: [Int: ThreadState] = [:]
    /// The numbers of the alarms that threads wait on.
    var alarms: [ObjectIdentifier: Int] = [:]
    /// The number of the last alarm.
    var lastNumber = 0
  }

  /// The state of a thread.
  fileprivate enum ThreadState {
    case working
    case waiting(until: Rational?)
    /// Its work takes until then.
    case elapsing(until: Rational)
  }

  /// Lock order: nothing is locked, and nothing called, while it is held.
  private let state = Monitor(State())

  /// A clock that shows zero.
  public init() {}

  /// The time that it was moved to.
  public var now: Rational { state.read(\.now) }

  /// An alarm of one thread, which counts as at work until it waits on it.
  public func makeAlarm() -> any PlaybackAlarm {
    let number = state.change { state in
      state.lastNumber += 1
      state.threads[state.lastNumber] = .working
      return state.lastNumber
    }
    return Alarm(self, number)
  }

  /// Says that work has begun that belongs to this moment.
  public func beginWork() { state.change { $0.work += 1 } }

  /// Says that it has ended.
  public func endWork() { state.change { $0.work -= 1 } }

  /// Moves the clock on by `seconds`; see ``advance(to:)``.
  public func advance(by seconds: Rational) async {
    guard let end = try? now + seconds else { return }
    await advance(to: end)
  }

  /// Moves the clock on to `end`, stopping at each time at which a thread is due until all threads have done their work
  /// and wait again. Returns when all wait at `end`; a time that has passed already only waits for that.
  public func advance(to end: Rational) async {
    _ = try? await DedicatedThread.run(named: "test clock") { [state] in
      while true {
        let isThere = state.wait { state in state.isIdle ? state.step(to: end) : nil }
        if isThere == true {
          // Threads that are due at the end do their work first.
          let isDone = state.wait { state in state.isIdle ? !state.isDue(by: end) : nil }
          if isDone == true { return }
        }
      }
    }
  }

  /// Waits until everything is done that is due now.
  public func settle() async { await advance(to: now) }

  /// Has the work of the calling thread, which waits on an alarm of this clock when it has none, take `seconds`: blocks it while the
  /// clock is moved on by them.
  public func elapse(_ seconds: Rational) {
    let thread = ObjectIdentifier(Thread.current)
    let number = state.change { state -> Int? in
      guard let number = state.alarms[thread], let end = try? state.now + seconds else { return nil }
      state.threads[number] = .elapsing(until: end)
      return number
    }
    guard let number else { return }
    _ = state.wait { state in if case .elapsing = state.threads[number] { nil as Bool? } else { true } }
  }

  /// One thread's alarm.
  private final class Alarm: PlaybackAlarm {
    private let clock: TestClock
    private let number: Int
    private let isRung = Monitor(false)

    init(_ clock: TestClock, _ number: Int) { (self.clock, self.number) = (clock, number) }

    func wait(until deadline: Rational?) {
      let thread = ObjectIdentifier(Thread.current)
      let isDue = clock.state.change { state in
        if isRung.change({ rung in
          defer { rung = false }
          return rung
        }) {
          return true
        }
        if let deadline, deadline <= state.now { return true }
        state.threads[number] = .waiting(until: deadline)
        state.alarms[thread] = number
        return false
      }
      if isDue { return }
      _ = clock.state.wait { state in if case .waiting = state.threads[number] { nil as Bool? } else { true } }
      isRung.change { $0 = false }
    }

    func ring() {
      clock.state.change { state in
        isRung.change { $0 = true }
        if case .waiting = state.threads[number] { state.threads[number] = .working }
      }
    }

    func retire() {
      clock.state.change { state in
        state.threads[number] = nil
        state.alarms = state.alarms.filter { $0.value != number }
      }
    }
  }
}

extension TestClock.State {
  /// Whether no thread is at work.
  fileprivate var isIdle: Bool {
    work <= 0 && threads.values.allSatisfy { if case .working = $0 { false } else { true } }
  }

  /// The earliest time at which a thread is due.
  private var next: Rational? {
    threads.values.compactMap { thread in
      switch thread {
      case .working: nil
      case .waiting(let deadline): deadline
      case .elapsing(let end): end
      }
    }.min()
  }

  /// Whether a thread is due at `end` or before.
  fileprivate func isDue(by end: Rational) -> Bool { next.map { $0 <= end } ?? false }

  /// Moves on to the next due time and wakes the threads due then; true where that is `end`.
  fileprivate mutating func step(to end: Rational) -> Bool {
    guard let next, next <= end else {
      now = max(now, end)
      return true
    }
    now = max(now, next)
    for (number, thread) in threads {
      switch thread {
      case .waiting(let deadline?) where deadline <= now: threads[number] = .working
      case .elapsing(let end) where end <= now: threads[number] = .working
      default: break
      }
    }
    return false
  }
}
