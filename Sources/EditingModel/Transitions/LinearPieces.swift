package import MediaTime

/// A stretch of a value over time in which it changes evenly.
struct LinearPiece<Value: Interpolatable>: Hashable, Sendable {
  /// The stretch, in seconds.
  var range: RationalRange
  /// The value at its start.
  var from: Value
  /// The value that it comes to at its end.
  var to: Value
}

extension Ramps {
  /// The value over `range` as straight pieces, cut at `borders` too; `initial` before the first entry.
  func pieces(
    over range: RationalRange, initial: Value, cutAt borders: [Rational] = []
  ) throws(RationalError) -> [LinearPiece<Value>] {
    let inner = (entries.flatMap { [$0.start.rational, $0.end.rational].compactMap(\.self) } + borders)
      .filter { range.start < $0 && $0 < range.end }
    let times = Set(inner + [range.start, range.end]).sorted()
    var pieces: [LinearPiece<Value>] = []
    for (start, end) in zip(times, times.dropFirst()) {
      pieces.append(
        LinearPiece(
          range: try RationalRange(start: start, end: end), from: value(at: start, initial: initial),
          to: try limit(towards: end, from: start, initial: initial)))
    }
    return pieces
  }

  /// The limit of the value just before `end`, where no entry begins or ends between `start` and `end`.
  private func limit(towards end: Rational, from start: Rational, initial: Value) throws(RationalError) -> Value {
    guard let index = indexOfEntry(governing: start) else { return initial }
    guard case .ramp(let range, let from, let to) = entries[index], let first = range.start.rational,
      let length = range.duration.rational, length > .zero, let last = range.end.rational, start < last
    else { return entries[index].lastValue }
    return Value.interpolated(from: from, to: to, at: try ((end - first) / length).seconds)
  }

  /// The value that runs through `pieces`, which follow one another.
  ///
  /// - Throws: `RationalError` where a time has no exact `CMTime`.
  init(joining pieces: [LinearPiece<Value>]) throws(RationalError) {
    var entries: [Entry] = []
    for piece in pieces {
      let start = try CMTime(exactly: piece.range.start)
      if piece.from == piece.to {
        if entries.last?.lastValue != piece.from { entries.append(.setting(at: start, value: piece.from)) }
      } else {
        let range = CMTimeRange(start: start, duration: try CMTime(exactly: piece.range.duration))
        entries.append(.ramp(range: range, from: piece.from, to: piece.to))
      }
    }
    self.init(entries)
  }
}

extension Ramps<Double> {
  /// This value times `other` over `range`, both 1 before their first entries: exact where one of them stands still, and within
  /// 1/2000 where both change.
  package func times(_ other: Ramps<Double>, over range: RationalRange) throws(RationalError) -> Ramps<Double> {
    if entries.isEmpty { return other }
    if other.entries.isEmpty { return self }
    func borders(_ ramps: Ramps<Double>) -> [Rational] {
      ramps.entries.flatMap { [$0.start.rational, $0.end.rational].compactMap(\.self) }
    }
    var product: [LinearPiece<Double>] = []
    let theirs = try other.pieces(over: range, initial: 1, cutAt: borders(self))
    for (mine, theirs) in zip(try pieces(over: range, initial: 1, cutAt: borders(other)), theirs) {
      // A product of two lines is a parabola, which a chord misses by a quarter of the product of their rises in the middle.
      let bend = abs((mine.to - mine.from) * (theirs.to - theirs.from)) / 4
      var count: Int64 = 1
      while bend / Double(count * count) > 0.0005, count < 64 { count *= 2 }
      func value(_ step: Int64) -> Double {
        let fraction = Double(step) / Double(count)
        return Double.interpolated(from: mine.from, to: mine.to, at: fraction)
          * Double.interpolated(from: theirs.from, to: theirs.to, at: fraction)
      }
      for step in 0..<count {
        let length = mine.range.duration
        product.append(
          LinearPiece(
            range: try RationalRange(
              start: mine.range.start + length * Rational(step, count),
              end: mine.range.start + length * Rational(step + 1, count)),
            from: value(step), to: value(step + 1)))
      }
    }
    return try Ramps(joining: product)
  }
}
