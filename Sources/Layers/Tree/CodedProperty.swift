/// A property of a value as it stands in JSON: under its own name, and only where it is not what it would be anyway.
///
/// Each type lists its properties once; reading, writing and the refusal of names that it does not have follow from the list.
struct CodedProperty<Owner> {
  /// The property's name, which is the key.
  let name: String
  /// Reads the property, which is there, into the owner.
  let decode: (inout Owner, KeyedDecodingContainer<PropertyName>) throws -> Void
  /// Writes the property of the first owner, unless the second, which has every default, has the same.
  let encode: (Owner, Owner, inout KeyedEncodingContainer<PropertyName>) throws -> Void
  /// Whether it must be there.
  var isRequired = false
  /// The names that it can be, where there are no others.
  var choices: [String] = []
  /// Whether it can be null.
  var isOptional = false

  /// A property that is coded as its type is.
  static func value<Value: Codable & Equatable>(
    _ name: String, _ path: WritableKeyPath<Owner, Value>
  ) -> CodedProperty {
    let key = PropertyName(name)
    return CodedProperty(name: name) { owner, container in
      owner[keyPath: path] = try container.decode(Value.self, forKey: key)
    } encode: { owner, standard, container in
      if owner[keyPath: path] != standard[keyPath: path] {
        try container.encode(owner[keyPath: path], forKey: key)
      }
    }
  }

  /// A property that is one of several names.
  static func value<Value: Codable & Equatable & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ path: WritableKeyPath<Owner, Value>
  ) -> CodedProperty {
    let key = PropertyName(name)
    var property = CodedProperty(name: name) { owner, container in
      owner[keyPath: path] = try container.decodeName(forKey: key)
    } encode: { owner, standard, container in
      if owner[keyPath: path] != standard[keyPath: path] { try container.encode(owner[keyPath: path], forKey: key) }
    }
    property.choices = Value.allCases.map(\.rawValue)
    return property
  }

  /// A property that is one of several names, or none.
  static func value<Value: Codable & Equatable & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ path: WritableKeyPath<Owner, Value?>
  ) -> CodedProperty {
    let key = PropertyName(name)
    var property = CodedProperty(name: name) { owner, container in
      owner[keyPath: path] = try container.decodeNil(forKey: key) ? nil : container.decodeName(forKey: key)
    } encode: { owner, standard, container in
      if owner[keyPath: path] != standard[keyPath: path] { try container.encode(owner[keyPath: path], forKey: key) }
    }
    (property.choices, property.isOptional) = (Value.allCases.map(\.rawValue), true)
    return property
  }

  /// A number that may be without end, which JSON has no digits for: it is the text `"infinity"`.
  static func number(_ name: String, _ path: WritableKeyPath<Owner, Double>) -> CodedProperty {
    let key = PropertyName(name)
    return CodedProperty(name: name) { owner, container in
      if let text = try? container.decode(String.self, forKey: key), text == "infinity" {
        owner[keyPath: path] = .infinity
      } else {
        owner[keyPath: path] = try container.decode(Double.self, forKey: key)
      }
    } encode: { owner, standard, container in
      let number = owner[keyPath: path]
      if number == standard[keyPath: path] { return }
      if number == .infinity {
        try container.encode("infinity", forKey: key)
      } else {
        try container.encode(number, forKey: key)
      }
    }
  }

  /// A property that is always there.
  static func required<Value: Codable & Equatable>(
    _ name: String, _ path: WritableKeyPath<Owner, Value>
  ) -> CodedProperty {
    let key = PropertyName(name)
    return CodedProperty(name: name) { owner, container in
      owner[keyPath: path] = try container.decode(Value.self, forKey: key)
    } encode: { owner, _, container in
      try container.encode(owner[keyPath: path], forKey: key)
    }.required
  }

  /// The same property of what holds the owner.
  func lifted<Holder>(_ path: WritableKeyPath<Holder, Owner>) -> CodedProperty<Holder> {
    var property = CodedProperty<Holder>(name: name) { holder, container in
      try decode(&holder[keyPath: path], container)
    } encode: { holder, standard, container in
      try encode(holder[keyPath: path], standard[keyPath: path], &container)
    }
    (property.isRequired, property.choices, property.isOptional) = (isRequired, choices, isOptional)
    return property
  }

  private var required: CodedProperty {
    var property = self
    property.isRequired = true
    return property
  }
}

/// A key of an object in JSON.
struct PropertyName: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// A value whose coding follows from the list of its properties.
protocol PropertyCoded: Equatable {
  /// The value with every default.
  init()
  /// Its properties.
  static var properties: [CodedProperty<Self>] { get }
}

extension PropertyCoded {
  /// Reads a value; what is not given has its default, and a name that is no property's is refused.
  static func decoded(from decoder: any Decoder) throws -> Self {
    let container = try decoder.container(keyedBy: PropertyName.self)
    var value = Self()
    try container.refuseNames(besides: Set(properties.map(\.name)))
    try container.decode(properties, into: &value)
    return value
  }

  /// Writes what is not the default.
  func encodeProperties(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PropertyName.self)
    try container.encode(Self.properties, of: self, unless: Self())
  }
}

extension KeyedDecodingContainer<PropertyName> {
  /// Reads those of the properties that are there.
  func decode<Owner>(_ properties: [CodedProperty<Owner>], into owner: inout Owner) throws {
    for property in properties where property.isRequired || contains(PropertyName(property.name)) {
      try property.decode(&owner, self)
    }
  }

  /// Reads one of several names.
  func decodeName<Value: CaseIterable & RawRepresentable<String>>(forKey key: PropertyName) throws -> Value {
    let name = try decode(String.self, forKey: key)
    guard let value = Value(rawValue: name) else {
      throw UnknownName(name, of: key.stringValue, among: Value.allCases.map(\.rawValue))
        .decodingError(at: codingPath + [key])
    }
    return value
  }

  /// Throws where there is a name besides those that are known, which the error lists unless `expected` says what else there may be.
  func refuseNames(besides known: Set<String>, expected: String? = nil) throws {
    for key in allKeys.map(\.stringValue).sorted() where !known.contains(key) {
      throw UnknownName(key, of: "property", among: known.sorted(), expected: expected)
        .decodingError(at: codingPath + [PropertyName(key)])
    }
  }
}

extension KeyedEncodingContainer<PropertyName> {
  /// Writes those of the properties that differ from `standard`'s.
  mutating func encode<Owner>(_ properties: [CodedProperty<Owner>], of owner: Owner, unless standard: Owner) throws {
    for property in properties { try property.encode(owner, standard, &self) }
  }
}
