import EditingModel

/// A convex polygon in the output's pixels: what a layer covers.
struct ConvexPolygon: Hashable {
  /// The corners, in order, either way round.
  let corners: [Point]

  /// The parallelogram that `rectangle` becomes under `transform`.
  init(_ rectangle: Rectangle, under transform: Transform) {
    corners = [
      Point(x: rectangle.x, y: rectangle.y),
      Point(x: rectangle.maxX, y: rectangle.y),
      Point(x: rectangle.maxX, y: rectangle.maxY),
      Point(x: rectangle.x, y: rectangle.maxY),
    ].map(transform.apply)
  }

  /// The polygon with these corners.
  private init(corners: [Point]) {
    self.corners = corners
  }

  /// Twice the area; positive where the corners run clockwise on the screen.
  var doubledSignedArea: Double {
    edges.reduce(0) { $0 + $1.start.x * $1.end.y - $1.end.x * $1.start.y }
  }

  /// The sides, in the order of the corners.
  var edges: [(start: Point, end: Point)] {
    corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
  }

  /// The part within 0…`width` and 0…`height`, side by side (Sutherland and Hodgman, 1974); no corners where there is
  /// none.
  func clipped(toWidth width: Double, height: Double) -> ConvexPolygon {
    let inside = keeping { $0.x }.keeping { width - $0.x }.keeping { $0.y }.keeping { height - $0.y }
    return ConvexPolygon(
      corners: inside.corners.map { Point(x: min(max($0.x, 0), width), y: min(max($0.y, 0), height)) })
  }

  /// The part where `distance`, which is linear, is not negative.
  private func keeping(where distance: (Point) -> Double) -> ConvexPolygon {
    var kept: [Point] = []
    for (start, end) in edges {
      let (before, after) = (distance(start), distance(end))
      if before >= 0 { kept.append(start) }
      guard (before < 0) != (after < 0), before != 0, after != 0 else { continue }
      let fraction = before / (before - after)
      kept.append(Point(x: start.x + (end.x - start.x) * fraction, y: start.y + (end.y - start.y) * fraction))
    }
    return ConvexPolygon(corners: kept)
  }
}
