import AVFoundation
import TestSupport
import Testing

@Suite("Arrays, dictionaries and numbers by address, as Core Foundation's functions have them")
struct CoreFoundationPointerTests {
  private func packet() throws -> CMSampleBuffer {
    let timing = CMSampleTimingInfo(
      duration: frames(1), presentationTimeStamp: frames(0), decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: CMBlockBuffer(length: 2), formatDescription: nil, numSamples: 1, sampleTimings: [timing],
      sampleSizes: [2])
  }

  @Test func `what is set in a sample's dictionary by address is set in the buffer`() throws {
    let buffer = try packet()
    let attachments = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)
    #expect(CFArrayGetCount(attachments) == 1)
    let dictionary = unsafe unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
    unsafe CFDictionarySetValue(
      dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
      Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
    #expect(buffer.sampleAttachments[0][.displayImmediately] as? Bool == true)
    // A key that has a value keeps it, until it is set.
    unsafe CFDictionaryAddValue(
      dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
      Unmanaged.passUnretained(kCFBooleanFalse).toOpaque())
    #expect(buffer.sampleAttachments[0][.displayImmediately] as? Bool == true)
    buffer.sampleAttachments[0][.displayImmediately] = nil
    #expect(CFDictionaryGetCount(dictionary) == 0)
  }

  @Test func `a copy has the values, and a dictionary of its own`() throws {
    let buffer = try packet()
    let objects = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true) as? [NSMutableDictionary]
    try #require(objects?.first)[kCMSampleAttachmentKey_NotSync] = true
    let copy = try CMSampleBuffer(copying: buffer)
    copy.sampleAttachments[0][.notSync] = false
    #expect(buffer.sampleAttachments[0][.notSync] as? Bool == true)
    let read = CMSampleBufferGetSampleAttachmentsArray(copy, createIfNecessary: false) as? [[CFString: Any]]
    #expect(read?.first?[kCMSampleAttachmentKey_NotSync] as? Bool == false)
  }

  @Test func `a value is found by the address of its key`() throws {
    let buffer = try packet()
    buffer.sampleAttachments[0][.notSync] = true
    let attachments = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false))
    let said = unsafe unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFDictionary.self)
    let value = unsafe CFDictionaryGetValue(
      said, unsafeBitCast(kCMSampleAttachmentKey_NotSync, to: UnsafeRawPointer.self))
    #expect(CFBooleanGetValue(unsafe unsafeBitCast(value, to: CFBoolean.self)))
    let other = unsafe unsafeBitCast(kCMSampleAttachmentKey_PartialSync, to: UnsafeRawPointer.self)
    #expect(unsafe CFDictionaryGetValue(said, other) == nil && CFArrayGetValueAtIndex(attachments, 1) == nil)
  }

  @Test func `numbers are read from memory and written to it`() throws {
    var rate: Int32 = 30
    let number = try #require(unsafe CFNumberCreate(kCFAllocatorDefault, .intType, &rate))
    var (wide, narrow) = (0.0, Int8(0))
    #expect(unsafe CFNumberGetValue(number, .doubleType, &wide) && wide == 30)
    #expect(unsafe !CFNumberGetValue(NSNumber(value: 300), .sInt8Type, &narrow))
  }
}
