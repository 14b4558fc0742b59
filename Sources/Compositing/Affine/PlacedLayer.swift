import EditingModel

/// A layer, and where it comes to lie on the output.
struct PlacedLayer {
  /// The share of each of the output's pixels that it covers.
  let mask: CoverageMask
  private let picture: PixelBuffer
  private let layout: SampleLayout
  private let isOpaque: Bool
  /// The part of the picture that is drawn, not empty.
  private let visible: Rectangle
  /// From the output's pixels to the picture's.
  private let inverse: Transform

  /// Places `layer` on an output of `width` by `height` pixels; nil where it is invisible.
  ///
  /// - Parameter isOpaque: whether its picture's alpha is taken for 1.
  init?(_ layer: AffineLayer, width: Int, height: Int, isOpaque: Bool) {
    let transform = layer.transform.withoutRoundingErrors
    guard layer.opacity > 0, let layout = SampleLayout(layer.picture.format),
      let inverse = transform.inverted, let visible = layer.visible,
      let mask = CoverageMask(
        ConvexPolygon(visible, under: transform), opacity: min(layer.opacity, 1), width: width,
        height: height)
    else { return nil }
    self.mask = mask
    self.visible = visible
    self.inverse = inverse
    self.layout = layout
    self.isOpaque = isOpaque
    picture = layer.picture
  }

  /// Component `component` on a plane of the output with the sampling `target`, within `mask`; nil where its place is
  /// not finite. Where `isUnit` is true, its samples count as one.
  func plane(_ component: Int, on target: PlaneSampling, mask: CoverageMask, isUnit: Bool = false) throws
    -> PlacedPlane?
  {
    let plane = LayerPlane(component, of: picture, layout, isOpaque: isOpaque, isUnit: isUnit)
    let map = target.toPicture.concatenating(inverse).concatenating(plane.sampling.fromPicture)
    guard map.isFinite else { return nil }
    return try PlacedPlane(plane, showing: PlaneArea(showing: visible, of: plane.sampling), through: map, mask: mask)
  }
}

extension Transform {
  /// This map; where it only moves, and by whole pixels but for what arithmetic loses, by exactly those.
  fileprivate var withoutRoundingErrors: Transform {
    let (across, down) = (tx.rounded(), ty.rounded())
    let isTranslation = a == 1 && b == 0 && c == 0 && d == 1
    // The planner's tolerance of a whole pixel.
    let tolerance = 0.001
    guard isTranslation, abs(tx - across) < tolerance, abs(ty - down) < tolerance else { return self }
    return .translation(x: across, y: down)
  }
}
