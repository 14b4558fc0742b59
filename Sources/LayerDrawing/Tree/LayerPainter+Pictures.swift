import EditingModel
import Glibc
import Layers
import MediaFormats

/// Pictures of layers, particles, and transitions between two states of a layer.
extension LayerPainter {
  /// Draws `contents` as `layer` places them. Where it `isCut` by the layer's outline after this, a picture that reaches it goes on beyond.
  func paint(_ contents: LayerContents, of layer: Layer, on surface: Surface, tint: Color, isCut: Bool) throws {
    guard case .dissolve(let from, let to, let fraction) = contents else {
      guard let picture = try resources.picture(of: contents, tint: tint) else { return }
      return try paint(picture, of: layer, on: surface, isCut: isCut)
    }
    let share = max(0, min(1, fraction))
    // Both parts add up, so that what both show stays as it is.
    let part = try Surface(covering: surface.area, beside: surface)
    for (contents, share) in [(from, 1 - share), (to, share)] {
      guard let contents, share > 0 else { continue }
      let one = try Surface(covering: surface.area, beside: surface)
      try one.preserved {
        one.concatenate(surface.map)
        try paint(contents, of: layer, on: one, tint: tint, isCut: isCut)
      }
      part.draw(one, opacity: share, blend: .add)
    }
    surface.draw(part)
  }

  /// Draws `picture` over the layer's bounds, in nine pieces where a part of it is to be stretched.
  private func paint(_ picture: Surface, of layer: Layer, on surface: Surface, isCut: Bool) throws {
    let (width, height) = (Double(picture.area.width), Double(picture.area.height))
    let part = Rectangle(
      x: layer.contentsRect.x * width, y: layer.contentsRect.y * height, width: layer.contentsRect.width * width,
      height: layer.contentsRect.height * height)
    let natural = layer.size(of: picture)
    let place = layer.contentsGravity.place(natural, in: layer.bounds)
    let seen = isCut ? place.reaching(beyond: layer.bounds) : place
    let center = layer.contentsCenter
    guard layer.contentsGravity.isStretching, center != Rectangle(x: 0, y: 0, width: 1, height: 1) else {
      return surface.draw(picture, from: part, to: place, within: seen)
    }
    let columns = Self.pieces(center.x, center.maxX, from: part.x, part.width, natural.width, to: place.x, place.width)
    let rows = Self.pieces(center.y, center.maxY, from: part.y, part.height, natural.height, to: place.y, place.height)
    // Where two pieces share a pixel they add up to the whole of it.
    let whole = try Surface(covering: surface.area, beside: surface)
    whole.preserved {
      whole.concatenate(surface.map)
      for row in rows {
        for column in columns {
          let target = Rectangle(x: column.to, y: row.to, width: column.extent, height: row.extent)
          whole.draw(
            picture, from: Rectangle(x: column.from, y: row.from, width: column.length, height: row.length),
            to: target, within: isCut ? target.reaching(beyond: layer.bounds) : target, blend: .add)
        }
      }
    }
    surface.draw(whole)
  }

  /// A piece of a picture along one side: where it begins and how long it is in the picture, and where it is shown.
  private struct Piece {
    var from: Double
    var length: Double
    var to: Double
    var extent: Double
  }

  /// The three pieces of a side: what is before `first` and after `last` keeps its size, as far as there is room for it.
  private static func pieces(
    _ first: Double, _ last: Double, from: Double, _ length: Double, _ natural: Double, to: Double, _ extent: Double
  ) -> [Piece] {
    let (first, last) = (max(0, min(1, first)), max(0, min(1, last)))
    let fixed = natural * (first + 1 - last)
    let shrink = fixed > extent && fixed > 0 ? extent / fixed : 1
    let (before, after) = (natural * first * shrink, natural * (1 - last) * shrink)
    return [
      Piece(from: from, length: length * first, to: to, extent: before),
      Piece(
        from: from + length * first, length: length * (last - first), to: to + before, extent: extent - before - after),
      Piece(from: from + length * last, length: length * (1 - last), to: to + extent - after, extent: after),
    ]
  }

