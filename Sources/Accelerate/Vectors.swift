// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc

// SAFETY: vectors are read and written at the caller's addresses, as many elements as it says with the strides that it says; vDSP's callers
// answer for these, and nothing is kept.

/// How many elements.
public typealias vDSP_Length = UInt
/// From one element to the next, in elements; 1 for those that lie side by side, and negative to go backwards.
public typealias vDSP_Stride = Int

/// Walks over vectors in memory, element by element from the first on: a result may be written over what it is made of.
///
/// ```
///  A       ●   ○   ●   ○   ●       IA = 2, N = 3
///  C       ●   ●   ●               IC = 1
/// ```
enum Vectors {
  /// Writes what `body` makes of each element of `a` to `c`.
  @inline(__always)
  static func map<A, C>(
    _ a: UnsafePointer<A>, _ aStride: Int, _ c: UnsafeMutablePointer<C>, _ cStride: Int, _ count: UInt,
    _ body: (A) -> C
  ) {
    var (place, target) = (0, 0)
    for _ in 0..<count {
      unsafe c[target] = body(a[place])
      (place, target) = (place &+ aStride, target &+ cStride)
    }
  }

  /// Writes what `body` makes of each element of `a` and that of `b` to `c`.
  @inline(__always)
  static func map<Value>(
    _ a: UnsafePointer<Value>, _ aStride: Int, _ b: UnsafePointer<Value>, _ bStride: Int,
    _ c: UnsafeMutablePointer<Value>, _ cStride: Int, _ count: UInt, _ body: (Value, Value) -> Value
  ) {
    var (place, other, target) = (0, 0, 0)
    for _ in 0..<count {
      unsafe c[target] = body(a[place], b[other])
      (place, other, target) = (place &+ aStride, other &+ bStride, target &+ cStride)
    }
  }

  /// Writes what `body` makes of each element of `a` and that of `b`, both with one stride, to `c`.
  @inline(__always)
  static func combine<Value, C>(
    _ a: UnsafePointer<Value>, _ b: UnsafePointer<Value>, _ stride: Int, _ c: UnsafeMutablePointer<C>, _ cStride: Int,
    _ count: UInt, _ body: (Value, Value) -> C
  ) {
    var (place, target) = (0, 0)
    for _ in 0..<count {
      unsafe c[target] = body(a[place], b[place])
      (place, target) = (place &+ stride, target &+ cStride)
    }
  }

  /// Writes what `body` gives for each number from 0 on to `c`.
  @inline(__always)
  static func make<Value>(
    _ c: UnsafeMutablePointer<Value>, _ stride: Int, _ count: UInt, _ body: (UInt) -> Value
  ) {
    var target = 0
    for number in 0..<count {
      unsafe c[target] = body(number)
      target &+= stride
    }
  }

  /// The result that `body` makes of `start` and one element of `a` after the other.
  @inline(__always)
  static func reduce<A, Total>(
    _ a: UnsafePointer<A>, _ stride: Int, _ count: UInt, _ start: Total, _ body: (Total, A) -> Total
  ) -> Total {
    var (total, place) = (start, 0)
    for _ in 0..<count {
      total = unsafe body(total, a[place])
      place &+= stride
    }
    return total
  }

  /// Writes a window of `count` numbers, of which `body` gives each by its angle; half of it where `flags` say so.
  static func window<Value>(
    _ c: UnsafeMutablePointer<Value>, _ count: UInt, _ flags: Int32, _ body: (_ angle: Double) -> Value
  ) {
    let written = Int(flags) & vDSP_HALF_WINDOW == 0 ? count : count / 2 + count % 2
    unsafe make(c, 1, written) { body(2 * .pi * Double($0) / Double(count)) }
  }

  /// Writes `count` sums of the `taps` products of `a` and the filter `f`; each begins `step` elements of `a` behind the last, whose products
  /// take elements of `a` that are `every` apart.
  @inline(__always)
  static func filter<Value: BinaryFloatingPoint>(
    _ a: UnsafePointer<Value>, _ step: Int, _ f: UnsafePointer<Value>, _ fStride: Int,
    _ c: UnsafeMutablePointer<Value>, _ cStride: Int, _ count: UInt, _ taps: UInt, every: Int = 1
  ) {
    var (start, target) = (0, 0)
    for _ in 0..<count {
      var (sum, place, tap) = (Value.zero, start, 0)
      for _ in 0..<taps {
        sum += unsafe a[place] * f[tap]
        (place, tap) = (place &+ every, tap &+ fStride)
      }
      unsafe c[target] = sum
      (start, target) = (start &+ step, target &+ cStride)
    }
  }

  /// `value` as an integer, rounded by `rule`: what is beyond its range is brought to its end, and what is no number to 0.
  @inline(__always)
  static func whole<Whole: FixedWidthInteger>(_ value: Double, _ rule: FloatingPointRoundingRule) -> Whole {
    guard !value.isNaN else { return 0 }
    // The ends of integers of up to 32 bits are exact.
    return Whole(min(max(value.rounded(rule), Double(Whole.min)), Double(Whole.max)))
  }
}
