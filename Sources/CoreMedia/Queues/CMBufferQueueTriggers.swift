// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo
public import MediaTime

/// A trigger of a queue, to be tested and removed by (`CMBufferQueueTriggerToken`).
public final class CMBufferQueueTriggerToken: Hashable, Sendable {
  init() {}
  /// A token equals itself alone.
  public static func == (left: CMBufferQueueTriggerToken, right: CMBufferQueueTriggerToken) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Called when the condition of a trigger becomes true.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void
/// The number of a condition.
public typealias CMBufferQueueTriggerCondition = Int32

/// The queue comes to be shorter than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThan: CMBufferQueueTriggerCondition = 1
/// The queue comes to be as long as a time, or shorter.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: CMBufferQueueTriggerCondition = 2
/// The queue comes to be longer than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: CMBufferQueueTriggerCondition = 3
/// The queue comes to be as long as a time, or longer.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo: CMBufferQueueTriggerCondition = 4
/// The earliest time at which a buffer is presented changes.
public let kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: CMBufferQueueTriggerCondition = 5
/// The latest time at which a buffer is presented changes.
public let kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: CMBufferQueueTriggerCondition = 6
/// The buffer that would come out comes to be ready.
public let kCMBufferQueueTrigger_WhenDataBecomesReady: CMBufferQueueTriggerCondition = 7
/// No more buffers are put in, and the last one is taken out.
public let kCMBufferQueueTrigger_WhenEndOfDataReached: CMBufferQueueTriggerCondition = 8
/// The queue is reset.
public let kCMBufferQueueTrigger_WhenReset: CMBufferQueueTriggerCondition = 9
/// There come to be fewer buffers than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: CMBufferQueueTriggerCondition = 10
/// There come to be more buffers than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: CMBufferQueueTriggerCondition = 11

extension CMBufferQueue {
  /// A trigger, to be tested and removed by.
  public typealias TriggerToken = CMBufferQueueTriggerToken

  /// When a trigger is called: each time the condition comes to hold.
  public enum TriggerCondition: Hashable, Sendable {
    /// The queue comes to be shorter than a time.
    case whenDurationBecomesLessThan(CMTime)
    /// The queue comes to be as long as a time, or shorter.
    case whenDurationBecomesLessThanOrEqualTo(CMTime)
    /// The queue comes to be longer than a time.
    case whenDurationBecomesGreaterThan(CMTime)
    /// The queue comes to be as long as a time, or longer.
    case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
    /// The earliest time at which a buffer is presented changes.
    case whenMinPresentationTimeStampChanges
    /// The latest time at which a buffer is presented changes.
    case whenMaxPresentationTimeStampChanges
    /// The buffer that would come out comes to be ready.
    case whenDataBecomesReady
    /// No more buffers are put in, and the last one is taken out.
    case whenEndOfDataReached
    /// The queue is reset.
    case whenReset
    /// There come to be fewer buffers than a number.
    case whenBufferCountBecomesLessThan(CMItemCount)
    /// There come to be more buffers than a number.
    case whenBufferCountBecomesGreaterThan(CMItemCount)

    /// Whether it holds of `queue` now; false where it is a change.
    func holds(of queue: CMBufferQueue) -> Bool {
      switch self {
      case .whenDurationBecomesLessThan(let time): queue.duration < time
      case .whenDurationBecomesLessThanOrEqualTo(let time): queue.duration <= time
      case .whenDurationBecomesGreaterThan(let time): queue.duration > time
      case .whenDurationBecomesGreaterThanOrEqualTo(let time): queue.duration >= time
      case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset: false
      case .whenDataBecomesReady: queue.isNextReady
      case .whenEndOfDataReached: queue.isAtEndOfData
      case .whenBufferCountBecomesLessThan(let count): queue.bufferCount < count
      case .whenBufferCountBecomesGreaterThan(let count): queue.bufferCount > count
      }
    }

