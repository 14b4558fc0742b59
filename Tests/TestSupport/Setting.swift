extension ProjectDocument {
  /// A value of a layer or of a volume, set at a time or led from one to another.
  public enum Setting: Encodable, Sendable {
    /// One number from a time on.
    case value(at: Fraction, Double)

    /// Several numbers from a time on: a transform or a crop.
    case values(at: Fraction, [Double])

    /// A straight line.
    case ramp(start: Fraction, duration: Fraction, from: Double, to: Double)

    /// From one list of numbers to another, each by a linear ramp: a transform's.
    case rampOfValues(start: Fraction, duration: Fraction, from: [Double], to: [Double])

    private enum Key: CodingKey {
      case at, value, start, duration, from, to
    }

    /// Writes the setting as the project format spells it.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .value(let time, let value):
        try container.encode(time, forKey: .at)
        try container.encode(value, forKey: .value)
      case .values(let time, let values):
        try container.encode(time, forKey: .at)
        try container.encode(values, forKey: .value)
      case .ramp(let start, let duration, let from, let to):
        try container.encode(start, forKey: .start)
        try container.encode(duration, forKey: .duration)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
      case .rampOfValues(let start, let duration, let from, let to):
        try container.encode(start, forKey: .start)
        try container.encode(duration, forKey: .duration)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
      }
    }
  }
}
