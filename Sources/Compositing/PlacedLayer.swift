import Composition

/// A layer, and where it comes to lie on the output.
struct PlacedLayer {
  /// What is drawn.
  private let picture: PlanarPicture
  /// The part of it that is drawn, not empty.
  private let visible: Rectangle
  /// From the output's pixels to the picture's.
  private let inverse: Transform
  /// How much it covers of each of the output's pixels.
  private let mask: CoverageMask

  /// Places `layer` on an output of `width` by `height` pixels; nil where nothing of it can be seen.
  init?(_ layer: AffineLayer, width: Int, height: Int) {
    let whole = Rectangle(Size(width: Double(layer.picture.width), height: Double(layer.picture.height)))
    guard layer.opacity > 0, let inverse = layer.transform.inverted,
      let visible = (layer.crop ?? whole).intersection(whole),
      let mask = CoverageMask(
        ConvexPolygon(visible, under: layer.transform), opacity: min(layer.opacity, 1), width: width,
        height: height)
    else { return nil }
    picture = layer.picture
    self.visible = visible
    self.inverse = inverse
    self.mask = mask
  }

  /// Draws all planes.
  func draw(on canvas: inout Canvas) {
    for plane in 0..<3 {
      draw(plane: plane, on: &canvas)
    }
  }

  /// Draws one plane.
  private func draw(plane: Int, on canvas: inout Canvas) {
    let source = picture.sampling(ofPlane: plane)
    let target = canvas.sampling(ofPlane: plane)
    let map = target.toPicture.concatenating(inverse).concatenating(source.fromPicture)
    guard map.isFinite, let mask = mask.averaged(over: target) else { return }
    let area = PlaneArea(showing: visible, of: source)
    let average = AreaAverage(of: area, for: map)
    let placed = average.map { map.concatenating($0.placement) } ?? map

    if picture.hasAlpha {
      var layer = TranslucentPlane(area, ofPlane: plane, of: picture)
      if let average { layer = layer.averaged(by: average) }
      canvas.draw(layer, onPlane: plane, through: placed, mask: mask)
    } else {
      let layer = OpaquePlane(area: area, samples: picture.planes[plane])
      if let average {
        canvas.draw(layer.averaged(by: average), onPlane: plane, through: placed, mask: mask)
      } else {
        canvas.draw(layer, onPlane: plane, through: placed, mask: mask)
      }
    }
  }
}
