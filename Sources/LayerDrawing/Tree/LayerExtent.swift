import EditingModel
import Layers
import MediaFormats

/// The extent of a layer's drawing in its own plane: never less than it is.
struct LayerExtent {
  let resources: LayerResources
  /// Whether y points up in the plane that the layer stands in, so that what is upright in it is drawn upside down.
  var isFlipped = false

  /// Farther than any picture reaches.
  private static let everywhere = Rectangle(x: -1e6, y: -1e6, width: 2e6, height: 2e6)

  /// The extent of `item` with everything in it; nil where nothing is drawn.
  func rectangle(of item: PresentationLayer) throws -> Rectangle? {
    let layer = item.layer
    guard !layer.isHidden, layer.opacity > 0, !item.isMaskedOut else { return nil }
    // A layer in a space has no plane that its extent could be in.
    if layer.preservesDepth { return Self.everywhere }
    var extent = try body(of: item)
    if layer.hasShadow {
      let margin = 3 * layer.shadowRadius + 1
      let shape = layer.shadowPath == nil ? extent : layer.shadowPath?.controlBox
      extent = extent.union(shape?.moved(by: layer.shadowOffset).expanded(by: margin))
    }
    if let mask = item.mask {
      let seen = try rectangle(of: mask).map { self.box(of: $0, through: Homography(mask.layer.transformToSuperlayer)) }
      extent = extent.flatMap { extent in seen.flatMap { extent.intersection($0) } }
    }
    if let transition = item.transition {
      if let from = transition.from { extent = extent.union(try rectangle(of: from)) }
      extent = extent?.expanded(across: layer.bounds.width, down: layer.bounds.height)
    }
    return extent
  }

  /// The extent of what throws the shadow of `item`.
  func thrower(of item: PresentationLayer) throws -> Rectangle? {
    if let path = item.layer.shadowPath { return path.controlBox }
    return try body(of: item)
  }

  /// The extent without the shadow.
  func body(of item: PresentationLayer) throws -> Rectangle? {
    let layer = item.layer
    var extent = try own(item)
    let plane = layer.transformOfSublayers
    let inner = LayerExtent(resources: resources, isFlipped: isFlipped != layer.isGeometryFlipped)
    for sublayer in item.sublayers { extent = extent.union(try inner.place(of: sublayer, in: plane)) }
    for instance in item.instances {
      for sublayer in instance.sublayers {
        extent = extent.union(try inner.place(of: sublayer, in: instance.transform.concatenating(plane)))
      }
    }
    guard layer.masksToBounds else { return extent }
    return extent.flatMap { $0.intersection(layer.bounds) }
  }

  private func place(of item: PresentationLayer, in plane: Transform3D) throws -> Rectangle? {
    if item.layer.preservesDepth {
      var extent: Rectangle?
      for standing in item.standingLayers(in: plane, isFlipped: isFlipped, tint: .white) {
        let inner = LayerExtent(resources: resources, isFlipped: standing.isFlipped)
        extent = extent.union(try inner.place(of: standing.item, in: standing.space))
      }
      return extent
    }
    let map = Homography(item.layer.transformToSuperlayer.concatenating(plane))
    return try rectangle(of: item).map { box(of: $0, through: map) }
  }

  private func box(of rectangle: Rectangle, through map: Homography) -> Rectangle {
    map.boundingBox(of: rectangle) ?? Self.everywhere
  }

  /// The extent of the layer's own drawing.
  private func own(_ item: PresentationLayer) throws -> Rectangle? {
    let layer = item.layer
    var extent: Rectangle?
    if layer.backgroundColor != nil || layer.borderWidth > 0 { extent = layer.bounds }
    if layer.contents != nil { extent = layer.bounds.union(upright(try contents(of: layer), in: layer)) }
    switch layer.kind {
    case .layer, .replicator: break
    case .gradient, .video: extent = extent.union(layer.bounds)
    case .text(let text):
      extent = extent.union(upright(resources.layout(of: text, in: layer.bounds)?.extent, in: layer))
    case .shape(let shape): extent = extent.union(shape.extent)
    case .script: extent = extent.union(upright(try resources.script(of: item)?.place, in: layer))
    case .emitter:
      for particle in item.particles { extent = extent.union(try box(of: particle)) }
    }
    return extent
  }

  /// The place in its plane of `rectangle` of what stays upright in `layer`.
  private func upright(_ rectangle: Rectangle?, in layer: Layer) -> Rectangle? {
    isFlipped ? rectangle.map(layer.mirror.boundingBox) : rectangle
  }

  private func contents(of layer: Layer) throws -> Rectangle? {
    guard let contents = layer.contents, let picture = try contents.first.flatMap(resources.picture(of:)) else {
      return nil
    }
    return layer.contentsGravity.place(layer.size(of: picture), in: layer.bounds)
  }

  private func box(of particle: Particle) throws -> Rectangle {
    let middle = Rectangle(x: particle.position.x, y: particle.position.y, width: 0, height: 0)
    // Where the pictures are not at hand, as in a review of the tree, the place of a particle is known all the same.
    guard let picture = try particle.contents.first.flatMap(resources.picture(of:)) else {
      return middle.expanded(by: 0.5)
    }
    let (width, height) = (Double(picture.area.width), Double(picture.area.height))
    return middle.expanded(by: (width * width + height * height).squareRoot() / 2 * particle.scale)
  }
}

extension Layer {
  /// The map that turns the bounds upside down.
  var mirror: Transform { Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * bounds.y + bounds.height) }

  /// Whether a shadow is drawn; what masks to its bounds cuts its own away.
  var hasShadow: Bool { shadowOpacity > 0 && !masksToBounds && shadowColor.alpha > 0 }

  /// The size of the shown part of `picture` before it is placed.
  func size(of picture: Surface) -> Size {
    let scale = contentsScale > 0 ? contentsScale : 1
    return Size(
      width: Double(picture.area.width) * contentsRect.width / scale,
      height: Double(picture.area.height) * contentsRect.height / scale)
  }
}

extension LayerContents {
  /// The picture, or the first one of several.
  fileprivate var first: LayerContents? {
    guard case .dissolve(let from, let to, _) = self else { return self }
    return from?.first ?? to?.first
  }
}

extension ShapeLayer {
  fileprivate var extent: Rectangle? {
    guard let box = path.controlBox else { return nil }
    guard strokeColor != nil else { return box }
    // A miter reaches as far as its limit lets it, a square cap √2 half widths.
    return box.expanded(by: lineWidth / 2 * max(1.5, lineJoin == .miter ? max(1, miterLimit) : 1))
  }
}

extension Rectangle {
  /// The rectangle with `margin` more on each side.
  func expanded(by margin: Double) -> Rectangle { expanded(across: margin, down: margin) }

  func expanded(across: Double, down: Double) -> Rectangle {
    Rectangle(x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down)
  }

  /// The rectangle elsewhere.
  func moved(by offset: Size) -> Rectangle {
    Rectangle(x: x + offset.width, y: y + offset.height, width: width, height: height)
  }

  /// The smallest rectangle around both.
  func union(_ other: Rectangle?) -> Rectangle {
    guard let other else { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rectangle(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

extension Rectangle? {
  /// The smallest rectangle around both; nil where there is none.
  func union(_ other: Rectangle?) -> Rectangle? { self?.union(other) ?? other }
}
