public import Compositing
public import EditingModel
public import MediaTime

/// The picture that layers give, worked out in the obvious way: sample by sample, in double precision, with nothing
/// prepared. It is what every faster way of drawing is measured against.
///
/// It follows the rules that stand at ``AffineCompositor`` and shares nothing with it but the siting of the planes and
/// the checks of what it is given. It is slow: a picture of 64 by 48 takes milliseconds, a film's would take seconds.
///
/// ```swift
/// let ideal = try ReferenceCompositor().compose(instruction, at: time, sources: [1: picture], over: background)
/// let furthest = zip(rendered, ideal[0]).map { abs(Double($0) - $1) }.max()
/// ```
public struct ReferenceCompositor: Sendable {
  /// A picture, and where and how strongly it is drawn: as in ``AffineLayer``.
  public struct Layer: Hashable, Sendable {
    /// What is drawn.
    public var picture: PlanarPicture
    /// From the picture's pixels to the output's.
    public var transform: Transform
    /// The part that is drawn, in the picture's pixels; nil for all of it.
    public var crop: Rectangle?
    /// How much it covers, 0…1.
    public var opacity: Double

    /// Draws `picture` through `transform`.
    public init(picture: PlanarPicture, transform: Transform, crop: Rectangle? = nil, opacity: Double = 1) {
      self.picture = picture
      self.transform = transform
      self.crop = crop
      self.opacity = opacity
    }

    /// What is drawn of the picture, in its pixels; nil where the crop leaves nothing.
    var visible: Rectangle? {
      (crop ?? picture.bounds).intersection(picture.bounds)
    }
  }

  /// A compositor; it holds nothing.
  public init() {}

  /// The planes of what `instruction` shows at `time`, as `compose(_:over:)` gives them.
  ///
  /// - Parameters:
  ///   - instruction: its layers, the topmost first; its background color is `background`'s to show.
  ///   - time: a composition time, at which opacities, transforms and crops are taken.
  ///   - sources: the tracks' pictures at `time`; a layer whose track has none draws nothing.
  ///   - background: what lies beneath all layers.
  /// - Throws: as `compose(_:over:)`.
  public func compose(
    _ instruction: VideoCompositionInstruction, at time: CMTime, sources: [TrackID: PlanarPicture],
    over background: PlanarPicture
  ) throws(CompositingError) -> [[Double]] {
    let layers = instruction.passthroughTrackID.map { [LayerInstruction(trackID: $0)] }
    var drawn: [Layer] = []
    for layer in (layers ?? instruction.layerInstructions).reversed() {
      guard let picture = sources[layer.trackID] else { continue }
      let whole = picture.bounds
      drawn.append(
        Layer(
          picture: picture, transform: layer.transform.value(at: time, initial: .identity),
          crop: layer.cropRectangle.value(at: time, initial: whole),
          opacity: layer.opacity.value(at: time, initial: 1)))
    }
    return try compose(drawn, over: background)
  }

  /// The planes of `layers`, bottom to top, over `background`: samples of 0…255, as many as `background` has, not
  /// rounded. Over a background with alpha, the fourth is what is covered, a + b · (1 − a), and the colors are straight;
  /// where nothing is covered, they are the background's.
  ///
  /// - Throws: what is wrong with a picture or a layer; the error counts the layer from the bottom.
  public func compose(_ layers: [Layer], over background: PlanarPicture) throws(CompositingError) -> [[Double]] {
    try Self.check(layers, over: background)
    let whole = Layer(picture: background, transform: .identity)
    var canvases = (0..<3).map { plane in
      background.planes[plane].indices.map { index -> (color: Double, alpha: Double) in
        let width = background.sampling(ofPlane: plane).width
        return ReferencePlane(whole, plane)?.sample(index % width, index / width) ?? (0, 0)
      }
    }
    for layer in layers {
      let coverage = coverage(of: layer, width: background.width, height: background.height)
      for plane in canvases.indices {
        draw(layer, coverage, onPlane: plane, of: background, &canvases[plane])
      }
    }
    guard background.hasAlpha else { return canvases.map { $0.map(\.color) } }
    let colors = zip(canvases, background.planes).map { canvas, samples in
      zip(canvas, samples).map { $0.alpha > 0 ? $0.color / $0.alpha : Double($1) }
    }
    return colors + [canvases[0].map { $0.alpha * 255 }]
  }

