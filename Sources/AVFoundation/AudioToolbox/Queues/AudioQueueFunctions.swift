// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import CoreMedia
public import Dispatch
import Synchronization

// SAFETY: formats, times and places are read, and results written, at the caller's addresses, within the sizes that it
// gives, while it waits; what is in a buffer that is put into a queue is copied.

// MARK: Queues

/// Makes a queue that plays buffers of `inFormat` (`AudioQueueNewOutput`). `inCallbackProc` is called with `inUserData` for each that has been
/// played: by the run loop that is given, in the mode that is, or on the queue's own thread.
///
/// - Returns: ``kAudioFormatUnsupportedDataFormatError`` where the format is not decoded here.
@discardableResult public func AudioQueueNewOutput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueOutputCallback,
  _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
  _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  let user = UInt(bitPattern: inUserData)
  let queue = unsafe OpaqueAudioQueue(
    inFormat.pointee,
    .output { queue, buffer in
      unsafe inCallbackProc(UnsafeMutableRawPointer(bitPattern: user), queue, buffer)
    }, delivery(inCallbackRunLoop, inCallbackRunLoopMode))
  return unsafe give(queue, outAQ)
}

/// Makes a queue that records into buffers of `inFormat` (`AudioQueueNewInput`). `inCallbackProc` is called with `inUserData` for each that is
/// full: by the run loop that is given, in the mode that is, or on the queue's own thread.
///
/// - Returns: ``kAudioFormatUnsupportedDataFormatError`` where the format is not encoded here.
@discardableResult public func AudioQueueNewInput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueInputCallback,
  _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
  _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  let user = UInt(bitPattern: inUserData)
  let queue = unsafe OpaqueAudioQueue(
    inFormat.pointee,
    .input { queue, buffer, time, count, places in
      unsafe inCallbackProc(UnsafeMutableRawPointer(bitPattern: user), queue, buffer, time, count, places)
    }, delivery(inCallbackRunLoop, inCallbackRunLoopMode))
  return unsafe give(queue, outAQ)
}

/// Gives `queue`, or says that there is none of its format.
private func give(_ queue: OpaqueAudioQueue?, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>) -> OSStatus {
  unsafe outAQ.pointee = queue
  return queue == nil ? kAudioFormatUnsupportedDataFormatError : noErr
}

private func delivery(_ loop: CFRunLoop?, _ mode: CFString?) -> OpaqueAudioQueue.Delivery {
  loop.map { .loop($0, mode: mode ?? kCFRunLoopCommonModes) } ?? .ownThread
}

/// As ``AudioQueueNewOutput(_:_:_:_:_:_:_:)``; `inCallbackBlock` is called on `inCallbackDispatchQueue`.
@discardableResult public func AudioQueueNewOutputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
  _ inCallbackBlock: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
  let queue = unsafe OpaqueAudioQueue(inFormat.pointee, .output(inCallbackBlock), .queue(inCallbackDispatchQueue))
  return unsafe give(queue, outAQ)
}

/// As ``AudioQueueNewInput(_:_:_:_:_:_:_:)``; `inCallbackBlock` is called on `inCallbackDispatchQueue`.
@discardableResult public func AudioQueueNewInputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue, _ inCallbackBlock: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
  let queue = unsafe OpaqueAudioQueue(inFormat.pointee, .input(inCallbackBlock), .queue(inCallbackDispatchQueue))
  return unsafe give(queue, outAQ)
}

/// Stops a queue (`AudioQueueDispose`), at once where `inImmediate`; it takes no buffer any more. Its buffers are freed when
/// the last reference to it goes.
@discardableResult public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  inAQ.dispose(isImmediate: inImmediate)
}

// MARK: Buffers

/// Makes a buffer for `inBufferByteSize` bytes (`AudioQueueAllocateBuffer`).
@discardableResult public func AudioQueueAllocateBuffer(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus { unsafe AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer) }

/// Makes a buffer for `inBufferByteSize` bytes, and the places of `inNumberPacketDescriptions` packets
/// (`AudioQueueAllocateBufferWithPacketDescriptions`).
@discardableResult public func AudioQueueAllocateBufferWithPacketDescriptions(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
  _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
  unsafe outBuffer.pointee = inAQ.allocate(inBufferByteSize, places: inNumberPacketDescriptions)
  return noErr
}

/// Frees a buffer that is not in the queue (`AudioQueueFreeBuffer`).
@discardableResult public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus
{
  unsafe inAQ.free(inBuffer) ? noErr : kAudioQueueErr_InvalidBuffer
}

