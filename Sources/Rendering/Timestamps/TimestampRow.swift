import MediaTime

/// The timestamps of a track's frames, in the ticks in which their container counted them.
struct TimestampRow {
  /// The first timestamp, in nanoseconds.
  private let first: Int128
  /// Ticks in a second.
  private let tickRate: Int64
  /// The distance of each from the first, in ticks.
  private let ticks: [Int64]

  /// The row of `timestamps`, in nanoseconds.
  init(_ timestamps: [Int64]) {
    let first = Int128(timestamps.first ?? 0)
    let offsets = timestamps.map { Int128($0) - first }
    self.first = first
    for rate in ContainerTicks.rates {
      if let ticks = Self.ticks(of: offsets, atRate: rate) {
        self.tickRate = rate
        self.ticks = ticks
        return
      }
    }
    self.tickRate = ContainerTicks.nanosecondRate
    self.ticks = offsets.map { Int64(clamping: $0) }
  }

  /// `offsets`, in nanoseconds, as ticks of 1/`rate` s; nil where one is more than 2 ns off a tick.
  private static func ticks(of offsets: [Int128], atRate rate: Int64) -> [Int64]? {
    let second = Int128(ContainerTicks.nanosecondRate)
    var ticks: [Int64] = []
    ticks.reserveCapacity(offsets.count)
    for offset in offsets {
      let position = offset * Int128(rate)
      let tick = position.dividedToNearest(by: second)
      guard (position - tick * second).magnitude <= 2 * rate.magnitude else { return nil }
      ticks.append(Int64(clamping: tick))
    }
    return ticks
  }

  /// The start of the first frame, to the nanosecond: a multiple of `frameDuration` if that can be.
  func start(preferring frameDuration: Rational?) -> Rational {
    StartInterval(around: first).start(preferring: frameDuration, tickRate: tickRate)
  }
}

extension TimestampRow {
  /// The grid on which the timestamps stand without a gap, if there is one.
  func constantFit(hint: Rational?) -> GridFit? {
    let even = evenDistance
    // Two timestamps are too few to distinguish rates.
    let standards = ticks.count > 2 ? StandardFrameRate.frameDurations : []
    let standardEven = even.flatMap { StandardFrameRate.frameDurations.contains($0) ? $0 : nil }
    let known = [standardEven, hint].compactMap(\.self) + standards + [even].compactMap(\.self)
    for frameDuration in known {
      if let fit = fit(frameDuration, allowingGaps: false) { return fit }
    }
    return simplestDistance.flatMap { fit($0, allowingGaps: false) } ?? twiceRoundedFit(hint: hint)
  }

  /// The grid of the hint or of a standard rate, whose times were rounded once before they were rounded to coarse ticks, as
  /// when a picture is made to begin between two of them; a frame must be long enough for that to mean anything.
  private func twiceRoundedFit(hint: Rational?) -> GridFit? {
    guard tickRate <= 2_000, ticks.count > 8 else { return nil }
    for frameDuration in [hint].compactMap(\.self) + StandardFrameRate.frameDurations {
      guard let length = try? frameDuration.floor(scaledBy: tickRate), length >= 8 else { continue }
      if let fit = fit(frameDuration, allowingGaps: false, tolerance: 2) { return fit }
    }
    return nil
  }

  /// The grid on which the timestamps stand with gaps, if there is one whose frames are long enough for that to mean
  /// anything.
  func gappedFit(hint: Rational?) -> GridFit? {
    for frameDuration in [hint].compactMap(\.self) + StandardFrameRate.frameDurations {
      guard let length = try? frameDuration.floor(scaledBy: tickRate), length >= 4 else { continue }
      if let fit = fit(frameDuration, allowingGaps: true) { return fit }
    }
    return nil
  }

  /// The grid of the ticks themselves, on which the timestamps always stand.
  var tickFit: GridFit {
    let tick = (try? Rational(1, tickRate)) ?? .one
    return GridFit(frameDuration: tick, numbers: ticks, start: start(preferring: nil))
  }

