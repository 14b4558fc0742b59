// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: out parameters are written once; arrays of the caller's are read as far as their counts say.

/// When `buffer` is presented.
public func CMSampleBufferGetPresentationTimeStamp(_ buffer: CMSampleBuffer) -> CMTime { buffer.presentationTimeStamp }
/// When `buffer` is decoded; invalid where that is when it is presented.
public func CMSampleBufferGetDecodeTimeStamp(_ buffer: CMSampleBuffer) -> CMTime { buffer.decodeTimeStamp }
/// The duration of `buffer`.
public func CMSampleBufferGetDuration(_ buffer: CMSampleBuffer) -> CMTime { buffer.duration }
/// When `buffer` is presented in what it is written into.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ buffer: CMSampleBuffer) -> CMTime {
  buffer.outputPresentationTimeStamp
}
/// The output duration of `buffer`.
public func CMSampleBufferGetOutputDuration(_ buffer: CMSampleBuffer) -> CMTime { buffer.outputDuration }
/// Sets when `buffer` is presented in what it is written into.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ buffer: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  buffer.change { $0.outputTime = outputPresentationTimeStamp }
  return noErr
}
/// The number of samples in `buffer`.
public func CMSampleBufferGetNumSamples(_ buffer: CMSampleBuffer) -> CMItemCount { buffer.numSamples }
/// The picture; nil where it holds none.
public func CMSampleBufferGetImageBuffer(_ buffer: CMSampleBuffer) -> CVImageBuffer? { buffer.imageBuffer }
/// The bytes; nil where it holds a picture.
public func CMSampleBufferGetDataBuffer(_ buffer: CMSampleBuffer) -> CMBlockBuffer? { buffer.dataBuffer }
/// The format of its content.
public func CMSampleBufferGetFormatDescription(_ buffer: CMSampleBuffer) -> CMFormatDescription? {
  buffer.formatDescription
}
/// Bytes of all samples.
public func CMSampleBufferGetTotalSampleSize(_ buffer: CMSampleBuffer) -> Int { buffer.totalSampleSize }
/// Bytes of sample number `sampleIndex`.
public func CMSampleBufferGetSampleSize(_ buffer: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  guard (0..<buffer.numSamples).contains(sampleIndex) else { return 0 }
  let sizes = buffer.values.sizes
  if sizes.indices.contains(sampleIndex) { return sizes[sampleIndex] }
  return sizes.first ?? buffer.totalSampleSize / buffer.numSamples
}
/// Sets what `buffer`, which holds no media yet, holds.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ buffer: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  guard buffer.dataBuffer == nil, buffer.imageBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
  buffer.hold(dataBuffer)
  return noErr
}

/// Writes the times of sample number `sampleIndex` to `timingInfoOut`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ buffer: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  guard (0..<buffer.numSamples).contains(sampleIndex) else { return kCMSampleBufferError_SampleIndexOutOfRange }
  unsafe timingInfoOut.pointee = buffer.timing(sampleIndex)
  return noErr
}

/// Writes the times of `entryCount` samples to `timingArrayOut`, and how many there are to `timingArrayEntriesNeededOut`. Nothing is written
/// to an array that is too small for all of them.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ buffer: CMSampleBuffer, entryCount: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  let timing = buffer.values.timing
  unsafe timingArrayEntriesNeededOut?.pointee = timing.count
  guard let array = unsafe timingArrayOut else { return noErr }
  guard entryCount >= timing.count else { return kCMSampleBufferError_ArrayTooSmall }
  for (number, info) in timing.enumerated() { unsafe array[number] = info }
  return noErr
}

/// The attachments of samples: a dictionary for each, of all the same object; nil where there are none and
/// `createIfNecessary` is false. A change of it, as an `NSMutableDictionary` or by `CFDictionarySetValue`, is one of
/// the buffer, one thread at a time.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ buffer: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  guard createIfNecessary || !buffer.values.sampleAttachments.values.isEmpty else { return nil }
  var object: CFMutableDictionary?
  buffer.change { object = $0.sampleAttachments.object() }
  return object.map { Array(repeating: $0, count: max(1, buffer.numSamples)) }
}

// MARK: Making

/// Makes a buffer of the picture in `imageBuffer`.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
    return kCMSampleBufferError_InvalidMediaFormat
  }
  unsafe sampleBufferOut.pointee = CMSampleBuffer(
    picture: imageBuffer, format: formatDescription, timing: [sampleTiming.pointee])
  return noErr
}

/// Makes a buffer of the picture in `imageBuffer`, which the callback draws unless `dataReady` says that it is there.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let status = unsafe CMSampleBufferCreateReadyWithImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming,
    sampleBufferOut: sampleBufferOut)
  guard status == noErr, let made = unsafe sampleBufferOut.pointee else { return status }
  unsafe made.expect(isReady: dataReady, makeDataReadyCallback.map { call in { unsafe call($0, refcon) } })
  return noErr
}

/// Makes a buffer of `dataBuffer`: encoded data, or samples as numbers.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount: CMItemCount, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard dataBuffer != nil else { return kCMSampleBufferError_RequiredParameterMissing }
  return unsafe CMSampleBufferCreate(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleCount: sampleCount, sampleTimingEntryCount: sampleTimingEntryCount,
    sampleTimingArray: sampleTimingArray, sampleSizeEntryCount: sampleSizeEntryCount,
    sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
}

/// As
/// ``CMSampleBufferCreateReady(allocator:dataBuffer:formatDescription:sampleCount:sampleTimingEntryCount:sampleTimingArray:sampleSizeEntryCount:sampleSizeArray:sampleBufferOut:)``;
/// without `dataBuffer` the media are set later. The callback is called when media are read that are not there yet.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount: CMItemCount, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let allowed = [0, 1, sampleCount]
  guard sampleCount >= 0, allowed.contains(sampleTimingEntryCount), allowed.contains(sampleSizeEntryCount) else {
    return kCMSampleBufferError_InvalidEntryCount
  }
  let timing = (0..<sampleTimingEntryCount).compactMap { unsafe sampleTimingArray?[$0] }
  let sizes = (0..<sampleSizeEntryCount).compactMap { unsafe sampleSizeArray?[$0] }
  let made = CMSampleBuffer(
    data: dataBuffer, format: formatDescription, timing: timing, sizes: sizes, count: sampleCount)
  unsafe made.expect(isReady: dataReady, makeDataReadyCallback.map { call in { unsafe call($0, refcon) } })
  unsafe sampleBufferOut.pointee = made
  return noErr
}

/// Makes a buffer with the same media.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe sampleBufferOut.pointee = CMSampleBuffer(copying: sampleBuffer, timing: nil)
  return noErr
}

/// Makes a buffer with the same media, presented at other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer: CMSampleBuffer, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let timing = (0..<max(0, sampleTimingEntryCount)).compactMap { unsafe sampleTimingArray?[$0] }
  unsafe sampleBufferOut.pointee = CMSampleBuffer(copying: sampleBuffer, timing: timing.isEmpty ? nil : timing)
  return noErr
}
