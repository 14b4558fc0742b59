import EditingModel
import Layers
import SeededRandom

/// Trees of everything that the reference draws, at random.
struct RandomDrawingTree {
  private var generator: SeededGenerator
  let pictures: [LayerContents: ReferencePicture]

  private static let modes: [LayerBlendMode] = [
    .multiply, .screen, .darken, .lighten, .difference, .exclusion, .add, .hardLight,
  ]

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    pictures = [
      .pixelBuffer(name: "soft"): try .soft(width: 9, height: 7, using: &generator),
      .pixelBuffer(name: "spark"): try .soft(width: 4, height: 4, using: &generator),
    ]
  }

  /// A tree in a frame of `size` by `size` pixels.
  mutating func tree(size: Double) -> Layer {
    var root = Layer(x: 0, y: 0, width: size, height: size)
    for _ in 0..<Int.random(in: 1...3, using: &generator) { root.sublayers.append(layer(within: size, depth: 2)) }
    return root
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
  private mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
  private mutating func color() -> Color {
    Color(
      red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.5) ? 1 : number(0.2...1))
  }
  private mutating func point(_ side: Double) -> Point { Point(x: number(0...side), y: number(0...side)) }

  private mutating func layer(within side: Double, depth: Int, isMask: Bool = false) -> Layer {
    let (width, height) = (number(side * 0.3...side * 0.9), number(side * 0.3...side * 0.9))
    var layer = Layer(kind(width, height))
    layer.bounds = Rectangle(x: chance(0.3) ? number(-9...9) : 0, y: 0, width: width, height: height)
    layer.position = point(side)
    layer.anchorPoint = chance(0.7) ? Point(x: 0.5, y: 0.5) : point(1)
    if chance(0.6) {
      layer.transform = Transform3D.scale(x: number(0.8...1.3) * (chance(0.1) ? -1 : 1), y: number(0.8...1.3))
        .concatenating(.rotation(number(-3...3), x: 0, y: 0, z: 1))
    }
    if chance(0.1) { layer.transform = .rotation(number(0.3...1), x: 1, y: number(0...1), z: 0) }
    if chance(0.2) { layer.sublayerTransform = .rotation(number(-1...1), x: 0, y: 0, z: 1) }
    layer.isGeometryFlipped = chance(0.2)
    layer.isDoubleSided = chance(0.8)
    layer.isHidden = chance(0.05)
    layer.zPosition = chance(0.3) ? number(-1...1) : 0
    if chance(0.5) { layer.backgroundColor = color() }
    if chance(0.5) { layer.cornerRadius = number(0...min(width, height) * 0.6) }
    if chance(0.2) { layer.maskedCorners = LayerCorner.allCases.filter { _ in chance(0.5) } }
    if chance(0.3) {
      layer.borderWidth = number(0.5...4)
      layer.borderColor = color()
    }
    if chance(0.3) { setContents(of: &layer) }
    if chance(0.3) { layer.opacity = number(0...1) }
    if chance(0.15) { layer.blendMode = Self.modes.randomElement(using: &generator) ?? .normal }
    layer.masksToBounds = chance(0.25)
    guard depth > 0 else { return layer }
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      layer.sublayers.append(self.layer(within: side * 0.7, depth: depth - 1))
    }
    if !isMask, chance(0.2) { layer.mask = self.layer(within: side, depth: depth - 1, isMask: true) }
    return layer
  }

  private mutating func setContents(of layer: inout Layer) {
    layer.contents = .pixelBuffer(name: "soft")
    layer.contentsScale = 0.5
    layer.contentsGravity = LayerContentsGravity.allCases.randomElement(using: &generator) ?? .resize
    if chance(0.3) {
      layer.contentsRect = Rectangle(x: number(0...0.3), y: number(0...0.3), width: number(0.4...0.7), height: 0.7)
    }
    // A part that keeps its size is as steep as the picture; one that shrinks would be averaged.
    if chance(0.4) { layer.contentsCenter = Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
  }

  private mutating func kind(_ width: Double, _ height: Double) -> LayerKind {
    switch Int.random(in: 0...9, using: &generator) {
    case 0...3: return .layer
    case 4...5: return .gradient(gradient())
    case 6...7: return .shape(shape(width, height))
    case 8:
      var replicator = ReplicatorLayer()
      replicator.instanceCount = 3
      replicator.instanceTransform = Transform3D.translation(x: number(-9...9), y: number(-9...9))
        .concatenating(.rotation(number(-1...1), x: 0, y: 0, z: 1))
      replicator.instanceColor = color()
      replicator.instanceAlphaOffset = -0.1
      replicator.instanceRedOffset = 0.2
      return .replicator(replicator)
    default: return .emitter(emitter(width, height))
    }
  }

  private mutating func gradient() -> GradientLayer {
    var gradient = GradientLayer(colors: (0..<Int.random(in: 2...4, using: &generator)).map { _ in color() })
    gradient.gradientType = GradientLayerType.allCases.randomElement(using: &generator) ?? .axial
    gradient.startPoint = point(1)
    gradient.endPoint = Point(
      x: gradient.startPoint.x + number(0.3...0.8) * (chance(0.5) ? 1 : -1),
      y: gradient.startPoint.y + number(0.3...0.8))
    if chance(0.3) { gradient.locations = gradient.colors.map { _ in number(0...1) }.sorted() }
    return gradient
  }

  private mutating func shape(_ width: Double, _ height: Double) -> ShapeLayer {
    let side = min(width, height)
    let path: BezierPath
    if chance(0.4) {
      path = .ellipse(in: Rectangle(x: 1, y: 1, width: width - 2, height: height - 2))
    } else {
      path = BezierPath(
        [.move(point(side)), .line(point(side))] + [
          .curve(control1: point(side), control2: point(side), to: point(side))
        ]
          + [.quadraticCurve(control: point(side), to: point(side)), .line(point(side)), .close])
    }
    var shape = ShapeLayer(path: path)
    shape.fillColor = chance(0.8) ? color() : nil
    shape.fillRule = chance(0.5) ? .nonZero : .evenOdd
    if chance(0.4) {
      shape.strokeColor = color()
      shape.lineWidth = number(1...5)
      shape.lineCap = .round
      shape.lineJoin = .round
    }
    return shape
  }

  private mutating func emitter(_ width: Double, _ height: Double) -> EmitterLayer {
    var cell = EmitterCell()
    cell.contents = .pixelBuffer(name: "spark")
    cell.birthRate = 4
    cell.lifetime = 2
    cell.beginTime = -2
    cell.velocity = number(0...9)
    cell.emissionRange = 6.28
    cell.spin = number(-1...1)
    cell.scale = number(2...3)
    cell.color = color()
    var emitter = EmitterLayer()
    emitter.emitterCells = [cell]
    emitter.emitterPosition = Point(x: width / 2, y: height / 2)
    emitter.emitterSize = Size(width: width, height: height)
    emitter.emitterShape = .rectangle
    emitter.renderMode = chance(0.5) ? .additive : .unordered
    emitter.seed = UInt32(number(0...9999))
    return emitter
  }
}
