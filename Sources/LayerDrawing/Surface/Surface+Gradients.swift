import CPangoCairo
import EditingModel
import Glibc
import Layers
import MediaFormats

/// Gradients on a surface.
extension Surface {
  /// Fills `bounds` with `gradient`, its colors multiplied by `tint`. It is spread over a square of side 1, which is then stretched to the
  /// bounds, as Core Animation's is.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func fill(_ bounds: Rectangle, with gradient: GradientLayer, tint: Color) throws {
    guard bounds.width > 0, bounds.height > 0, let last = gradient.colors.last else { return }
    let stops = gradient.stops.map { ($0.place, $0.color.multiplied(by: tint)) }
    guard gradient.colors.count > 1 else { return fill(.rectangle(bounds), with: last.multiplied(by: tint)) }
    let (start, end) = (gradient.startPoint, gradient.endPoint)
    try preserved {
      unsafe cairo_rectangle(context, bounds.x, bounds.y, bounds.width, bounds.height)
      unsafe cairo_clip(context)
      concatenate(Transform(a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.x, ty: bounds.y))
      switch gradient.gradientType {
      case .axial: unsafe paint(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
      case .radial:
        let (across, down) = (abs(end.x - start.x), abs(end.y - start.y))
        // An ellipse without an inside has its last color everywhere.
        guard across > 1e-9, down > 1e-9 else {
          set(stops[stops.count - 1].1)
          return unsafe cairo_paint(context)
        }
        concatenate(Transform(a: across, b: 0, c: 0, d: down, tx: start.x, ty: start.y))
        unsafe paint(cairo_pattern_create_radial(0, 0, 0, 0, 0, 1), stops)
      case .conic: try paintConic(from: start, toward: end, stops)
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

  /// Paints colors around `center`, clockwise from the direction of `end`, each pixel by its middle.
  private func paintConic(from center: Point, toward end: Point, _ stops: [(Double, Color)]) throws {
    guard let back = map.inverted else { return }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    try preserved {
      unsafe cairo_identity_matrix(context)
      unsafe cairo_clip_extents(context, &left, &top, &right, &bottom)
      // The clip is in pixels of the surface's memory.
      let clip = Rectangle(
        x: left + Double(area.x), y: top + Double(area.y), width: right - left, height: bottom - top)
      guard let covered = PixelRectangle(touchedBy: clip, in: area) else { return }
      let part = try Surface(covering: covered)
      let begin = atan2(end.y - center.y, end.x - center.x)
      part.withPixels { pixels in
        for y in 0..<covered.height {
          for x in 0..<covered.width {
            let place = back.apply(to: Point(x: Double(covered.x + x) + 0.5, y: Double(covered.y + y) + 0.5))
            var turn = (atan2(place.y - center.y, place.x - center.x) - begin) / (2 * Double.pi)
            turn -= turn.rounded(.down)
            pixels[y * covered.width + x] = Self.color(at: turn, of: stops).premultipliedPixel
          }
        }
      }
      draw(part)
    }
  }

  /// The color at `place`, 0…1, between those of `stops`.
  private static func color(at place: Double, of stops: [(Double, Color)]) -> Color {
    guard let next = stops.firstIndex(where: { $0.0 > place }) else { return stops[stops.count - 1].1 }
    guard next > 0 else { return stops[0].1 }
    let (before, after) = (stops[next - 1], stops[next])
    let share = (place - before.0) / (after.0 - before.0)
    func mix(_ path: KeyPath<Color, Double>) -> Double {
      before.1[keyPath: path] + (after.1[keyPath: path] - before.1[keyPath: path]) * share
    }
    return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
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

extension Color {
  /// The color times its opacity, blue in the lowest byte.
  fileprivate var premultipliedPixel: UInt32 {
    [alpha, red * alpha, green * alpha, blue * alpha].reduce(0) {
      $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded())
    }
  }
}
