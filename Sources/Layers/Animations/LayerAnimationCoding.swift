extension LayerAnimation: Codable {
  enum Name: String, CaseIterable {
    case basic, keyframe, spring, group, transition
  }

  /// Reads `type` and the properties of an animation of that type, all in one object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PropertyName.self)
    let name = try container.decode(String.self, forKey: PropertyName("type"))
    self =
      switch Name(rawValue: name) {
      case .basic: .basic(try Self.decoded(container))
      case .keyframe: .keyframe(try Self.decoded(container))
      case .spring: .spring(try Self.decoded(container))
      case .group: .group(try Self.decoded(container))
      case .transition: .transition(try Self.decoded(container))
      case nil:
        throw UnknownName(name, of: "type of animation", among: Name.allCases.map(\.rawValue))
          .decodingError(at: container.codingPath + [PropertyName("type")])
      }
  }

  /// Writes `type` and what is not the default.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .basic(let animation): try Self.encode(animation, .basic, to: encoder)
    case .keyframe(let animation): try Self.encode(animation, .keyframe, to: encoder)
    case .spring(let animation): try Self.encode(animation, .spring, to: encoder)
    case .group(let animation): try Self.encode(animation, .group, to: encoder)
    case .transition(let animation): try Self.encode(animation, .transition, to: encoder)
    }
  }

  private static func decoded<Animation: PropertyCoded>(
    _ container: KeyedDecodingContainer<PropertyName>
  ) throws -> Animation {
    var animation = Animation()
    try container.refuseNames(besides: Set(Animation.properties.map(\.name) + ["type"]))
    try container.decode(Animation.properties, into: &animation)
    return animation
  }

  private static func encode<Animation: PropertyCoded>(
    _ animation: Animation, _ name: Name, to encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: PropertyName.self)
    try container.encode(name.rawValue, forKey: PropertyName("type"))
    try container.encode(Animation.properties, of: animation, unless: Animation())
  }
}
