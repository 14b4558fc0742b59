import EditingModel

/// Measures, row by row, how much of each pixel a convex polygon covers: the exact area inside the pixel.
///
/// Every side adds, to the column it runs through, the change of coverage that it makes there, from left to right; the
/// running sum of the changes is the coverage (the accumulation of signed areas, as font rasterizers do it).
struct CoverageRaster {
  /// The polygon's sides that are not level, those at the left with what lies to their right inside.
  private let sides: [Side]
  /// The columns that the polygon lies in.
  private let columns: Range<Int>
  /// The change of coverage at each column, zero between rows; and two more, never read, for changes past the last.
  private var changes: [Double]

  /// A side of the polygon.
  private struct Side {
    /// The upper end.
    let upper: Point
    /// The lower end.
    let lower: Point
    /// 1 where the inside begins at this side, from left to right, and -1 where it ends.
    let sign: Double

    /// The place of the side at height `y`.
    func x(at y: Double) -> Double {
      let x = upper.x + (y - upper.y) * ((lower.x - upper.x) / (lower.y - upper.y))
      return min(max(x, min(upper.x, lower.x)), max(upper.x, lower.x))
    }
  }

  /// A raster of `polygon`, which lies within `columns`.
  init(_ polygon: ConvexPolygon, columns: Range<Int>) {
    let isClockwise = polygon.doubledSignedArea > 0
    sides = polygon.edges.filter { $0.start.y != $0.end.y }.map { start, end in
      let descends = start.y < end.y
      return Side(
        upper: descends ? start : end, lower: descends ? end : start, sign: descends == isClockwise ? -1 : 1)
    }
    self.columns = columns
    changes = Array(repeating: 0, count: columns.count + 2)
  }

  /// Measures `row`: what is covered of it, and the part of that where no side runs, with its share, `opacity` times the
  /// coverage. The shares of what is covered besides are appended to `edges`, from left to right.
  mutating func measure(row: Int, opacity: Double, edges: inout [UInt16])
    -> (covered: Range<Int>, steady: Range<Int>, share: UInt16)
  {
    var begins: Range<Int>?
    var ends: Range<Int>?
    for side in sides {
      guard let crossed = cross(row, with: side) else { continue }
      if side.sign > 0 {
        begins = crossed.union(begins)
      } else {
        ends = crossed.union(ends)
      }
    }
    guard let begins, let ends else { return (0..<0, 0..<0, 0) }
    let covered = begins.union(ends).clamped(to: columns)
    let steady = begins.upperBound..<max(begins.upperBound, ends.lowerBound)
    let left = covered.clamped(to: Int.min..<steady.lowerBound)
    let right = covered.clamped(to: steady.upperBound..<Int.max)
    var area = 0.0
    for column in left {
      area += takeChange(at: column)
      edges.append(Share.nearest(area * opacity))
    }
    let share = Share.nearest(area * opacity)
    var begin = left.upperBound
    var end = max(begin, min(right.lowerBound, covered.upperBound))
    // A side between two columns leaves both as they are.
    while begin > left.lowerBound, edges.last == share {
      edges.removeLast()
      begin -= 1
    }
    for column in right {
      area += takeChange(at: column)
      let edge = Share.nearest(area * opacity)
      if edge == share, column == end {
        end += 1
      } else {
        edges.append(edge)
      }
    }
    return (covered, begin..<end, share)
  }

  /// The change of coverage at `column`, which is forgotten.
  private mutating func takeChange(at column: Int) -> Double {
    let index = column - columns.lowerBound
    defer { changes[index] = 0 }
    return changes[index]
  }

  /// Adds the changes that `side` makes in `row`, and returns the columns where it makes them; nil where it does not
  /// come into the row.
  private mutating func cross(_ row: Int, with side: Side) -> Range<Int>? {
    let top = max(side.upper.y, Double(row))
    let bottom = min(side.lower.y, Double(row + 1))
    guard top < bottom else { return nil }
    func place(_ x: Double) -> Double { min(max(x - Double(columns.lowerBound), 0), Double(columns.count)) }
    let ends = (place(side.x(at: top)), place(side.x(at: bottom)))
    let left = min(ends.0, ends.1)
    let right = max(ends.0, ends.1)
    let height = (bottom - top) * side.sign
    for column in Int(left)...Int(right) {
      let start = max(left, Double(column))
      let end = min(right, Double(column + 1))
      let part = left == right ? height : height * (end - start) / (right - left)
      let outside = (start + end) / 2 - Double(column)
      changes[column] += part * (1 - outside)
      changes[column + 1] += part * outside
    }
    return columns.lowerBound + Int(left)..<columns.lowerBound + Int(right) + 2
  }
}

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
