import AVFoundation
import TestSupport
import Testing

@Suite("Core Media's, Core Video's and Core Graphics' values")
struct ValueTests {
  @Test func `times are boxed`() {
    let time = CMTime(value: -7, timescale: 30, flags: [.valid, .hasBeenRounded], epoch: 3)
    let range = CMTimeRange(start: frames(1), duration: .positiveInfinity)
    let mapping = CMTimeMapping(source: range, target: frames(2, 5))
    #expect(NSValue(time: time).timeValue.flags == time.flags && NSValue(time: time).timeValue.epoch == 3)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
    #expect(NSValue(time: time) == NSValue(time: time) && NSValue(time: time) != NSValue(time: .zero))
    #expect(!NSNumber(value: 5).timeValue.isValid && !NSValue(time: time).timeRangeValue.isValid)
    #expect(CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: nil)) == time)
    #expect(CMTimeRangeMakeFromDictionary(CMTimeRangeCopyAsDictionary(range, allocator: nil) ?? [:]) == range)
    #expect(CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: frames(15)) as String? == "{15/30 = 0.500}")
  }

  @Test func `a buffer's bytes are there while it is locked`() throws {
    var buffer: CVPixelBuffer?
    #expect(
      CVPixelBufferCreate(nil, 66, 34, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &buffer)
        == kCVReturnSuccess)
    let pixels = try #require(buffer)
    #expect(CVPixelBufferGetBaseAddressOfPlane(pixels, 0) == nil)
    CVPixelBufferLockBaseAddress(pixels, [])
    CVPixelBufferLockBaseAddress(pixels, .readOnly)
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(pixels, 1))
    chroma.storeBytes(of: 200, toByteOffset: 5, as: UInt8.self)
    #expect(CVPixelBufferUnlockBaseAddress(pixels, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddressOfPlane(pixels, 1) == chroma)
    #expect(chroma.load(fromByteOffset: 5, as: UInt8.self) == 200)
    CVPixelBufferUnlockBaseAddress(pixels, [])
    #expect(CVPixelBufferUnlockBaseAddress(pixels, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) == 128 && CVPixelBufferGetHeightOfPlane(pixels, 1) == 17)
    #expect(CVPixelBufferCreate(nil, 0, 4, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_64RGBAHalf, nil, &buffer) == kCVReturnInvalidPixelFormat)
  }

  @Test func `attachments go along, and pools make what they say`() throws {
    var pool: CVPixelBufferPool?
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 8,
      kCVPixelBufferHeightKey as String: 4,
    ]
    #expect(CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes as CFDictionary, &pool) == kCVReturnSuccess)
    var (first, second): (CVPixelBuffer?, CVPixelBuffer?)
    for _ in 0..<1 {
      _ = CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &first)
      _ = CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &second)
    }
    let (one, two) = (try #require(first), try #require(second))
    #expect(one != two && CVPixelBufferGetWidth(one) == 8 && CVPixelBufferGetPlaneCount(one) == 0)
    CVBufferSetAttachment(
      one, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    CVBufferSetAttachment(one, "mine", 5, .shouldNotPropagate)
    CVBufferPropagateAttachments(one, two)
    #expect(CVBufferCopyAttachment(two, kCVImageBufferYCbCrMatrixKey, nil) as? String == "ITU_R_709_2")
    #expect(CVBufferCopyAttachment(two, "mine", nil) == nil)
    #expect(CVPixelBufferPoolCreate(nil, nil, [:], &pool) == kCVReturnInvalidPixelBufferAttributes)
  }

  @Test func `transforms are row vectors`() {
    let transform = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 3)
    #expect(CGPoint(x: 1, y: 1).applying(transform) == CGPoint(x: 12, y: 3))
    #expect(transform.concatenating(transform.inverted()).isIdentity)
    let turned = CGRect(x: 0, y: 0, width: 4, height: 2).applying(
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 2, ty: 0))
    #expect(turned == CGRect(x: 0, y: 0, width: 2, height: 4))
    #expect(
      CGAffineTransform().a == 0 && CGAffineTransform(scaleX: 0, y: 1).inverted() == CGAffineTransform(scaleX: 0, y: 1))
    #expect(NSNumber(value: 2.5) as? CGFloat == 2.5 && CGColor(gray: 0, alpha: 1) == CGColor.black)
  }

  @Test func `a bitmap is drawn from the bottom left`() throws {
    let space = CGColorSpaceCreateDeviceRGB()
    let context = try #require(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    let bytes = try #require(context.data)
    func pixel(_ column: Int, _ row: Int) -> [UInt8] {
      (0..<4).map { bytes.load(fromByteOffset: (row * 4 + column) * 4 + $0, as: UInt8.self) }
    }
    #expect(pixel(1, 3) == [0, 0, 255, 255] && pixel(2, 3) == [0, 0, 0, 0] && pixel(0, 0) == [0, 0, 0, 0])
    let image = try #require(context.makeImage())
    context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(pixel(1, 3) == [0, 0, 255, 255] && pixel(1, 2) == [0, 0, 0, 0])
    let part = try #require(image.cropping(to: CGRect(x: 0, y: 3, width: 2, height: 1)))
    #expect(part.width == 2 && part.height == 1)
    context.draw(part, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect((0..<16).allSatisfy { pixel($0 % 4, $0 / 4) == [0, 0, 255, 255] })
    context.fill(CGRect(x: 0.5, y: 0, width: 1, height: 1))
    #expect(
      CGContext(data: nil, width: 4, height: 4, bitsPerComponent: 16, bytesPerRow: 0, space: space, bitmapInfo: 1)
        == nil)
  }
}
