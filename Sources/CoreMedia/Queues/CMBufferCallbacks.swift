// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: contexts of the caller's are handed to his callbacks and not looked into; those of sample buffers stand in memory that is written
// once and never freed.

/// Returns a time of a buffer, given the context.
public typealias CMBufferGetTimeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
/// Returns whether something holds of a buffer, given the context.
public typealias CMBufferGetBooleanCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Bool
/// Returns which of two buffers comes out first, given the context.
public typealias CMBufferCompareCallback = (CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> CFComparisonResult
/// Returns the size of a buffer in bytes, given the context.
public typealias CMBufferGetSizeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Int
/// Returns whether a buffer may be put in, given the context: `noErr`, or why not.
public typealias CMBufferValidationCallback = (CMBufferQueue, CMBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// The functions by which a queue knows its buffers (`CMBufferCallbacks`): the same as ``CMBufferQueue/Handlers``.
@unsafe public struct CMBufferCallbacks {
  /// 0, or 1 of those that have ``getSize``.
  public var version: UInt32
  /// The argument of each function.
  public var refcon: UnsafeMutableRawPointer?
  /// When a buffer is decoded.
  public var getDecodeTimeStamp: CMBufferGetTimeCallback?
  /// When a buffer is presented.
  public var getPresentationTimeStamp: CMBufferGetTimeCallback?
  /// The duration of a buffer.
  public var getDuration: CMBufferGetTimeCallback
  /// Whether a buffer may be taken out.
  public var isDataReady: CMBufferGetBooleanCallback?
  /// The order of two buffers.
  public var compare: CMBufferCompareCallback?
  /// The notification that a buffer posts when it is ready.
  public var dataBecameReadyNotification: CFString?
  /// The size of a buffer in bytes.
  public var getSize: CMBufferGetSizeCallback?

  /// These callbacks.
  public init(
    version: UInt32, refcon: UnsafeMutableRawPointer?, getDecodeTimeStamp: CMBufferGetTimeCallback?,
    getPresentationTimeStamp: CMBufferGetTimeCallback?, getDuration: @escaping CMBufferGetTimeCallback,
    isDataReady: CMBufferGetBooleanCallback?, compare: CMBufferCompareCallback?,
    dataBecameReadyNotification: CFString?, getSize: CMBufferGetSizeCallback?
  ) {
    unsafe (self.version, self.refcon) = (version, refcon)
    unsafe self.getDecodeTimeStamp = getDecodeTimeStamp
    unsafe self.getPresentationTimeStamp = getPresentationTimeStamp
    unsafe self.getDuration = getDuration
    unsafe self.isDataReady = isDataReady
    unsafe self.compare = compare
    unsafe self.dataBecameReadyNotification = dataBecameReadyNotification
    unsafe self.getSize = getSize
  }

  /// The callbacks of `handlers`.
  fileprivate init(_ handlers: CMBufferQueue.Handlers) {
    unsafe self.init(
      version: 1, refcon: nil,
      getDecodeTimeStamp: handlers.getDecodeTimeStamp.map { tell in { buffer, _ in tell(buffer) } },
      getPresentationTimeStamp: handlers.getPresentationTimeStamp.map { tell in { buffer, _ in tell(buffer) } },
      getDuration: { buffer, _ in handlers.getDuration(buffer) },
      isDataReady: handlers.isDataReady.map { tell in { buffer, _ in tell(buffer) } },
      compare: handlers.compare.map { tell in { first, second, _ in tell(first, second) } },
      dataBecameReadyNotification: handlers.dataBecameReadyNotification,
      getSize: handlers.getSize.map { tell in { buffer, _ in tell(buffer) } })
  }

  /// The handlers that they are.
  fileprivate var handlers: CMBufferQueue.Handlers {
    let (own, context) = unsafe (self, refcon)
    return CMBufferQueue.Handlers { builder in
      builder.getDuration { unsafe own.getDuration($0, context) }
      builder.dataBecameReadyNotification = unsafe own.dataBecameReadyNotification
      if let tell = unsafe own.getDecodeTimeStamp { builder.getDecodeTimeStamp { unsafe tell($0, context) } }
      if let tell = unsafe own.getPresentationTimeStamp {
        builder.getPresentationTimeStamp { unsafe tell($0, context) }
      }
      if let tell = unsafe own.isDataReady { builder.isDataReady { unsafe tell($0, context) } }
      if let tell = unsafe own.compare { builder.compare { unsafe tell($0, $1, context) } }
      if let tell = unsafe own.getSize { builder.getSize { unsafe tell($0, context) } }
    }
  }
}

/// Callbacks that stay where they are.
@safe private struct StandingCallbacks: @unchecked Sendable {
  // @unchecked: they are written once.
  let place: UnsafePointer<CMBufferCallbacks>

  private init(_ handlers: CMBufferQueue.Handlers) {
    let memory = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
    unsafe memory.initialize(to: CMBufferCallbacks(handlers))
    unsafe place = UnsafePointer(memory)
  }

  static let unsorted = StandingCallbacks(.unsortedSampleBuffers)
  static let sorted = StandingCallbacks(.outputPTSSortedSampleBuffers)
}

/// The callbacks of sample buffers that come out in the order in which they were put in.
public func CMBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CMBufferCallbacks> {
  unsafe StandingCallbacks.unsorted.place
}

/// The callbacks of sample buffers that come out in the order of their output presentation times.
public func CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafePointer<CMBufferCallbacks> {
  unsafe StandingCallbacks.sorted.place
}

/// Stores a queue with room for `capacity` buffers, 0 for any number, whose times and sizes `callbacks` return
/// (`CMBufferQueueCreate`).
///
/// - Returns: `kCMBufferQueueError_InvalidCMBufferCallbacksStruct` for another version than 0 and 1.
@discardableResult
public func CMBufferQueueCreate(
  allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
  queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
  guard unsafe callbacks.pointee.version <= 1,
    let queue = try? unsafe CMBufferQueue(capacity: capacity, handlers: callbacks.pointee.handlers)
  else { return kCMBufferQueueError_InvalidCMBufferCallbacksStruct }
  unsafe queueOut.pointee = queue
  return noErr
}
