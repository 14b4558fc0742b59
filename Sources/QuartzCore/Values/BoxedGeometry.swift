public import CoreGraphics

// SAFETY: a boxed map is the bytes of sixteen numbers, copied into and out of an array of that many; a box of another kind, told by its
// Objective-C type, is never read as one.

extension NSValue {
  /// A box of `point`.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  /// A box of `size`.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  /// A box of `rect`.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  /// A box of `transform`.
  public convenience init(caTransform3D transform: CATransform3D) {
    var numbers = transform.numbers
    unsafe self.init(bytes: &numbers, objCType: Self.kindOfTransform)
  }

  /// The point in the box; zero where it holds something else.
  public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }
  /// The size in the box; zero where it holds something else.
  public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }
  /// The rectangle in the box; zero where it holds something else.
  public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }
  /// The map in the box; the identity where it holds something else.
  public var caTransform3DValue: CATransform3D {
    guard holds(Self.kindOfTransform) else { return CATransform3DIdentity }
    var numbers = [Double](repeating: 0, count: 16)
    unsafe getValue(&numbers)
    return CATransform3D(numbers: numbers)
  }

  private static let kindOfTransform = "[16d]"

  /// Whether it is a box of what `type` says.
  func holds(_ type: String) -> Bool { unsafe String(cString: objCType) == type }
}
