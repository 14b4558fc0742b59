import EditingModel
import Foundation
import Layers

/// A layer as it is drawn on one pixel of the frame, by definition: each shape in it is as opaque as the part of the pixel that it covers.
final class ReferenceNode {
  private let layer: Layer
  private let back: ReferenceMap?
  private let tint: Color
  private var sublayers: [ReferenceNode] = []
  private var mask: ReferenceNode?
  private let path: ReferencePath?
  private let gradient: ReferenceGradient?
  private let picture: ReferencePicture?
  private let particles: [(particle: Particle, picture: ReferencePicture)]
  private let isMaskedOut: Bool
  /// Whether y points up around the layer, whose picture stays upright.
  private let isFlipped: Bool

  init(
    _ item: PresentationLayer, in plane: Transform3D = .identity, through map: ReferenceMap = ReferenceMap(),
    isFlipped: Bool = false,
    tint: Color = Color(red: 1, green: 1, blue: 1), pictures: [LayerContents: ReferencePicture]
  ) {
    layer = item.layer
    self.tint = tint
    isMaskedOut = item.isMaskedOut
    self.isFlipped = isFlipped
    let own = ReferenceMap(item.layer.transformToSuperlayer.concatenating(plane)).then(map)
    back = own.inverse.flatMap { !item.layer.isDoubleSided && (own.determinant < 0) != isFlipped ? nil : $0 }
    path = if case .shape(let shape) = item.layer.kind { ReferencePath(shape.path) } else { nil }
    gradient =
      if case .gradient(let gradient) = item.layer.kind { ReferenceGradient(gradient, in: item.layer.bounds) } else {
        nil
      }
    picture = item.layer.contents.flatMap { pictures[$0] }
    particles = item.particles.compactMap { particle in pictures[particle.contents].map { (particle, $0) } }
    let turned = item.layer.transformOfSublayers
    func nodes(_ items: [PresentationLayer], _ plane: Transform3D, _ tint: Color) -> [ReferenceNode] {
      let order = items.indices.sorted {
        (items[$0].layer.zPosition, $0) < (items[$1].layer.zPosition, $1)
      }
      let inner = isFlipped != item.layer.isGeometryFlipped
      return order.map {
        ReferenceNode(items[$0], in: plane, through: own, isFlipped: inner, tint: tint, pictures: pictures)
      }
    }
    sublayers = nodes(item.sublayers, turned, tint)
    for instance in item.instances {
      sublayers += nodes(
        instance.sublayers, instance.transform.concatenating(turned), Self.product(tint, instance.color))
    }
    mask = item.mask.map { ReferenceNode($0, through: own, isFlipped: isFlipped, pictures: pictures) }
  }

  /// Draws the layer on the color of the pixel in column `x` and row `y`.
  func draw(on color: inout ReferenceColor, _ x: Int, _ y: Int) {
    guard !layer.isHidden, layer.opacity > 0, !isMaskedOut, back != nil else { return }
    guard layer.opacity < 1 || layer.blendMode != .normal || mask != nil else { return drawContents(on: &color, x, y) }
    var group = ReferenceColor.clear
    drawContents(on: &group, x, y)
    if let mask {
      var cover = ReferenceColor.clear
      mask.draw(on: &cover, x, y)
      group = group.scaled(by: cover.alpha)
    }
    color.draw(group.scaled(by: layer.opacity), layer.blendMode)
  }

  private func drawContents(on color: inout ReferenceColor, _ x: Int, _ y: Int) {
    guard layer.masksToBounds else { return drawBody(on: &color, x, y) }
    // The outline cuts once: what would end at it itself goes on beyond.
    var group = ReferenceColor.clear
    drawBody(on: &group, x, y)
    let cover = mean(x, y) { [layer] in ReferenceShape.isInside(layer, $0) ? ReferenceColor(.black) : nil }
    color.draw(group.scaled(by: cover.alpha))
  }

