// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = the absolute value of A, element by element.
public func vDSP_vabs(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { abs($0) }
}

/// C = the absolute value of A, element by element.
public func vDSP_vabsD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { abs($0) }
}

/// C = −A, element by element.
public func vDSP_vneg(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { -$0 }
}

/// C = −A, element by element.
public func vDSP_vnegD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { -$0 }
}

/// C = A², element by element.
public func vDSP_vsq(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * $0 }
}

/// C = A², element by element.
public func vDSP_vsqD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * $0 }
}

/// C = A · |A|, element by element.
public func vDSP_vssq(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * abs($0) }
}

/// C = A · |A|, element by element.
public func vDSP_vssqD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * abs($0) }
}

/// D = A, but nothing below B, and then nothing above C, which are one number each.
public func vDSP_vclip(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafePointer<Float>,
  _ D: UnsafeMutablePointer<Float>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let (low, high) = unsafe (B.pointee, C.pointee)
  unsafe Vectors.map(A, IA, D, ID, N) {
    let value = $0 < low ? low : $0
    return high < value ? high : value
  }
}

/// C = A in decibels against B, which is one number: 20 · log₁₀(A ÷ B) of amplitudes, where F is 1, and 10 · log₁₀(A ÷ B) of powers, where
/// it is 0. Silence is −∞.
public func vDSP_vdbcon(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length, _ F: UInt32
) {
  let (zero, factor): (Float, Float) = unsafe (B.pointee, F == 1 ? 20 : 10)
  unsafe Vectors.map(A, IA, C, IC, N) { factor * log10($0 / zero) }
}

/// D = A + C · (B − A), where C is one number: what lies between A and B.
public func vDSP_vintb(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride, _ C: UnsafePointer<Float>,
  _ D: UnsafeMutablePointer<Float>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let part = unsafe C.pointee
  unsafe Vectors.map(A, IA, B, IB, D, ID, N) { $0 + part * ($1 - $0) }
}

/// D = A, but nothing below B, and then nothing above C, which are one number each.
public func vDSP_vclipD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafePointer<Double>,
  _ D: UnsafeMutablePointer<Double>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let (low, high) = unsafe (B.pointee, C.pointee)
  unsafe Vectors.map(A, IA, D, ID, N) {
    let value = $0 < low ? low : $0
    return high < value ? high : value
  }
}

/// C = A in decibels against B, which is one number: 20 · log₁₀(A ÷ B) of amplitudes, where F is 1, and 10 · log₁₀(A ÷ B) of powers, where
/// it is 0. Silence is −∞.
public func vDSP_vdbconD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length, _ F: UInt32
) {
  let (zero, factor): (Double, Double) = unsafe (B.pointee, F == 1 ? 20 : 10)
  unsafe Vectors.map(A, IA, C, IC, N) { factor * log10($0 / zero) }
}

/// D = A + C · (B − A), where C is one number: what lies between A and B.
public func vDSP_vintbD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafePointer<Double>,
  _ D: UnsafeMutablePointer<Double>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let part = unsafe C.pointee
  unsafe Vectors.map(A, IA, B, IB, D, ID, N) { $0 + part * ($1 - $0) }
}
