// Places, sizes and colors are lists of numbers in JSON, as in project files.

extension Point: Codable {
  /// Reads `[x, y]`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.numbers(2, "[x, y]")
    self.init(x: numbers[0], y: numbers[1])
  }

  /// Writes `[x, y]`.
  public func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}

extension Size: Codable {
  /// Reads `[width, height]`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.numbers(2, "[width, height]")
    self.init(width: numbers[0], height: numbers[1])
  }

  /// Writes `[width, height]`.
  public func encode(to encoder: any Encoder) throws { try [width, height].encode(to: encoder) }
}

extension Rectangle: Codable {
  /// Reads `[x, y, width, height]`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.numbers(4, "[x, y, width, height]")
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Writes `[x, y, width, height]`.
  public func encode(to encoder: any Encoder) throws { try [x, y, width, height].encode(to: encoder) }
}

extension Transform: Codable {
  /// Reads `[a, b, c, d, tx, ty]`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.numbers(6, "[a, b, c, d, tx, ty]")
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  /// Writes `[a, b, c, d, tx, ty]`.
  public func encode(to encoder: any Encoder) throws { try [a, b, c, d, tx, ty].encode(to: encoder) }
}

extension Color: Codable {
  /// Reads `"#rrggbb"`, `"#rrggbbaa"`, `[red, green, blue]` or `[red, green, blue, alpha]`.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard let color = Color(hexadecimal: text) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\(JSONValue.quoted(text)) is no color. Expected \"#rrggbb\" or \"#rrggbbaa\"."))
      }
      self = color
    } else {
      let numbers = try decoder.numbers(3...4, "\"#rrggbb\", or [red, green, blue] with or without an opacity, 0 to 1")
      self.init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers.count > 3 ? numbers[3] : 1)
    }
  }

  /// Writes `"#rrggbb"` or `"#rrggbbaa"` where that is the color, and else its numbers.
  public func encode(to encoder: any Encoder) throws {
    let text = hexadecimal
    if Color(hexadecimal: text) == self {
      try text.encode(to: encoder)
    } else {
      try [red, green, blue, alpha].encode(to: encoder)
    }
  }
}

extension Decoder {
  /// A list of `count` numbers, which stand for `meaning`.
  fileprivate func numbers(_ count: Int, _ meaning: String) throws -> [Double] {
    try numbers(count...count, meaning)
  }

  fileprivate func numbers(_ counts: ClosedRange<Int>, _ meaning: String) throws -> [Double] {
    let numbers = try? singleValueContainer().decode([Double].self)
    guard let numbers, counts.contains(numbers.count) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "These are not \(meaning). Expected \(meaning)."))
    }
    return numbers
  }
}
