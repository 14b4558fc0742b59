import ModelValues

extension LayerValue {
  /// Reads a value of `kind`, as the property of that kind is coded.
  init(from decoder: any Decoder, as kind: Kind) throws {
    let container = try decoder.singleValueContainer()
    self =
      switch kind {
      case .number: .number(try container.decode(Double.self))
      case .flag: .flag(try container.decode(Bool.self))
      case .point: .point(try container.decode(Point.self))
      case .size: .size(try container.decode(Size.self))
      case .rectangle: .rectangle(try container.decode(Rectangle.self))
      case .color: .color(try container.decode(Color.self))
      case .transform: .transform(try container.decode(Transform3D.self))
      case .path: .path(try container.decode(BezierPath.self))
      case .contents: .contents(try container.decode(LayerContents?.self))
      case .colors: .colors(try container.decode([Color].self))
      case .numbers: .numbers(try container.decode([Double].self))
      case .text: .text(try container.decode(AttributedText.self))
      }
  }

  /// Writes the value alone.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .point(let value): try container.encode(value)
    case .size(let value): try container.encode(value)
    case .rectangle(let value): try container.encode(value)
    case .color(let value): try container.encode(value)
    case .transform(let value): try container.encode(value)
    case .path(let value): try container.encode(value)
    case .contents(let value): try container.encode(value)
    case .colors(let value): try container.encode(value)
    case .numbers(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}
