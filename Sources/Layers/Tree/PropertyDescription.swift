/// A property of layers, animations or emitter cells as it stands in JSON: what an editor offers.
public struct PropertyDescription: Hashable, Sendable {
  /// The property's name, which is the key.
  public let name: String
  /// The names that it can be, where there are no others; empty for other values.
  public private(set) var choices: [String]
  /// Whether it can be null, which is nothing.
  public private(set) var isOptional: Bool

  fileprivate init<Owner>(_ property: CodedProperty<Owner>) {
    (name, choices, isOptional) = (property.name, property.choices, property.isOptional)
  }
}

extension [PropertyDescription] {
  /// Each name once; what several types call alike can be what any of them can be.
  fileprivate var joined: [PropertyDescription] {
    reduce(into: []) { all, property in
      guard let known = all.firstIndex(where: { $0.name == property.name }) else { return all.append(property) }
      all[known].merge(property)
    }
  }
}

extension PropertyDescription {
  fileprivate mutating func merge(_ other: PropertyDescription) {
    isOptional = isOptional || other.isOptional
    choices =
      choices.isEmpty || other.choices.isEmpty ? [] : choices + other.choices.filter { !choices.contains($0) }
  }
}

extension Layer {
  /// The names of the types of layer.
  public static var typeNames: [String] { LayerKind.standards.map(\.name) }

  /// The properties that layers of `type` have, those of all layers first; nil where there is no such type.
  public static func propertyDescriptions(ofType type: String) -> [PropertyDescription]? {
    LayerKind.standards.first { $0.name == type }.map { (properties + $0.properties).map { PropertyDescription($0) } }
  }

  /// The properties that layers have, of one type or another.
  public static var propertyDescriptions: [PropertyDescription] {
    (properties + LayerKind.standards.flatMap(\.properties)).map { PropertyDescription($0) }.joined
  }
}

extension LayerAnimation {
  /// The names of the types of animation.
  public static var typeNames: [String] { Name.allCases.map(\.rawValue) }

  /// The properties that animations of `type` have; nil where there is no such type.
  public static func propertyDescriptions(ofType type: String) -> [PropertyDescription]? {
    Name(rawValue: type).map { name in
      switch name {
      case .basic: BasicAnimation.properties.map { PropertyDescription($0) }
      case .keyframe: KeyframeAnimation.properties.map { PropertyDescription($0) }
      case .spring: SpringAnimation.properties.map { PropertyDescription($0) }
      case .group: AnimationGroup.properties.map { PropertyDescription($0) }
      case .transition: Transition.properties.map { PropertyDescription($0) }
      }
    }
  }

  /// The properties that animations have, of one type or another.
  public static var propertyDescriptions: [PropertyDescription] {
    typeNames.flatMap { propertyDescriptions(ofType: $0) ?? [] }.joined
  }
}

extension EmitterCell {
  /// The properties that cells have.
  public static var propertyDescriptions: [PropertyDescription] { properties.map { PropertyDescription($0) } }
}
