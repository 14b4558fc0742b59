import CLightLoops

// SAFETY: the table is allocated and filled in `init`, never written again and freed in `deinit`; the loops that read
// it clamp to its ends.

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

  private static let stepBits: UInt32 = 9
  /// A float's bits below the number of its step.
  private static let fractionBits: UInt32 = 14

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

  /// The table as the loops over pixels take it, as long as the table lives.
  var described: light_table {
    unsafe light_table(values: values, lowest: lowest, highest: highest, zero: zero, base: base)
  }
}
