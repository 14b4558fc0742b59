/// A smooth function of light by a table whose steps grow with the light, as its precision should: 512 for each doubling,
/// and a straight line between two. For powers and PQ that is exact to 1 in 500,000.
///
/// It is the same on every processor, which a power computed on the spot need not be. Threads: any.
@safe final class FunctionTable: @unchecked Sendable {
  // @unchecked: nothing writes to the values after they are made.
  private let values: UnsafeMutablePointer<Float>
  private let lowest: Float
  private let highest: Float
  private let base: UInt32
  private let zero: Float

  // Computed, so that a loop over pixels has them as numbers.
  private static var stepBits: UInt32 { 9 }
  private static var fractionBits: UInt32 { 14 }
  private static var fractionMask: UInt32 { 0x3FFF }
  private static var fractionScale: Float { 1 / 16_384 }

  /// `function` from 2^`exponents.lowerBound` to 2^`exponents.upperBound`. Below, it goes straight to its value at 0; above,
  /// it stays.
  init(_ exponents: ClosedRange<Int>, _ function: (Double) -> Double) {
    lowest = Float(sign: .plus, exponent: exponents.lowerBound, significand: 1)
    highest = Float(sign: .plus, exponent: exponents.upperBound, significand: 1)
    base = lowest.bitPattern >> Self.fractionBits
    zero = Float(function(0))
    // One more than there are, so that the last line has two ends.
    let count = (exponents.count - 1) << Int(Self.stepBits) + 2
    unsafe values = UnsafeMutablePointer.allocate(capacity: count)
    for index in 0..<count {
      let light = Float(bitPattern: (base + UInt32(index)) << Self.fractionBits)
      unsafe (values + index).initialize(to: Float(function(Double(light))))
    }
  }

  deinit { unsafe values.deallocate() }

  /// What looks values up, as long as the table lives.
  var reader: Reader { unsafe Reader(values: values, lowest: lowest, highest: highest, base: base, zero: zero) }

  /// The values and their scale, without the table's own reference: what a loop over pixels holds.
  @unsafe struct Reader {
    fileprivate let values: UnsafeMutablePointer<Float>
    fileprivate let lowest: Float
    fileprivate let highest: Float
    fileprivate let base: UInt32
    fileprivate let zero: Float

    /// The function's value at `light`.
    @inline(__always)
    subscript(light: Float) -> Float {
      if unsafe light < lowest { return unsafe zero + (values[0] - zero) * Swift.max(0, light) / lowest }
      let bits = unsafe (light < highest ? light : highest).bitPattern
      let index = unsafe Int(bits >> FunctionTable.fractionBits &- base)
      let fraction = Float(Int32(bitPattern: bits & FunctionTable.fractionMask)) * FunctionTable.fractionScale
      let (lower, upper) = unsafe (values[index], values[index + 1])
      return lower + (upper - lower) * fraction
    }
  }
}
