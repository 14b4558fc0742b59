public import ModelValues

/// The properties of a layer that emits particles (`CAEmitterLayer`).
///
/// Particles follow from the seed and the time alone: the picture at a time is the same at each visit, and needs none before it.
public struct EmitterLayer: Hashable, Sendable {
  /// The cells that are emitted.
  public var emitterCells: [EmitterCell] = []
  /// The place of emission in the layer's bounds: the middle of the shape.
  public var emitterPosition = Point(x: 0, y: 0)
  /// The shape's distance toward the viewer, in pixels.
  public var emitterZPosition: Double = 0
  /// The size of the shape; of a circle and a sphere the width is the radius.
  public var emitterSize = Size.zero
  /// The depth of a cuboid, in pixels.
  public var emitterDepth: Double = 0
  /// The shape.
  public var emitterShape: EmitterShape = .point
  /// The part of the shape at which particles begin.
  public var emitterMode: EmitterMode = .volume
  /// In which order particles are drawn, and how they mix.
  public var renderMode: EmitterRenderMode = .unordered
  /// The factor of the cells' birth rates.
  public var birthRate: Double = 1
  /// The factor of the cells' lifetimes.
  public var lifetime: Double = 1
  /// The factor of the cells' velocities.
  public var velocity: Double = 1
  /// The factor of the cells' scales.
  public var scale: Double = 1
  /// The factor of the cells' spins.
  public var spin: Double = 1
  /// The seed of chance.
  public var seed: UInt32 = 0

  /// An emitter of nothing.
  public init() {}
}

/// The shape at which particles begin (`CAEmitterLayerEmitterShape`), and their direction unless their cells turn them:
/// from a line toward lesser y, from the outline of a circle and the outline or surface of a sphere away from its
/// middle, from all else to the right.
public enum EmitterShape: String, Hashable, Sendable, Codable, CaseIterable {
  case point, line, rectangle, cuboid, circle, sphere
}

/// The part of the shape at which particles begin (`CAEmitterLayerEmitterMode`).
public enum EmitterMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// At its corners, or the middle of one that has none.
  case points
  /// On its edge.
  case outline
  /// On its surface; the same as `volume` for one that is flat.
  case surface
  /// Anywhere in it.
  case volume
}

/// In which order particles are drawn (`CAEmitterLayerRenderMode`).
public enum EmitterRenderMode: String, Hashable, Sendable, Codable, CaseIterable {
  case unordered, oldestFirst, oldestLast, backToFront
  /// Colors add up.
  case additive
}

extension EmitterLayer: PropertyCoded {
  static var properties: [CodedProperty<EmitterLayer>] {
    [
      .value("emitterCells", \.emitterCells), .value("emitterPosition", \.emitterPosition),
      .value("emitterZPosition", \.emitterZPosition), .value("emitterSize", \.emitterSize),
      .value("emitterDepth", \.emitterDepth), .value("emitterShape", \.emitterShape),
      .value("emitterMode", \.emitterMode), .value("renderMode", \.renderMode), .value("birthRate", \.birthRate),
      .value("lifetime", \.lifetime), .value("velocity", \.velocity), .value("scale", \.scale), .value("spin", \.spin),
      .value("seed", \.seed),
    ]
  }
}
