import EditingModel
import Layers

/// A map of planes in homogeneous coordinates, as three by three numbers of row vectors.
struct ReferenceMap {
  var a = 1.0
  var b = 0.0
  var p = 0.0
  var c = 0.0
  var d = 1.0
  var q = 0.0
  var x = 0.0
  var y = 0.0
  var w = 1.0

  init() {}

  /// What a map of space does to its plane of z = 0, seen along z.
  init(_ transform: Transform3D) {
    (a, b, p) = (transform[0, 0], transform[0, 1], transform[0, 3])
    (c, d, q) = (transform[1, 0], transform[1, 1], transform[1, 3])
    (x, y, w) = (transform[3, 0], transform[3, 1], transform[3, 3])
  }

  func then(_ next: ReferenceMap) -> ReferenceMap {
    var map = ReferenceMap()
    map.a = a * next.a + b * next.c + p * next.x
    map.b = a * next.b + b * next.d + p * next.y
    map.p = a * next.p + b * next.q + p * next.w
    map.c = c * next.a + d * next.c + q * next.x
    map.d = c * next.b + d * next.d + q * next.y
    map.q = c * next.p + d * next.q + q * next.w
    map.x = x * next.a + y * next.c + w * next.x
    map.y = x * next.b + y * next.d + w * next.y
    map.w = x * next.p + y * next.q + w * next.w
    return map
  }

  var determinant: Double { a * (d * w - q * y) - b * (c * w - q * x) + p * (c * y - d * x) }

  var inverse: ReferenceMap? {
    let determinant = determinant
    guard abs(determinant) > 1e-12 else { return nil }
    var map = ReferenceMap()
    (map.a, map.b, map.p) = ((d * w - q * y), (p * y - b * w), (b * q - p * d))
    (map.c, map.d, map.q) = ((q * x - c * w), (a * w - p * x), (p * c - a * q))
    (map.x, map.y, map.w) = ((c * y - d * x), (b * x - a * y), (a * d - b * c))
    return map.divided(by: determinant)
  }

  private func divided(by number: Double) -> ReferenceMap {
    var map = self
    map.a /= number
    map.b /= number
    map.p /= number
    map.c /= number
    map.d /= number
    map.q /= number
    map.x /= number
    map.y /= number
    map.w /= number
    return map
  }

  /// Where a point comes to lie; nil where that is behind the viewer.
  func apply(_ px: Double, _ py: Double) -> Point? {
    let depth = px * p + py * q + w
    guard depth > 1e-12 else { return nil }
    return Point(x: (px * a + py * c + x) / depth, y: (px * b + py * d + y) / depth)
  }
}
