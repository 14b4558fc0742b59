// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: out parameters are written once; contexts of the caller's are handed to his callbacks and not looked into.

/// Has the media of a buffer be there, given the context: `noErr`, or why not.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Has the media of a buffer be there: `noErr`, or why not.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// Called with the context when a buffer becomes invalid.
public typealias CMSampleBufferInvalidateCallback = (CMSampleBuffer, UInt64) -> Void
/// Called when a buffer becomes invalid.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Is posted by a buffer whose media have come.
public let kCMSampleBufferNotification_DataBecameReady: CFString = "DataBecameReady"
/// Is posted by a buffer whose media will never come.
public let kCMSampleBufferNotification_DataFailed: CFString = "DataFailed"
/// Why they will not, a number in what the notification says.
public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "OSStatus"

extension CMSampleBuffer {
  /// Whether a buffer holds media.
  public enum DataReadiness: Hashable, Sendable {
    /// Not yet, or no longer.
    case notReady
    /// It does.
    case ready
    /// It never will, for the reason of this number.
    case failed(OSStatus)
  }

  /// Is posted by a buffer whose media have come, on the thread on which they have.
  public static let dataBecameReady = NSNotification.Name(kCMSampleBufferNotification_DataBecameReady)
  /// Is posted by a buffer whose media will never come.
  public static let dataFailed = NSNotification.Name(kCMSampleBufferNotification_DataFailed)

  /// The keys of what notifications say.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The string.
    public let rawValue: CFString
    /// The key of this string.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Why media will not come, a number.
    public static let status = NotificationKey(rawValue: kCMSampleBufferNotificationParameter_OSStatus)
  }

  // MARK: Making

  /// As ``init(dataBuffer:formatDescription:numSamples:sampleTimings:sampleSizes:)``, with media that
  /// `makeDataReadyHandler` provides when they are first read, unless `dataReady` is set.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
    numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
      sampleTimings: sampleTimings, sampleSizes: sampleSizes)
    expect(isReady: dataReady, makeDataReadyHandler)
  }

  /// As ``init(dataBuffer:formatDescription:numSamples:presentationTimeStamp:packetDescriptions:)``, likewise.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
    numSamples: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
      presentationTimeStamp: presentationTimeStamp, packetDescriptions: packetDescriptions)
    expect(isReady: dataReady, makeDataReadyHandler)
  }

  /// As ``init(imageBuffer:formatDescription:sampleTiming:)``, with a picture that `makeDataReadyHandler` draws when it
  /// is first read, unless `dataReady` is set.
  public convenience init(
    imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming)
    expect(isReady: dataReady, makeDataReadyHandler)
  }

  /// Sets whether the media are ready, and the handler that makes them so.
  func expect(isReady: Bool, _ maker: CMSampleBufferMakeDataReadyHandler?) {
    change { ($0.readiness, $0.maker) = (isReady ? .ready : .notReady, maker) }
  }

  // MARK: Readiness

  /// Whether it holds media, or the buffer does that it waits for.
  public var dataReadiness: DataReadiness {
    let values = values
    return values.tracked?.dataReadiness ?? values.readiness
  }

  /// Says whether it holds media.
  ///
  /// - Throws: `invalidated` of a buffer that is not valid any more.
  public func setDataReadiness(_ newValue: DataReadiness) throws { try NSError.check(become(newValue)) }

  func become(_ readiness: DataReadiness) -> OSStatus {
    guard isValid else { return kCMSampleBufferError_Invalidated }
    var earlier = readiness
    change { values in
      earlier = values.readiness
      values.readiness = readiness
    }
    guard readiness != earlier else { return noErr }
    switch readiness {
    case .ready: NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
    case .failed(let status):
      NotificationCenter.default.post(
        name: Self.dataFailed, object: self, userInfo: [NotificationKey.status.rawValue: NSNumber(value: status)])
    case .notReady: break
    }
    return noErr
  }

  /// Holds `data` from now on.
  func hold(_ data: CMBlockBuffer) {
    change { $0.data = data }
    _ = become(.ready)
  }

  /// Provides its media, where they are not there yet, by the handler given at its creation.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain`: `bufferNotReady` without a handler, `dataFailed` where
  ///   they will never come, `invalidated`, or the handler's own.
  public func makeDataReady() throws { try NSError.check(makeReady()) }

  func makeReady() -> OSStatus {
    let values = values
    guard values.isValid else { return kCMSampleBufferError_Invalidated }
    if let tracked = values.tracked { return tracked.makeReady() }
    switch values.readiness {
    case .ready: return noErr
    case .failed: return kCMSampleBufferError_DataFailed
    case .notReady:
      guard let maker = values.maker else { return kCMSampleBufferError_BufferNotReady }
      let status = maker(self)
      guard status == noErr, dataReadiness == .notReady else { return status }
      return become(.ready)
    }
  }

  /// Has its media be there when those of `sampleBufferToTrack` are.
  ///
  /// - Throws: `requiredParameterMissing` where that one waits for this.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    try NSError.check(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
  }

  // MARK: Validity

  /// Has `body` be called when it is invalidated, in place of what was to be called before; what `body` throws is not heard.
  public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
    change { $0.invalidation = { try? body($0) } }
  }

  /// Releases its contents, after the invalidation handler was called.
  public func invalidate() throws { try NSError.check(CMSampleBufferInvalidate(self)) }
}

