/// An animation from one value to another (`CABasicAnimation`). What it goes between follows from which values it has:
///
/// | given | from | to |
/// |---|---|---|
/// | from, to | from | to |
/// | from, by | from | from + by |
/// | by, to | to − by | to |
/// | from | from | the property's value |
/// | to | the property's value | to |
/// | by | the property's value | that + by |
@dynamicMemberLookup
public struct BasicAnimation: Hashable, Sendable {
  /// The property, when it is animated and how its values are used.
  public var property: PropertyAnimation
  /// The value at its beginning.
  public var fromValue: LayerValue?
  /// The value at its end.
  public var toValue: LayerValue?
  /// The difference of the two; without effect where both ends are given.
  public var byValue: LayerValue?

  /// An animation of `keyPath` that does nothing yet.
  public init(keyPath: LayerKeyPath) { property = PropertyAnimation(keyPath: keyPath) }

  /// A property of the property animation, or of its timing.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PropertyAnimation, Value>) -> Value {
    get { property[keyPath: path] }
    set { property[keyPath: path] = newValue }
  }

  /// The ends in `layer`; nil where the layer does not have the property.
  func ends(in layer: Layer) -> (from: LayerValue, to: LayerValue)? {
    guard let base = property.base(in: layer) else { return nil }
    return switch (fromValue, toValue, byValue) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, from.adding(by))
    case (nil, let to?, let by?): (to.subtracting(by), to)
    case (let from?, nil, nil): (from, base)
    case (nil, let to?, nil): (base, to)
    case (nil, nil, let by?): (base, base.adding(by))
    case (nil, nil, nil): (base, base)
    }
  }

  /// Changes `layer` to what it is where `progress` of the way is done, at `local`.
  func apply(progress: Double, at local: LocalTime, to layer: inout Layer) {
    guard let (from, to) = ends(in: layer) else { return }
    property.apply(
      from.interpolated(to: to, at: progress), at: local, end: property.autoreverses ? from : to, to: &layer)
  }
}

extension BasicAnimation: PropertyCoded {
  init() { self.init(keyPath: .opacity) }

  static var properties: [CodedProperty<BasicAnimation>] {
    PropertyAnimation.properties.map { $0.lifted(\.property) } + [
      .animated("fromValue", \.fromValue, \.property), .animated("toValue", \.toValue, \.property),
      .animated("byValue", \.byValue, \.property),
    ]
  }
}

extension CodedProperty {
  /// A value of the kind that the animated property has, which is read before it.
  static func animated(
    _ name: String, _ path: WritableKeyPath<Owner, LayerValue?>, _ property: KeyPath<Owner, PropertyAnimation>
  ) -> CodedProperty {
    let key = PropertyName(name)
    return CodedProperty(name: name) { owner, container in
      owner[keyPath: path] = try LayerValue(
        from: container.superDecoder(forKey: key), as: owner[keyPath: property].valueKind)
    } encode: { owner, _, container in
      try owner[keyPath: path]?.encode(to: container.superEncoder(forKey: key))
    }
  }

  /// Values of the kind that the animated property has.
  static func animated(
    _ name: String, _ path: WritableKeyPath<Owner, [LayerValue]>, _ property: KeyPath<Owner, PropertyAnimation>
  ) -> CodedProperty {
    let key = PropertyName(name)
    return CodedProperty(name: name) { owner, container in
      var list = try container.nestedUnkeyedContainer(forKey: key)
      var values: [LayerValue] = []
      while !list.isAtEnd {
        values.append(try LayerValue(from: list.superDecoder(), as: owner[keyPath: property].valueKind))
      }
      owner[keyPath: path] = values
    } encode: { owner, _, container in
      guard !owner[keyPath: path].isEmpty else { return }
      var list = container.nestedUnkeyedContainer(forKey: key)
      for value in owner[keyPath: path] { try value.encode(to: list.superEncoder()) }
    }
  }
}
