// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: out parameters are written once; contexts of the caller's are handed to his callbacks and not looked into.

/// There is no memory.
public let kCMBufferQueueError_AllocationFailed: OSStatus = -12_760
/// Something that is needed is missing.
public let kCMBufferQueueError_RequiredParameterMissing: OSStatus = -12_761
/// No callback tells how long a buffer is, or they are of another version.
public let kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus = -12_762
/// No more buffers are put in.
public let kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus = -12_763
/// There is no room.
public let kCMBufferQueueError_QueueIsFull: OSStatus = -12_764
/// A time is not a numeric one of epoch 0.
public let kCMBufferQueueError_BadTriggerDuration: OSStatus = -12_765
/// A trigger does not change the queue.
public let kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus = -12_766
/// There is no such condition.
public let kCMBufferQueueError_InvalidTriggerCondition: OSStatus = -12_767
/// There is no such trigger.
public let kCMBufferQueueError_InvalidTriggerToken: OSStatus = -12_768
/// The buffer may not be put in.
public let kCMBufferQueueError_InvalidBuffer: OSStatus = -12_769

extension CMBufferQueue {
  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// There is no memory.
    public static let allocationFailed = NSError(kCMBufferQueueError_AllocationFailed)
    /// Something that is needed is missing.
    public static let requiredParameterMissing = NSError(kCMBufferQueueError_RequiredParameterMissing)
    /// No handler tells how long a buffer is.
    public static let invalidCMBufferCallbacksStruct = NSError(kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
    /// No more buffers are put in.
    public static let enqueueAfterEndOfData = NSError(kCMBufferQueueError_EnqueueAfterEndOfData)
    /// There is no room.
    public static let queueIsFull = NSError(kCMBufferQueueError_QueueIsFull)
    /// A time is not a numeric one of epoch 0.
    public static let badTriggerDuration = NSError(kCMBufferQueueError_BadTriggerDuration)
    /// A trigger does not change the queue.
    public static let cannotModifyQueueFromTriggerCallback = NSError(
      kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
    /// There is no such condition.
    public static let invalidTriggerCondition = NSError(kCMBufferQueueError_InvalidTriggerCondition)
    /// There is no such trigger.
    public static let invalidTriggerToken = NSError(kCMBufferQueueError_InvalidTriggerToken)
    /// The buffer may not be put in.
    public static let invalidBuffer = NSError(kCMBufferQueueError_InvalidBuffer)
  }

  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMBufferQueue.self) }
}

/// The number of the class of queues.
public func CMBufferQueueGetTypeID() -> CFTypeID { CMBufferQueue.typeID }
/// Puts `buffer` in (``CMBufferQueue/enqueue(_:)``).
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer: CMBuffer) -> OSStatus { queue.put(buffer) }
/// Takes the first buffer out; nil where there is none.
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }
/// Takes the first buffer out where it is ready.
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }
/// The buffer that would come out now.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }
/// Whether there are no buffers.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }
/// Has no more buffers be put in, until it is reset.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus { queue.mark() }
/// Whether no more buffers are put in.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }
/// Whether no more buffers are put in, and there are none.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Removes all buffers; others may be put in again.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
  unsafe CMBufferQueueResetWithCallback(queue, callback: { _, _ in }, refcon: nil)
}

/// The same, after `callback` has been called with each buffer.
@discardableResult
public func CMBufferQueueResetWithCallback(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  do { try queue.reset { unsafe callback($0, refcon) } } catch {
    return kCMBufferQueueError_CannotModifyQueueFromTriggerCallback
  }
  return noErr
}

/// Calls `callback` with each buffer, until it returns something else than `noErr`; returns that.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  for buffer in queue.buffers {
    let status = unsafe callback(buffer, refcon)
    guard status == noErr else { return status }
  }
  return noErr
}

