// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo
public import MediaTime

/// Buffers with times, put in by some threads and taken out by others (`CMBufferQueue`).
///
/// They come out in the order in which they were put in, or in that of a comparing handler, equal ones as they were put
/// in. No call blocks: a full or empty queue returns at once, and triggers (``installTrigger(condition:_:)``) are
/// called for changes. Handlers and triggers are called on the thread of the change or the query, under the queue's one
/// lock: they may query the queue, and triggers must not change it. Threads: any.
public final class CMBufferQueue: @unchecked Sendable {
  // @unchecked: everything that changes does so under `lock`.
  private let lock = NSRecursiveLock()
  /// The number of buffers that there is room for; 0 for as many as come.
  private let capacity: Int
  private let handlers: Handlers
  private var entries: [Entry] = []
  private var total = CMTime.zero
  private var isMarked = false
  private var validation: CMBufferValidationHandler?
  private var triggers: [Trigger] = []
  /// Whether triggers are being called: on the thread that has the lock.
  private var isCalling = false
  private var observer: (any NSObjectProtocol)?

  /// A buffer, and its duration, which its handler is asked for once.
  private struct Entry {
    let buffer: CMBuffer
    let duration: CMTime
  }

  /// A queue with room for `capacity` buffers, 0 for any number, whose times and sizes `handlers` return.
  ///
  /// - Throws: `invalidCMBufferCallbacksStruct` without a handler for durations.
  public init(capacity: CMItemCount, handlers: Handlers) throws {
    guard handlers.hasDuration else { throw Error.invalidCMBufferCallbacksStruct }
    (self.capacity, self.handlers) = (max(0, capacity), handlers)
    guard let name = handlers.dataBecameReadyNotification else { return }
    observer = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) {
      [weak self] notification in
      if let queue = self, let buffer = notification.object { queue.look(at: buffer as AnyObject) }
    }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  /// Calls the triggers that have waited for `buffer`, where it would come out now.
  private func look(at buffer: CMBuffer) {
    lock.withLock { if let first = entries.first, first.buffer === buffer { callTriggers() } }
  }

  // MARK: Putting in and taking out

  /// Puts `buffer` in.
  ///
  /// - Throws: `enqueueAfterEndOfData`, `queueIsFull`, `cannotModifyQueueFromTriggerCallback`; what validation says.
  public func enqueue(_ buffer: CMBuffer) throws { try NSError.check(put(buffer)) }

  func put(_ buffer: CMBuffer) -> OSStatus {
    lock.withLock {
      guard !isCalling else { return kCMBufferQueueError_CannotModifyQueueFromTriggerCallback }
      guard !isMarked else { return kCMBufferQueueError_EnqueueAfterEndOfData }
      guard capacity == 0 || entries.count < capacity else { return kCMBufferQueueError_QueueIsFull }
      if let status = validation?(self, buffer), status != noErr { return status }
      let entry = Entry(buffer: buffer, duration: handlers.getDuration(buffer))
      entries.insert(entry, at: place(of: buffer))
      total = total + entry.duration
      callTriggers()
      return noErr
    }
  }

  /// The place of `buffer`: behind all that do not come after it.
  private func place(of buffer: CMBuffer) -> Int {
    guard let compare = handlers.compare else { return entries.count }
    let earlier = entries.lastIndex { compare($0.buffer, buffer) != .compareGreaterThan }
    return earlier.map { $0 + 1 } ?? 0
  }

  /// Takes the first buffer out; nil where there is none.
  public func dequeue() -> CMBuffer? { take { true } }

  /// Takes the first buffer out where it is ready; nil where it is not, or there is none.
  public func dequeueIfDataReady() -> CMBuffer? { take { isHeadReady } }

  private func take(_ isWanted: () -> Bool) -> CMBuffer? {
    lock.withLock {
      guard !isCalling, !entries.isEmpty, isWanted() else { return nil }
      let entry = entries.removeFirst()
      total = total.isNumeric ? total - entry.duration : entries.reduce(.zero) { $0 + $1.duration }
      if entries.isEmpty { total = .zero }
      callTriggers()
      return entry.buffer
    }
  }

  /// The buffer that would come out now, which stays; nil where there is none.
  public var head: CMBuffer? { lock.withLock { entries.first?.buffer } }

  private var isHeadReady: Bool { entries.first.map { handlers.isDataReady?($0.buffer) ?? true } ?? false }

  /// Has no more buffers be put in, until it is reset.
  public func markEndOfData() throws { try NSError.check(mark()) }

  func mark() -> OSStatus {
    lock.withLock {
      guard !isCalling else { return kCMBufferQueueError_CannotModifyQueueFromTriggerCallback }
      isMarked = true
      callTriggers()
      return noErr
    }
  }

  /// Removes all buffers; others may be put in again.
  public func reset() throws { try reset { _ in } }