    /// The time that changes; nil where it is no change of a time.
    fileprivate func changing(in queue: CMBufferQueue) -> CMTime? {
      switch self {
      case .whenMinPresentationTimeStampChanges: queue.minPresentationTimeStamp
      case .whenMaxPresentationTimeStampChanges: queue.maxPresentationTimeStamp
      default: nil
      }
    }

    /// The time that the length of a queue is compared with; nil where none is.
    fileprivate var duration: CMTime? {
      switch self {
      case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
        .whenDurationBecomesGreaterThan(let time), .whenDurationBecomesGreaterThanOrEqualTo(let time):
        time
      default: nil
      }
    }

    /// The condition of this number, with the parameter `time` or `count`; nil where it is unknown, or needs another
    /// parameter.
    init?(_ number: CMBufferQueueTriggerCondition, time: CMTime? = nil, count: CMItemCount? = nil) {
      switch (number, time, count) {
      case (kCMBufferQueueTrigger_WhenDurationBecomesLessThan, let time?, _): self = .whenDurationBecomesLessThan(time)
      case (kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo, let time?, _):
        self = .whenDurationBecomesLessThanOrEqualTo(time)
      case (kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan, let time?, _):
        self = .whenDurationBecomesGreaterThan(time)
      case (kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo, let time?, _):
        self = .whenDurationBecomesGreaterThanOrEqualTo(time)
      case (kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges, _, _):
        self = .whenMinPresentationTimeStampChanges
      case (kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges, _, _):
        self = .whenMaxPresentationTimeStampChanges
      case (kCMBufferQueueTrigger_WhenDataBecomesReady, _, _): self = .whenDataBecomesReady
      case (kCMBufferQueueTrigger_WhenEndOfDataReached, _, _): self = .whenEndOfDataReached
      case (kCMBufferQueueTrigger_WhenReset, _, _): self = .whenReset
      case (kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan, _, let count?):
        self = .whenBufferCountBecomesLessThan(count)
      case (kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan, _, let count?):
        self = .whenBufferCountBecomesGreaterThan(count)
      default: return nil
      }
    }
  }

  /// Has `body` be called each time `condition` comes to hold, and at once where it does; without `body` it can be tested.
  ///
  /// - Throws: `badTriggerDuration` where a time is not a numeric one of epoch 0.
  public func installTrigger(
    condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
  ) throws -> TriggerToken {
    let token = TriggerToken()
    try NSError.check(install(condition, token, body))
    return token
  }

  func install(
    _ condition: TriggerCondition, _ token: TriggerToken, _ body: CMBufferQueueTriggerHandler?
  ) -> OSStatus {
    if let time = condition.duration, !time.isNumeric || time.epoch != 0 {
      return kCMBufferQueueError_BadTriggerDuration
    }
    add(Trigger(token, condition, body))
    return noErr
  }

  /// Has a trigger not be called any more.
  ///
  /// - Throws: `invalidTriggerToken` where it is not one of this queue.
  public func removeTrigger(_ triggerToken: TriggerToken) throws { try NSError.check(remove(triggerToken)) }

  /// A function that is called when a condition comes to hold. Threads: that which has the queue's lock.
  final class Trigger {
    let token: TriggerToken
    let condition: TriggerCondition
    let call: CMBufferQueueTriggerHandler?
    /// Whether the condition held when it was looked at last.
    private var held = false
    /// The time that changes, as it was then.
    private var time: CMTime?

    init(_ token: TriggerToken, _ condition: TriggerCondition, _ call: CMBufferQueueTriggerHandler?) {
      (self.token, self.condition, self.call) = (token, condition, call)
    }

    /// Looks at the condition.
    func remember(_ queue: CMBufferQueue) {
      (held, time) = (condition.holds(of: queue), condition.changing(in: queue))
    }

    /// Whether the condition has come to hold since it was looked at last; it is looked at again.
    func fires(of queue: CMBufferQueue, atReset isReset: Bool) -> Bool {
      let (didHold, earlier) = (held, time)
      remember(queue)
      if condition == .whenReset { return isReset }
      return earlier != time || held && !didHold
    }
  }
}
