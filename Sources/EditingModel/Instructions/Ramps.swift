public import MediaTime

/// A value over composition time, made of settings and linear ramps: the opacity of a layer, the volume of a track.
///
/// ```
///  1.0 ──────┐ before the first entry: the owner's initial value (opacity 1, identity, volume 1)
///            │ setting {at, value}
///  0.6       └───────╲ ramp {range, from, to}: linear over [start, end)
///  0.2                ╲──────────── after the last entry: its last value holds
/// ```
///
/// The entries are in time order and never overlap. Where a ramp ends at the start of another entry, the later one
/// gives the value.
public struct Ramps<Value: Interpolatable>: Hashable, Sendable {
  /// A setting or a ramp.
  public enum Entry: Hashable, Sendable {
    /// From `at` on, the value is `value` (`setOpacity(_:at:)` and its like).
    case setting(at: CMTime, value: Value)
    /// Over `range`, the value goes from `from` to `to` (`setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)`).
    case ramp(range: CMTimeRange, from: Value, to: Value)

    /// The time from which the entry gives the value.
    public var start: CMTime {
      switch self {
      case .setting(let at, _): at
      case .ramp(let range, _, _): range.start
      }
    }

    /// The time from which the entry's last value holds; the start of a setting.
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

  /// The given entries, unchecked: validation reports entries that are out of order or overlap.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The value at `time`, in seconds, with `initial` before the first entry.
  ///
  /// The elapsed fraction of a ramp is computed exactly and converted to floating point once, so that both ends are
  /// exact and no frame depends on another. Entries whose time is not finite have no effect.
  public func value(at time: Rational, initial: Value) -> Value {
    guard let index = indexOfEntry(governing: time) else { return initial }
    let entry = entries[index]
    guard case .ramp(let range, let from, let to) = entry, let fraction = Self.fraction(of: time, in: range) else {
      return entry.lastValue
    }
    return Value.interpolated(from: from, to: to, at: fraction)
  }

  /// The value at `time`, with `initial` before the first entry; the last value at positive infinity, `initial` at any
  /// other time that is not finite.
  public func value(at time: CMTime, initial: Value) -> Value {
    if let seconds = time.rational { return value(at: seconds, initial: initial) }
    return time.isPositiveInfinity ? entries.last?.lastValue ?? initial : initial
  }

  /// The index of the entry that gives the value at `time`, in seconds: the last that starts then or earlier; nil
  /// before the first.
  public func indexOfEntry(governing time: Rational) -> Int? {
    let next = entries.partitioningIndex { entry in entry.start.rational.map { $0 > time } ?? true }
    return next > 0 ? next - 1 : nil
  }

  /// The fraction of `range` before `time`, 0 at its start; nil from its end on.
  private static func fraction(of time: Rational, in range: CMTimeRange) -> Double? {
    guard let start = range.start.rational, let duration = range.duration.rational, duration > .zero else { return nil }
    do {
      let fraction = try (time - start) / duration
      return fraction < .one ? fraction.seconds : nil
    } catch {
      // The exact quotient exceeds 64 bits: fall back to floating point.
      let fraction = (time.seconds - start.seconds) / duration.seconds
      return fraction < 1 ? max(0, fraction) : nil
    }
  }
}

extension Ramps: Codable where Value: Codable {}
extension Ramps.Entry: Codable where Value: Codable {}

/// A linear piece of a value over time, the result of looking a ramp up
/// (`getOpacityRamp(for:startOpacity:endOpacity:timeRange:)` and its like).
public struct Ramp<Value: Interpolatable>: Hashable, Sendable {
  /// The time range of the piece in composition time, half-open.
  ///
  /// A setting is a constant piece up to the next entry, or without end (`CMTime.positiveInfinity`) where none follows.
  public var timeRange: CMTimeRange
  /// The value at the start of `timeRange`.
  public var start: Value
  /// The value at the end of `timeRange`.
  public var end: Value

  /// The piece from `start` to `end` over `timeRange`.
  public init(timeRange: CMTimeRange, start: Value, end: Value) {
    self.timeRange = timeRange
    self.start = start
    self.end = end
  }
}

extension Ramps {
  /// The piece that contains `time`, or else the first one that begins later; nil where there is none. By this rule of
  /// Apple's, looking up the end of each result gives all pieces.
  ///
  /// ```
  ///  entries        setting ┐    ramp ╲          ramp ╱
  ///  pieces         [──────────)[──────)         [─────)
  ///  time        ↑      ↑       ↑         ↑               ↑
  ///  result      first  first   second    third           nil
  /// ```
  ///
  /// Where one piece ends and another begins, the later one is the result. Times that are not finite have no piece,
  /// except that negative infinity is before all of them.
  public func ramp(for time: CMTime) -> Ramp<Value>? {
    guard time.isNumeric || time.isNegativeInfinity else { return nil }
    let next = entries.partitioningIndex { $0.start > time }
    if next > 0, let piece = piece(at: next - 1), piece.timeRange.end > time { return piece }
    return piece(at: next)
  }

  /// The entry at `index` as a piece; nil where there is none.
  private func piece(at index: Int) -> Ramp<Value>? {
    guard entries.indices.contains(index) else { return nil }
    switch entries[index] {
    case .ramp(let range, let from, let to):
      return Ramp(timeRange: range, start: from, end: to)
    case .setting(let at, let value):
      let next = index + 1 < entries.count ? entries[index + 1].start : .positiveInfinity
      return Ramp(timeRange: CMTimeRange(start: at, end: next), start: value, end: value)
    }
  }
}

/// A value that can be interpolated linearly: a number, a rectangle, a transform.
public protocol Interpolatable: Hashable, Sendable {
  /// The value `fraction` of the way from `start` to `end`; exactly `start` at 0 and exactly `end` at 1.
  static func interpolated(from start: Self, to end: Self, at fraction: Double) -> Self
}

extension Point: Interpolatable {
  /// Linear, coordinate by coordinate.
  public static func interpolated(from start: Point, to end: Point, at fraction: Double) -> Point {
    Point(
      x: .interpolated(from: start.x, to: end.x, at: fraction),
      y: .interpolated(from: start.y, to: end.y, at: fraction))
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