/// Puts a buffer into the queue (`AudioQueueEnqueueBuffer`): to be played, with the places of its packets, or to be recorded into.
@discardableResult public func AudioQueueEnqueueBuffer(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  unsafe AudioQueueEnqueueBufferWithParameters(inAQ, inBuffer, inNumPacketDescs, inPacketDescs, 0, 0, 0, nil, nil, nil)
}

/// Puts a buffer into a queue that plays (`AudioQueueEnqueueBufferWithParameters`), of samples without the first `inTrimFramesAtStart` and the
/// last `inTrimFramesAtEnd`. The parameters are set when it begins.
///
/// - Returns: ``kAudio_UnimplementedError`` for a time at which it is to begin, and where packets are to be cut.
@discardableResult public func AudioQueueEnqueueBufferWithParameters(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
  _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32, _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
  _ inStartTime: UnsafePointer<AudioTimeStamp>?, _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
  var entry = unsafe OpaqueAudioQueue.Entry(place: OpaqueAudioQueue.Place(inBuffer))
  guard inAQ.isOutput else { return inAQ.enqueue(entry) }
  let isTrimmed = inTrimFramesAtStart > 0 || inTrimFramesAtEnd > 0
  let size = inAQ.format.mBytesPerPacket
  guard unsafe inStartTime == nil, !isTrimmed || inAQ.format.mFormatID == kAudioFormatLinearPCM else {
    return kAudio_UnimplementedError
  }
  let left =
    unsafe Int(inBuffer.pointee.mAudioDataByteSize) - Int(size) * (Int(inTrimFramesAtStart) + Int(inTrimFramesAtEnd))
  guard left > 0 else { return kAudioQueueErr_BufferEmpty }
  var (places, count) = unsafe (inPacketDescs, inNumPacketDescs)
  if unsafe places == nil, let own = unsafe inBuffer.pointee.mPacketDescriptions {
    unsafe (places, count) = (UnsafePointer(own), inBuffer.pointee.mPacketDescriptionCount)
  }
  if size > 0 { count = UInt32(left) / size }
  let start = unsafe inBuffer.pointee.mAudioData.advanced(by: Int(size) * Int(inTrimFramesAtStart))
  guard let sound = unsafe inAQ.sound(count, at: start, left, places) else { return kAudioQueueErr_InvalidBuffer }
  entry.sound = sound
  entry.events = unsafe Array(
    UnsafeBufferPointer(start: inParamValues, count: inParamValues == nil ? 0 : Int(inNumParamValues)))
  if let when = unsafe outActualStartTime { unsafe when.pointee = inAQ.time }
  return inAQ.enqueue(entry)
}

extension OpaqueAudioQueue {
  /// The `count` packets in `length` bytes at `start`, as a copy; nil where they are not there.
  fileprivate func sound(
    _ count: UInt32, at start: UnsafeMutableRawPointer, _ length: Int,
    _ places: UnsafePointer<AudioStreamPacketDescription>?
  ) -> AVAudioBuffer? {
    guard let converter = OpaqueAudioConverter(format, AudioQueueRenderer.samples(format)) else { return nil }
    let (given, _) = unsafe AudioBufferList.single(start, length, channels: format.mChannelsPerFrame) { list in
      unsafe converter.sound(count, in: list, places.map { unsafe UnsafeMutablePointer(mutating: $0) })
    }
    guard case .sound(let sound) = given else { return nil }
    return sound
  }

  /// Time of the sample that is rendered next.
  fileprivate var time: AudioTimeStamp {
    AudioTimeStamp(
      mSampleTime: state.withLock(\.sampleTime), mHostTime: DispatchTime.now().uptimeNanoseconds, mRateScalar: 1,
      mFlags: .sampleHostTimeValid)
  }
}

// MARK: Running

/// Begins to play or to record, or goes on (`AudioQueueStart`): at once, or when the machine's clock shows what `inStartTime` says.
///
/// - Returns: ``kAudioQueueErr_InvalidDevice`` where there is no device to record from.
@discardableResult public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?)
  -> OSStatus
{
  guard let time = unsafe inStartTime?.pointee else { return inAQ.start() }
  return inAQ.start(at: time.mFlags.contains(.hostTimeValid) ? time.mHostTime : 0)
}

