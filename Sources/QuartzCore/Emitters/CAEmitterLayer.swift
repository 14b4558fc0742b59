public import CoreGraphics
import Layers
import ModelValues

/// A layer that emits particles (`CAEmitterLayer`).
///
/// Particles follow from the seed and the layer's time alone, and none is there before the layer begins. A particle is as its cell was when
/// it was born: animations of the emitter and of its cells, by paths such as `emitterCells.confetti.birthRate`, leave those that are there.
/// Angles go from x toward y.
open class CAEmitterLayer: CALayer {
  /// The kinds of particle that are emitted; a change of one in here counts for films that are begun later.
  open var emitterCells: [CAEmitterCell]?
  /// The factor of the cells' birth rates.
  open var birthRate: Float = 1
  /// The factor of the cells' lifetimes.
  open var lifetime: Float = 1
  /// The middle of the shape.
  open var emitterPosition = CGPoint.zero
  /// The distance of the shape toward the viewer.
  open var emitterZPosition: CGFloat = 0
  /// The size of the shape; of a circle and a sphere the width is the radius.
  open var emitterSize = CGSize.zero
  /// The depth of a cuboid.
  open var emitterDepth: CGFloat = 0
  /// The shape. Particles leave a line toward lesser y, and the outline of a circle or a sphere away from its middle; all else to the
  /// right.
  open var emitterShape = CAEmitterLayerEmitterShape.point
  /// The part of the shape at which particles begin.
  open var emitterMode = CAEmitterLayerEmitterMode.volume
  /// In which order particles are drawn, and how they mix.
  open var renderMode = CAEmitterLayerRenderMode.unordered
  /// Whether particles stand in the space that the layer stands in. A film whose particles leave the layer's plane is refused then.
  open var preservesDepth = false
  /// The factor of the cells' velocities.
  open var velocity: Float = 1
  /// The factor of the cells' scales.
  open var scale: Float = 1
  /// The factor of the cells' spins.
  open var spin: Float = 1
  /// The seed of chance.
  open var seed: UInt32 = 0

  /// The value at the end of `keyPath`: of a cell by its name, such as `emitterCells.confetti.birthRate`, or of the layer.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let found = emitterCells?.cell(at: keyPath) else { return super.value(forKeyPath: keyPath) }
    return found.cell.value(forKeyPath: found.rest)
  }
  /// Sets what is at the end of `keyPath`, of a cell or of the layer.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let found = emitterCells?.cell(at: keyPath) else { return super.setValue(value, forKeyPath: keyPath) }
    found.cell.setValue(value, forKeyPath: found.rest)
  }

  override func makeKind(_ making: LayerMaking) throws -> LayerKind {
    if making.isStill { return .layer }
    let cells = emitterCells ?? []
    var emitter = EmitterLayer()
    emitter.emitterCells = try cells.map { try $0.value(making, depth: 0) }
    emitter.emitterPosition = Point(emitterPosition)
    (emitter.emitterZPosition, emitter.emitterDepth) = (Double(emitterZPosition), Double(emitterDepth))
    emitter.emitterSize = emitterSize.size
    emitter.emitterShape = EmitterShape(rawValue: emitterShape.rawValue) ?? .point
    emitter.emitterMode = EmitterMode(rawValue: emitterMode.rawValue) ?? .volume
    emitter.renderMode = EmitterRenderMode(rawValue: renderMode.rawValue) ?? .unordered
    (emitter.birthRate, emitter.lifetime) = (Double(max(0, birthRate)), Double(max(0, lifetime)))
    (emitter.velocity, emitter.scale, emitter.spin) = (Double(velocity), Double(scale), Double(spin))
    emitter.seed = seed
    if preservesDepth, emitter.hasDepth {
      throw UnsupportedLayer("An emitter's particles leave its plane (preservesDepth), where they are not drawn.")
    }
    return .emitter(emitter)
  }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfEmitters }
  override class func standard() -> CALayer { CAEmitterLayer() }
  override class var standardKind: LayerKind { .emitter(EmitterLayer()) }
  private static let keysOfEmitters = keysOfEveryLayer.merging([
    "emitterCells": KeyedProperty(\CAEmitterLayer.emitterCells), "birthRate": KeyedProperty(\CAEmitterLayer.birthRate),
    "lifetime": KeyedProperty(\CAEmitterLayer.lifetime),
    "emitterPosition": KeyedProperty(\CAEmitterLayer.emitterPosition),
    "emitterZPosition": KeyedProperty(\CAEmitterLayer.emitterZPosition),
    "emitterSize": KeyedProperty(\CAEmitterLayer.emitterSize),
    "emitterDepth": KeyedProperty(\CAEmitterLayer.emitterDepth),
    "emitterShape": KeyedProperty(\CAEmitterLayer.emitterShape),
    "emitterMode": KeyedProperty(\CAEmitterLayer.emitterMode), "renderMode": KeyedProperty(\CAEmitterLayer.renderMode),
    "preservesDepth": KeyedProperty(\CAEmitterLayer.preservesDepth),
    "velocity": KeyedProperty(\CAEmitterLayer.velocity), "scale": KeyedProperty(\CAEmitterLayer.scale),
    "spin": KeyedProperty(\CAEmitterLayer.spin), "seed": KeyedProperty(\CAEmitterLayer.seed),
  ]) { $1 }
}

extension [CAEmitterCell] {
  /// The first cell of the name that `keyPath` has after `emitterCells`, and the rest of the path; nil for another
  /// path, and without such a cell.
  func cell(at keyPath: String) -> (cell: CAEmitterCell, rest: String)? {
    guard let path = KeyPathParts(keyPath), path.first == "emitterCells", let inner = KeyPathParts(path.rest),
      let cell = first(where: { $0.name == inner.first })
    else { return nil }
    return (cell, inner.rest)
  }
}

extension EmitterLayer {
  /// Whether particles leave the layer's plane.
  fileprivate var hasDepth: Bool {
    let isDeep = (emitterShape == .cuboid && emitterDepth != 0) || (emitterShape == .sphere && emitterMode != .points)
    return emitterZPosition != 0 || isDeep || emitterCells.contains(where: \.hasDepth)
  }
}

extension EmitterCell {
  fileprivate var hasDepth: Bool {
    zAcceleration != 0 || emissionLatitude != 0 || emitterCells.contains(where: \.hasDepth)
  }
}
