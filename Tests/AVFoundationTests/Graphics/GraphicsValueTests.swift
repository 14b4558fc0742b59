import AVFoundation
import Testing

@Suite("Core Graphics' maps, paths and bytes")
struct GraphicsValueTests {
  @Test func `maps have the names that C has for them`() {
    // A picture that lies on its right side is stood up: moved to the right by its width, and turned by a quarter.
    let turned = CGAffineTransformRotate(CGAffineTransformTranslate(CGAffineTransformIdentity, 180, 0), .pi / 2)
    let corner = CGPointApplyAffineTransform(CGPoint(x: 320, y: 0), turned)
    #expect(abs(corner.x - 180) < 1e-9 && abs(corner.y - 320) < 1e-9)
    let rect = CGRectApplyAffineTransform(CGRect(x: 0, y: 0, width: 320, height: 180), turned)
    #expect(abs(rect.minX) < 1e-9 && abs(rect.width - 180) < 1e-9 && abs(rect.height - 320) < 1e-9)
    let mirrored = CGAffineTransformScale(CGAffineTransformMakeTranslation(320, 0), -1, 1)
    #expect(CGPoint(x: 20, y: 5).applying(mirrored) == CGPoint(x: 300, y: 5))
    #expect(CGAffineTransformIsIdentity(CGAffineTransformConcat(mirrored, CGAffineTransformInvert(mirrored))))
    let scale = CGAffineTransformMakeScale(2, 3)
    #expect(CGSizeApplyAffineTransform(CGSize(width: 4, height: 5), scale) == CGSize(width: 8, height: 15))
    #expect(CGAffineTransformEqualToTransform(CGAffineTransformMake(2, 0, 0, 3, 0, 0), scale))
    #expect(CGAffineTransformMakeRotation(1) == CGAffineTransform(rotationAngle: 1))
  }

  @Test func `geometry is described by its numbers`() {
    #expect(CGPoint(x: 1, y: 2.5).debugDescription == "(1.0, 2.5)")
    #expect("\(CGSize(width: 640, height: 360))" == "(640.0, 360.0)")
    #expect(String(describing: CGRect(x: 1, y: 2, width: 3, height: 4)) == "(1.0, 2.0, 3.0, 4.0)")
  }

  @Test func `a place is inside a path by the path's rule`() {
    let ellipse = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 20), transform: nil)
    #expect(ellipse.contains(CGPoint(x: 20, y: 10)) && ellipse.contains(CGPoint(x: 0.1, y: 10)))
    #expect(!ellipse.contains(CGPoint(x: 1, y: 1)) && !ellipse.contains(CGPoint(x: 41, y: 10)))
    // (x − 20)² / 400 + (y − 10)² / 100 = 1 is crossed at x = 34.1421 where y = 17.0711.
    #expect(ellipse.contains(CGPoint(x: 34.11, y: 17.05)) && !ellipse.contains(CGPoint(x: 34.17, y: 17.09)))

    let ring = CGMutablePath()
    ring.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
    ring.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    #expect(ring.contains(CGPoint(x: 15, y: 15)) && !ring.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
    #expect(ring.contains(CGPoint(x: 5, y: 15), using: .evenOdd) && !ring.contains(CGPoint(x: 35, y: 15)))
    let moved = CGAffineTransform(translationX: 100, y: 0)
    #expect(!ring.contains(CGPoint(x: 5, y: 5), transform: moved))
    #expect(ring.contains(CGPoint(x: -95, y: 5), transform: moved))

    let open = CGMutablePath()
    open.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 0, y: 10)])
    #expect(open.contains(CGPoint(x: 2, y: 2)) && !open.contains(CGPoint(x: 6, y: 6)))
    #expect(!CGMutablePath().contains(.zero))
    // The corners' own rows are counted once.
    #expect(!open.contains(CGPoint(x: -1, y: 0)) && !open.contains(CGPoint(x: -1, y: 10)))
  }

  @Test func `an image's bytes stay where they are, and are given back`() throws {
    let released = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    released.initialize(to: 0)
    defer { released.deallocate() }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    defer { bytes.deallocate() }
    for index in 0..<8 { (bytes + index).initialize(to: UInt8(index * 30)) }
    do {
      let provider = try #require(
        CGDataProvider(dataInfo: released, data: bytes, size: 8) { info, _, count in
          info?.assumingMemoryBound(to: Int.self).pointee += count
        })
      let image = try #require(
        CGImage(
          width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
          shouldInterpolate: false, intent: .perceptual))
      #expect(image.decode == nil && image.renderingIntent == .perceptual && !image.shouldInterpolate)
      let data = try #require(image.dataProvider?.data)
      #expect(Array(data as Data) == [0, 30, 60, 90, 120, 150, 180, 210])
      #expect(image.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 1)) != nil)
      withExtendedLifetime((provider, image, data)) { #expect(released.pointee == 0) }
    }
    #expect(released.pointee == 8)
    let none = CGDataProvider(dataInfo: released, data: bytes, size: 0) { info, _, _ in
      info?.assumingMemoryBound(to: Int.self).pointee += 1
    }
    #expect(none == nil && released.pointee == 9)
  }

  @Test func `moments are counted from 2001`() {
    let now = CFAbsoluteTimeGetCurrent()
    #expect(abs(now + kCFAbsoluteTimeIntervalSince1970 - Date().timeIntervalSince1970) < 60)
    #expect(kCFAbsoluteTimeIntervalSince1970 == 978_307_200)
  }
}
