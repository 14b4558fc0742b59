import MediaTime

/// A grid of exact times that explains a row of timestamps.
struct GridFit {
  /// The distance from one place of the grid to the next.
  let frameDuration: Rational
  /// On which place of the grid each timestamp stands, counted from the first.
  let numbers: [Int64]
  /// The exact time of the first.
  let start: Rational

  /// The timing whose frames stand on the grid as the timestamps do; the last one lasts `lastDuration` nanoseconds, to
  /// the nearest place of the grid, or as long as the one before it. Nil where a time does not fit in 64 bits.
  func timing(lastDuration: Int64?) -> FrameTiming? {
    do {
      var starts: [Rational] = []
      starts.reserveCapacity(numbers.count)
      for number in numbers { starts.append(try start + Rational(number) * frameDuration) }
      guard let last = starts.last else { return nil }
      var length = try last - (starts.dropLast().last ?? last)
      if let lastDuration {
        let places = try (Rational(lastDuration, ContainerTicks.nanosecondRate) / frameDuration).rounded()
        length = try Rational(places) * frameDuration
      }
      return .variable(starts: starts, end: try last + max(length, frameDuration))
    } catch {
      return nil
    }
  }
}
