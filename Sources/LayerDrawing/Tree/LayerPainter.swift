import Compositing
import EditingModel
import Layers
import MediaFormats

/// Draws a layer and what is in it, bottom to top: shadow, background, contents, what its kind shows, sublayers, border.
///
/// ```
/// a layer's plane ──transform──▶ its superlayer's ──▶ … ──▶ the surface's
///                                                     affine: drawn as it is
///                                                     in perspective: drawn flat, then seen through the map
/// ```
struct LayerPainter {
  let resources: LayerResources
  /// The movie's frame; nil for none.
  let frame: Surface?
  /// Whether y points up in the plane that is painted in. Pictures, text and the movie's frame stay upright there, as Core Animation's do.
  var isFlipped = false

  /// Draws `item`, whose superlayer does `plane` to its sublayers and is seen through `map`, all colors multiplied by `tint`.
  func paint(
    _ item: PresentationLayer, on surface: Surface, in plane: Transform3D, through map: Homography, tint: Color
  ) throws {
    let layer = item.layer
    guard !layer.isHidden, layer.opacity > 0, !item.isMaskedOut else { return }
    if layer.preservesDepth {
      for standing in item.standingLayers(in: plane, isFlipped: isFlipped, tint: tint) {
        var painter = self
        painter.isFlipped = standing.isFlipped
        try painter.paint(standing.item, on: surface, in: standing.space, through: map, tint: standing.tint)
      }
      return
    }
    let own = Homography(layer.transformToSuperlayer.concatenating(plane)).concatenating(map)
    let middle = Point(
      x: layer.bounds.x + layer.bounds.width / 2, y: layer.bounds.y + layer.bounds.height / 2)
    if !layer.isDoubleSided, (own.areaFactor(at: middle) < 0) != isFlipped { return }
    if let flat = own.affine {
      guard flat.isFinite, flat.determinant != 0 else { return }
      try paint(item, on: surface, through: flat, tint: tint)
    } else {
      try paintInPerspective(item, on: surface, through: own, tint: tint)
    }
  }

