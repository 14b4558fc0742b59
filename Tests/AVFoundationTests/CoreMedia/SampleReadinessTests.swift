import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Readiness, validity and parts of sample buffers")
struct SampleReadinessTests {
  private func timing(_ time: Int64) -> CMSampleTimingInfo {
    CMSampleTimingInfo(duration: frames(1), presentationTimeStamp: frames(time), decodeTimeStamp: .invalid)
  }

  private func packets(
    _ sizes: [Int], format: CMFormatDescription? = nil, said: [Int]? = nil
  ) throws -> CMSampleBuffer {
    let block = try CMBlockBuffer(length: sizes.reduce(0, +))
    try block.withUnsafeMutableBytes { bytes in for place in bytes.indices { bytes[place] = UInt8(place) } }
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: sizes.count, sampleTimings: [timing(4)],
      sampleSizes: said ?? sizes)
  }

  @Test func `a picture that is still to be drawn is drawn when it is wanted`() throws {
    var pixels: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_32BGRA, nil, &pixels)
    let picture = try #require(pixels)
    let format = try CMFormatDescription(imageBuffer: picture)
    var drawn = 0
    let buffer = try CMSampleBuffer(
      imageBuffer: picture, formatDescription: format, sampleTiming: timing(0),
      makeDataReadyHandler: { _ in
        drawn += 1
        return noErr
      })
    let follower = try CMSampleBuffer(imageBuffer: picture, formatDescription: format, sampleTiming: timing(1))
    try follower.trackDataReadiness(buffer)
    #expect(throws: (any Error).self) { try buffer.trackDataReadiness(follower) }
    #expect(buffer.dataReadiness == .notReady && !CMSampleBufferDataIsReady(follower))
    try follower.makeDataReady()
    try buffer.makeDataReady()
    #expect(drawn == 1 && follower.dataReadiness == .ready && CMSampleBufferDataIsReady(buffer))
  }

  @Test func `failed media have an error, and notify observers`() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing(0)], sampleSizes: [])
    let told = Mutex<[Int32]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: CMSampleBuffer.dataFailed, object: buffer, queue: nil
    ) { notification in
      let status = notification.userInfo?[CMSampleBuffer.NotificationKey.status.rawValue] as? NSNumber
      told.withLock { $0.append(status?.int32Value ?? 0) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_BufferNotReady)
    #expect(CMSampleBufferSetDataFailed(buffer, status: -5) == noErr && told.withLock { $0 } == [-5])
    var status: OSStatus = 0
    #expect(CMSampleBufferHasDataFailed(buffer, statusOut: &status) && status == -5)
    #expect(
      buffer.dataReadiness == .failed(-5) && CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_DataFailed)
    try buffer.setDataReadiness(.ready)
    #expect(CMSampleBufferDataIsReady(buffer) && !CMSampleBufferHasDataFailed(buffer, statusOut: nil))
  }

  @Test func `the handler of an invalidated buffer is called once`() throws {
    let buffer = try packets([2])
    var told: [UInt64] = []
    CMSampleBufferSetInvalidateCallback(
      buffer, callback: { buffer, context in told.append(buffer.dataBuffer == nil ? 0 : context) }, refcon: 9)
    try buffer.invalidate()
    CMSampleBufferInvalidate(buffer)
    #expect(told == [9] && !buffer.isValid && buffer.dataBuffer == nil)
    #expect(CMSampleBufferSetDataReady(buffer) == kCMSampleBufferError_Invalidated)
    #expect(CMSampleBufferSetInvalidateHandler(buffer) { _ in } == kCMSampleBufferError_Invalidated)
  }

  @Test func `a range of packets has their bytes, sizes and times`() throws {
    let buffer = try packets([3, 1, 2])
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    #expect(try part.dataBuffer?.dataBytes() == Data([3, 4, 5]) && part.sampleSizes() == [1, 2])
    #expect(part.presentationTimeStamp == frames(5) && part.numSamples == 2 && part.duration == frames(2))
    var made: CMSampleBuffer?
    #expect(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: buffer, sampleRange: CFRangeMake(2, 2), sampleBufferOut: &made)
        == kCMSampleBufferError_SampleIndexOutOfRange)
    let single = try Array(buffer.singleSampleBuffers())
    #expect(try single.map { try $0.dataBuffer?.dataBytes().count } == [3, 1, 2])
    #expect(single.map(\.presentationTimeStamp) == [4, 5, 6].map { frames($0) })
    var (needed, sizes) = (0, [0, 0, 0])
    #expect(
      CMSampleBufferGetSampleSizeArray(buffer, entryCount: 3, arrayToFill: &sizes, entriesNeededOut: &needed) == noErr)
    #expect(needed == 3 && sizes == [3, 1, 2])
  }

  @Test func `a range of samples as numbers is cut out of each channel`() throws {
    var stream = AudioStreamBasicDescription()
    (stream.mSampleRate, stream.mFormatID, stream.mChannelsPerFrame) = (48_000, kAudioFormatLinearPCM, 2)
    (stream.mFormatFlags, stream.mBytesPerFrame) = (kAudioFormatFlagIsNonInterleaved | kAudioFormatFlagIsPacked, 1)
    (stream.mBitsPerChannel, stream.mFramesPerPacket, stream.mBytesPerPacket) = (8, 1, 1)
    let format = try CMFormatDescription(audioStreamBasicDescription: stream)
    let block = try CMBlockBuffer(length: 8)
    try block.withUnsafeMutableBytes { bytes in for place in bytes.indices { bytes[place] = UInt8(place) } }
    let buffer = try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 4, presentationTimeStamp: .zero, packetDescriptions: [])
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    #expect(try part.dataBuffer?.dataBytes() == Data([1, 2, 5, 6]) && part.audioStreamPacketDescriptions() == [])
    #expect(part.presentationTimeStamp == CMTime(value: 1, timescale: 48_000))
  }

  @Test func `packets of sound stand one behind the other`() throws {
    var stream = AudioStreamBasicDescription()
    (stream.mSampleRate, stream.mFormatID, stream.mFramesPerPacket) = (48_000, kAudioFormatMPEG4AAC, 1_024)
    let format = try CMFormatDescription(audioStreamBasicDescription: stream)
    let buffer = try packets([3, 1, 2], format: format)
    let found = try buffer.audioStreamPacketDescriptions()
    #expect(found.map(\.mStartOffset) == [0, 3, 4] && found.map(\.mDataByteSize) == [3, 1, 2])
    var (place, size): (UnsafePointer<AudioStreamPacketDescription>?, Int) = (nil, 0)
    #expect(
      CMSampleBufferGetAudioStreamPacketDescriptionsPtr(buffer, packetDescriptionsPointerOut: &place, sizeOut: &size)
        == noErr)
    #expect(size == 48 && place?[2] == found[2])
    #expect(throws: (any Error).self) { try packets([1]).audioStreamPacketDescriptions() }
    let huge = try packets([3, 1, 2], format: format, said: [3, .max, .max])
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) { try CMSampleBuffer(copying: huge, forRange: 1..<2) }
    #expect(try huge.audioStreamPacketDescriptions().map(\.mDataByteSize) == [3, .max, .max])
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: CMBlockBuffer(length: 6), formatDescription: format, numSamples: 3, presentationTimeStamp: .zero,
        packetDescriptions: Array(found.dropLast()))
    }
    // A rate that is none is no sound's.
    stream.mSampleRate = 1e300
    #expect(try CMFormatDescription(audioStreamBasicDescription: stream).mediaType == .audio)
  }

  @Test func `a block is made around a program's own bytes, and gives them back`() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    memory.copyBytes(from: [1, 2, 3, 4])
    var returned: [Int] = []
    var block: CMBlockBuffer? = try CMBlockBuffer(
      buffer: memory,
      deallocator: { start, count in
        returned.append(count)
        start.deallocate()
      })
    memory[1] = 9
    #expect(try block?.dataBytes() == Data([1, 9, 3, 4]))
    try block?.append(length: 2)
    #expect(try block?.dataBytes() == Data([1, 9, 3, 4, 0, 0]) && returned.isEmpty)
    block = nil
    #expect(returned == [4])
    let part = try CMBlockBuffer(
      length: 8, allocator: { UnsafeMutableRawPointer.allocate(byteCount: $0, alignment: 1) },
      deallocator: { start, _ in start.deallocate() }, range: 2..<5)
    try part.fillDataBytes(with: 7)
    #expect(try part.dataBytes() == Data([7, 7, 7]))
    try part.append(length: 4, range: 1..<3)
    #expect(try part.dataBytes() == Data([7, 7, 7, 0, 0]) && CMBlockBuffer(length: 4, range: 1..<4).dataLength == 3)
    #expect(throws: (any Error).self) { try part.append(length: 4, range: 1..<5) }
    #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) {
      try CMBlockBuffer(length: 8, allocator: { _ in nil }, deallocator: { _, _ in })
    }
  }

  @Test func `attachments are read and set by their keys`() throws {
    let buffer = try packets([1])
    buffer.attachments[.forceKeyFrame] = .shouldPropagate(true)
    buffer.attachments["mine"] = .shouldNotPropagate(5)
    #expect(
      buffer.attachments[.forceKeyFrame]?.value as? Bool == true && buffer.attachments["mine"]?.mode.rawValue == 0)
    let copy = try CMSampleBuffer(copying: buffer)
    #expect(copy.attachments.propagated.keys.sorted() == ["ForceKeyFrame"] && copy.attachments.nonPropagated.isEmpty)
    buffer.sampleAttachments[0][.doNotDisplay] = true
    #expect(buffer.sampleAttachments[0].map { $0.key } == [.doNotDisplay])
    buffer.attachments.removeAll()
    #expect(buffer.attachments["mine"] == nil)
  }
}
