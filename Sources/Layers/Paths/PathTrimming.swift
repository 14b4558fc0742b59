public import ModelValues

extension BezierPath {
  /// The part of the path from `start` to `end`, each 0…1 of the length of all its lines and curves: what `strokeStart` and
  /// `strokeEnd` leave of it; empty where `end` is not after `start`.
  public func trimmed(from start: Double, to end: Double) -> BezierPath {
    let (start, end) = (max(0, min(1, start)), max(0, min(1, end)))
    guard start > 0 || end < 1 else { return self }
    let segments = segments
    let lengths = segments.map { $0.length() }
    let whole = lengths.reduce(0, +)
    guard end > start, whole > 0 else { return BezierPath() }
    var (from, result) = (0.0, BezierPath())
    var isDrawn = false
    for (segment, length) in zip(segments, lengths) {
      defer { from += length }
      let (first, last) = (max(start * whole, from), min(end * whole, from + length))
      guard last > first else {
        isDrawn = false
        continue
      }
      let part = segment.part(
        from: segment.parameter(atLength: first - from),
        to: last < from + length ? segment.parameter(atLength: last - from) : 1)
      if !isDrawn || segment.isDetached { result.elements.append(.move(part.start)) }
      result.elements.append(.curve(control1: part.control1, control2: part.control2, to: part.end))
      isDrawn = true
    }
    return result
  }

  /// The smallest upright rectangle that holds all points and control points; nil for an empty path.
  public var controlBox: Rectangle? {
    let coordinates = coordinates
    let xs = stride(from: 0, to: coordinates.count, by: 2).map { coordinates[$0] }
    let ys = stride(from: 1, to: coordinates.count, by: 2).map { coordinates[$0] }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PathSegment {
  /// The curve between two parameters, after de Casteljau.
  func part(from first: Double, to last: Double) -> PathSegment {
    func between(_ one: Point, _ other: Point, _ share: Double) -> Point {
      Point(x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share)
    }
    /// The point of the curve whose parameters are `a`, `b` and `c` by turns: its blossom.
    func blossom(_ a: Double, _ b: Double, _ c: Double) -> Point {
      let (one, two, three) = (between(start, control1, a), between(control1, control2, a), between(control2, end, a))
      return between(between(one, two, b), between(two, three, b), c)
    }
    return PathSegment(
      start: blossom(first, first, first), control1: blossom(first, first, last), control2: blossom(first, last, last),
      end: blossom(last, last, last), isDetached: isDetached)
  }
}
