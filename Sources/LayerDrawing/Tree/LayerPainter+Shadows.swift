import EditingModel
import Layers
import MediaFormats

/// Shadows of layers.
extension LayerPainter {
  /// Draws the shadow; true where the layer itself is drawn with it.
  func paintShadow(
    of item: PresentationLayer, on surface: Surface, through map: Transform, tint: Color, _ area: PixelRectangle
  ) throws -> Bool {
    let layer = item.layer
    let deviation = min(Surface.largestDeviation, layer.shadowRadius * abs(map.determinant).squareRoot())
    guard deviation.isFinite else { return false }
    let margin = Int((3 * deviation).rounded(.up)) + 1
    let offset = Transform.translation(x: layer.shadowOffset.width, y: layer.shadowOffset.height)
    let moved = offset.concatenating(map)
    // Parts outside of the surface still throw their shadow into it.
    let around = PixelRectangle(
      x: area.x - margin, y: area.y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin)
    guard let extent = try LayerExtent(resources: resources, isFlipped: isFlipped).thrower(of: item),
      let thrown = PixelRectangle(touchedBy: moved.boundingBox(of: extent).expanded(by: 1), in: around)
    else { return false }
    let reached = PixelRectangle(
      x: thrown.x - margin, y: thrown.y - margin, width: thrown.width + 2 * margin, height: thrown.height + 2 * margin)
    guard let covered = reached.intersection(around) else { return false }
    let shadow = try Surface(covering: covered, beside: surface)
    var color = layer.shadowColor
    color.alpha *= layer.shadowOpacity
    let (start, end) = (map.apply(to: Point(x: 0, y: 0)), moved.apply(to: Point(x: 0, y: 0)))
    let way = Point(x: end.x - start.x, y: end.y - start.y)
    // Pictures at the same places between pixels are the same.
    let isWhole = way.x == way.x.rounded() && way.y == way.y.rounded()
    guard layer.shadowPath == nil, isWhole || item.containsShadow else {
      if let path = layer.shadowPath {
        shadow.preserved {
          shadow.concatenate(moved)
          shadow.fill(path, with: .white)
        }
      } else {
        try paintBody(of: item, on: shadow, through: moved, tint: tint)
      }
      shadow.turnIntoShadow(color, deviation: deviation)
      surface.draw(shadow)
      return false
    }
    // Shadows in one another are drawn once each: what throws this one is kept, as a picture, for the layer itself.
    let needed = Rectangle(
      x: Double(covered.x) - way.x, y: Double(covered.y) - way.y, width: Double(covered.width),
      height: Double(covered.height)
    ).union(area.rectangle)
    guard let source = PixelRectangle(touchedBy: needed, in: .drawable) else { return false }
    let body = try Surface(covering: source, beside: surface)
    try paintBody(of: item, on: body, through: map, tint: tint)
    let place = Rectangle(
      x: Double(source.x), y: Double(source.y), width: Double(source.width), height: Double(source.height))
    shadow.draw(
      body, from: Rectangle(x: 0, y: 0, width: place.width, height: place.height),
      to: Rectangle(x: place.x + way.x, y: place.y + way.y, width: place.width, height: place.height))
    shadow.turnIntoShadow(color, deviation: deviation)
    surface.draw(shadow)
    surface.draw(body)
    return true
  }
}

extension PixelRectangle {
  /// The pixels that a picture in perspective, or one that throws a shadow, is drawn on at most.
  static let drawable = PixelRectangle(x: -8192, y: -8192, width: 16_384, height: 16_384)
}
