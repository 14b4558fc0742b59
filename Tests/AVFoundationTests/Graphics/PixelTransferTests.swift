import TestSupport
import Testing
import VideoToolbox

/// Pixels moved into buffers of other formats, shapes and directions.
@Suite("Transfers of Video Toolbox")
struct PixelTransferTests {
  @Test func `pictures go to luma and chroma, and back`() throws {
    let colors: [[UInt8]] = [[255, 255, 255, 255], [0, 0, 255, 255], [255, 0, 0, 255], [0, 0, 0, 255]]
    let source = try PixelBuffers.picture(32, 16) { column, _ in colors[column / 8] }
    let (middle, back) = (
      try PixelBuffers.empty(32, 16, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
      try PixelBuffers.empty(32, 16, kCVPixelFormatType_32BGRA)
    )
    var made: VTPixelTransferSession?
    #expect(VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made) == noErr)
    let session = try #require(made)
    VTSessionSetProperty(
      session, key: kVTPixelTransferPropertyKey_DestinationYCbCrMatrix, value: kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: middle) == noErr)
    // White, red, blue and black by BT.709, of the limited range.
    let (luma, chroma) = (PixelBuffers.bytes(of: middle, row: 8), PixelBuffers.bytes(of: middle, plane: 1, row: 4))
    for (place, (y, cb, cr)) in [(235, 128, 128), (63, 102, 240), (32, 240, 118), (16, 128, 128)].enumerated() {
      #expect(abs(Int(luma[place * 8 + 4]) - y) <= 2)
      #expect(abs(Int(chroma[place * 8 + 4]) - cb) <= 2 && abs(Int(chroma[place * 8 + 5]) - cr) <= 2)
    }
    let matrix = CVBufferCopyAttachment(middle, kCVImageBufferYCbCrMatrixKey, nil) as? CFString
    #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(VTPixelTransferSessionTransferImage(session, from: middle, to: back) == noErr)
    let pixels = PixelBuffers.bytes(of: back, row: 8)
    for (place, color) in colors.enumerated() {
      let pixel = pixels[(place * 8 + 4) * 4..<(place * 8 + 5) * 4]
      #expect(zip(pixel, color).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(pixel) of \(color)")
    }
    var image: CGImage?
    #expect(VTCreateCGImageFromCVPixelBuffer(middle, options: nil, imageOut: &image) == noErr)
    #expect(Pixels(try #require(image))[12, 8].isNear(255, 0, 0, 3))
    let half = try PixelBuffers.empty(32, 16, kCVPixelFormatType_422YpCbCr10)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: half) == kVTPixelTransferNotSupportedErr)
    VTPixelTransferSessionInvalidate(session)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: middle) == kVTInvalidSessionErr)
  }

  @Test func `pictures of another shape are stretched, fitted or cut`() throws {
    // Red on the left, green in the middle, blue on the right; twice as wide as high.
    let source = try PixelBuffers.picture(64, 32) { column, _ in
      column < 16 ? [0, 0, 255, 255] : column < 48 ? [0, 255, 0, 255] : [255, 0, 0, 255]
    }
    var made: VTPixelTransferSession?
    VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made)
    let session = try #require(made)
    func transferred(_ mode: CFString) throws -> (Int, Int) -> [UInt8] {
      VTSessionSetProperty(session, key: kVTPixelTransferPropertyKey_ScalingMode, value: mode)
      let target = try PixelBuffers.empty(32, 32, kCVPixelFormatType_32BGRA)
      #expect(VTPixelTransferSessionTransferImage(session, from: source, to: target) == noErr)
      return { column, row in Array(PixelBuffers.bytes(of: target, row: row)[column * 4..<column * 4 + 4]) }
    }
    let (red, green, black) = ([0, 0, 255, 255], [0, 255, 0, 255], [0, 0, 0, 255]) as ([UInt8], [UInt8], [UInt8])
    let stretched = try transferred(kVTScalingMode_Normal)
    #expect(stretched(2, 1) == red && stretched(16, 30) == green)
    let fitted = try transferred(kVTScalingMode_Letterbox)
    #expect(fitted(2, 1) == black && fitted(2, 16) == red && fitted(16, 16) == green && fitted(16, 30) == black)
    let cut = try transferred(kVTScalingMode_Trim)
    #expect(cut(2, 1) == green && cut(29, 30) == green)
  }

  @Test func `pictures are turned and mirrored`() throws {
    let source = try PixelBuffers.picture(4, 2) { column, row in [UInt8(column * 20), UInt8(row * 100), 0, 255] }
    var made: VTPixelRotationSession?
    #expect(VTPixelRotationSessionCreate(nil, &made) == noErr)
    let session = try #require(made)
    #expect(VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_Rotation, value: kVTRotation_CW90) == noErr)
    let turned = try PixelBuffers.empty(2, 4, kCVPixelFormatType_32BGRA)
    #expect(VTPixelRotationSessionRotateImage(session, source, turned) == noErr)
    // The first row goes down the right side.
    for column in 0..<4 {
      let row = PixelBuffers.bytes(of: turned, row: column)
      #expect(Array(row[4..<6]) == [UInt8(column * 20), 0] && Array(row[0..<2]) == [UInt8(column * 20), 100])
    }
    VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_Rotation, value: kVTRotation_0)
    VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_FlipHorizontalOrientation, value: kCFBooleanTrue)
    let mirrored = try PixelBuffers.empty(4, 2, kCVPixelFormatType_32BGRA)
    #expect(VTPixelRotationSessionRotateImage(session, source, mirrored) == noErr)
    #expect(PixelBuffers.bytes(of: mirrored, row: 0)[0] == 60 && PixelBuffers.bytes(of: mirrored, row: 0)[12] == 0)
    #expect(VTPixelRotationSessionRotateImage(session, source, turned) == kVTPixelRotationNotSupportedErr)
  }
}
