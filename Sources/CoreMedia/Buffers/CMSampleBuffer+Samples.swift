// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: lists are read as far as their own counts say.

extension CMSampleBuffer {
  /// `numSamples` samples in `dataBuffer`: encoded data, or samples of sound as numbers, presented as `sampleTimings` say, one for each or one
  /// for all, of `sampleSizes` bytes, likewise. Without `dataBuffer` the media are set later (``setDataBuffer(_:)``).
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where there are other numbers of times or sizes.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    let allowed = [0, 1, numSamples]
    guard numSamples >= 0, allowed.contains(sampleTimings.count), allowed.contains(sampleSizes.count) else {
      throw NSError(kCMSampleBufferError_InvalidEntryCount)
    }
    self.init(
      data: dataBuffer, format: formatDescription, timing: sampleTimings, sizes: sampleSizes, count: numSamples)
  }

  /// `numSamples` moments of sound, or packets of it, in `dataBuffer`, which begin at `presentationTimeStamp`.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where `formatDescription` is not that of sound.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    guard let stream = formatDescription.audioStreamBasicDescription, stream.mSampleRate >= 1,
      stream.mSampleRate <= Double(Int32.max)
    else { throw NSError(kCMSampleBufferError_InvalidMediaTypeForOperation) }
    let one = CMTime(
      value: Int64(max(1, stream.mFramesPerPacket)), timescale: CMTimeScale(stream.mSampleRate))
    self.init(
      data: dataBuffer, format: formatDescription,
      timing: [
        CMSampleTimingInfo(duration: one, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
      ], sizes: packetDescriptions.map { Int($0.mDataByteSize) }, count: max(0, numSamples))
  }

  /// Gives it its media: once.
  ///
  /// - Throws: As ``CMSampleBufferSetDataBuffer(_:newValue:)`` returns.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try NSError.check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
  }

  /// Has its media be there, which they must be: nobody is asked for them here.
  ///
  /// - Throws: `kCMSampleBufferError_BufferNotReady` in the domain `NSOSStatusErrorDomain` where they are not.
  public func makeDataReady() throws { try NSError.check(CMSampleBufferMakeDataReady(self)) }

  /// Bytes of sample number `index`; 0 where they are not known.
  public func sampleSize(at index: CMItemIndex) -> Int { CMSampleBufferGetSampleSize(self, at: index) }

  /// Bytes of each sample.
  public func sampleSizes() throws -> [Int] { (0..<numSamples).map(sampleSize) }

  /// When sample number `index` is presented and decoded, and for how long.
  ///
  /// - Throws: `kCMSampleBufferError_SampleIndexOutOfRange` in the domain `NSOSStatusErrorDomain` where there are fewer.
  public func sampleTimingInfo(at index: CMItemIndex) throws -> CMSampleTimingInfo {
    guard (0..<numSamples).contains(index) else { throw NSError(kCMSampleBufferError_SampleIndexOutOfRange) }
    return timing(index)
  }

  // MARK: Attachments

  /// What is said of each sample: the same of all samples of a buffer. What is set is set in the buffer.
  public var sampleAttachments: SampleAttachmentsArray { SampleAttachmentsArray(buffer: self) }

  /// What is said of each sample of a buffer.
  public struct SampleAttachmentsArray: RandomAccessCollection {
    fileprivate let buffer: CMSampleBuffer
    /// The first sample's number: 0.
    public var startIndex: Int { 0 }
    /// How many samples there are.
    public var endIndex: Int { Swift.max(1, buffer.numSamples) }
    /// What is said of sample number `index`.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary { PerSampleAttachmentsDictionary(buffer: buffer) }
  }

  /// What is said of a sample.
  public struct PerSampleAttachmentsDictionary {
    fileprivate let buffer: CMSampleBuffer

    /// What is said under `key`; nil where nothing is.
    public subscript(key: Key) -> Any? {
      get { buffer.values.sampleAttachments[key.rawValue] }
      nonmutating set { buffer.change { $0.sampleAttachments[key.rawValue] = newValue } }
    }

    /// The names of what is said.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The string.
      public let rawValue: CFString
      /// The key of this string.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// Whether decoding cannot start there.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      /// Whether it takes other samples to decode it.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Whether others need it to be decoded.
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// Whether it is shown as soon as it is decoded.
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// Whether it is decoded and not shown.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    }
  }
}

/// Has its media be there, which they must be: nobody is asked for them here.
///
/// - Returns: `kCMSampleBufferError_BufferNotReady` where they are not.
@discardableResult
public func CMSampleBufferMakeDataReady(_ buffer: CMSampleBuffer) -> OSStatus {
  buffer.dataReadiness == .ready ? noErr : kCMSampleBufferError_BufferNotReady
}

/// When the first of its samples is decoded in what it is written into; invalid where that is when it is presented.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ buffer: CMSampleBuffer) -> CMTime {
  guard buffer.decodeTimeStamp.isValid else { return .invalid }
  return buffer.decodeTimeStamp + (buffer.outputPresentationTimeStamp - buffer.presentationTimeStamp)
}

/// Calls `callback` with a buffer of each sample of `buffer`, until it returns something else than `noErr`.
///
/// - Returns: What `callback` did; `kCMSampleBufferError_CannotSubdivide` where the sizes of several samples are not known.
@discardableResult
public func CMSampleBufferCallForEachSample(
  _ buffer: CMSampleBuffer, callback: (CMSampleBuffer, CMItemIndex) throws -> OSStatus
) rethrows -> OSStatus {
  let sizes = (0..<buffer.numSamples).map { CMSampleBufferGetSampleSize(buffer, at: $0) }
  guard buffer.numSamples != 1 else { return try callback(buffer, 0) }
  let stream = buffer.formatDescription?.audioStreamBasicDescription
  let isPCM = stream?.mFormatID == kAudioFormatLinearPCM
  let isByTurns = (stream?.mFormatFlags ?? 0) & kAudioFormatFlagIsNonInterleaved == 0
  guard let data = buffer.dataBuffer, isPCM ? isByTurns : !buffer.values.sizes.isEmpty,
    sizes.allSatisfy({ $0 > 0 && $0 <= data.dataLength }), sizes.reduce(0, +) == data.dataLength
  else {
    return kCMSampleBufferError_CannotSubdivide
  }
  let bytes = data.bytes
  var place = 0
  for (number, size) in sizes.enumerated() {
    let part = CMSampleBuffer(
      data: CMBlockBuffer(Array(bytes[place..<place + size])), format: buffer.formatDescription,
      timing: [buffer.timing(number)], sizes: [size], sampleAttachments: buffer.values.sampleAttachments,
      origin: buffer.origin)
    place += size
    let status = try callback(part, number)
    guard status == noErr else { return status }
  }
  return noErr
}

/// The samples cannot be told from one another.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12_739
