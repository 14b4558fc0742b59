public import Foundation

/// Samples out of their bytes, the least significant byte first. Loops over samples stand here because this module is optimized in
/// debug builds as well.
public enum RawSamples {
  /// Samples of 16 bits, −1…1.
  public static func shorts(_ bytes: Data) -> [Float] {
    numbers([UInt8](bytes), of: 2) { Float(Int16(truncatingIfNeeded: $0)) / 32_768 }
  }

  /// Whole numbers of 32 bits.
  public static func integers(_ bytes: Data) -> [Int32] {
    numbers([UInt8](bytes), of: 4) { Int32(truncatingIfNeeded: $0) }
  }

  /// Numbers in single precision.
  public static func floats(_ bytes: Data) -> [Float] {
    numbers([UInt8](bytes), of: 4) { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) }
  }

  /// Numbers in single precision, in double.
  public static func widened(_ bytes: Data) -> [Double] { floats(bytes).map(Double.init) }

  /// Numbers in double precision.
  public static func doubles(_ bytes: Data) -> [Double] { numbers([UInt8](bytes), of: 8) { Double(bitPattern: $0) } }

  /// The samples of each of `count` channels out of interleaved ones.
  public static func channels(_ interleaved: [Double], count: Int) -> [[Double]] {
    (0..<count).map { channel in stride(from: channel, to: interleaved.count, by: count).map { interleaved[$0] } }
  }

  /// By how much samples differ at most, as far as there are of both.
  public static func greatestDifference(_ some: [Int32], _ others: [Int32]) -> Int64 {
    zip(some, others).reduce(0) { max($0, abs(Int64($1.0) - Int64($1.1))) }
  }

  /// By how much samples in double precision differ at most, as far as there are of both.
  public static func greatestDifference(_ some: [Double], _ others: ArraySlice<Double>) -> Double {
    zip(some, others).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  /// How like one another a channel's samples are among as many interleaved ones: 1 where one is the other, louder or not; the root of
  /// the mean of their squared differences; and the greatest of these.
  public static func comparison(
    _ some: ArraySlice<Double>, _ others: ArraySlice<Double>, channel: Int, of channels: Int
  ) -> (likeness: Double, deviation: Double, worst: Double) {
    var (product, own, other, error, worst) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for offset in stride(from: channel, to: some.count, by: channels) {
      let (left, right) = (some[some.startIndex + offset], others[others.startIndex + offset])
      product += left * right
      own += left * left
      other += right * right
      error += (left - right) * (left - right)
      worst = max(worst, abs(left - right))
    }
    let likeness = own * other > 0 ? product / (own * other).squareRoot() : (own == other ? 1 : 0)
    return (likeness, (error / Double(max(1, some.count / max(1, channels)))).squareRoot(), worst)
  }

  /// How much there is of a frequency in `samples`, of whose rate it is `share`: Goertzel's algorithm.
  public static func power(_ samples: ArraySlice<Double>, at share: Double) -> Double {
    let factor = 2 * cos(2 * Double.pi * share)
    var (last, before) = (0.0, 0.0)
    for sample in samples { (last, before) = (sample + factor * last - before, last) }
    return max(0, last * last + before * before - factor * last * before)
  }

  private static func numbers<Number>(_ bytes: [UInt8], of width: Int, _ number: (UInt64) -> Number) -> [Number] {
    (0..<bytes.count / width).map { place in
      var bits: UInt64 = 0
      for index in (0..<width).reversed() { bits = bits << 8 | UInt64(bytes[place * width + index]) }
      return number(bits)
    }
  }
}