  private func drawBody(on color: inout ReferenceColor, _ x: Int, _ y: Int) {
    let (layer, tint) = (layer, tint)
    if let background = layer.backgroundColor {
      let shown = ReferenceColor(Self.product(background, tint))
      // An opaque border ends the layer; the background ends below it.
      let inset = layer.borderWidth > 0 && layer.borderColor.alpha * tint.alpha >= 1 ? layer.borderWidth / 2 : 0
      color.draw(
        mean(x, y) { layer.masksToBounds || ReferenceShape.isInside(layer, $0, inset: inset) ? shown : nil })
    }
    if let picture {
      let sum = 2 * layer.bounds.y + layer.bounds.height
      color.draw(
        mean(x, y) { point in
          let place = isFlipped ? Point(x: point.x, y: sum - point.y) : point
          return picture.color(of: layer, at: place).map { Self.tinted($0, tint) }
        })
    }
    drawKind(on: &color, x, y)
    for sublayer in sublayers { sublayer.draw(on: &color, x, y) }
    guard layer.borderWidth > 0 else { return }
    let border = ReferenceColor(Self.product(layer.borderColor, tint))
    color.draw(
      mean(x, y) { point in
        let isOutside = !layer.masksToBounds && !ReferenceShape.isInside(layer, point)
        return isOutside || ReferenceShape.isInside(layer, point, inset: layer.borderWidth) ? nil : border
      })
  }

  private func drawKind(on color: inout ReferenceColor, _ x: Int, _ y: Int) {
    let (layer, tint) = (layer, tint)
    switch layer.kind {
    case .shape(let shape):
      guard let path else { return }
      if let fill = shape.fillColor.map({ ReferenceColor(Self.product($0, tint)) }) {
        color.draw(mean(x, y) { path.isInside($0, shape.fillRule) ? fill : nil })
      }
      if let stroke = shape.strokeColor.map({ ReferenceColor(Self.product($0, tint)) }) {
        color.draw(mean(x, y) { path.isWithin(shape.lineWidth / 2, of: $0) ? stroke : nil })
      }
    case .gradient:
      guard let gradient else { return }
      let bounds = layer.bounds
      let isConic = if case .gradient(let gradient) = layer.kind { gradient.gradientType == .conic } else { false }
      color.draw(
        mean(x, y, isEven: !isConic) { point in
          let isInside = point.x >= bounds.x && point.x < bounds.maxX && point.y >= bounds.y && point.y < bounds.maxY
          return isInside || layer.masksToBounds ? ReferenceColor(Self.product(gradient.color(at: point), tint)) : nil
        })
    case .emitter(let emitter):
      for (particle, picture) in particles {
        let (cosine, sine) = (cos(particle.rotation), sin(particle.rotation))
        let shown = mean(x, y) { point in
          let (across, down) = (point.x - particle.position.x, point.y - particle.position.y)
          let x = (across * cosine + down * sine) / particle.scale + Double(picture.width) / 2
          let below = -across * sine + down * cosine
          let y = (isFlipped ? -below : below) / particle.scale + Double(picture.height) / 2
          guard x >= 0, y >= 0, x < Double(picture.width), y < Double(picture.height) else { return nil }
          return Self.tinted(picture.color(x, y), Self.product(particle.color, tint))
        }
        color.draw(shown, emitter.renderMode == .additive ? .add : .normal)
      }
    default: break
    }
  }

  /// The mean of `color` over a pixel, whose points are those of the layer's plane: clear where there is none. Unless the color jumps, it
  /// is that of the pixel's middle.
  private func mean(_ x: Int, _ y: Int, isEven: Bool = true, _ color: (Point) -> ReferenceColor?) -> ReferenceColor {
    guard let back else { return .clear }
    let (left, top) = (Double(x), Double(y))
    func at(_ across: Double, _ down: Double) -> ReferenceColor? {
      back.apply(left + across, top + down).flatMap(color)
    }
    var inside = 0
    for place in 0..<16 where at(Double(place % 4) / 3, Double(place / 4) / 3) != nil { inside += 1 }
    if inside == 0 { return .clear }
    if inside == 16, isEven { return at(0.5, 0.5) ?? .clear }
    var sum = ReferenceColor.clear
    for index in 0..<Self.count {
      let down = (Double(index * Self.step % Self.count) + 0.5) / Double(Self.count)
      if let color = at((Double(index) + 0.5) / Double(Self.count), down) { sum = sum.adding(color) }
    }
    return sum.scaled(by: 1 / Double(Self.count))
  }

  /// Points in a pixel: a lattice by Fibonacci's numbers, even in all directions.
  private static let count = 144
  private static let step = 89

  private static func tinted(_ color: ReferenceColor, _ tint: Color) -> ReferenceColor {
    var result = color.scaled(by: tint.alpha)
    result.red *= tint.red
    result.green *= tint.green
    result.blue *= tint.blue
    return result
  }

  private static func product(_ first: Color, _ second: Color) -> Color {
    Color(
      red: first.red * second.red, green: first.green * second.green, blue: first.blue * second.blue,
      alpha: first.alpha * second.alpha)
  }
}
