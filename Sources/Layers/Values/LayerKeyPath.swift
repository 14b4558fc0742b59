import ModelValues

/// A property of a layer that animations can change, by its path in Core Animation.
///
/// A path that names a part, such as `transform.rotation.z`, changes that part alone. A path of one kind of layer does nothing on
/// another, which is a problem of the tree.
///
/// The properties of an emitter's cells have the cell's name in their path, and so have those of the cells that it emits in turn:
///
/// ```swift
/// BasicAnimation(keyPath: .opacity)
/// BasicAnimation(keyPath: LayerKeyPath(rawValue: "emitterCells.star.birthRate")!)
/// BasicAnimation(keyPath: LayerKeyPath(rawValue: "emitterCells.rocket.emitterCells.spark.velocity")!)
/// ```
///
/// A particle is as its cell was when it was born. Of several cells of one name the first is meant, and a name with a period in it
/// cannot be.
public struct LayerKeyPath: RawRepresentable, Hashable, Sendable {
  /// The path in words.
  public let rawValue: String
  /// The access to the property.
  let property: LayerProperty

  init(_ rawValue: String, _ property: LayerProperty) {
    self.rawValue = rawValue
    self.property = property
  }

  /// The property of the path `rawValue`; nil where no layer has it.
  public init?(rawValue: String) {
    guard let known = Self.known[rawValue] ?? Self.ofCell(rawValue) else { return nil }
    self = known
  }

  /// The kind of value that the property has.
  public var kind: LayerValue.Kind { property.kind }

  private static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })

  /// Whether both are of the same path.
  public static func == (first: LayerKeyPath, second: LayerKeyPath) -> Bool { first.rawValue == second.rawValue }

  /// Hashes the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension LayerKeyPath: Codable {
  /// Reads the path in words.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let known = LayerKeyPath(rawValue: text) else {
      let cells = Self.cellPrefix(of: text)
      throw UnknownName(
        text, of: "property", among: Self.all.map(\.rawValue) + EmitterCell.keyPathNames.map { cells + $0 },
        expected: "a property of a layer that animations change"
      ).decodingError(at: container.codingPath)
    }
    self = known
  }

  /// Writes the path in words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension LayerKind {
  /// Whether layers of this kind have a property that plain ones have not.
  func has(_ keyPath: LayerKeyPath) -> Bool {
    Layer(self).value(for: keyPath) != nil && Layer().value(for: keyPath) == nil
  }
}

extension Layer {
  /// The value of a property; nil where a layer of this kind does not have it.
  public func value(for keyPath: LayerKeyPath) -> LayerValue? { keyPath.property.get(self) }

  /// Sets a property, where a layer of this kind has it and the value is of its kind.
  public mutating func set(_ value: LayerValue, for keyPath: LayerKeyPath) { keyPath.property.set(&self, value) }
}
