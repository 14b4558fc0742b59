import AVFoundation
import Testing

@Suite("Rules of block buffers")
struct BlockBufferRules {
  private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    var block: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
    let buffer = try #require(block)
    #expect(
      CMBlockBufferReplaceDataBytes(
        with: bytes, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: bytes.count) == kCMBlockBufferNoErr)
    return buffer
  }

  /// CMBlockBuffer.h, "CMBlockBufferGetDataLength".
  @Test func `a block is as long as it was made`() throws {
    #expect(CMBlockBufferGetDataLength(try block([1, 2, 3])) == 3)
  }

  /// CMBlockBuffer.h, "CMBlockBufferCopyDataBytes": from the offset.
  @Test func `bytes are copied from an offset`() throws {
    var bytes: [UInt8] = [0, 0]
    #expect(
      CMBlockBufferCopyDataBytes(try block([1, 2, 3]), atOffset: 1, dataLength: 2, destination: &bytes)
        == kCMBlockBufferNoErr)
    #expect(bytes == [2, 3])
  }

  /// CMBlockBuffer.h, "CMBlockBufferReplaceDataBytes": only the bytes of the range.
  @Test func `bytes that are replaced leave those around them`() throws {
    let block = try block([1, 2, 3, 4])
    CMBlockBufferReplaceDataBytes(with: [9, 9] as [UInt8], blockBuffer: block, offsetIntoDestination: 1, dataLength: 2)
    #expect(try Array(block.dataBytes()) == [1, 9, 9, 4])
  }

  /// CMBlockBuffer.h, "CMBlockBufferCopyDataBytes": nothing beyond the end.
  @Test func `bytes behind the end are not copied`() throws {
    var bytes: [UInt8] = [7, 7, 7, 7]
    #expect(CMBlockBufferCopyDataBytes(try block([1, 2]), atOffset: 1, dataLength: 3, destination: &bytes) != noErr)
    #expect(bytes == [7, 7, 7, 7])
  }

  /// CMBlockBuffer.h, "CMBlockBufferGetDataPointer": the length at the offset and the total one.
  @Test func `the address of an offset has the bytes that follow`() throws {
    var (length, total, address): (Int, Int, UnsafeMutablePointer<CChar>?) = (0, 0, nil)
    let block = try block([1, 2, 3])
    CMBlockBufferGetDataPointer(
      block, atOffset: 2, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: &address)
    #expect(length == 1 && total == 3 && address?.pointee == 3)
    withExtendedLifetime(block) {}
  }

  /// CMBlockBuffer.h, "kCMBlockBufferBadOffsetParameterErr", "kCMBlockBufferBadLengthParameterErr".
  @Test func `errors of block buffers have Core Media's numbers`() {
    #expect(kCMBlockBufferBadOffsetParameterErr == -12_703 && kCMBlockBufferBadLengthParameterErr == -12_704)
  }
}
