import Compositing
import MediaTime
import Rendering

/// A player's state, under its lock.
struct PlaybackState {
  /// The items: the first is the current one, the second is opened ahead.
  var items: [PlayerItem] = []
  var records: [ObjectIdentifier: ItemRecord] = [:]
  /// The number of records so far.
  var recordCount = 0
  /// The latest clock time that the player acted upon: a caller that read the clock before and takes the lock later
  /// acts at this time.
  var now: Rational?
  /// The rate that was asked for; zero where the player is paused.
  var rate = Rational.zero
  /// The same as it was asked for.
  var statedRate: Float = 0
  var defaultRate: Float = 1
  var volume: Float = 1
  var isMuted = false
  var actionAtItemEnd = ActionAtItemEnd.pause
  var waitsToMinimizeStalling = true
  var phase = Phase.standing
  /// The current item's time while it does not run.
  var time = Rational.zero
  /// Up to which time observers were called.
  var served = Rational.zero
  /// Whether the item stands at its end though the rate is not zero.
  var isAtEnd = false
  /// The picture that is shown.
  var shown: (feed: ObjectIdentifier, frame: Int)?
  /// Whether a picture is shown even if it is the same.
  var forcesRedisplay = false
  /// Whether the sound of what comes is being made.
  var hasSound = false
  var seek: PendingSeek?
  var scheduled: ScheduledRate?
  /// The start at a host time that is asked for; nil for as soon as the item is ready.
  var exactStart: ExactStart?
  var prerolls: [(rate: Rational, completion: @Sendable (Bool) -> Void)] = []
  var observers: [TimeObserver] = []
  /// The effects that the player's thread performs outside the lock, in order.
  var effects: [Effect] = []
  /// The state at the watchers' last call.
  var lastReported: PlayerState?
  var isClosed = false

  /// Whether the current item runs.
  enum Phase {
    /// It stands.
    case standing
    /// It is to run, and waits until what it needs is ready.
    case waiting(stalled: Bool)
    /// It runs, to an end.
    case running(Timebase, until: Rational)
  }

  /// Something that is done outside the lock.
  struct Effect: Sendable {
    /// Whether it is performed even after the player has ended, as a caller waits for it.
    var runsAfterEnd = false
    var act: @Sendable () -> Void
  }

  /// The time of an action whose caller read the clock at `host`.
  mutating func latest(_ host: Rational) -> Rational {
    let latest = now.map { max($0, host) } ?? host
    now = latest
    return latest
  }

  /// The current item.
  var item: PlayerItem? { items.first }

  /// The open media of the current item.
  var record: ItemRecord? {
    get { item.flatMap { records[ObjectIdentifier($0)] } }
    set { if let item { records[ObjectIdentifier(item)] = newValue } }
  }

  /// The timebase of its run; nil where it stands.
  var timebase: Timebase? { if case .running(let timebase, _) = phase { timebase } else { nil } }

  /// The end of its run.
  var runEnd: Rational? { if case .running(_, let end) = phase { end } else { nil } }
}

/// The open media of an item.
struct ItemRecord {
  /// The number of the player's record: what was begun for another one is not taken.
  var number: Int
  var media: ItemMedia?
  /// The media that are switched to.
  var incoming: ItemMedia?
  /// The item time at which that is done; nil as long as it is not chosen.
  var border: Rational?
  /// Whether sound begins anew there, as that before cannot go over into that behind.
  var restartsAtBorder = false
  /// The frame of `incoming` that has to be ready before a border is chosen.
  var aim: Int?
  /// Its planning and opening, where that is under way.
  var opening: Task<Void, Never>?
  /// Whether that has to be done again.
  var isStale = false

  /// Whether something else is to be gone over to.
  var isChanging: Bool { isStale || opening != nil || incoming != nil }

  /// Closes everything.
  func close() {
    opening?.cancel()
    incoming?.close(except: media)
    media?.close()
  }
}

/// A seek under way.
struct PendingSeek {
  var time: Rational
  /// The tolerances before and behind; nil for any.
  var before: Rational?
  var after: Rational?
  /// Whether the time is there, and its picture is waited for.
  var isPlaced = false
  var completion: @Sendable (Bool) -> Void
}

/// A rate that is set at a host time.
struct ScheduledRate {
  /// Nil for as soon as it can be.
  var host: Rational?
  var time: Rational?
  var rate: Rational
  var statedRate: Float
}

/// A start at a host time.
struct ExactStart {
  var host: Rational
  /// The delay until another attempt where it cannot be kept, in seconds.
  var delay = Rational(nanosecondsOf: 0.1)
}

/// Something that is called at times of the item.
struct TimeObserver {
  var observer: Observer<CMTime>
  var kind: Kind
  /// The time that it was called with since playing began or the time jumped.
  var lastTime: Rational?

  enum Kind {
    /// At every multiple of a duration, and when the time jumps, starts or stops.
    case periodic(Rational)
    /// At times, in order.
    case boundary([Rational])
  }

  /// The first time after `time` in the direction of playing at which it is called.
  func next(after time: Rational, isForward: Bool) -> Rational? {
    switch kind {
    case .periodic(let interval):
      guard let quotient = try? time / interval else { return nil }
      let number = isForward ? quotient.floor() + 1 : quotient.ceil() - 1
      return try? Rational(number) * interval
    case .boundary(let times):
      let index = isForward ? times.partitioningIndex { $0 > time } : times.partitioningIndex { $0 >= time } - 1
      return times.indices.contains(index) ? times[index] : nil
    }
  }

  /// Whether the observer is called for jumps, starts and stops.
  var isPeriodic: Bool { if case .periodic = kind { true } else { false } }
}
