import MediaTime
import SeededRandom

extension SeededGenerator {
  /// The timescales that media have.
  static let timescales: [CMTimeScale] = [
    1, 24, 25, 30, 50, 60, 600, 1000, 24_000, 30_000, 44_100, 48_000, 60_000, 90_000,
  ]

  /// A time of up to about a day, before or after zero, at a timescale that media have.
  mutating func time() -> CMTime {
    let timescale = Self.timescales[Int.random(in: 0..<Self.timescales.count, using: &self)]
    return CMTime(value: .random(in: -100_000...100_000, using: &self) * Int64(timescale) / 7, timescale: timescale)
  }

  /// A time as ``time()``, greater than zero.
  mutating func duration() -> CMTime {
    let timescale = Self.timescales[Int.random(in: 0..<Self.timescales.count, using: &self)]
    return CMTime(value: .random(in: 1...100_000, using: &self), timescale: timescale)
  }

  /// A range that is not empty.
  mutating func range() -> CMTimeRange {
    CMTimeRange(start: time(), duration: duration())
  }

  /// Four arbitrary fields, often extremes, as a corrupt file or a wrong call may contain.
  mutating func anyFields() -> CMTime {
    let values: [Int64] = [.min, .min + 1, -1, 0, 1, .max, .random(in: .min ... .max, using: &self)]
    let timescales: [Int32] = [.min, -1, 0, 1, 2, 600, .max - 1, .max, .random(in: .min ... .max, using: &self)]
    let epochs: [Int64] = [.min, -1, 0, 0, 0, 1, .max]
    return CMTime(
      value: values[Int.random(in: 0..<values.count, using: &self)],
      timescale: timescales[Int.random(in: 0..<timescales.count, using: &self)],
      flags: CMTimeFlags(rawValue: .random(in: 0...35, using: &self) | 1),
      epoch: epochs[Int.random(in: 0..<epochs.count, using: &self)])
  }

  /// A fraction of two numbers of up to `bits` bits.
  mutating func rational(bits: Int) throws -> Rational {
    let limit = Int64.max >> Int64(63 - bits)
    return try Rational(.random(in: -limit...limit, using: &self), .random(in: 1...limit, using: &self))
  }
}