  /// Checks the layers, bottom to top, and the picture that they are drawn over.
  private static func check(_ layers: [Layer], over background: PlanarPicture) throws(CompositingError) {
    try background.check()
    try CompositingError.locating(in: layers) { layer throws(CompositingError) in
      try layer.picture.check()
      try AffineLayer.check(
        layer.transform, of: layer.picture.bounds, crop: layer.crop, opacity: layer.opacity)
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

  /// The area of each output pixel that lies in the layer, times the opacity, row by row.
  private func coverage(of layer: Layer, width: Int, height: Int) -> [[Double]] {
    guard let visible = layer.visible else {
      return Array(repeating: Array(repeating: 0, count: width), count: height)
    }
    let corners = [
      Point(x: visible.x, y: visible.y), Point(x: visible.maxX, y: visible.y),
      Point(x: visible.maxX, y: visible.maxY), Point(x: visible.x, y: visible.maxY),
    ].map(layer.transform.apply)
    return (0..<height).map { row in
      (0..<width).map { column in
        Self.area(of: corners, insidePixelAt: Double(column), Double(row)) * min(max(layer.opacity, 0), 1)
      }
    }
  }

  /// Lays one plane of a layer over the samples so far.
  private func draw(
    _ layer: Layer, _ coverage: [[Double]], onPlane number: Int, of background: PlanarPicture,
    _ canvas: inout [(color: Double, alpha: Double)]
  ) {
    guard let inverse = layer.transform.inverted, let plane = ReferencePlane(layer, number) else { return }
    let target = background.sampling(ofPlane: number)
    let map = target.toPicture.concatenating(inverse).concatenating(plane.sampling.fromPicture)
    let across = (map.a * map.a + map.c * map.c).squareRoot()
    let down = (map.b * map.b + map.d * map.d).squareRoot()
    // A layer that is flattened until no number can say where its samples lie covers nothing.
    guard map.isFinite, across.isFinite, down.isFinite else { return }
    for row in 0..<target.height {
      for column in 0..<target.width {
        let served = target.pixelRows(of: row).flatMap { pixelRow in
          target.pixelColumns(of: column).map { coverage[pixelRow][$0] }
        }
        let share = served.reduce(0, +) / Double(served.count)
        guard share > 0 else { continue }
        let place = map.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let value = plane.value(at: place, across: across, down: down)
        let index = row * target.width + column
        let below = canvas[index]
        canvas[index] = (
          below.color * (1 - share * value.alpha) + share * value.color,
          below.alpha * (1 - share * value.alpha) + share * value.alpha
        )
      }
    }
  }
}

/// One plane of a layer that can be asked for its value anywhere, for ``ReferenceCompositor``.
struct ReferencePlane {
  /// How its samples lie.
  let sampling: PlaneSampling
  /// Which plane it is.
  private let number: Int
  /// What it is a plane of.
  private let picture: PlanarPicture
  /// The columns of samples that serve the crop.
  private let columns: ClosedRange<Int>
  /// The rows of samples that serve the crop.
  private let rows: ClosedRange<Int>

  /// Plane `number` of `layer`; nil where the crop leaves no part of the picture.
  init?(_ layer: ReferenceCompositor.Layer, _ number: Int) {
    guard let visible = layer.visible else { return nil }
    self.number = number
    picture = layer.picture
    sampling = picture.sampling(ofPlane: number)
    func samples(_ start: Double, _ end: Double, _ shift: Int) -> ClosedRange<Int> {
      Int(start.rounded(.down)) >> shift...(Int(end.rounded(.up)) - 1) >> shift
    }
    columns = samples(visible.x, visible.maxX, sampling.widthShift)
    rows = samples(visible.y, visible.maxY, sampling.heightShift)
  }

  /// What is seen at `place`, in the plane's coordinates, by a cubic kernel that is stretched over so many samples across and
  /// down: the samples it weighs, the outermost repeated. The color is multiplied by the alpha, which is 0…1, and never
  /// more than that allows.
  func value(at place: Point, across: Double, down: Double) -> (color: Double, alpha: Double) {
    var sum = (color: 0.0, alpha: 0.0)
    let weightsAcross = Self.weights(around: place.x - 0.5, stretch: across, among: columns)
    for (row, weightDown) in Self.weights(around: place.y - 0.5, stretch: down, among: rows) {
      for (column, weightAcross) in weightsAcross {
        let sample = sample(column, row)
        sum.color += sample.color * weightAcross * weightDown
        sum.alpha += sample.alpha * weightAcross * weightDown
      }
    }
    let alpha = min(max(sum.alpha, 0), 1)
    return (min(max(sum.color / max(sum.alpha, 1), 0), 255 * alpha), alpha)
  }

  /// The samples around `place`, each with its share of the kernel; those beyond `samples` are their outermost ones.
  private static func weights(around place: Double, stretch: Double, among samples: ClosedRange<Int>)
    -> [(sample: Int, share: Double)]
  {
    // So far outside, the outermost is all there is.
    let stretch = min(max(stretch, 1), 256)
    let near = Double(samples.lowerBound) - 3 * stretch...Double(samples.upperBound) + 3 * stretch
    let place = min(max(place, near.lowerBound), near.upperBound)
    let touched = Int((place - 2 * stretch).rounded(.up))...Int((place + 2 * stretch).rounded(.down))
    let heights = touched.map { (sample: $0, height: cubic(abs(Double($0) - place) / stretch)) }
    let sum = heights.reduce(0) { $0 + $1.height }
    return heights.map { (min(max($0.sample, samples.lowerBound), samples.upperBound), $0.height / sum) }
  }

  /// Keys's kernel, `x` from its middle.
  private static func cubic(_ x: Double) -> Double {
    if x <= 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
    return x <= 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
  }

  /// A sample times its alpha, and its alpha: the average of those of the pixels that it serves.
  fileprivate func sample(_ column: Int, _ row: Int) -> (color: Double, alpha: Double) {
    let color = Double(picture.planes[number][row * sampling.width + column])
    guard picture.hasAlpha else { return (color, 1) }
    let alphas = sampling.pixelRows(of: row).flatMap { pixelRow in
      sampling.pixelColumns(of: column).map { Double(picture.planes[3][pixelRow * picture.width + $0]) }
    }
    let alpha = alphas.reduce(0, +) / Double(alphas.count) / 255
    return (color * alpha, alpha)
  }
}
