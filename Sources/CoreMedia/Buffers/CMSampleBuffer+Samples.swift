// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo
public import MediaTime

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
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where `formatDescription` is not that of sound, or there are other numbers of
  ///   descriptions.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    guard let stream = formatDescription.audioStreamBasicDescription, stream.mSampleRate >= 1,
      stream.mSampleRate <= Double(Int32.max)
    else { throw NSError(kCMSampleBufferError_InvalidMediaTypeForOperation) }
    guard numSamples >= 0, [0, 1, numSamples].contains(packetDescriptions.count) else { throw Error.invalidEntryCount }
    let one = CMTime(
      value: Int64(max(1, stream.mFramesPerPacket)), timescale: CMTimeScale(stream.mSampleRate))
    self.init(
      data: dataBuffer, format: formatDescription,
      timing: [
        CMSampleTimingInfo(duration: one, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
      ], sizes: packetDescriptions.map { Int($0.mDataByteSize) }, count: numSamples)
  }

  /// Gives it its media: once.
  ///
  /// - Throws: As ``CMSampleBufferSetDataBuffer(_:newValue:)`` returns.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try NSError.check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
  }

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
}

/// When the first of its samples is decoded in what it is written into; invalid where that is when it is presented.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ buffer: CMSampleBuffer) -> CMTime {
  guard buffer.decodeTimeStamp.isValid else { return .invalid }
  return buffer.decodeTimeStamp + (buffer.outputPresentationTimeStamp - buffer.presentationTimeStamp)
}

/// Calls `callback` with a buffer of each sample of `buffer`, until it returns something else than `noErr`.
///
/// - Returns: The result of `callback`; `kCMSampleBufferError_CannotSubdivide` where the sizes of several samples are
///   not known.
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
      timing: [buffer.timing(number)], sizes: [size], sampleAttachments: buffer.values.sampleAttachments.values,
      origin: buffer.origin)
    place += size
    let status = try callback(part, number)
    guard status == noErr else { return status }
  }
  return noErr
}
