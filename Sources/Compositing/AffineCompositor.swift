import Composition

/// Draws layers through affine maps, one over the other.
public struct AffineCompositor: Sendable {
  /// A compositor; it holds nothing.
  public init() {}

  /// The picture of `layers`, bottom to top, over `background`: as large and as subsampled as that.
  ///
  /// - Throws: what is wrong with a picture or a layer, which the error names.
  public func compose(_ layers: [AffineLayer], over background: PlanarPicture) throws(CompositingError)
    -> PlanarPicture
  {
    try background.checkFormat()
    try background.checkPlanes()
    guard !background.hasAlpha else {
      throw CompositingError(
        .backgroundNotOpaque, "The background has an alpha plane.", remedy: "Give it three planes.")
    }
    var output = background
    var canvas = background.planes.map { $0.map(Double.init) }
    for layer in layers {
      try layer.picture.checkFormat()
      try layer.picture.checkPlanes()
      guard let inverse = layer.transform.inverted else { continue }
      let full = Rectangle(
        x: 0, y: 0, width: Double(layer.picture.width), height: Double(layer.picture.height))
      guard let visible = (layer.crop ?? full).intersection(full) else { continue }
      let corners = [
        Point(x: visible.x, y: visible.y), Point(x: visible.maxX, y: visible.y),
        Point(x: visible.maxX, y: visible.maxY), Point(x: visible.x, y: visible.maxY),
      ].map(layer.transform.apply)
      let coverage = (0..<background.height).map { y in
        (0..<background.width).map { x in area(of: corners, inPixel: (x, y)) * min(max(layer.opacity, 0), 1) }
      }
      for plane in 0..<3 {
        draw(layer, plane: plane, inverse, visible, coverage, on: &canvas[plane], background)
      }
    }
    output.planes = canvas.map { $0.map { UInt8(min(max($0.rounded(), 0), 255)) } }
    return output
  }

  private func draw(
    _ layer: AffineLayer, plane: Int, _ inverse: Transform, _ visible: Rectangle, _ coverage: [[Double]],
    on canvas: inout [Double], _ background: PlanarPicture
  ) {
    let target = background.sampling(ofPlane: plane)
    let source = layer.picture.sampling(ofPlane: plane)
    let map = target.toPicture.concatenating(inverse).concatenating(source.fromPicture)
    let columns =
      Int(visible.x.rounded(.down)) >> source.widthShift...(Int(visible.maxX.rounded(.up)) - 1) >> source.widthShift
    let rows =
      Int(visible.y.rounded(.down)) >> source.heightShift...(Int(visible.maxY.rounded(.up)) - 1) >> source.heightShift

    func alpha(_ x: Int, _ y: Int) -> Double {
      guard layer.picture.hasAlpha else { return 1 }
      var sum = 0.0
      var count = 0.0
      for row in y << source.heightShift..<min((y + 1) << source.heightShift, layer.picture.height) {
        for column in x << source.widthShift..<min((x + 1) << source.widthShift, layer.picture.width) {
          sum += Double(layer.picture.planes[3][row * layer.picture.width + column])
          count += 1
        }
      }
      return sum / count / 255
    }
    func texel(_ x: Int, _ y: Int) -> (Double, Double) {
      let x = min(max(x, columns.lowerBound), columns.upperBound)
      let y = min(max(y, rows.lowerBound), rows.upperBound)
      let alpha = alpha(x, y)
      return (Double(layer.picture.planes[plane][y * source.width + x]) * alpha, alpha)
    }
    var across = (map.a * map.a + map.c * map.c).squareRoot()
    var down = (map.b * map.b + map.d * map.d).squareRoot()
    across = across > 2 ? across : 1
    down = down > 2 ? down : 1
    func cell(_ x: Int, _ y: Int) -> (Double, Double) {
      if across == 1, down == 1 { return texel(x, y) }
      let left = Double(x) * across
      let top = Double(y) * down
      var colour = 0.0
      var alpha = 0.0
      for row in Int(top.rounded(.down))..<Int((top + down).rounded(.up)) {
        for column in Int(left.rounded(.down))..<Int((left + across).rounded(.up)) {
          let width = min(Double(column + 1), left + across) - max(Double(column), left)
          let height = min(Double(row + 1), top + down) - max(Double(row), top)
          let value = texel(column, row)
          colour += value.0 * width * height
          alpha += value.1 * width * height
        }
      }
      return (colour / across / down, alpha / across / down)
    }
    let range = (
      Double(columns.lowerBound) + 0.5, Double(columns.upperBound) + 0.5,
      Double(rows.lowerBound) + 0.5, Double(rows.upperBound) + 0.5
    )
    for j in 0..<target.height {
      for i in 0..<target.width {
        var strength = 0.0
        var count = 0.0
        for row in j << target.heightShift..<min((j + 1) << target.heightShift, background.height) {
          for column in i << target.widthShift..<min((i + 1) << target.widthShift, background.width) {
            strength += coverage[row][column]
            count += 1
          }
        }
        strength /= count
        guard strength > 0 else { continue }
        let place = map.apply(to: Point(x: Double(i) + 0.5, y: Double(j) + 0.5))
        let u = (across == 1 ? min(max(place.x, range.0), range.1) : place.x) / across - 0.5
        let v = (down == 1 ? min(max(place.y, range.2), range.3) : place.y) / down - 0.5
        let left = Int(u.rounded(.down))
        let top = Int(v.rounded(.down))
        var colour = 0.0
        var alpha = 0.0
        for (x, y, weight) in [
          (left, top, (1 - u + Double(left)) * (1 - v + Double(top))),
          (left + 1, top, (u - Double(left)) * (1 - v + Double(top))),
          (left, top + 1, (1 - u + Double(left)) * (v - Double(top))),
          (left + 1, top + 1, (u - Double(left)) * (v - Double(top))),
        ] {
          let value = cell(x, y)
          colour += weight * value.0
          alpha += weight * value.1
        }
        let index = j * target.width + i
        canvas[index] = canvas[index] * (1 - strength * alpha) + strength * colour
      }
    }
  }

  /// The part of a pixel that lies inside a convex polygon.
  private func area(of polygon: [Point], inPixel pixel: (x: Int, y: Int)) -> Double {
    let (left, top) = (Double(pixel.x), Double(pixel.y))
    var points = polygon
    for (distance): (Point) -> Double in [
      { $0.x - left }, { left + 1 - $0.x }, { $0.y - top }, { top + 1 - $0.y },
    ] {
      var kept: [Point] = []
      for (index, point) in points.enumerated() {
        let next = points[(index + 1) % points.count]
        let (here, there) = (distance(point), distance(next))
        if here >= 0 { kept.append(point) }
        if here * there < 0 {
          let fraction = here / (here - there)
          kept.append(
            Point(x: point.x + (next.x - point.x) * fraction, y: point.y + (next.y - point.y) * fraction))
        }
      }
      points = kept
    }
    var doubled = 0.0
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      doubled += point.x * next.y - next.x * point.y
    }
    return abs(doubled) / 2
  }
}
