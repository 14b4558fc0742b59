/// A codec, or the wish to leave the picture or the sound out.
public enum CodecChoice<Codec>: Hashable, Sendable
where Codec: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  /// Encodes with this codec.
  case codec(Codec)
  /// Leaves it out: `none` in a project file.
  case omitted

  /// The codec that was chosen, the usual one where none was, nil where there is to be none.
  static func codec(_ choice: CodecChoice?, usual: Codec?) -> Codec? {
    switch choice {
    case nil: usual
    case .codec(let codec)?: codec
    case .omitted?: nil
    }
  }
}

extension CodecChoice: RawRepresentable, CaseIterable, Codable {
  /// The codec's name, or `none`.
  public var rawValue: String {
    switch self {
    case .codec(let codec): codec.rawValue
    case .omitted: "none"
    }
  }

  /// The choice called `rawValue`.
  public init?(rawValue: String) {
    if rawValue == Self.omitted.rawValue {
      self = .omitted
    } else if let codec = Codec(rawValue: rawValue) {
      self = .codec(codec)
    } else {
      return nil
    }
  }

  /// All codecs, and none.
  public static var allCases: [CodecChoice] { Codec.allCases.map { .codec($0) } + [.omitted] }
}

/// The codec that settings name: by its name, or by a choice that may be left open.
public protocol CodecStatement: Hashable, Sendable, Codable {
  /// The value of a missing key; nil where a codec must be named.
  static var leftOpen: Self? { get }
}

extension CodecStatement {
  /// Nil: a codec must be named.
  public static var leftOpen: Self? { nil }
}

extension VideoCodec: CodecStatement {}
extension AudioCodec: CodecStatement {}
extension CodecChoice: CodecStatement {}

extension Optional: CodecStatement where Wrapped: CodecStatement {
  /// Nothing.
  public static var leftOpen: Wrapped?? { .some(nil) }
}

extension KeyedDecodingContainer {
  /// The statement of a codec at `key`.
  ///
  /// - Throws: `DecodingError`, also where a codec must be named and the key is missing.
  func decodeStatement<Codec: CodecStatement>(forKey key: Key) throws -> Codec {
    if let statement = try decodeIfPresent(Codec.self, forKey: key) ?? Codec.leftOpen { return statement }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "Expected the name of a codec."))
  }
}

extension KeyedEncodingContainer {
  /// Writes what is said of a codec at `key`; nothing where nothing is.
  mutating func encodeStatement<Codec: CodecStatement>(_ statement: Codec, forKey key: Key) throws {
    if statement != Codec.leftOpen { try encode(statement, forKey: key) }
  }
}