  /// Draws `item` flat, as large as it is seen where it is largest, and that through `map`.
  private func paintInPerspective(
    _ item: PresentationLayer, on surface: Surface, through map: Homography, tint: Color
  ) throws {
    guard let extent = try LayerExtent(resources: resources, isFlipped: isFlipped).rectangle(of: item) else { return }
    let seen = map.boundingBox(of: extent) ?? surface.area.rectangle
    guard let target = PixelRectangle(touchedBy: seen, in: surface.area), map.inverted != nil else { return }
    let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)].map {
      Point(x: extent.x + $0.0 * extent.width, y: extent.y + $0.1 * extent.height)
    }
    let largest = corners.map { abs(map.areaFactor(at: $0)).squareRoot() }.max() ?? 1
    // No larger than a frame of 16 megapixels, most of it invisible, and smaller in a deep tree of groups.
    let most = min(16e6, Double(Surface.memory / 4) / Double(item.groupDepth + 1) / 2)
    let scale = min(max(1.0 / 16, min(4, largest)), (most / max(1, extent.width * extent.height)).squareRoot())
    let enlarged = Transform.scale(x: scale, y: scale)
    guard let area = PixelRectangle(touchedBy: enlarged.boundingBox(of: extent), in: .drawable) else { return }
    let flat = try Surface(covering: area, beside: surface)
    var plain = item
    plain.layer.blendMode = .normal
    try paint(plain, on: flat, through: enlarged, tint: tint)
    let turned = try Surface(covering: target, beside: surface)
    turned.draw(flat, scale: scale, through: map)
    surface.draw(turned, blend: item.layer.blendMode.blend)
  }

  /// Draws `item` through an affine map: by itself where something is done to all of it, else straight onto the surface.
  private func paint(_ item: PresentationLayer, on surface: Surface, through map: Transform, tint: Color) throws {
    let layer = item.layer
    let isWhole = layer.opacity < 1 || layer.blendMode != .normal || item.mask != nil || item.transition != nil
    // A layer that only holds others is not measured: they are, each for itself.
    guard isWhole || layer.hasShadow || layer.masksToBounds || item.isLeaf else {
      return try paintBody(of: item, on: surface, through: map, tint: tint)
    }
    guard let extent = try LayerExtent(resources: resources, isFlipped: isFlipped).rectangle(of: item),
      let area = PixelRectangle(touchedBy: map.boundingBox(of: extent).expanded(by: 1), in: surface.area)
    else { return }
    guard isWhole else { return try paintContents(of: item, on: surface, through: map, tint: tint, area) }
    let part = try Surface(covering: area, beside: surface)
    if let transition = item.transition {
      try paint(transition, to: item, on: part, through: map, tint: tint)
    } else {
      try paintWhole(item, on: part, through: map, tint: tint)
    }
    surface.draw(part, opacity: layer.opacity, blend: layer.blendMode.blend)
  }

  /// Draws `item` on a surface of its own, and leaves of it what its mask is opaque over.
  func paintWhole(_ item: PresentationLayer, on part: Surface, through map: Transform, tint: Color) throws {
    try paintContents(of: item, on: part, through: map, tint: tint, part.area)
    guard let mask = item.mask else { return }
    let cover = try Surface(covering: part.area, beside: part)
    try paint(mask, on: cover, in: .identity, through: Homography(map), tint: .white)
    part.draw(cover, blend: .destinationIn)
  }

  /// The shadow, then the rest.
  private func paintContents(
    of item: PresentationLayer, on surface: Surface, through map: Transform, tint: Color, _ area: PixelRectangle
  ) throws {
    let layer = item.layer
    if layer.hasShadow, try paintShadow(of: item, on: surface, through: map, tint: tint, area) { return }
    guard layer.masksToBounds, !item.sublayers.isEmpty || !item.instances.isEmpty || layer.hasOverflow else {
      return try paintBody(of: item, on: surface, through: map, tint: tint)
    }
    let part = try Surface(covering: area, beside: surface)
    try paintBody(of: item, on: part, through: map, tint: tint, isCut: true)
    part.preserved {
      part.concatenate(map)
      part.blend(.destinationIn)
      part.fill(layer.outline(), with: .white)
    }
    surface.draw(part)
  }

  /// Everything but the shadow. Where it `isCut` by the layer's outline after this, background and border go on beyond it, so that it
  /// thins them once.
  func paintBody(
    of item: PresentationLayer, on surface: Surface, through map: Transform, tint: Color, isCut: Bool = false
  ) throws {
    let layer = item.layer
    let borderColor = layer.borderColor.multiplied(by: tint)
    try surface.preserved {
      surface.concatenate(map)
      if let color = layer.backgroundColor?.multiplied(by: tint) {
        // Below an opaque border the background ends sooner, and does not shine through where the border is thinned by its edge.
        let inset = layer.borderWidth > 0 && borderColor.alpha >= 1 ? layer.borderWidth / 2 : 0
        if isCut { surface.fill(with: color) } else { surface.fill(layer.outline(inset: inset), with: color) }
      }
      if let contents = layer.contents {
        try paintUpright(layer, on: surface) {
          try paint(contents, of: layer, on: surface, tint: tint, isCut: isCut)
        }
      }
      if layer.kind.isUpright {
        try paintUpright(layer, on: surface) {
          try paintKind(of: item, on: surface, tint: tint, isCut: isCut)
        }
      } else {
        try paintKind(of: item, on: surface, tint: tint, isCut: isCut)
      }
    }
    let plane = layer.transformOfSublayers
    var inner = self
    inner.isFlipped = isFlipped != layer.isGeometryFlipped
    for sublayer in item.sublayersInDrawingOrder {
      try inner.paint(sublayer, on: surface, in: plane, through: Homography(map), tint: tint)
    }
    for instance in item.instances {
      for sublayer in PresentationLayer.drawingOrder(instance.sublayers) {
        try inner.paint(
          sublayer, on: surface, in: instance.transform.concatenating(plane), through: Homography(map),
          tint: tint.multiplied(by: instance.color))
      }
    }
    guard layer.borderWidth > 0 else { return }
    surface.preserved {
      surface.concatenate(map)
      let everything = isCut ? map.inverted?.boundingBox(of: surface.area.rectangle.expanded(by: 1)) : nil
      let outside = everything.map(BezierPath.rectangle) ?? layer.outline()
      let ring = BezierPath(outside.elements + layer.outline(inset: layer.borderWidth).elements)
      surface.fill(ring, with: borderColor, rule: .evenOdd)
    }
  }

  /// Has `body` paint what stays upright in `layer`.
  private func paintUpright(_ layer: Layer, on surface: Surface, _ body: () throws -> Void) throws {
    guard isFlipped else { return try body() }
    try surface.preserved {
      surface.concatenate(layer.mirror)
      try body()
    }
  }

  /// Paints the contents of the layer's kind.
  private func paintKind(of item: PresentationLayer, on surface: Surface, tint: Color, isCut: Bool) throws {
    let layer = item.layer
    switch layer.kind {
    case .layer, .replicator: break
    case .text(let text):
      if let layout = resources.layout(of: text, in: layer.bounds) { surface.draw(layout, tint: tint) }
    case .shape(let shape):
      if let color = shape.fillColor {
        surface.fill(shape.path, with: color.multiplied(by: tint), rule: shape.fillRule)
      }
      if let color = shape.strokeColor, shape.lineWidth > 0 {
        let path = shape.path.trimmed(from: shape.strokeStart, to: shape.strokeEnd)
        surface.stroke(path, of: shape, with: color.multiplied(by: tint))
      }
    case .script:
      guard let (picture, place) = try resources.script(of: item) else { return }
      let tinted = tint == .white ? picture : try picture.multiplied(by: tint)
      // Where the layer's pixels are the surface's, they are laid over as they are.
      if surface.map.takes(place, to: picture.area.rectangle) { return surface.draw(tinted) }
      surface.draw(
        tinted, from: Rectangle(Size(width: picture.area.rectangle.width, height: picture.area.rectangle.height)),
        to: place)
    case .gradient(let gradient): try surface.fill(layer.bounds, with: gradient, tint: tint, isCut: isCut)
    case .emitter(let emitter):
      for particle in item.particles(in: emitter.renderMode) {
        try paint(particle, on: surface, blend: emitter.renderMode == .additive ? .add : .over, tint: tint)
      }
    case .video(let video):
      guard let frame else { return }
      let whole = Rectangle(x: 0, y: 0, width: Double(frame.area.width), height: Double(frame.area.height))
      let place = video.videoGravity.place(Size(width: whole.width, height: whole.height), in: layer.bounds)
      surface.draw(frame, from: whole, to: place)
    }
  }
}

extension LayerKind {
  /// Whether what it shows stays upright where y points up.
  fileprivate var isUpright: Bool {
    switch self {
    case .text, .script, .video: true
    case .layer, .shape, .gradient, .replicator, .emitter: false
    }
  }
}

extension Layer {
  /// Whether it may draw beyond its bounds by itself.
  fileprivate var hasOverflow: Bool {
    if contents != nil || cornerRadius > 0 { return true }
    switch kind {
    case .layer, .replicator, .gradient: return false
    case .text, .shape, .emitter, .video, .script: return true
    }
  }
}

extension Transform {
  /// Whether it takes `rectangle` to `target`, upright, as nearly as numbers are rounded.
  fileprivate func takes(_ rectangle: Rectangle, to target: Rectangle) -> Bool {
    guard b == 0, c == 0, a > 0, d > 0 else { return false }
    let box = boundingBox(of: rectangle)
    return [box.x - target.x, box.y - target.y, box.width - target.width, box.height - target.height]
      .allSatisfy { abs($0) < 1e-6 }
  }
}