  /// As ``reset()``, after `body` has been called with each buffer.
  ///
  /// - Throws: The error of `body`, and all buffers stay then.
  public func reset(_ body: (CMBuffer) throws -> Void) throws {
    try lock.withLock {
      guard !isCalling else { throw Error.cannotModifyQueueFromTriggerCallback }
      for entry in entries { try body(entry.buffer) }
      (entries, total, isMarked) = ([], .zero, false)
      callTriggers(atReset: true)
    }
  }

  /// Has `body` tell of each buffer that is put in from now on, by throwing, why it may not be.
  public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
    setValidation { queue, buffer in
      do { try body(queue, buffer) } catch {
        let error = error as NSError
        return error.domain == NSOSStatusErrorDomain
          ? OSStatus(truncatingIfNeeded: error.code) : kCMBufferQueueError_InvalidBuffer
      }
      return noErr
    }
  }

  func setValidation(_ handler: CMBufferValidationHandler?) { lock.withLock { validation = handler } }

  // MARK: Contents

  /// The buffers as they are now, in the order in which they would come out.
  public var buffers: Buffers { Buffers(all: lock.withLock { entries.map(\.buffer) }) }

  /// Buffers, in the order in which they would come out.
  public struct Buffers: Sequence {
    fileprivate let all: [CMBuffer]
    /// Gives them one after the other.
    public func makeIterator() -> IndexingIterator<[CMBuffer]> { all.makeIterator() }
  }

  /// Whether there are none.
  public var isEmpty: Bool { lock.withLock { entries.isEmpty } }
  /// The number of buffers.
  public var bufferCount: CMItemCount { lock.withLock { entries.count } }
  /// Whether no more are put in.
  public var containsEndOfData: Bool { lock.withLock { isMarked } }
  /// Whether no more are put in, and there are none.
  public var isAtEndOfData: Bool { lock.withLock { isMarked && entries.isEmpty } }
  /// The duration of all together: zero where there are none.
  public var duration: CMTime { lock.withLock { total } }
  /// Bytes of all; 0 where no handler tells.
  public var totalSize: Int {
    lock.withLock { entries.reduce(0) { $0 + (handlers.getSize?($1.buffer) ?? 0) } }
  }
  /// When the first is decoded; invalid where there is none, or no handler tells.
  public var firstDecodeTimeStamp: CMTime { times(\.getDecodeTimeStamp, upTo: 1).first ?? .invalid }
  /// The earliest time at which one is decoded; invalid as above.
  public var minDecodeTimeStamp: CMTime { times(\.getDecodeTimeStamp).min() ?? .invalid }
  /// When the first is presented; invalid as above.
  public var firstPresentationTimeStamp: CMTime { times(\.getPresentationTimeStamp, upTo: 1).first ?? .invalid }
  /// The earliest time at which one is presented; invalid as above.
  public var minPresentationTimeStamp: CMTime { times(\.getPresentationTimeStamp).min() ?? .invalid }
  /// The latest time at which one is presented; invalid as above.
  public var maxPresentationTimeStamp: CMTime { times(\.getPresentationTimeStamp).max() ?? .invalid }
  /// The latest time at which one has been presented; invalid as above.
  public var endPresentationTimeStamp: CMTime {
    lock.withLock {
      zip(times(\.getPresentationTimeStamp), entries).map { $0 + $1.duration }.max() ?? .invalid
    }
  }

  private func times(_ handler: KeyPath<Handlers, CMBufferGetTimeHandler?>, upTo count: Int = .max) -> [CMTime] {
    lock.withLock {
      guard let tell = handlers[keyPath: handler] else { return [] }
      return entries.prefix(count).map { tell($0.buffer) }
    }
  }

  // MARK: Triggers

  /// Adds `trigger`, and calls it where its condition holds already.
  func add(_ trigger: Trigger) {
    lock.withLock {
      trigger.remember(self)
      triggers.append(trigger)
      if trigger.condition.holds(of: self) { call([trigger]) }
    }
  }

  func remove(_ token: TriggerToken) -> OSStatus {
    lock.withLock {
      guard let place = triggers.firstIndex(where: { $0.token === token }) else {
        return kCMBufferQueueError_InvalidTriggerToken
      }
      triggers.remove(at: place)
      return noErr
    }
  }

  /// Whether the condition of a trigger holds now; false of one of another queue, and where the condition is a change.
  public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
    lock.withLock { triggers.first { $0.token === triggerToken }?.condition.holds(of: self) ?? false }
  }

  /// Whether the buffer that would come out now is ready.
  var isNextReady: Bool { lock.withLock { isHeadReady } }

  /// Calls the triggers whose conditions have come to hold.
  private func callTriggers(atReset isReset: Bool = false) {
    call(triggers.filter { $0.fires(of: self, atReset: isReset) })
  }

  private func call(_ triggers: [Trigger]) {
    let wasCalling = isCalling
    isCalling = true
    defer { isCalling = wasCalling }
    for trigger in triggers { trigger.call?(trigger.token) }
  }
}

extension CMBufferQueue: Hashable {
  /// A queue equals itself alone.
  public static func == (left: CMBufferQueue, right: CMBufferQueue) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
