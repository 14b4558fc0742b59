import CPangoCairo
import EditingModel
import Glibc
import Layers
import MediaFormats

// SAFETY: the context is the surface's, and lives as long; a pattern is released where it is painted with, by when
// cairo holds a reference of its own.

/// Gradients on a surface.
extension Surface {
  /// Fills `bounds` with `gradient`, its colors multiplied by `tint`. It is spread over a square of side 1, which is then stretched to the
  /// bounds, as Core Animation's is. Where it `isCut` after this, it goes on beyond the bounds.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func fill(_ bounds: Rectangle, with gradient: GradientLayer, tint: Color, isCut: Bool = false) throws {
    guard bounds.width > 0, bounds.height > 0, let last = gradient.colors.last else { return }
    let stops = gradient.stops.map { ($0.place, $0.color.multiplied(by: tint)) }
    let (start, end) = (gradient.startPoint, gradient.endPoint)
    try preserved {
      if !isCut { clip(to: .rectangle(bounds)) }
      guard gradient.colors.count > 1 else { return fill(with: last.multiplied(by: tint)) }
      concatenate(Transform(a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.x, ty: bounds.y))
      switch gradient.gradientType {
      case .axial: try paintAxial(from: start, to: end, GradientTable(stops))
      case .radial:
        let (across, down) = (abs(end.x - start.x), abs(end.y - start.y))
        // An ellipse without an inside has its last color everywhere.
        guard across > 1e-9, down > 1e-9 else { return fill(with: stops[stops.count - 1].1) }
        concatenate(Transform(a: across, b: 0, c: 0, d: down, tx: start.x, ty: start.y))
        unsafe paint(cairo_pattern_create_radial(0, 0, 0, 0, 0, 1), stops)
      case .conic: try paintConic(from: start, toward: end, GradientTable(stops))
      }
    }
  }

  private func paint(_ pattern: OpaquePointer?, _ stops: [(Double, Color)]) {
    defer { unsafe cairo_pattern_destroy(pattern) }
    for (place, color) in stops {
      unsafe cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, color.alpha)
    }
    unsafe cairo_set_source(context, pattern)
    unsafe cairo_paint(context)
  }

  /// Paints colors along the line from `start` to `end`, each pixel by its middle.
  private func paintAxial(from start: Point, to end: Point, _ table: GradientTable) throws {
    let (across, down) = (end.x - start.x, end.y - start.y)
    let square = across * across + down * down
    // A line without a length has its last color everywhere.
    func place(_ point: Point) -> Double {
      square > 1e-18 ? ((point.x - start.x) * across + (point.y - start.y) * down) / square : 1
    }
    try paintPixels { pixels, width, row, begin, next in
      let first = place(begin)
      table.fill(&pixels, from: row * width, count: width, place: first, step: place(next) - first)
    }
  }

  /// Paints colors around `center`, clockwise from the direction of `end`: each pixel by its middle, and by sixteen points where the last
  /// color meets the first, and about the center.
  private func paintConic(from center: Point, toward end: Point, _ table: GradientTable) throws {
    let begin = atan2(end.y - center.y, end.x - center.x)
    func turn(_ x: Double, _ y: Double) -> Double {
      let turn = (atan2(y - center.y, x - center.x) - begin) / (2 * Double.pi)
      return turn - turn.rounded(.down)
    }
    try paintPixels { pixels, width, row, first, next in
      let (stepX, stepY) = (next.x - first.x, next.y - first.y)
      let size = abs(stepX) + abs(stepY)
      for column in 0..<width {
        let (x, y) = (first.x + Double(column) * stepX, first.y + Double(column) * stepY)
        let middle = turn(x, y)
        // The turn over a pixel, generously.
        let reach = size / max(1e-12, abs(x - center.x) + abs(y - center.y))
        if min(middle, 1 - middle) > reach, reach < 0.25 {
          pixels[row * width + column] = table.pixel(at: middle)
        } else {
          let (downX, downY) = (-stepY, stepX)
          pixels[row * width + column] = table.mean(of: 16) { index in
            let (across, down) = (Double(index % 4) / 4 - 0.375, Double(index / 4) / 4 - 0.375)
            return turn(x + across * stepX + down * downX, y + across * stepY + down * downY)
          }
        }
      }
    }
  }

  /// Paints pixels that `body` sets, row by row, in the clip: it gets all pixels of a part, their width, the number of the row, and where
  /// the middles of its first two are in the plane that is drawn in.
  private func paintPixels(_ body: (inout MutableSpan<UInt32>, Int, Int, Point, Point) -> Void) throws {
    guard let back = map.inverted else { return }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    try preserved {
      unsafe cairo_identity_matrix(context)
      unsafe cairo_clip_extents(context, &left, &top, &right, &bottom)
      // The clip is in pixels of the surface's memory.
      let clip = Rectangle(
        x: left + Double(area.x), y: top + Double(area.y), width: right - left, height: bottom - top)
      guard let covered = PixelRectangle(touchedBy: clip, in: area) else { return }
      let part = try Surface(covering: covered, beside: self)
      part.withPixels { pixels in
        guard pixels.count == covered.width * covered.height else { return }
        for row in 0..<covered.height {
          let (x, y) = (Double(covered.x) + 0.5, Double(covered.y + row) + 0.5)
          body(&pixels, covered.width, row, back.apply(to: Point(x: x, y: y)), back.apply(to: Point(x: x + 1, y: y)))
        }
      }
      draw(part)
    }
  }
}

extension GradientLayer {
  /// The colors with their places, which are even where none are given, and never fall.
  fileprivate var stops: [(place: Double, color: Color)] {
    var least = 0.0
    return colors.enumerated().map { index, color in
      let even = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
      let place = locations.count == colors.count ? locations[index] : even
      least = max(least, min(1, place))
      return (least, color)
    }
  }
}
