public import ModelValues

/// A kind of particle (`CAEmitterCell`). A property with a range is spread evenly over the range about it.
public struct EmitterCell: Hashable, Sendable {
  /// A name for people.
  public var name = ""
  /// Whether it is emitted.
  public var isEnabled = true
  /// The beginning of emission, in seconds of the layer.
  public var beginTime: Double = 0
  /// The duration of emission, in seconds; infinite for one that does not end.
  public var duration: Double = .infinity
  /// The picture; nil for one that emits others and is not seen.
  public var contents: LayerContents?
  /// The part of the picture, in parts of it.
  public var contentsRect = Rectangle(x: 0, y: 0, width: 1, height: 1)
  /// The picture's pixels for one of the particle's; above 0.
  public var contentsScale: Double = 1
  /// The cells that each particle emits in turn.
  public var emitterCells: [EmitterCell] = []
  /// Particles in a second.
  public var birthRate: Double = 0
  /// The lifetime of a particle, in seconds.
  public var lifetime: Double = 0
  /// The range of lifetimes.
  public var lifetimeRange: Double = 0
  /// The rise of the direction toward the viewer, in radians, from that of the emitter's shape.
  public var emissionLatitude: Double = 0
  /// The direction in the plane, in radians, clockwise from where the emitter's shape has it: ``EmitterShape``.
  public var emissionLongitude: Double = 0
  /// The range of directions in the plane, in radians.
  public var emissionRange: Double = 0
  /// The initial speed of a particle, in pixels a second.
  public var velocity: Double = 0
  /// The range of velocities.
  public var velocityRange: Double = 0
  /// The acceleration to the right, in pixels in a second squared.
  public var xAcceleration: Double = 0
  /// The acceleration downward.
  public var yAcceleration: Double = 0
  /// The acceleration toward the viewer.
  public var zAcceleration: Double = 0
  /// The size, in multiples of the picture's.
  public var scale: Double = 1
  /// The range of sizes.
  public var scaleRange: Double = 0
  /// The change of the size in a second.
  public var scaleSpeed: Double = 0
  /// The speed of its rotation, in radians a second.
  public var spin: Double = 0
  /// The range of spins.
  public var spinRange: Double = 0
  /// The factor of the picture's colors at first.
  public var color = Color(red: 1, green: 1, blue: 1)
  /// The range of the color's red.
  public var redRange: Double = 0
  /// The range of the color's green.
  public var greenRange: Double = 0
  /// The range of the color's blue.
  public var blueRange: Double = 0
  /// The range of the color's opacity.
  public var alphaRange: Double = 0
  /// The change of the red in a second.
  public var redSpeed: Double = 0
  /// The change of the green in a second.
  public var greenSpeed: Double = 0
  /// The change of the blue in a second.
  public var blueSpeed: Double = 0
  /// The change of the opacity in a second.
  public var alphaSpeed: Double = 0

  /// A cell that is never born.
  public init() {}
}

extension EmitterCell: PropertyCoded, Codable {
  static var properties: [CodedProperty<EmitterCell>] {
    [
      .value("name", \.name), .value("isEnabled", \.isEnabled), .number("beginTime", \.beginTime),
      .number("duration", \.duration), .value("contents", \.contents), .value("contentsRect", \.contentsRect),
      .value("emitterCells", \.emitterCells),
    ] + numbers.map { .value($0.name, $0.path) } + [.value("color", \.color)]
  }

  /// The numbers, which are all to be finite.
  static var numbers: [(name: String, path: LayerProperty.Path<EmitterCell, Double>)] {
    [
      ("contentsScale", \.contentsScale), ("birthRate", \.birthRate), ("lifetime", \.lifetime),
      ("lifetimeRange", \.lifetimeRange),
      ("emissionLatitude", \.emissionLatitude), ("emissionLongitude", \.emissionLongitude),
      ("emissionRange", \.emissionRange), ("velocity", \.velocity), ("velocityRange", \.velocityRange),
      ("xAcceleration", \.xAcceleration), ("yAcceleration", \.yAcceleration), ("zAcceleration", \.zAcceleration),
      ("scale", \.scale), ("scaleRange", \.scaleRange), ("scaleSpeed", \.scaleSpeed), ("spin", \.spin),
      ("spinRange", \.spinRange), ("redRange", \.redRange), ("greenRange", \.greenRange), ("blueRange", \.blueRange),
      ("alphaRange", \.alphaRange), ("redSpeed", \.redSpeed), ("greenSpeed", \.greenSpeed), ("blueSpeed", \.blueSpeed),
      ("alphaSpeed", \.alphaSpeed),
    ]
  }

  /// Reads the properties that are there.
  public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

  /// Writes what is not the default.
  public func encode(to encoder: any Encoder) throws { try encodeProperties(to: encoder) }
}
