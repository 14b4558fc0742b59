public import MediaTime

/// One straight piece of a value over time: what a query for the ramp at a time gives
/// (`getOpacityRamp(for:startOpacity:endOpacity:timeRange:)` and its kin).
public struct Ramp<Value: Interpolatable>: Hashable, Sendable {
  /// When the value goes along the piece, in composition time; half-open.
  ///
  /// A setting is a level piece up to the next entry, or for ever (`CMTime.positiveInfinity`) where none follows.
  public var timeRange: CMTimeRange
  /// The value at the start of `timeRange`.
  public var start: Value
  /// The value that is reached at the end of `timeRange`.
  public var end: Value

  /// The piece from `start` to `end` over `timeRange`.
  public init(timeRange: CMTimeRange, start: Value, end: Value) {
    self.timeRange = timeRange
    self.start = start
    self.end = end
  }
}

extension Ramps {
  /// The piece that contains `time`, or else the first one that begins later; nil where none does. That is Apple's rule,
  /// so that asking again for the end of each answer gives all of them.
  ///
  /// ```
  ///  entries        setting ┐    ramp ╲          ramp ╱
  ///  pieces         [──────────)[──────)         [─────)
  ///  time        ↑      ↑       ↑         ↑               ↑
  ///  answer      first  first   second    third           nil
  /// ```
  ///
  /// Where one piece ends as another begins, the later one is the answer. A time that is not numeric has no piece, except
  /// that negative infinity is before all of them.
  public func ramp(for time: CMTime) -> Ramp<Value>? {
    guard time.isNumeric || time.isNegativeInfinity else { return nil }
    let next = entries.partitioningIndex { $0.start > time }
    if next > 0, let piece = piece(at: next - 1), piece.timeRange.end > time { return piece }
    return piece(at: next)
  }

  /// Entry number `index` as a piece; nil where there is none.
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
