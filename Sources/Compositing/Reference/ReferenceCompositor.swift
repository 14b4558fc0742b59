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

  /// The three planes of `layers`, bottom to top, over `background`: samples of 0…255, as many as `background` has, not
  /// rounded.
  ///
  /// - Throws: what is wrong with a picture or a layer; the error counts the layer from the bottom.
  public func compose(_ layers: [Layer], over background: PlanarPicture) throws(CompositingError) -> [[Double]] {
    try Self.check(layers, over: background)
    var planes = background.planes.map { $0.map(Double.init) }
    for layer in layers {
      let coverage = coverage(of: layer, width: background.width, height: background.height)
      for plane in planes.indices {
        draw(layer, coverage, onPlane: plane, of: background, &planes[plane])
      }
    }
    return planes
  }

  /// Checks the layers, bottom to top, and the opaque picture that they are drawn over.
  private static func check(_ layers: [Layer], over background: PlanarPicture) throws(CompositingError) {
    try background.check()
    guard !background.hasAlpha else {
      throw CompositingError(
        .backgroundNotOpaque, "The background has an alpha plane.", remedy: "Give it three planes.")
    }
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
    _ canvas: inout [Double]
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
        let value = plane.value(at: place, cellWidth: across > 2 ? across : 1, cellHeight: down > 2 ? down : 1)
        let index = row * target.width + column
        canvas[index] = canvas[index] * (1 - share * value.alpha) + share * value.color
      }
    }
  }
}
