/// A codec, or the wish to leave the picture or the sound out.
public enum CodecChoice<Codec: Hashable & Sendable>: Hashable, Sendable {
  /// Encodes with this codec.
  case codec(Codec)
  /// Leaves it out: `none` in a project file.
  case omitted
}

extension Form {
  /// The name of a codec, or `none`.
  static func codec<Codec>() -> Form
  where Value == CodecChoice<Codec>, Codec: CaseIterable & RawRepresentable, Codec.RawValue == String {
    .choice(Codec.allCases.map { ($0.rawValue, .codec($0)) } + [("none", .omitted)])
  }
}
