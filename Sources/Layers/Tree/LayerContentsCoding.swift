extension LayerContents: Codable {
  private struct Pair: Codable {
    var from: LayerContents?
    var to: LayerContents?
    var fraction: Double
  }

  /// Reads a file's path or URL as a string, `{ "pixelBuffer": name }`, or `{ "dissolve": { "from", "to", "fraction" } }`.
  public init(from decoder: any Decoder) throws {
    if let uri = try? decoder.singleValueContainer().decode(String.self) {
      self = .image(uri: uri)
      return
    }
    let container = try decoder.container(keyedBy: PropertyName.self)
    try container.refuseNames(
      besides: ["pixelBuffer", "dissolve"],
      expected: "a picture's path as text, or an object with pixelBuffer or dissolve")
    if let name = try container.decodeIfPresent(String.self, forKey: PropertyName("pixelBuffer")) {
      self = .pixelBuffer(name: name)
    } else {
      let pair = try container.decode(Pair.self, forKey: PropertyName("dissolve"))
      self = .dissolve(from: pair.from, to: pair.to, fraction: pair.fraction)
    }
  }

  /// Writes what is read.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .image(let uri): try uri.encode(to: encoder)
    case .pixelBuffer(let name):
      var container = encoder.container(keyedBy: PropertyName.self)
      try container.encode(name, forKey: PropertyName("pixelBuffer"))
    case .dissolve(let from, let to, let fraction):
      var container = encoder.container(keyedBy: PropertyName.self)
      try container.encode(Pair(from: from, to: to, fraction: fraction), forKey: PropertyName("dissolve"))
    }
  }
}
