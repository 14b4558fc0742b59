// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

// SAFETY: lists are written as far as the size that is given for them reaches; samples are copied as far as their sizes say.

/// Each buffer starts at a multiple of 16 bytes.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1
/// The place of a packet of encoded sound among others (`AudioStreamPacketDescription`).
public struct AudioStreamPacketDescription: Hashable, Sendable {
  /// The first byte.
  public var mStartOffset: Int64
  /// Samples of a channel; 0 where all packets have equally many.
  public var mVariableFramesInPacket: UInt32
  /// Bytes.
  public var mDataByteSize: UInt32

  /// Nothing.
  public init() { self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0) }
  /// The fields as they are.
  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    (self.mStartOffset, self.mVariableFramesInPacket) = (mStartOffset, mVariableFramesInPacket)
    self.mDataByteSize = mDataByteSize
  }
}

extension CMSampleBuffer {
  /// The number of buffers of its samples, and of the channels of each; nil where it holds no samples as numbers.
  fileprivate var audioBuffers: (count: Int, channels: UInt32)? {
    guard let stream = formatDescription?.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM else {
      return nil
    }
    let isInterleaved = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    return isInterleaved ? (1, stream.mChannelsPerFrame) : (max(1, Int(stream.mChannelsPerFrame)), 1)
  }

  /// Its samples, each of `count` equal parts at a multiple of 16 bytes, and how far they are from one another: the same bytes where they
  /// stand so, a copy elsewhere.
  fileprivate func aligned(_ data: CMBlockBuffer, _ count: Int) -> (data: CMBlockBuffer, step: Int) {
    let size = data.dataLength / count
    guard count > 1, size % 16 != 0 else { return (data, size) }
    let step = (size + 15) / 16 * 16
    let copy = CMBlockBuffer(count: step * count)
    for part in 0..<count {
      unsafe (copy.memory + part * step).copyMemory(from: data.memory + part * size, byteCount: size)
    }
    return (copy, step)
  }

  /// Calls `body` with its samples: one buffer of all channels by turns, or one for each. They are valid until it returns.
  ///
  /// - Throws: `NSError` of Core Media's number where it holds no samples as numbers; what `body` throws.
  public func withAudioBufferList<Result>(
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
  ) throws -> Result {
    let list = unsafe AudioBufferList.allocate(maximumBuffers: audioBuffers?.count ?? 1)
    defer { unsafe free(list.unsafeMutablePointer) }
    var data: CMBlockBuffer?
    let status = unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      self, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer,
      bufferListSize: AudioBufferList.sizeInBytes(maximumBuffers: list.count), blockBufferAllocator: nil,
      blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue, blockBufferOut: &data)
    guard status == noErr, let data else {
      throw NSError(
        domain: NSOSStatusErrorDomain, code: Int(status),
        userInfo: [NSLocalizedDescriptionKey: "The buffer holds no samples as numbers."])
    }
    return try withExtendedLifetime(data) { try unsafe body(list, data) }
  }
}

/// Stores where the samples of `buffer` are in the list at `bufferListOut`, which has `bufferListSize` bytes, and what keeps them there in
/// `blockBufferOut`.
///
/// - Returns: Core Media's number where it holds no samples as numbers, or the list is too small.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ buffer: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?,
  blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  guard let (count, channels) = buffer.audioBuffers, let data = buffer.dataBuffer else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let needed = unsafe AudioBufferList.sizeInBytes(maximumBuffers: count)
  unsafe bufferListSizeNeededOut?.pointee = needed
  guard let list = unsafe UnsafeMutableAudioBufferListPointer(bufferListOut) else {
    unsafe blockBufferOut?.pointee = data
    return noErr
  }
  guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  let isAligned = flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0
  let (samples, step) = isAligned ? buffer.aligned(data, count) : (data, data.dataLength / count)
  unsafe list.count = count
  for part in 0..<count {
    unsafe list[part] = AudioBuffer(
      mNumberChannels: channels, mDataByteSize: UInt32(clamping: data.dataLength / count),
      mData: samples.memory + part * step)
  }
  unsafe blockBufferOut?.pointee = samples
  return noErr
}

