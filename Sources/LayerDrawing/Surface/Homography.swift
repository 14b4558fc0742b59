import EditingModel
import Layers
import MediaFormats

/// A map of one plane to another as it is seen: affine, or in perspective.
///
/// ```
///                       ⎡ a  b  g ⎤
///  [x' y' w] = [x y 1]  ⎢ c  d  h ⎥      The point is (x'/w, y'/w), and behind the viewer where w ≤ 0.
///                       ⎣ tx ty i ⎦
/// ```
struct Homography: Hashable {
  /// The numbers, row by row.
  private(set) var rows: [Double]

  /// The map of every point to itself.
  static let identity = Homography(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// The map of `transform` on its plane of z = 0, seen along z.
  init(_ transform: Transform3D) {
    rows = [0, 1, 3].flatMap { row in [0, 1, 3].map { transform[row, $0] } }
  }

  /// The affine map `transform`.
  init(_ transform: Transform) {
    rows = [transform.a, transform.b, 0, transform.c, transform.d, 0, transform.tx, transform.ty, 1]
  }

  private init(rows: [Double]) { self.rows = rows }

  /// This map first, then `next`.
  func concatenating(_ next: Homography) -> Homography {
    var product = Array(repeating: 0.0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        product[row * 3 + column] = (0..<3).reduce(0) { $0 + rows[row * 3 + $1] * next.rows[$1 * 3 + column] }
      }
    }
    return Homography(rows: product)
  }

  /// The affine map that it is; nil where it is in perspective.
  var affine: Transform? {
    guard rows[2] == 0, rows[5] == 0, rows[8] > 0 else { return nil }
    let one = rows[8]
    return Transform(
      a: rows[0] / one, b: rows[1] / one, c: rows[3] / one, d: rows[4] / one, tx: rows[6] / one, ty: rows[7] / one)
  }

  /// The inverse map, up to a factor; nil where it flattens the plane to a line.
  var inverted: Homography? {
    func minor(_ first: (Int, Int), _ second: (Int, Int)) -> Double {
      rows[first.0] * rows[first.1] - rows[second.0] * rows[second.1]
    }
    let adjugate = [
      minor((4, 8), (5, 7)), minor((2, 7), (1, 8)), minor((1, 5), (2, 4)),
      minor((5, 6), (3, 8)), minor((0, 8), (2, 6)), minor((2, 3), (0, 5)),
      minor((3, 7), (4, 6)), minor((1, 6), (0, 7)), minor((0, 4), (1, 3)),
    ]
    let determinant = rows[0] * adjugate[0] + rows[1] * adjugate[3] + rows[2] * adjugate[6]
    guard determinant != 0, determinant.isFinite else { return nil }
    return Homography(rows: adjugate.map { $0 / determinant })
  }

  /// The projection of `point`; nil where it is behind the viewer or on the horizon.
  func apply(to point: Point) -> Point? {
    let depth = point.x * rows[2] + point.y * rows[5] + rows[8]
    guard depth > 1e-9, depth.isFinite else { return nil }
    let seen = Point(
      x: (point.x * rows[0] + point.y * rows[3] + rows[6]) / depth,
      y: (point.x * rows[1] + point.y * rows[4] + rows[7]) / depth)
    return seen.x.isFinite && seen.y.isFinite ? seen : nil
  }

  /// The smallest upright rectangle around the image of `rectangle`; nil where a part of it is behind the viewer.
  func boundingBox(of rectangle: Rectangle) -> Rectangle? {
    let corners = [
      Point(x: rectangle.x, y: rectangle.y), Point(x: rectangle.maxX, y: rectangle.y),
      Point(x: rectangle.x, y: rectangle.maxY), Point(x: rectangle.maxX, y: rectangle.maxY),
    ].compactMap(apply(to:))
    guard corners.count == 4 else { return nil }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rectangle(x: left, y: top, width: (xs.max() ?? left) - left, height: (ys.max() ?? top) - top)
  }

  /// The factor by which areas grow about `point`: negative where the plane is seen from behind; 0 where it is not seen.
  func areaFactor(at point: Point) -> Double {
    let depth = point.x * rows[2] + point.y * rows[5] + rows[8]
    guard depth > 1e-9 else { return 0 }
    let determinant =
      rows[0] * (rows[4] * rows[8] - rows[5] * rows[7]) - rows[1] * (rows[3] * rows[8] - rows[5] * rows[6])
      + rows[2] * (rows[3] * rows[7] - rows[4] * rows[6])
    return determinant / (depth * depth * depth)
  }
}
