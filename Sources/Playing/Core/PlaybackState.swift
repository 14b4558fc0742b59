import Compositing
import MediaTime
import Rendering

/// What a player knows, under its lock.
struct PlaybackState {
  /// What is played: the first is the current one, the second is opened ahead.
  var items: [PlayerItem] = []
  var records: [ObjectIdentifier: ItemRecord] = [:]
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
  /// What is shown.
  var shown: (feed: ObjectIdentifier, frame: Int)?
  /// Whether a picture is shown even if it is the same.
  var mustShow = false
  /// Whether the sound of what comes is being made.
  var hasSound = false
  var seek: PendingSeek?
  var scheduled: ScheduledRate?
  /// The host time at which the item has to stand at `time` when it starts; nil for whenever that is.
  var exactStart: Rational?
  var prerolls: [(rate: Rational, completion: @Sendable (Bool) -> Void)] = []
  var observers: [TimeObserver] = []
  /// What the player's thread is to do outside the lock, in order.
  var effects: [@Sendable () -> Void] = []
  /// What watchers were told last.
  var told: PlayerState?
  var isClosed = false

  /// Whether the current item runs.
  enum Phase {
    /// It stands.
    case standing
    /// It is to run, and waits until what it needs is ready.
    case waiting(stalled: Bool)
    /// It runs.
    case running(Timebase)
  }

  /// The current item.
  var item: PlayerItem? { items.first }

  /// What is open of the current item.
  var record: ItemRecord? {
    get { item.flatMap { records[ObjectIdentifier($0)] } }
    set { if let item { records[ObjectIdentifier(item)] = newValue } }
  }

  /// How it runs; nil where it does not.
  var timebase: Timebase? { if case .running(let timebase) = phase { timebase } else { nil } }
}

/// What is open of an item.
struct ItemRecord {
  var media: ItemMedia?
  /// What is gone over to.
  var incoming: ItemMedia?
  /// The item time at which that is done; nil as long as it is not chosen.
  var border: Rational?
  /// Whether sound begins anew there, as that before cannot go over into that behind.
  var restartsAtBorder = false
  /// Whether it is being planned and opened.
  var isOpening = false
  /// Whether that has to be done again.
  var isStale = false

  /// Closes everything.
  func close() {
    incoming?.close(except: media)
    media?.close()
  }
}

/// A seek under way.
struct PendingSeek {
  var time: Rational
  /// How much earlier and later will do; nil for any.
  var before: Rational?
  var after: Rational?
  /// Whether the time is there, and its picture is waited for.
  var isPlaced = false
  var completion: @Sendable (Bool) -> Void
}

/// A rate that is set at a host time.
struct ScheduledRate {
  var host: Rational
  var time: Rational?
  var rate: Rational
  var statedRate: Float
}

/// Something that is called at times of the item.
struct TimeObserver {
  var observation: PlayerObservation
  var kind: Kind
  var call: @Sendable (CMTime) -> Void

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

  /// Whether jumps, starts and stops are told.
  var isPeriodic: Bool { if case .periodic = kind { true } else { false } }
}