extension CMSampleBuffer {
  /// Copies the samples of numbers `range` into the buffers at `bufferList`, which stand as these do and have room for them.
  ///
  /// - Throws: `NSError` of Core Media's number: as
  ///   ``CMSampleBufferCopyPCMDataIntoAudioBufferList(_:at:frameCount:into:)`` returns.
  public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws {
    try NSError.check(
      unsafe CMSampleBufferCopyPCMDataIntoAudioBufferList(
        self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count), into: bufferList))
  }
}

/// Copies `frameCount` samples of each channel, from number `frameOffset` on, into the buffers at `bufferList`, which stand as those of
/// `buffer` do: one of all channels by turns, or one for each.
///
/// - Returns: Core Media's number: `kCMSampleBufferError_InvalidMediaTypeForOperation` where it holds no samples as numbers,
///   `kCMSampleBufferError_SampleIndexOutOfRange` where there are fewer, `kCMSampleBufferError_InvalidEntryCount` where there are other
///   buffers, `kCMSampleBufferError_ArrayTooSmall` where one has no room.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ buffer: CMSampleBuffer, at frameOffset: Int32, frameCount: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard let (count, channels) = buffer.audioBuffers, let data = buffer.dataBuffer,
    let stream = buffer.formatDescription?.audioStreamBasicDescription
  else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  let list = unsafe UnsafeMutableAudioBufferListPointer(bufferList)
  guard unsafe list.count == count else { return kCMSampleBufferError_InvalidEntryCount }
  let (each, part) = (Int(stream.mBytesPerFrame), data.dataLength / count)
  guard frameOffset >= 0, frameCount >= 0, each <= part else { return kCMSampleBufferError_SampleIndexOutOfRange }
  let (first, length) = (Int(frameOffset) * each, Int(frameCount) * each)
  guard first + length <= part else { return kCMSampleBufferError_SampleIndexOutOfRange }
  for number in 0..<count {
    guard let target = unsafe list[number].mData, unsafe Int(list[number].mDataByteSize) >= length,
      unsafe list[number].mNumberChannels == channels
    else { return kCMSampleBufferError_ArrayTooSmall }
    unsafe target.copyMemory(from: data.memory + number * part + first, byteCount: length)
  }
  return noErr
}

/// Copies the samples of the list at `bufferList` into `buffer`, which has a format and no media yet.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ buffer: CMSampleBuffer, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?,
  flags: UInt32, bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  guard buffer.dataBuffer == nil, buffer.imageBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
  guard buffer.formatDescription?.audioStreamBasicDescription != nil else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let list = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
  var bytes: [UInt8] = []
  for index in unsafe list.indices {
    let part = unsafe list[index]
    unsafe bytes += UnsafeRawBufferPointer(start: part.mData, count: part.mData == nil ? 0 : Int(part.mDataByteSize))
  }
  buffer.hold(CMBlockBuffer(bytes))
  return noErr
}

/// Makes a buffer of `sampleCount` moments of sound, or packets of it, that begin at `presentationTimeStamp`
/// (`CMAudioSampleBufferCreateReadyWithPacketDescriptions`).
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleCount: sampleCount, presentationTimeStamp: presentationTimeStamp,
    packetDescriptions: packetDescriptions, sampleBufferOut: sampleBufferOut)
}

/// As the one above; without `dataBuffer` the samples are set later
/// (``CMSampleBufferSetDataBufferFromAudioBufferList(_:blockBufferAllocator:blockBufferMemoryAllocator:flags:bufferList:)``).
/// The callback is called when samples are read that are not there yet.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription, sampleCount: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard let stream = formatDescription.audioStreamBasicDescription, stream.mSampleRate >= 1 else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let one = CMTime(
    value: Int64(max(1, stream.mFramesPerPacket)), timescale: CMTimeScale(clamping: Int64(clamping: stream.mSampleRate))
  )
  let sizes = unsafe packetDescriptions.map { packets in
    (0..<max(0, sampleCount)).map { unsafe Int(packets[$0].mDataByteSize) }
  }
  let made = CMSampleBuffer(
    data: dataBuffer, format: formatDescription,
    timing: [
      CMSampleTimingInfo(duration: one, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
    ], sizes: sizes ?? [], count: max(0, sampleCount))
  unsafe made.expect(isReady: dataReady, makeDataReadyCallback.map { call in { unsafe call($0, refcon) } })
  unsafe sampleBufferOut.pointee = made
  return noErr
}

extension Int64 {
  /// The whole part of `number`, as near as can be.
  fileprivate init(clamping number: Double) { self = number < 9e18 ? Int64(number) : .max }
}
