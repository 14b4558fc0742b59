import AVFoundation
import Testing

@Suite("Rules of sample buffers")
struct SampleBufferRules {
  private func picture() throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    return try #require(buffer)
  }

  private func timing(_ time: Int64, lasting duration: Int64 = 1) -> CMSampleTimingInfo {
    CMSampleTimingInfo(duration: frames(duration), presentationTimeStamp: frames(time), decodeTimeStamp: .invalid)
  }

  private func pictureBuffer(_ picture: CVPixelBuffer) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: picture, formatDescription: CMFormatDescription(imageBuffer: picture), sampleTiming: timing(3))
  }

  private func block(_ count: Int) throws -> CMBlockBuffer {
    var block: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
    return try #require(block)
  }

  private func create(
    _ buffer: inout CMSampleBuffer?, timing: [CMSampleTimingInfo], sizes: [Int], count: Int
  ) throws -> OSStatus {
    CMSampleBufferCreate(
      allocator: nil, dataBuffer: try block(8), dataReady: true, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: nil, sampleCount: count, sampleTimingEntryCount: timing.count, sampleTimingArray: timing,
      sampleSizeEntryCount: sizes.count, sampleSizeArray: sizes, sampleBufferOut: &buffer)
  }

  private func dataBuffer(_ timing: [CMSampleTimingInfo], sizes: [Int], count: Int) throws -> CMSampleBuffer {
    var buffer: CMSampleBuffer?
    #expect(try create(&buffer, timing: timing, sizes: sizes, count: count) == noErr)
    return try #require(buffer)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetImageBuffer": the buffer the sample buffer was made with.
  @Test func `a picture's sample buffer holds that picture and one sample`() throws {
    let picture = try picture()
    let buffer = try pictureBuffer(picture)
    #expect(CMSampleBufferGetImageBuffer(buffer) === picture && CMSampleBufferGetNumSamples(buffer) == 1)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetDataBuffer": NULL where there is no block buffer.
  @Test func `a picture's sample buffer has no block of data`() throws {
    #expect(CMSampleBufferGetDataBuffer(try pictureBuffer(try picture())) == nil)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetPresentationTimeStamp", "CMSampleBufferGetDuration".
  @Test func `a sample buffer has the times it is made with`() throws {
    let buffer = try pictureBuffer(try picture())
    #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == frames(3))
    #expect(CMSampleBufferGetDuration(buffer) == frames(1))
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetDecodeTimeStamp": invalid where none was given.
  @Test func `a sample buffer without a time of decoding has the invalid one`() throws {
    #expect(!CMSampleBufferGetDecodeTimeStamp(try pictureBuffer(try picture())).isValid)
  }

  /// CMSampleBuffer.h, "CMSampleBufferIsValid", "CMSampleBufferInvalidate".
  @Test func `a sample buffer is valid until it is invalidated`() throws {
    let buffer = try pictureBuffer(try picture())
    #expect(CMSampleBufferIsValid(buffer))
    #expect(CMSampleBufferInvalidate(buffer) == noErr && !CMSampleBufferIsValid(buffer))
  }

  /// CMSampleBuffer.h, "CMSampleBufferSetOutputPresentationTimeStamp": kept beside the presentation time.
  @Test func `an output time that is set does not change the presentation time`() throws {
    let buffer = try pictureBuffer(try picture())
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(buffer) == frames(3))
    CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: frames(9))
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(buffer) == frames(9))
    #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == frames(3))
  }

  /// CMSampleBuffer.h, "CMSampleBufferCreateReadyWithImageBuffer": kCMSampleBufferError_InvalidMediaFormat.
  @Test func `a description of another picture is refused`() throws {
    var description: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCVPixelFormatType_32BGRA, width: 16, height: 16, extensions: nil,
      formatDescriptionOut: &description)
    var (time, buffer): (CMSampleTimingInfo, CMSampleBuffer?) = (timing(0), nil)
    let status = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: nil, imageBuffer: try picture(), formatDescription: try #require(description), sampleTiming: &time,
      sampleBufferOut: &buffer)
    #expect(status == -12_743 && buffer == nil)
  }

  /// CMSampleBuffer.h, "CMSampleBufferCreateCopy": the copy is shallow.
  @Test func `a copy is another buffer of the same picture`() throws {
    let picture = try picture()
    let buffer = try pictureBuffer(picture)
    var copy: CMSampleBuffer?
    CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &copy)
    #expect(copy != nil && copy !== buffer && copy?.imageBuffer === picture)
    #expect(copy?.presentationTimeStamp == frames(3) && copy?.formatDescription == buffer.formatDescription)
  }

  /// CMSampleBuffer.h, "CMSampleBufferCreateCopy": the attachments that can be propagated.
  @Test func `a copy has the attachments that are propagated, and no others`() throws {
    let buffer = try pictureBuffer(try picture())
    CMSetAttachment(buffer, key: "goes", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(buffer, key: "stays", value: 2, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    var made: CMSampleBuffer?
    CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &made)
    let copy = try #require(made)
    #expect(CMGetAttachment(copy, key: "goes", attachmentModeOut: nil) as? Int == 1)
    #expect(CMGetAttachment(copy, key: "stays", attachmentModeOut: nil) == nil)
  }

  /// CMSampleBuffer.h, "CMSampleBufferCreateCopyWithNewTiming": the original is left.
  @Test func `a copy with new timing leaves the original's`() throws {
    let buffer = try pictureBuffer(try picture())
    var (time, copy): (CMSampleTimingInfo, CMSampleBuffer?) = (timing(20), nil)
    CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &time, sampleBufferOut: &copy)
    #expect(copy?.presentationTimeStamp == frames(20) && buffer.presentationTimeStamp == frames(3))
  }

  /// CMSampleBuffer.h, "sampleTimingArray": one entry counts for all samples.
  @Test func `one timing counts for all samples, which follow one another`() throws {
    let buffer = try dataBuffer([timing(10, lasting: 2)], sizes: [2], count: 4)
    var third = CMSampleTimingInfo()
    #expect(CMSampleBufferGetSampleTimingInfo(buffer, at: 2, timingInfoOut: &third) == noErr)
    #expect(third.presentationTimeStamp == frames(14) && CMSampleBufferGetDuration(buffer) == frames(8))
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetSampleTimingInfo": kCMSampleBufferError_SampleIndexOutOfRange.
  @Test func `there is no timing of a sample that is not there`() throws {
    let buffer = try dataBuffer([timing(0)], sizes: [2], count: 4)
    var info = CMSampleTimingInfo()
    #expect(
      CMSampleBufferGetSampleTimingInfo(buffer, at: 4, timingInfoOut: &info)
        == kCMSampleBufferError_SampleIndexOutOfRange)
  }

  /// CMSampleBuffer.h, "sampleTimingEntryCount": 0, 1 or the number of samples; kCMSampleBufferError_InvalidEntryCount.
  @Test func `timings are none, one or as many as samples`() throws {
    var buffer: CMSampleBuffer?
    #expect(try create(&buffer, timing: [timing(0), timing(1)], sizes: [2], count: 4) == -12_738 && buffer == nil)
  }

  /// CMSampleBuffer.h, "sampleSizeEntryCount": 0, 1 or the number of samples; kCMSampleBufferError_InvalidEntryCount.
  @Test func `sizes are none, one or as many as samples`() throws {
    var buffer: CMSampleBuffer?
    #expect(try create(&buffer, timing: [timing(0)], sizes: [2, 3], count: 4) == -12_738 && buffer == nil)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetSampleSize": of the sample at the index.
  @Test func `each sample has its own size`() throws {
    let buffer = try dataBuffer([timing(0)], sizes: [5, 3], count: 2)
    #expect(CMSampleBufferGetSampleSize(buffer, at: 0) == 5 && CMSampleBufferGetSampleSize(buffer, at: 1) == 3)
    #expect(CMSampleBufferGetTotalSampleSize(buffer) == 8)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetPresentationTimeStamp": the numerically earliest of all samples.
  @Test func `the time of a buffer is its earliest sample's`() throws {
    let buffer = try dataBuffer([timing(6), timing(4), timing(5)], sizes: [2, 2, 4], count: 3)
    #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == frames(4))
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetSampleTimingInfoArray": kCMSampleBufferError_ArrayTooSmall.
  @Test func `an array for timings has to be large enough`() throws {
    let buffer = try dataBuffer([timing(0), timing(1), timing(2)], sizes: [2, 2, 4], count: 3)
    var (array, needed) = ([CMSampleTimingInfo(), CMSampleTimingInfo()], 0)
    let status = CMSampleBufferGetSampleTimingInfoArray(
      buffer, entryCount: 2, arrayToFill: &array, entriesNeededOut: &needed)
    #expect(status == kCMSampleBufferError_ArrayTooSmall && needed == 3)
  }

  /// CMSampleBuffer.h, "CMSampleBufferSetDataBuffer": kCMSampleBufferError_AlreadyHasDataBuffer.
  @Test func `a block of data is set once`() throws {
    let buffer = try dataBuffer([timing(0)], sizes: [8], count: 1)
    #expect(CMSampleBufferSetDataBuffer(buffer, newValue: try block(2)) == kCMSampleBufferError_AlreadyHasDataBuffer)
  }

  /// CMSampleBuffer.h, "CMSampleBufferGetSampleAttachmentsArray": one dictionary for each sample.
  @Test func `sample attachments are made for each sample where that is asked for`() throws {
    let buffer = try dataBuffer([timing(0)], sizes: [2], count: 4)
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)?.count == 4)
  }

  /// CMAttachment.h, "CMRemoveAttachment": the attachment is gone.
  @Test func `an attachment is there until it is removed`() throws {
    let buffer = try pictureBuffer(try picture())
    CMSetAttachment(buffer, key: "key", value: "value", attachmentMode: kCMAttachmentMode_ShouldPropagate)
    var mode = kCMAttachmentMode_ShouldNotPropagate
    #expect(CMGetAttachment(buffer, key: "key", attachmentModeOut: &mode) as? String == "value")
    #expect(mode == kCMAttachmentMode_ShouldPropagate)
    CMRemoveAttachment(buffer, key: "key")
    #expect(CMGetAttachment(buffer, key: "key", attachmentModeOut: nil) == nil)
  }
}