/// Decodes `inNumberOfFramesToPrepare` samples before they are needed, 0 for all that are in the queue
/// (`AudioQueuePrime`); returns their number.
@discardableResult public func AudioQueuePrime(
  _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
  _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  guard inAQ.isOutput else { return kAudioQueueErr_InvalidQueueType }
  guard inAQ.state.withLock({ $0.phase == .stopped }) else { return kAudioQueueErr_InvalidRunState }
  let renderer = inAQ.renderer
  let count = inNumberOfFramesToPrepare == 0 ? renderer.primeAll() : renderer.prime(Int(inNumberOfFramesToPrepare))
  unsafe outNumberOfFramesPrepared?.pointee = UInt32(clamping: count)
  return noErr
}

/// Stops (`AudioQueueStop`): at once, with all buffers given back, or once all that is in the queue has been played.
@discardableResult public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  inAQ.stop(isImmediate: inImmediate)
}

/// Stands still (`AudioQueuePause`) until ``AudioQueueStart(_:_:)``.
@discardableResult public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus { inAQ.pause() }

/// Has what the decoder keeps come out behind the buffers that are in the queue (`AudioQueueFlush`): what follows is another sound.
@discardableResult public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
  if inAQ.isOutput { inAQ.state.withLock { $0.isFlushed = true } }
  return noErr
}

/// Gives all buffers back, and forgets what was decoded (`AudioQueueReset`).
@discardableResult public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
  inAQ.empty()
  return noErr
}

/// Returns which sample is played or recorded next since it was started (`AudioQueueGetCurrentTime`). Timelines are not
/// made here; nothing breaks that of a queue.
///
/// - Returns: ``kAudioQueueErr_InvalidRunState`` where it does not run.
@discardableResult public func AudioQueueGetCurrentTime(
  _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
  _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  guard inAQ.state.withLock({ $0.phase != .stopped }) else { return kAudioQueueErr_InvalidRunState }
  unsafe outTimelineDiscontinuity?.pointee = false
  if let when = unsafe outTimeStamp { unsafe when.pointee = inAQ.time }
  return noErr
}

/// The timeline of a queue's discontinuities: there is none (`AudioQueueTimelineRef`).
public typealias AudioQueueTimelineRef = Never

// MARK: Without the clock

/// Has a queue be rendered when it is asked for, as samples of `inFormat` by turns, or by the clock again with nil
/// (`AudioQueueSetOfflineRenderFormat`). Channels are for the usual speakers.
@discardableResult public func AudioQueueSetOfflineRenderFormat(
  _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
  guard inAQ.isOutput else { return kAudioQueueErr_InvalidQueueType }
  let format = unsafe inFormat?.pointee
  if let format, PCMBytes(format)?.bufferCount != 1 { return kAudioFormatUnsupportedDataFormatError }
  return inAQ.state.withLock { state in
    guard state.phase == .stopped else { return kAudioQueueErr_InvalidRunState }
    state.offline = format
    return noErr
  }
}

/// Renders `inNumberFrames` samples into `ioBuffer` (`AudioQueueOfflineRender`), which says then how many bytes there are: fewer where nothing
/// more is in the queue.
@discardableResult public func AudioQueueOfflineRender(
  _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>, _ ioBuffer: AudioQueueBufferRef,
  _ inNumberFrames: UInt32
) -> OSStatus {
  let (format, phase) = inAQ.state.withLock { ($0.offline, $0.phase) }
  guard let format, let bytes = PCMBytes(format) else { return kAudioQueueErr_InvalidOfflineMode }
  unsafe ioBuffer.pointee.mAudioDataByteSize = 0
  guard phase == .running || phase == .stopping else {
    return phase == .paused ? kAudioQueueErr_InvalidRunState : noErr
  }
  let room = unsafe Int(ioBuffer.pointee.mAudioDataBytesCapacity) / bytes.frameSize
  guard Int(inNumberFrames) <= room else { return kAudioQueueErr_InvalidPropertySize }
  guard inNumberFrames > 0 else { return noErr }
  let rendered = inAQ.renderer.render(Int(inNumberFrames))
  let (_, size) = unsafe AudioBufferList.single(
    ioBuffer.pointee.mAudioData, Int(ioBuffer.pointee.mAudioDataBytesCapacity), channels: format.mChannelsPerFrame
  ) { unsafe bytes.write(rendered.samples.map { Double($0) }, to: $0) }
  unsafe ioBuffer.pointee.mAudioDataByteSize = UInt32(clamping: size)
  inAQ.state.withLock { $0.sampleTime += Double(inNumberFrames) }
  if rendered.isOver { inAQ.finish() }
  return noErr
}
