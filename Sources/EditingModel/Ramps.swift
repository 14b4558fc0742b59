public import MediaTime

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

  /// The value at `time`, in seconds, with `initial` before the first entry.
  ///
  /// How far a ramp has come is divided exactly and becomes a floating-point number once, so that both ends are exact and
  /// no step of a ramp depends on another. An entry whose time is not a finite number never governs.
  public func value(at time: Rational, initial: Value) -> Value {
    guard let index = indexOfEntry(governing: time) else { return initial }
    let entry = entries[index]
    guard case .ramp(let range, let from, let to) = entry, let fraction = Self.fraction(of: time, in: range) else {
      return entry.lastValue
    }
    return Value.interpolated(from: from, to: to, at: fraction)
  }

  /// The value at `time`, with `initial` before the first entry; at positive infinity the last value, at any other time
  /// that is not numeric `initial`.
  public func value(at time: CMTime, initial: Value) -> Value {
    if let seconds = time.rational { return value(at: seconds, initial: initial) }
    return time.isPositiveInfinity ? entries.last?.lastValue ?? initial : initial
  }

  /// Which entry says what the value is at `time`, in seconds: the last that starts then or earlier. Nil before the first.
  public func indexOfEntry(governing time: Rational) -> Int? {
    let next = entries.partitioningIndex { entry in entry.start.rational.map { $0 > time } ?? true }
    return next > 0 ? next - 1 : nil
  }

  /// How far `time` lies in `range`, from 0 at its start; nil from its end on.
  private static func fraction(of time: Rational, in range: CMTimeRange) -> Double? {
    guard let start = range.start.rational, let duration = range.duration.rational, duration > .zero else { return nil }
    do {
      let fraction = try (time - start) / duration
      return fraction < .one ? fraction.seconds : nil
    } catch {
      // Numerators and denominators beyond 64 bits: the nearest floating-point numbers are all that is left.
      let fraction = (time.seconds - start.seconds) / duration.seconds
      return fraction < 1 ? max(0, fraction) : nil
    }
  }
}

extension Ramps: Codable where Value: Codable {}
extension Ramps.Entry: Codable where Value: Codable {}
