import EditingModel

/// A layer, and where it comes to lie on the output.
struct PlacedLayer {
  /// What is drawn.
  private let picture: PlanarPicture
  /// The part of it that is drawn, not empty.
  private let visible: Rectangle
  /// From the output's pixels to the picture's.
  private let inverse: Transform
  /// How much it covers of each of the output's pixels.
  let mask: CoverageMask

  /// Places `layer` on an output of `width` by `height` pixels; nil where nothing of it can be seen.
  init?(_ layer: AffineLayer, width: Int, height: Int) {
    guard layer.opacity > 0, let inverse = layer.transform.inverted, let visible = layer.visible,
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
    draw(planes: 0...0, on: &canvas, mask: mask)
    draw(planes: 1...2, on: &canvas, mask: mask.averaged(over: canvas.sampling(ofPlane: 1)))
  }

  /// Draws the first plane and leaves the others as they are.
  func drawFirstPlane(on canvas: inout Canvas) {
    draw(planes: 0...0, on: &canvas, mask: mask)
  }

  /// Draws planes whose samples lie alike, with the mask of those of the canvas.
  private func draw(planes: ClosedRange<Int>, on canvas: inout Canvas, mask: CoverageMask) {
    let source = picture.sampling(ofPlane: planes.lowerBound)
    let target = canvas.sampling(ofPlane: planes.lowerBound)
    let map = target.toPicture.concatenating(inverse).concatenating(source.fromPicture)
    guard map.isFinite else { return }
    let area = PlaneArea(showing: visible, of: source)
    let average = AreaAverage(of: area, for: map)
    let placed = average.map { map.concatenating($0.placement) } ?? map
    let alphas = picture.alphaShares(at: source)

    for plane in planes {
      let samples = picture.planes[plane]
      if let alphas {
        var layer = TranslucentPlane(area, samples: samples, alphas: alphas)
        if let average { layer = layer.averaged(by: average) }
        canvas.draw(layer, onPlane: plane, through: placed, mask: mask)
      } else if let average {
        let layer = OpaquePlane(area: average.averagedArea, samples: average.averages(of: samples))
        canvas.draw(layer, onPlane: plane, through: placed, mask: mask)
      } else {
        canvas.draw(OpaquePlane(area: area, samples: samples), onPlane: plane, through: placed, mask: mask)
      }
    }
  }
}
