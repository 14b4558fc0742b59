import AVFoundation
import Testing

@Suite("Rules of geometry, colors and images")
struct GeometryRules {
  /// CGAffineTransform.h, "CGAffineTransformTranslate": t' = translation * t.
  @Test func `a translation comes before the scale that is there`() {
    let moved = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 10)
    #expect(moved.tx == 20 && moved.ty == 30)
  }

  /// CGAffineTransform.h, "CGAffineTransformConcat": t' = t1 * t2.
  @Test func `a concatenated transform follows`() {
    let both = CGAffineTransform(translationX: 1, y: 2).concatenating(CGAffineTransform(scaleX: 10, y: 10))
    #expect(CGPoint.zero.applying(both) == CGPoint(x: 10, y: 20))
  }

  /// CGAffineTransform.h, "CGAffineTransformMakeRotation": a positive angle turns x to y.
  @Test func `a positive angle turns the x axis to the y axis`() {
    let turned = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(turned.x) < 1e-9 && abs(turned.y - 1) < 1e-9)
  }

  /// CGAffineTransform.h, "CGSizeApplyAffineTransform": without translation.
  @Test func `a size is not translated`() {
    let map = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 50, ty: 60)
    #expect(CGSize(width: 1, height: 1).applying(map) == CGSize(width: 2, height: 3))
  }

  /// CGAffineTransform.h, "CGRectApplyAffineTransform": the smallest rectangle that holds the corners.
  @Test func `a mirrored rectangle has positive sides`() {
    let mirrored = CGRect(x: 1, y: 1, width: 2, height: 3).applying(CGAffineTransform(scaleX: -1, y: 1))
    #expect(mirrored == CGRect(x: -3, y: 1, width: 2, height: 3))
  }

  /// CGAffineTransform.h, "CGRectApplyAffineTransform": the null rectangle stays.
  @Test func `the null rectangle stays null`() {
    #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
  }

  /// CGAffineTransform.h, "CGAffineTransformIsIdentity".
  @Test func `a turn and its opposite are no turn`() {
    let map = CGAffineTransform(scaleX: 2, y: 4).concatenating(CGAffineTransform(scaleX: 0.5, y: 0.25))
    #expect(map.isIdentity && CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
  }

  /// CGColor.h, "CGColorGetNumberOfComponents": with the alpha.
  @Test func `a gray has two components and a color four`() {
    #expect(CGColor(gray: 0.5, alpha: 1).numberOfComponents == 2)
    #expect(CGColor(red: 0, green: 0, blue: 0, alpha: 1).numberOfComponents == 4)
  }

  /// CGColor.h, "CGColorGetAlpha": the last component.
  @Test func `alpha is the last component`() {
    let color = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(color.alpha == 0.4 && color.components?.last == 0.4)
  }

  /// CGColor.h, "CGColorCreateCopyWithAlpha": the other components stay.
  @Test func `a copy with another alpha has the same color`() throws {
    let copy = try #require(CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4).copy(alpha: 1))
    #expect(copy.components == [0.1, 0.2, 0.3, 1])
  }

  /// CGColor.h, "CGColorEqualToColor": color spaces and components are equal.
  @Test func `colors are equal by space and components`() {
    #expect(CGColor(gray: 0.5, alpha: 1) == CGColor(gray: 0.5, alpha: 1))
    #expect(CGColor(gray: 0, alpha: 1) != CGColor(red: 0, green: 0, blue: 0, alpha: 1))
  }

  /// CGColorSpace.h, "CGColorSpaceGetModel", "CGColorSpaceGetNumberOfComponents".
  @Test func `a space has as many components as its model`() {
    #expect(CGColorSpaceCreateDeviceRGB().numberOfComponents == 3 && CGColorSpaceCreateDeviceRGB().model == .rgb)
    #expect(
      CGColorSpaceCreateDeviceGray().numberOfComponents == 1 && CGColorSpaceCreateDeviceGray().model == .monochrome)
  }

  /// CGColorSpace.h, "CGColorSpaceCreateWithName": NULL for an unknown name.
  @Test func `there is no space of an unknown name`() {
    #expect(CGColorSpace(name: CGColorSpace.sRGB) != nil && CGColorSpace(name: "none" as CFString) == nil)
  }

  private func context(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// CGBitmapContext.h, "bytesPerRow": 0 is computed.
  @Test func `a context computes its bytes in a row`() throws {
    let context = try context(7, 3)
    #expect(context.bytesPerRow >= 28 && context.width == 7 && context.height == 3)
  }

  /// CGContext.h, "CGContextGetCTM": the identity for a bitmap; "CGContextRestoreGState": as it was saved.
  @Test func `a context's transform comes back when its state is restored`() throws {
    let context = try context(4, 4)
    #expect(context.ctm.isIdentity)
    context.saveGState()
    context.translateBy(x: 3, y: 4)
    #expect(context.ctm.tx == 3)
    context.restoreGState()
    #expect(context.ctm.isIdentity)
  }

  /// CGBitmapContext.h, "CGBitmapContextCreateImage": a snapshot.
  @Test func `an image of a context stays as it is`() throws {
    let context = try context(2, 2)
    context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let image = try #require(context.makeImage())
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
    let data = try #require(image.dataProvider?.data as Data?)
    #expect(data.first == 255 && image.width == 2 && image.height == 2)
  }

  /// CGImage.h, "CGImageCreateWithImageInRect": NULL outside of the image.
  @Test func `there is no part outside of an image`() throws {
    let image = try #require(try context(4, 4).makeImage())
    #expect(image.cropping(to: CGRect(x: 5, y: 5, width: 2, height: 2)) == nil)
  }

  /// CGImage.h, "CGImageCreateWithImageInRect": the rectangle is made integral, and lies within the image.
  @Test func `a part is of whole pixels within the image`() throws {
    let image = try #require(try context(4, 4).makeImage())
    let part = try #require(image.cropping(to: CGRect(x: 0.5, y: 0.5, width: 1, height: 1)))
    #expect(part.width == 2 && part.height == 2)
    let corner = try #require(image.cropping(to: CGRect(x: 3, y: 2, width: 9, height: 9)))
    #expect(corner.width == 1 && corner.height == 2)
  }

  /// CGPath.h, "CGPathEqualToPath": by elements.
  @Test func `paths of the same elements are equal`() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGPath(rect: rect, transform: nil) == CGPath(rect: rect, transform: nil))
    #expect(CGPath(rect: rect, transform: nil).boundingBox == rect)
  }

  /// CGPath.h, "CGPathCreateMutableCopy": the original stays.
  @Test func `a mutable copy of a path is another`() throws {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 4), transform: nil)
    let copy = try #require(path.mutableCopy())
    copy.addLine(to: CGPoint(x: 50, y: 50))
    #expect(path.boundingBox.width == 3 && copy.boundingBox.width == 50)
  }
}
