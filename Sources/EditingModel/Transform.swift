/// An affine map of the plane, in the convention of `CGAffineTransform`: row vectors, origin at the
/// top left, y pointing down.
///
/// ```
///                 ⎡ a   b   0 ⎤
///  [x' y' 1] = [x y 1] ⎢ c   d   0 ⎥      x' = a·x + c·y + tx
///                 ⎣ tx  ty  1 ⎦      y' = b·x + d·y + ty
/// ```
public struct Transform: Hashable, Sendable, Codable {
  /// How far x' moves for each pixel of x.
  public var a: Double
  /// How far y' moves for each pixel of x.
  public var b: Double
  /// How far x' moves for each pixel of y.
  public var c: Double
  /// How far y' moves for each pixel of y.
  public var d: Double
  /// Where the origin goes, across.
  public var tx: Double
  /// Where the origin goes, down.
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

  /// The map that changes nothing.
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

  /// How much areas grow; zero where the map flattens the plane and cannot be undone.
  public var determinant: Double { a * d - b * c }

  /// Whether all six numbers are finite.
  public var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

  /// The map that undoes this one, or nil where `determinant` is zero.
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

  /// Where `point` goes.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest upright rectangle that holds `rectangle` after the map.
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