  /// The distance from each timestamp to the next, if it is the same number of ticks throughout.
  private var evenDistance: Rational? {
    guard ticks.count > 1, ticks[1] > 0 else { return nil }
    let distance = ticks[1]
    guard ticks.indices.allSatisfy({ Int128(ticks[$0]) == Int128($0) * Int128(distance) }) else { return nil }
    return try? Rational(distance, tickRate)
  }

  /// Tolerance of the timestamps' distances from a grid, in ticks: less than the one tick that rounding takes, unless
  /// the ticks are not known. Then they are nanoseconds, and demuxers add one or two wrongly.
  private var tolerance: Int128 { tickRate == ContainerTicks.nanosecondRate ? 4 : 1 }

  /// The simplest distance at which all timestamps may stand.
  ///
  /// Two timestamps that lie too far apart, or too near, for a distance bound it from below or above; so each distance
  /// that is tried and fails leaves fewer, until one is right or none is left.
  private var simplestDistance: Rational? {
    var lower = Rational.zero
    var upper = Rational(Int64(Int32.max))
    for _ in 0..<64 {
      guard lower <= upper else { return nil }
      let distance = Rational.simplest(in: lower...upper)
      guard let (least, greatest) = contradiction(to: distance) else { return distance }
      let apart = Int128(ticks[greatest]) - Int128(ticks[least])
      let places = Int64(greatest - least)
      // A thousandth of a tick inside the bound, which itself fails.
      guard let bound = Int64(exactly: 1_000 * (apart - tolerance) + 1),
        let limit = try? Rational(bound, 1_000 * places) / Rational(tickRate)
      else { return nil }
      if places > 0 { lower = max(lower, limit) } else { upper = min(upper, limit) }
    }
    return nil
  }

  /// The timestamps that are earliest and latest, compared with even ones at `distance`, if they are more than rounding
  /// explains.
  private func contradiction(to distance: Rational) -> (least: Int, greatest: Int)? {
    let scale = Int128(distance.denominator)
    let step = Int128(distance.numerator) * Int128(tickRate)
    var least: (index: Int, rest: Int128) = (0, 0)
    var greatest: (index: Int, rest: Int128) = (0, 0)
    for (index, tick) in ticks.enumerated() {
      let rest = Int128(tick) * scale - Int128(index) * step
      if rest < least.rest { least = (index, rest) }
      if rest > greatest.rest { greatest = (index, rest) }
    }
    return greatest.rest - least.rest < tolerance * scale ? nil : (least.index, greatest.index)
  }

  /// The grid of `frameDuration` on which the timestamps stand, to within what rounding takes; nil where they do not.
  private func fit(_ frameDuration: Rational, allowingGaps: Bool, tolerance: Int128? = nil) -> GridFit? {
    let tolerance = tolerance ?? self.tolerance
    guard frameDuration.isPlausibleFrameDuration else { return nil }
    let scale = Int128(frameDuration.denominator)
    let step = Int128(frameDuration.numerator) * Int128(tickRate)
    var numbers: [Int64] = []
    numbers.reserveCapacity(ticks.count)
    var least: Int128 = 0
    var greatest: Int128 = 0
    for (index, tick) in ticks.enumerated() {
      let position = Int128(tick) * scale
      let number = allowingGaps ? position.dividedToNearest(by: step) : Int128(index)
      least = min(least, position - number * step)
      greatest = max(greatest, position - number * step)
      guard greatest - least < tolerance * scale, numbers.last.map({ $0 < number }) ?? true else { return nil }
      numbers.append(Int64(clamping: number))
    }
    let isRounded = tickRate != ContainerTicks.nanosecondRate && !step.isMultiple(of: scale)
    let interval = StartInterval(
      around: first, least: least, greatest: greatest, scale: scale, tickRate: tickRate, isRounded: isRounded)
    return GridFit(
      frameDuration: frameDuration, numbers: numbers,
      start: interval.start(preferring: frameDuration, tickRate: tickRate))
  }
}

extension Rational {
  /// Whether a frame may last so long: more than 0, and written with numbers that 32 bits hold, as media write it.
  fileprivate var isPlausibleFrameDuration: Bool {
    self > .zero && numerator <= Int32.max && denominator <= Int32.max
  }
}
