// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

/// An element of a queue: an object whose times the queue's handlers tell (`CMBuffer`).
public typealias CMBuffer = AnyObject
/// Returns a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Returns whether something holds of a buffer.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Returns which of two buffers comes out first.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Returns the size of a buffer in bytes.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int
/// Returns whether a buffer may be put in: `noErr`, or why not.
public typealias CMBufferValidationHandler = (CMBufferQueue, CMBuffer) -> OSStatus

extension CMBufferQueue {
  /// The functions by which a queue knows its buffers (`CMBufferQueue.Handlers`). Their results for a buffer, but
  /// whether it is ready, must not change while it is in the queue.
  public struct Handlers: @unchecked Sendable {
    // @unchecked: a queue calls them one at a time, under its lock; what they share with others is the caller's business.
    /// When a buffer is decoded; without it no such times are known.
    public let getDecodeTimeStamp: CMBufferGetTimeHandler?
    /// When a buffer is presented; without it no such times are known.
    public let getPresentationTimeStamp: CMBufferGetTimeHandler?
    /// The duration of a buffer.
    public let getDuration: CMBufferGetTimeHandler
    /// Whether a buffer may be taken out; without it all may.
    public let isDataReady: CMBufferGetBooleanHandler?
    /// Compares two buffers for the order of output; without it the order of input.
    public let compare: CMBufferCompareHandler?
    /// The notification that a buffer posts when it is ready.
    public let dataBecameReadyNotification: String?
    /// The size of a buffer in bytes; without it no sizes are known.
    public let getSize: CMBufferGetSizeHandler?
    /// Whether a handler for durations is set.
    let hasDuration: Bool

    /// Collects handlers.
    public struct Builder {
      /// The notification that a buffer posts when it is ready.
      public var dataBecameReadyNotification: String?
      fileprivate var decodeTimeStamp: CMBufferGetTimeHandler?
      fileprivate var presentationTimeStamp: CMBufferGetTimeHandler?
      fileprivate var duration: CMBufferGetTimeHandler?
      fileprivate var dataReady: CMBufferGetBooleanHandler?
      fileprivate var order: CMBufferCompareHandler?
      fileprivate var size: CMBufferGetSizeHandler?

      /// Sets the handler for the time at which a buffer is decoded.
      public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) { decodeTimeStamp = body }
      /// Sets the handler for the time at which a buffer is presented.
      public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        presentationTimeStamp = body
      }
      /// Sets the handler for a buffer's duration.
      public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { duration = body }
      /// Sets the handler for a buffer's readiness.
      public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { dataReady = body }
      /// Sets the handler that orders two buffers.
      public mutating func compare(_ body: @escaping CMBufferCompareHandler) { order = body }
      /// Sets the handler for a buffer's size in bytes.
      public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { size = body }
    }

    /// The handlers that `body` collects, among them how long a buffer is presented.
    public init(withHandlers body: (inout Builder) -> Void) {
      var builder = Builder()
      body(&builder)
      self.init(builder)
    }

    private init(_ builder: Builder) {
      (getDecodeTimeStamp, getPresentationTimeStamp) = (builder.decodeTimeStamp, builder.presentationTimeStamp)
      (getDuration, hasDuration) = (builder.duration ?? { _ in .invalid }, builder.duration != nil)
      (isDataReady, compare, getSize) = (builder.dataReady, builder.order, builder.size)
      dataBecameReadyNotification = builder.dataBecameReadyNotification
    }

    /// These handlers, with those that `body` puts in their places.
    public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
      var builder = Builder()
      builder.dataBecameReadyNotification = dataBecameReadyNotification
      (builder.decodeTimeStamp, builder.presentationTimeStamp) = (getDecodeTimeStamp, getPresentationTimeStamp)
      (builder.dataReady, builder.order, builder.size) = (isDataReady, compare, getSize)
      if hasDuration { builder.duration = getDuration }
      body(&builder)
      return Handlers(builder)
    }

    /// The handlers of sample buffers that come out in the order in which they were put in.
    public static let unsortedSampleBuffers = Handlers {
      $0.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.decodeTimeStamp ?? .invalid }
      $0.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.presentationTimeStamp ?? .invalid }
      $0.getDuration { ($0 as? CMSampleBuffer)?.duration ?? .invalid }
      $0.isDataReady { ($0 as? CMSampleBuffer)?.dataReadiness == .ready }
      $0.getSize { ($0 as? CMSampleBuffer)?.totalSampleSize ?? 0 }
      $0.dataBecameReadyNotification = CMSampleBuffer.dataBecameReady.rawValue
    }

    /// The handlers of sample buffers that come out in the order of their output presentation times.
    public static let outputPTSSortedSampleBuffers = Handlers.unsortedSampleBuffers.withHandlers {
      $0.getDecodeTimeStamp { ($0 as? CMSampleBuffer).map(CMSampleBufferGetOutputDecodeTimeStamp) ?? .invalid }
      $0.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid }
      $0.getDuration { ($0 as? CMSampleBuffer)?.outputDuration ?? .invalid }
      $0.compare { first, second in
        let (first, second) = (first as? CMSampleBuffer, second as? CMSampleBuffer)
        let order = CMTimeCompare(
          first?.outputPresentationTimeStamp ?? .invalid, second?.outputPresentationTimeStamp ?? .invalid)
        return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
      }
    }
  }
}
