import Glibc

// SAFETY: parts of numbers are read and written at the caller's addresses, as vDSP's functions do.

/// A complex number in double precision.
struct Complex {
  var (real, imaginary): (Double, Double)

  static func + (a: Complex, b: Complex) -> Complex {
    Complex(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }
  static func - (a: Complex, b: Complex) -> Complex {
    Complex(real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
  }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      real: a.real * b.real - a.imaginary * b.imaginary, imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }
  /// With the other sign of the imaginary part.
  var conjugate: Complex { Complex(real: real, imaginary: -imaginary) }

  /// `count` numbers at these addresses.
  static func read<Value: BinaryFloatingPoint>(
    _ real: UnsafePointer<Value>, _ imaginary: UnsafePointer<Value>, _ stride: Int, _ count: Int
  ) -> [Complex] {
    (0..<count).map { number in
      unsafe Complex(real: Double(real[number &* stride]), imaginary: Double(imaginary[number &* stride]))
    }
  }

  /// Writes `numbers` to these addresses.
  static func write<Value: BinaryFloatingPoint>(
    _ numbers: [Complex], _ real: UnsafeMutablePointer<Value>, _ imaginary: UnsafeMutablePointer<Value>, _ stride: Int
  ) {
    for (number, value) in numbers.enumerated() {
      unsafe (real[number &* stride], imaginary[number &* stride]) = (Value(value.real), Value(value.imaginary))
    }
  }
}

/// The Fourier transform of as many numbers as a power of 2 (``FFTSetup``): Cooley's and Tukey's, in double precision.
///
/// ```
///  numbers in the order of their reversed bits ─▶ pairs ─▶ fours ─▶ eights …      each step by the angles of its length
/// ```
///
/// Immutable. Threads: any.
public final class OpaqueFFTSetup: Sendable {
  /// The numbers of the unit circle, clockwise, as many as half of the longest transform.
  private let circle: [(real: Double, imaginary: Double)]

  /// Transforms of up to 2^`log2n` numbers.
  init(log2n: Int) {
    let count = 1 << log2n
    circle = (0..<max(1, count / 2)).map { number in
      let angle = -2 * Double.pi * Double(number) / Double(count)
      return (cos(angle), sin(angle))
    }
  }

  /// The number of the unit circle at `part` of `whole`, a power of 2, clockwise, or the other way round where `isInverse`. Lengths beyond
  /// those that were asked for are reckoned.
  private func turn(_ part: Int, of whole: Int, isInverse: Bool) -> Complex {
    let sign = isInverse ? -1.0 : 1.0
    guard whole <= circle.count * 2, part * 2 < whole else {
      let angle = -2 * Double.pi * Double(part) / Double(whole)
      return Complex(real: cos(angle), imaginary: sign * sin(angle))
    }
    let known = circle[part * (circle.count * 2 / whole)]
    return Complex(real: known.real, imaginary: sign * known.imaginary)
  }

  /// Transforms `numbers`, as many as a power of 2, without a factor.
  func transform(_ numbers: inout [Complex], isInverse: Bool) {
    let count = numbers.count
    var reversed = 0
    for index in 1..<max(1, count) {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed { numbers.swapAt(index, reversed) }
    }
    var length = 2
    while length <= count {
      for place in 0..<length / 2 {
        let turn = turn(place, of: length, isInverse: isInverse)
        for start in stride(from: place, to: count, by: length) {
          let (low, high) = (numbers[start], numbers[start + length / 2] * turn)
          (numbers[start], numbers[start + length / 2]) = (low + high, low - high)
        }
      }
      length *= 2
    }
  }

  /// Twice the first half of the spectrum of the samples that are the parts of `pairs`, in their order; the middle's value is the
  /// first one's imaginary part.
  func half(ofSamples pairs: [Complex]) -> [Complex] {
    var pairs = pairs
    transform(&pairs, isInverse: false)
    let count = pairs.count
    var half = pairs
    for number in 1..<max(1, count) {
      // The even samples' spectrum, and the odd ones'.
      let (own, other) = (pairs[number], pairs[count - number].conjugate)
      let difference = own - other
      let odd = Complex(real: difference.imaginary, imaginary: -difference.real)
      half[number] = own + other + odd * turn(number, of: 2 * count, isInverse: false)
    }
    let first = pairs[0]
    half[0] = Complex(real: 2 * (first.real + first.imaginary), imaginary: 2 * (first.real - first.imaginary))
    return half
  }

  /// The samples whose spectrum's first half `half` is, as many times themselves as they are, as parts of pairs.
  func samples(ofHalf half: [Complex]) -> [Complex] {
    let count = half.count
    var pairs = half
    for number in 1..<max(1, count) {
      let (own, other) = (half[number], half[count - number].conjugate)
      let odd = (own - other) * turn(number, of: 2 * count, isInverse: true)
      pairs[number] = own + other + Complex(real: -odd.imaginary, imaginary: odd.real)
    }
    let (sum, middle) = (half[0].real, half[0].imaginary)
    pairs[0] = Complex(real: sum + middle, imaginary: sum - middle)
    transform(&pairs, isInverse: true)
    return pairs
  }
}
