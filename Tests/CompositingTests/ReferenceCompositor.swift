import Composition

@testable import Compositing

/// What the compositor must give, worked out in the obvious way: sample by sample, in double precision, with nothing
/// prepared and nothing shared with the compositor but the siting of the planes.
enum ReferenceCompositor {
  /// The planes of `layers` over `background`, not rounded.
  static func compose(_ layers: [AffineLayer], over background: PlanarPicture) -> [[Double]] {
    var planes = background.planes.map { $0.map(Double.init) }
    for layer in layers {
      let coverage = coverage(of: layer, width: background.width, height: background.height)
      for plane in 0..<3 {
        draw(layer, coverage, onPlane: plane, of: background, &planes[plane])
      }
    }
    return planes
  }

  /// What is visible of a layer, in its own pixels.
  private static func visible(of layer: AffineLayer) -> Rectangle? {
    let whole = Rectangle(Size(width: Double(layer.picture.width), height: Double(layer.picture.height)))
    return (layer.crop ?? whole).intersection(whole)
  }

  /// The area of each output pixel that lies in the layer, times the opacity, row by row.
  private static func coverage(of layer: AffineLayer, width: Int, height: Int) -> [[Double]] {
    guard let visible = visible(of: layer) else {
      return Array(repeating: Array(repeating: 0, count: width), count: height)
    }
    let corners = [
      Point(x: visible.x, y: visible.y), Point(x: visible.maxX, y: visible.y),
      Point(x: visible.maxX, y: visible.maxY), Point(x: visible.x, y: visible.maxY),
    ].map(layer.transform.apply)
    return (0..<height).map { row in
      (0..<width).map { column in
        area(of: corners, insidePixelAt: Double(column), Double(row)) * min(max(layer.opacity, 0), 1)
      }
    }
  }

  /// The area of a convex polygon inside one pixel: cut along the pixel's four sides, then Gauss's formula.
  static func area(of polygon: [Point], insidePixelAt left: Double, _ top: Double) -> Double {
    let sides: [(Point) -> Double] = [
      { $0.x - left }, { left + 1 - $0.x }, { $0.y - top }, { top + 1 - $0.y },
    ]
    var points = polygon
    for distance in sides {
      var kept: [Point] = []
      for (index, point) in points.enumerated() {
        let next = points[(index + 1) % points.count]
        let (here, there) = (distance(point), distance(next))
        if here >= 0 { kept.append(point) }
        if here * there < 0 {
          let fraction = here / (here - there)
          kept.append(Point(x: point.x + (next.x - point.x) * fraction, y: point.y + (next.y - point.y) * fraction))
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

  /// Lays one plane of a layer over the samples so far.
  private static func draw(
    _ layer: AffineLayer, _ coverage: [[Double]], onPlane plane: Int, of background: PlanarPicture,
    _ canvas: inout [Double]
  ) {
    guard let inverse = layer.transform.inverted, let plane = ReferencePlane(layer, plane) else { return }
    let target = background.sampling(ofPlane: plane.number)
    let map = target.toPicture.concatenating(inverse).concatenating(plane.sampling.fromPicture)
    let across = (map.a * map.a + map.c * map.c).squareRoot()
    let down = (map.b * map.b + map.d * map.d).squareRoot()
    for row in 0..<target.height {
      for column in 0..<target.width {
        let served = target.pixelRows(of: row).flatMap { pixelRow in
          target.pixelColumns(of: column).map { coverage[pixelRow][$0] }
        }
        let share = served.reduce(0, +) / Double(served.count)
        guard share > 0 else { continue }
        let place = map.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let value = plane.value(at: place, cellWidth: across > 2 ? across : 1, cellHeight: down > 2 ? down : 1)
        let index = row * target.width + column
        canvas[index] = canvas[index] * (1 - share * value.alpha) + share * value.color
      }
    }
  }

}

/// One plane of a layer that can be asked for its value anywhere.
private struct ReferencePlane {
  /// Which plane it is.
  let number: Int
  /// How its samples lie.
  let sampling: PlaneSampling
  private let picture: PlanarPicture
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>

  init?(_ layer: AffineLayer, _ number: Int) {
    self.number = number
    picture = layer.picture
    sampling = picture.sampling(ofPlane: number)
    let whole = Rectangle(Size(width: Double(picture.width), height: Double(picture.height)))
    guard let visible = (layer.crop ?? whole).intersection(whole) else { return nil }
    func samples(_ start: Double, _ end: Double, _ shift: Int) -> ClosedRange<Int> {
      Int(start.rounded(.down)) >> shift...(Int(end.rounded(.up)) - 1) >> shift
    }
    columns = samples(visible.x, visible.maxX, sampling.widthShift)
    rows = samples(visible.y, visible.maxY, sampling.heightShift)
  }

  /// Between the centres of the four nearest cells.
  func value(at place: Point, cellWidth: Double, cellHeight: Double) -> (color: Double, alpha: Double) {
    let (x, y) = (place.x / cellWidth - 0.5, place.y / cellHeight - 0.5)
    var sum = (color: 0.0, alpha: 0.0)
    for row in [y.rounded(.down), y.rounded(.down) + 1] {
      for column in [x.rounded(.down), x.rounded(.down) + 1] {
        let weight = (1 - abs(x - column)) * (1 - abs(y - row))
        let cell = average(
          overX: column * cellWidth..<(column + 1) * cellWidth, y: row * cellHeight..<(row + 1) * cellHeight)
        sum.color += weight * cell.color
        sum.alpha += weight * cell.alpha
      }
    }
    return sum
  }

  /// The average over a rectangle, beyond whose crop the outermost samples go on for ever.
  private func average(overX x: Range<Double>, y: Range<Double>) -> (color: Double, alpha: Double) {
    var sum = (color: 0.0, alpha: 0.0)
    var total = 0.0
    for row in Int(y.lowerBound.rounded(.down))..<Int(y.upperBound.rounded(.up)) {
      for column in Int(x.lowerBound.rounded(.down))..<Int(x.upperBound.rounded(.up)) {
        let width = min(Double(column + 1), x.upperBound) - max(Double(column), x.lowerBound)
        let height = min(Double(row + 1), y.upperBound) - max(Double(row), y.lowerBound)
        let sample = sample(column, row)
        sum.color += sample.color * width * height
        sum.alpha += sample.alpha * width * height
        total += width * height
      }
    }
    return (sum.color / total, sum.alpha / total)
  }

  /// A sample times its alpha, and its alpha: the average of those of the pixels that it serves.
  private func sample(_ column: Int, _ row: Int) -> (color: Double, alpha: Double) {
    let column = min(max(column, columns.lowerBound), columns.upperBound)
    let row = min(max(row, rows.lowerBound), rows.upperBound)
    let color = Double(picture.planes[number][row * sampling.width + column])
    guard picture.hasAlpha else { return (color, 1) }
    let alphas = sampling.pixelRows(of: row).flatMap { pixelRow in
      sampling.pixelColumns(of: column).map { Double(picture.planes[3][pixelRow * picture.width + $0]) }
    }
    let alpha = alphas.reduce(0, +) / Double(alphas.count) / 255
    return (color * alpha, alpha)
  }
}
