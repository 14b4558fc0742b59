import AVFoundation
import Testing

@Suite("Rules of pixel buffers")
struct PixelBufferRules {
  private func buffer(
    _ width: Int = 8, _ height: Int = 4, _ format: OSType = kCVPixelFormatType_32BGRA
  ) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  /// CVPixelBuffer.h, "CVPixelBufferCreate": the size and the format are the arguments'.
  @Test func `a buffer has the size and the format it is made with`() throws {
    let buffer = try buffer(10, 6)
    #expect(CVPixelBufferGetWidth(buffer) == 10 && CVPixelBufferGetHeight(buffer) == 6)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
  }

  /// CVPixelBuffer.h, "CVPixelBufferGetPlaneCount": 0 for buffers that are not planar.
  @Test func `a buffer of packed pixels is not planar and has no planes`() throws {
    let buffer = try buffer()
    #expect(!CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 0)
  }

  /// CVPixelBuffer.h, "CVPixelBufferIsPlanar": formats of two planes.
  @Test func `a buffer of luma and chroma has two planes`() throws {
    let buffer = try buffer(8, 4, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
  }

  /// CVPixelBuffer.h, "kCVPixelFormatType_420YpCbCr8Planar": three planes.
  @Test func `a buffer of three components apart has three planes`() throws {
    #expect(CVPixelBufferGetPlaneCount(try buffer(8, 4, kCVPixelFormatType_420YpCbCr8Planar)) == 3)
  }

  /// CVPixelBuffer.h, "CVPixelBufferGetWidthOfPlane", "CVPixelBufferGetHeightOfPlane": of chroma, halves.
  @Test func `the plane of chroma is half as wide and half as high`() throws {
    let buffer = try buffer(8, 4, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 8 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 4)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 4 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 2)
  }

  /// CVPixelBuffer.h, "CVPixelBufferGetBytesPerRow": at least the bytes of the pixels.
  @Test func `a row has room for its pixels`() throws {
    #expect(CVPixelBufferGetBytesPerRow(try buffer(10, 6)) >= 40)
  }

  /// CVPixelBuffer.h, "CVPixelBufferGetDataSize": the bytes of all rows fit.
  @Test func `the data has room for all rows`() throws {
    let buffer = try buffer(10, 6)
    #expect(CVPixelBufferGetDataSize(buffer) >= CVPixelBufferGetBytesPerRow(buffer) * 6)
  }

  /// CVPixelBuffer.h, "CVPixelBufferLockBaseAddress": what was written is there at the next lock.
  @Test func `bytes stay from one lock to the next`() throws {
    let buffer = try buffer()
    CVPixelBufferLockBaseAddress(buffer, [])
    try #require(CVPixelBufferGetBaseAddress(buffer)).storeBytes(of: 0xAB, as: UInt8.self)
    CVPixelBufferUnlockBaseAddress(buffer, [])
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(try #require(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt8.self) == 0xAB)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  /// CVPixelBuffer.h, "CVPixelBufferCreateWithBytes": the memory is used in place.
  @Test func `a buffer made with bytes uses them where they are`() throws {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 2, alignment: 16)
    defer { bytes.deallocate() }
    var made: CVPixelBuffer?
    CVPixelBufferCreateWithBytes(nil, 4, 2, kCVPixelFormatType_32BGRA, bytes, 64, nil, nil, nil, &made)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer) == bytes)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
  }

  /// CVPixelBuffer.h, "releaseCallback": called when the buffer is released.
  @Test func `a buffer's bytes are released once, with the buffer`() {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 16 * 2, alignment: 16)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    var made: CVPixelBuffer?
    CVPixelBufferCreateWithBytes(
      nil, 4, 2, kCVPixelFormatType_32BGRA, bytes, 16,
      { context, _ in context?.assumingMemoryBound(to: Int.self).pointee += 1 }, count, nil, &made)
    #expect(made != nil && count.pointee == 0)
    made = nil
    #expect(count.pointee == 1)
    bytes.deallocate()
    count.deallocate()
  }

  /// CVBuffer.h, "CVBufferRef": buffers are objects, the same when they are one.
  @Test func `two buffers of the same content are two buffers`() throws {
    let (first, second) = (try buffer(), try buffer())
    #expect(first != second && first == first)
  }

  /// CVBuffer.h, "CVBufferSetAttachment": an attachment under a key replaces the one before, and its mode.
  @Test func `an attachment under the same key takes the place of the one before`() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, "key", "first", .shouldPropagate)
    CVBufferSetAttachment(buffer, "key", "second", .shouldNotPropagate)
    var mode = CVAttachmentMode.shouldPropagate
    #expect(CVBufferCopyAttachment(buffer, "key", &mode) as? String == "second" && mode == .shouldNotPropagate)
  }

  /// CVBuffer.h, "CVBufferRemoveAttachment": nothing happens where there is none.
  @Test func `removing an attachment that is not there does nothing`() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, "key", 1, .shouldPropagate)
    CVBufferRemoveAttachment(buffer, "other")
    #expect(CVBufferHasAttachment(buffer, "key"))
    CVBufferRemoveAttachment(buffer, "key")
    #expect(!CVBufferHasAttachment(buffer, "key"))
  }

  /// CVBuffer.h, "CVBufferCopyAttachments": those of one mode.
  @Test func `attachments are listed by their mode`() throws {
    let buffer = try buffer()
    CVBufferSetAttachments(buffer, ["a": 1, "b": 2], .shouldPropagate)
    CVBufferSetAttachment(buffer, "c", 3, .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate).map { Set($0.keys) } == ["a", "b"])
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate).map { Set($0.keys) } == ["c"])
  }

  /// CVBuffer.h, "CVBufferPropagateAttachments": the destination keeps what it has besides.
  @Test func `what is propagated to a buffer leaves its other attachments`() throws {
    let (source, destination) = (try buffer(), try buffer())
    CVBufferSetAttachment(source, "new", 1, .shouldPropagate)
    CVBufferSetAttachment(destination, "own", 2, .shouldNotPropagate)
    CVBufferPropagateAttachments(source, destination)
    #expect(CVBufferHasAttachment(destination, "new") && CVBufferHasAttachment(destination, "own"))
  }

  /// CVImageBuffer.h, "CVImageBufferGetEncodedSize": the full size.
  @Test func `without attachments a buffer is shown as it is encoded`() throws {
    let buffer = try buffer(720, 480)
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 480))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 720, height: 480))
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 720, height: 480))
  }

  /// CVImageBuffer.h, "CVImageBufferGetCleanRect": of a frame of NTSC DV, an origin of 8, 0 and a size of 704, 480.
  @Test func `the clean rectangle is that of the clean aperture attached`() throws {
    let buffer = try buffer(720, 480)
    attachVideoOfNTSC(to: buffer)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 8, y: 0, width: 704, height: 480))
  }

  /// CVImageBuffer.h, "CVImageBufferGetDisplaySize": of a frame of NTSC DV, 640x480.
  @Test func `the display size is that of the clean aperture in square pixels`() throws {
    let buffer = try buffer(720, 480)
    attachVideoOfNTSC(to: buffer)
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 640, height: 480))
  }

  private func attachVideoOfNTSC(to buffer: CVPixelBuffer) {
    CVBufferSetAttachment(
      buffer, kCVImageBufferCleanApertureKey,
      [
        kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 480,
        kCVImageBufferCleanApertureHorizontalOffsetKey: 0, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
      ], .shouldPropagate)
    CVBufferSetAttachment(
      buffer, kCVImageBufferPixelAspectRatioKey,
      [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 10, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11,
      ], .shouldPropagate)
  }
}
