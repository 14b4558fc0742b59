/// A point of a picture, in pixels, with the origin at the top left and y pointing down (`CGPoint`).
public struct Point: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// The point `x` pixels from the left and `y` pixels from the top.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in pixels (`CGSize`).
public struct Size: Hashable, Sendable {
  /// Pixels across; never negative in a valid model.
  public var width: Double
  /// Pixels down; never negative in a valid model.
  public var height: Double

  /// A size of `width` by `height` pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No pixels at all.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in pixels, with the origin at the top left and y pointing down (`CGRect`).
public struct Rectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// The rectangle whose top left corner is (`x`, `y`).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of `size` at the origin.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The right edge.
  public var maxX: Double { x + width }

  /// The bottom edge.
  public var maxY: Double { y + height }

  /// The part that both rectangles cover, or nil where they do not overlap.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// An affine map of the plane, in the convention of `CGAffineTransform`: row vectors, origin at the
/// top left, y pointing down.
///
/// ```
///                      ⎡ a   b   0 ⎤
///  [x' y' 1] = [x y 1] ⎢ c   d   0 ⎥      x' = a·x + c·y + tx
///                      ⎣ tx  ty  1 ⎦      y' = b·x + d·y + ty
/// ```
public struct Transform: Hashable, Sendable {
  /// The factor of x in x'.
  public var a: Double
  /// The factor of x in y'.
  public var b: Double
  /// The factor of y in x'.
  public var c: Double
  /// The factor of y in y'.
  public var d: Double
  /// The translation of x, in pixels.
  public var tx: Double
  /// The translation of y, in pixels.
  public var ty: Double

  /// The map with the six numbers of the matrix, in `CGAffineTransform`'s order.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map of every point to itself.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves by (`x`, `y`) pixels.
  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Multiplies x by `x` and y by `y`.
  public static func scale(x: Double, y: Double) -> Transform {
    Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// This map first, then `next` (`CGAffineTransform.concatenating`).
  public func concatenating(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c,
      b: a * next.b + b * next.d,
      c: c * next.a + d * next.c,
      d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The factor by which areas grow; zero for a map that flattens the plane and has no inverse.
  public var determinant: Double { a * d - b * c }

  /// Whether all six numbers are finite.
  public var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

  /// The inverse map; nil where `determinant` is zero or not finite.
  public var inverted: Transform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return Transform(
      a: d / determinant,
      b: -b / determinant,
      c: -c / determinant,
      d: a / determinant,
      tx: (c * ty - d * tx) / determinant,
      ty: (b * tx - a * ty) / determinant)
  }

  /// The point to which the map takes `point`.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest upright rectangle that contains the image of `rectangle`.
  public func boundingBox(of rectangle: Rectangle) -> Rectangle {
    let corners = [
      apply(to: Point(x: rectangle.x, y: rectangle.y)),
      apply(to: Point(x: rectangle.maxX, y: rectangle.y)),
      apply(to: Point(x: rectangle.x, y: rectangle.maxY)),
      apply(to: Point(x: rectangle.maxX, y: rectangle.maxY)),
    ]
    var left = corners[0].x
    var top = corners[0].y
    var right = left
    var bottom = top
    for corner in corners.dropFirst() {
      left = min(left, corner.x)
      top = min(top, corner.y)
      right = max(right, corner.x)
      bottom = max(bottom, corner.y)
    }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