  /// Draws `particle`, its middle at its place.
  func paint(_ particle: Particle, on surface: Surface, blend: LayerBlend, tint: Color) throws {
    let color = particle.color.multiplied(by: tint)
    guard color.alpha > 0, particle.scale > 0, let picture = try resources.picture(of: particle.contents, tint: color)
    else { return }
    let (width, height) = (Double(picture.area.width), Double(picture.area.height))
    let part = Rectangle(
      x: particle.contentsRect.x * width, y: particle.contentsRect.y * height,
      width: particle.contentsRect.width * width, height: particle.contentsRect.height * height)
    surface.preserved {
      surface.concatenate(
        Transform(
          a: cos(particle.rotation), b: sin(particle.rotation), c: -sin(particle.rotation), d: cos(particle.rotation),
          tx: particle.position.x, ty: particle.position.y))
      // Where y points up a picture stays upright.
      if isFlipped { surface.concatenate(Transform.scale(x: 1, y: -1)) }
      let (across, down) = (part.width * particle.scale, part.height * particle.scale)
      surface.draw(
        picture, from: part, to: Rectangle(x: -across / 2, y: -down / 2, width: across, height: down), blend: blend)
    }
  }

  /// Draws what `transition` makes of the layer as it was and `item`, what it is, each with its mask; the layer's opacity and blend mode
  /// are done to both at once, after this.
  func paint(
    _ transition: PresentationLayer.ActiveTransition, to item: PresentationLayer, on surface: Surface,
    through map: Transform, tint: Color
  ) throws {
    let (from, to) = (transition.from, item)
    let progress = max(0, min(1, transition.progress))
    let bounds = item.layer.bounds
    let way =
      switch transition.subtype {
      case .fromLeft: Point(x: -bounds.width, y: 0)
      case .fromRight: Point(x: bounds.width, y: 0)
      case .fromTop: Point(x: 0, y: -bounds.height)
      case .fromBottom: Point(x: 0, y: bounds.height)
      }
    func draw(_ state: PresentationLayer?, at share: Double, opacity: Double = 1, blend: LayerBlend = .over) throws {
      guard let state, opacity > 0 else { return }
      let one = try Surface(covering: surface.area, beside: surface)
      let moved = Transform.translation(x: way.x * share, y: way.y * share).concatenating(map)
      try paintWhole(state, on: one, through: state.layer.place(beside: item.layer).concatenating(moved), tint: tint)
      surface.draw(one, opacity: opacity, blend: blend)
    }
    switch transition.type {
    case .fade:
      try draw(from, at: 0, opacity: 1 - progress, blend: .add)
      try draw(to, at: 0, opacity: progress, blend: .add)
    case .moveIn:
      try draw(from, at: 0)
      try draw(to, at: 1 - progress)
    case .push:
      try draw(from, at: -progress)
      try draw(to, at: 1 - progress)
    case .reveal:
      try draw(to, at: 0)
      try draw(from, at: progress)
    }
  }
}

extension Layer {
  /// The map from the layer's plane to that of `other`, which stands in the same superlayer; identity where there is no such map.
  fileprivate func place(beside other: Layer) -> Transform {
    let back = Homography(other.transformToSuperlayer).inverted
    return back.flatMap { Homography(transformToSuperlayer).concatenating($0).affine } ?? .identity
  }
}

extension Rectangle {
  /// The rectangle, its sides that are at those of `bounds` or outside of them as far again beyond.
  fileprivate func reaching(beyond bounds: Rectangle) -> Rectangle {
    // Sides are found by sums, which are rounded.
    let tolerance = 1e-9 * (abs(bounds.x) + abs(bounds.y) + bounds.width + bounds.height)
    let reach = max(bounds.width, bounds.height) + 1
    let left = x <= bounds.x + tolerance ? bounds.x - reach : x
    let top = y <= bounds.y + tolerance ? bounds.y - reach : y
    let right = maxX >= bounds.maxX - tolerance ? bounds.maxX + reach : maxX
    let bottom = maxY >= bounds.maxY - tolerance ? bounds.maxY + reach : maxY
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PresentationLayer {
  /// The particles in the order that they are drawn.
  fileprivate func ordered(_ before: (Particle, Particle) -> Bool) -> [Particle] {
    particles.enumerated().sorted { first, second in
      if before(first.element, second.element) { return true }
      return !before(second.element, first.element) && first.offset < second.offset
    }.map(\.element)
  }

  func particles(in mode: EmitterRenderMode) -> [Particle] {
    switch mode {
    case .unordered, .additive: particles
    case .oldestFirst: ordered { $0.age > $1.age }
    case .oldestLast: ordered { $0.age < $1.age }
    case .backToFront: ordered { $0.zPosition < $1.zPosition }
    }
  }
}
