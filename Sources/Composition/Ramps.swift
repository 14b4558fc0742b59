public import MediaTime

/// A value that can change along a straight line: a number, a rectangle, a transform.
public protocol Interpolatable: Hashable, Sendable {
  /// The value `fraction` of the way from `start` to `end`; exactly `start` at 0 and exactly `end` at 1.
  static func interpolated(from start: Self, to end: Self, at fraction: Double) -> Self
}

/// A value over time, as layer instructions and audio mixes hold it: settings and linear ramps, in
/// composition time.
///
/// ```
///  1.0 ──────┐ before the first entry: the value the owner names (opacity 1, identity, volume 1)
///            │ setting {at, value}
///  0.6       └───────╲ ramp {range, from, to}: linear over [start, end)
///  0.2                ╲──────────── after the last entry: its last value holds
/// ```
///
/// The entries stand in time order and never overlap. Where one ramp ends as another entry begins, the later
/// one governs at the shared instant.
public struct Ramps<Value: Interpolatable>: Hashable, Sendable {
  /// One entry.
  public enum Entry: Hashable, Sendable {
    /// From `at` on, the value is `value` (`setOpacity(_:at:)` and its kin).
    case setting(at: CMTime, value: Value)
    /// Over `range`, the value goes from `from` to `to` (`setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)`).
    case ramp(range: CMTimeRange, from: Value, to: Value)

    /// The time the entry begins to govern.
    public var start: CMTime {
      switch self {
      case .setting(let at, _): at
      case .ramp(let range, _, _): range.start
      }
    }

    /// The time from which only the entry's last value holds: of a setting, its own start.
    public var end: CMTime {
      switch self {
      case .setting(let at, _): at
      case .ramp(let range, _, _): range.end
      }
    }

    /// The value from `end` on.
    public var lastValue: Value {
      switch self {
      case .setting(_, let value): value
      case .ramp(_, _, let to): to
      }
    }
  }

  /// The entries, in time order.
  public var entries: [Entry]

  /// Exactly these entries, which must be in time order and must not overlap; validation says where they do.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The value at `time`, with `initial` before the first entry.
  ///
  /// Exact at both ends of a ramp: the fraction is computed from exact rational times.
  public func value(at time: CMTime, initial: Value) -> Value {
    var low = 0
    var high = entries.count
    // The last entry that starts at or before `time` governs.
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return initial }
    switch entries[low - 1] {
    case .setting(_, let value):
      return value
    case .ramp(let range, let from, let to):
      guard time < range.end else { return to }
      return Value.interpolated(from: from, to: to, at: Self.fraction(of: time, in: range))
    }
  }

  private static func fraction(of time: CMTime, in range: CMTimeRange) -> Double {
    let passed = (time - range.start).seconds
    let whole = range.duration.seconds
    return whole > 0 ? passed / whole : 1
  }
}

extension Double: Interpolatable {
  /// Linear between the two numbers.
  public static func interpolated(from start: Double, to end: Double, at fraction: Double) -> Double {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    return start + (end - start) * fraction
  }
}

extension Transform: Interpolatable {
  /// Linear in each of the six numbers.
  public static func interpolated(from start: Transform, to end: Transform, at fraction: Double) -> Transform {
    func between(_ number: KeyPath<Transform, Double>) -> Double {
      .interpolated(from: start[keyPath: number], to: end[keyPath: number], at: fraction)
    }
    return Transform(
      a: between(\.a), b: between(\.b), c: between(\.c), d: between(\.d), tx: between(\.tx), ty: between(\.ty))
  }
}

extension Rectangle: Interpolatable {
  /// Linear in each edge.
  public static func interpolated(from start: Rectangle, to end: Rectangle, at fraction: Double) -> Rectangle {
    func between(_ number: KeyPath<Rectangle, Double>) -> Double {
      .interpolated(from: start[keyPath: number], to: end[keyPath: number], at: fraction)
    }
    return Rectangle(x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
  }
}

extension Ramps: Codable where Value: Codable {}
extension Ramps.Entry: Codable where Value: Codable {}