/// Whether it has not been invalidated.
public func CMSampleBufferIsValid(_ buffer: CMSampleBuffer) -> Bool { buffer.isValid }
/// Whether it holds media.
public func CMSampleBufferDataIsReady(_ buffer: CMSampleBuffer) -> Bool { buffer.dataReadiness == .ready }
/// Says that the media are there.
@discardableResult
public func CMSampleBufferSetDataReady(_ buffer: CMSampleBuffer) -> OSStatus { buffer.become(.ready) }
/// Says that the media will never be there, for the reason `status`.
@discardableResult
public func CMSampleBufferSetDataFailed(_ buffer: CMSampleBuffer, status: OSStatus) -> OSStatus {
  buffer.become(.failed(status))
}

/// Whether the media will never be there; stores why.
public func CMSampleBufferHasDataFailed(
  _ buffer: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?
) -> Bool {
  guard case .failed(let status) = buffer.dataReadiness else { return false }
  unsafe statusOut?.pointee = status
  return true
}

/// Has the media be there (``CMSampleBuffer/makeDataReady()``).
@discardableResult
public func CMSampleBufferMakeDataReady(_ buffer: CMSampleBuffer) -> OSStatus { buffer.makeReady() }

/// Has the media of `buffer` be there when those of `sampleBufferToTrack` are.
///
/// - Returns: `kCMSampleBufferError_RequiredParameterMissing` where that one waits for this.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
  _ buffer: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  var last: CMSampleBuffer? = sampleBufferToTrack
  while let next = last {
    guard next !== buffer else { return kCMSampleBufferError_RequiredParameterMissing }
    last = next.values.tracked
  }
  buffer.change { $0.tracked = sampleBufferToTrack }
  return noErr
}

/// Releases the contents of `buffer`, after its invalidation handler was called.
@discardableResult
public func CMSampleBufferInvalidate(_ buffer: CMSampleBuffer) -> OSStatus {
  var invalidation: CMSampleBufferInvalidateHandler?
  buffer.change { values in
    invalidation = values.isValid ? values.invalidation : nil
    (values.isValid, values.invalidation) = (false, nil)
  }
  invalidation?(buffer)
  // What goes away with it may call back, and does so behind the lock.
  withExtendedLifetime(buffer.values) {
    buffer.change { values in
      (values.picture, values.data, values.tracked, values.maker) = (nil, nil, nil, nil)
      (values.readiness, values.group) = (.notReady, nil)
    }
  }
  return noErr
}

/// Sets the callback for the invalidation of `buffer`, in place of a former one.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
  _ buffer: CMSampleBuffer, callback: @escaping CMSampleBufferInvalidateCallback, refcon: UInt64
) -> OSStatus {
  CMSampleBufferSetInvalidateHandler(buffer) { callback($0, refcon) }
}

/// The same, of a handler.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ buffer: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
  guard buffer.isValid else { return kCMSampleBufferError_Invalidated }
  buffer.change { $0.invalidation = invalidateHandler }
  return noErr
}

/// As `CMSampleBufferCreate`, with a handler (`CMSampleBufferCreateWithMakeDataReadyHandler`).
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount, _ numSampleTimingEntries: CMItemCount,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: CMItemCount,
  _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  unsafe CMSampleBufferCreate(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: dataReady,
    makeDataReadyCallback: makeDataReadyHandler.map { make in { buffer, _ in make(buffer) } }, refcon: nil,
    formatDescription: formatDescription, sampleCount: numSamples, sampleTimingEntryCount: numSampleTimingEntries,
    sampleTimingArray: sampleTimingArray, sampleSizeEntryCount: numSampleSizeEntries,
    sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
}

/// As `CMSampleBufferCreateForImageBuffer`, with a handler (`CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler`).
@discardableResult
public func CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ imageBuffer: CVImageBuffer, _ dataReady: Bool,
  _ formatDescription: CMVideoFormatDescription, _ sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  unsafe CMSampleBufferCreateForImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, dataReady: dataReady,
    makeDataReadyCallback: makeDataReadyHandler.map { make in { buffer, _ in make(buffer) } }, refcon: nil,
    formatDescription: formatDescription, sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}