/// The number of buffers.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }
/// The duration of all buffers together.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }
/// Bytes of all buffers.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }
/// The earliest time at which a buffer is decoded.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }
/// When the first buffer is decoded.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }
/// The earliest time at which a buffer is presented.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.minPresentationTimeStamp
}
/// When the first buffer is presented.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.firstPresentationTimeStamp
}
/// The latest time at which a buffer is presented.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.maxPresentationTimeStamp
}
/// The latest time at which a buffer has been presented.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.endPresentationTimeStamp
}

/// Sets `callback` as the check of each buffer that is put in from now on.
@discardableResult
public func CMBufferQueueSetValidationCallback(
  _ queue: CMBufferQueue, callback: @escaping CMBufferValidationCallback, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  queue.setValidation { unsafe callback($0, $1, refcon) }
  return noErr
}

/// Sets `handler` as the check of each buffer that is put in from now on.
@discardableResult
public func CMBufferQueueSetValidationHandler(
  _ queue: CMBufferQueue, handler: @escaping CMBufferValidationHandler
) -> OSStatus {
  queue.setValidation(handler)
  return noErr
}

// MARK: Triggers

/// Called with the context when the condition of a trigger becomes true.
public typealias CMBufferQueueTriggerCallback = (UnsafeMutableRawPointer?, CMBufferQueueTriggerToken) -> Void

/// Adds a trigger, called each time a condition comes to hold; with a length, `time`, where it compares one
/// (`CMBufferQueueInstallTrigger`). The token is stored before the callback is called.
///
/// - Returns: `kCMBufferQueueError_InvalidTriggerCondition` for a condition that there is not, or that compares a number;
///   `kCMBufferQueueError_BadTriggerDuration` for a time that is not a numeric one of epoch 0;
///   `kCMBufferQueueError_RequiredParameterMissing` where neither a callback nor a place for the token is given.
@discardableResult
public func CMBufferQueueInstallTrigger(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
  condition: CMBufferQueueTriggerCondition, time: CMTime,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  unsafe install(
    queue, .init(condition, time: time), triggerTokenOut, callback.map { call in { unsafe call(refcon, $0) } })
}

/// The same, with a number of buffers (`CMBufferQueueInstallTriggerWithIntegerThreshold`).
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
  condition: CMBufferQueueTriggerCondition, threshold: CMItemCount,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  unsafe install(
    queue, .init(condition, count: threshold), triggerTokenOut, callback.map { call in { unsafe call(refcon, $0) } })
}

/// As `CMBufferQueueInstallTrigger`, with a handler (`CMBufferQueueInstallTriggerHandler`).
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
  _ queue: CMBufferQueue, condition: CMBufferQueueTriggerCondition, time: CMTime,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  unsafe install(queue, .init(condition, time: time), triggerTokenOut, handler)
}

/// The same, with a number of buffers (`CMBufferQueueInstallTriggerHandlerWithIntegerThreshold`).
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
  _ queue: CMBufferQueue, condition: CMBufferQueueTriggerCondition, threshold: CMItemCount,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  unsafe install(queue, .init(condition, count: threshold), triggerTokenOut, handler)
}

private func install(
  _ queue: CMBufferQueue, _ condition: CMBufferQueue.TriggerCondition?,
  _ tokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ body: CMBufferQueueTriggerHandler?
) -> OSStatus {
  guard let condition else { return kCMBufferQueueError_InvalidTriggerCondition }
  guard unsafe tokenOut != nil || body != nil else { return kCMBufferQueueError_RequiredParameterMissing }
  let token = CMBufferQueueTriggerToken()
  let earlier = unsafe tokenOut?.pointee
  unsafe tokenOut?.pointee = token
  let status = queue.install(condition, token, body)
  if status != noErr { unsafe tokenOut?.pointee = earlier }
  return status
}

/// Has a trigger not be called any more.
@discardableResult
public func CMBufferQueueRemoveTrigger(
  _ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken
) -> OSStatus { queue.remove(triggerToken) }

/// Whether the condition of a trigger holds now.
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
  queue.testTrigger(triggerToken)
}
