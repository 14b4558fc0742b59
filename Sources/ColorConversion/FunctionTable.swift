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
  private static let fractionBits = 23 - stepBits
  private static let fractionMask: UInt32 = 1 << fractionBits - 1

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

  /// The function's value at `light`.
  @inline(__always)
  subscript(light: Float) -> Float {
    guard light >= lowest else { return zero + (unsafe values[0] - zero) * max(0, light) / lowest }
    let bits = min(light, highest).bitPattern
    let index = Int(bits >> Self.fractionBits - base)
    let fraction = Float(bits & Self.fractionMask) * (1 / Float(Self.fractionMask + 1))
    let (lower, upper) = unsafe (values[index], values[index + 1])
    return lower + (upper - lower) * fraction
  }
}
