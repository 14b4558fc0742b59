// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

import Glibc

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// A complex number (`DSPComplex`).
public struct DSPComplex: Hashable, Sendable {
  /// The real part.
  public var real: Float
  /// The imaginary part.
  public var imag: Float

  /// 0.
  public init() { (real, imag) = (0, 0) }
  /// The parts as they are.
  public init(real: Float, imag: Float) { (self.real, self.imag) = (real, imag) }
}

/// Complex numbers whose parts lie apart, at two addresses of the caller's (`DSPSplitComplex`).
@unsafe public struct DSPSplitComplex {
  /// The real parts.
  public var realp: UnsafeMutablePointer<Float>
  /// The imaginary parts.
  public var imagp: UnsafeMutablePointer<Float>

  /// Parts at these addresses.
  public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
    unsafe (self.realp, self.imagp) = (realp, imagp)
  }
}

/// A complex number (`DSPDoubleComplex`).
public struct DSPDoubleComplex: Hashable, Sendable {
  /// The real part.
  public var real: Double
  /// The imaginary part.
  public var imag: Double

  /// 0.
  public init() { (real, imag) = (0, 0) }
  /// The parts as they are.
  public init(real: Double, imag: Double) { (self.real, self.imag) = (real, imag) }
}

/// Complex numbers whose parts lie apart, at two addresses of the caller's (`DSPDoubleSplitComplex`).
@unsafe public struct DSPDoubleSplitComplex {
  /// The real parts.
  public var realp: UnsafeMutablePointer<Double>
  /// The imaginary parts.
  public var imagp: UnsafeMutablePointer<Double>

  /// Parts at these addresses.
  public init(realp: UnsafeMutablePointer<Double>, imagp: UnsafeMutablePointer<Double>) {
    unsafe (self.realp, self.imagp) = (realp, imagp)
  }
}

/// Z = C, its parts apart. IC counts parts: 2 for numbers that lie side by side.
public func vDSP_ctoz(
  _ C: UnsafePointer<DSPComplex>, _ IC: vDSP_Stride, _ Z: UnsafePointer<DSPSplitComplex>, _ IZ: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe Z.pointee
  unsafe Vectors.map(C, IC / 2, parts.realp, IZ, N) { $0.real }
  unsafe Vectors.map(C, IC / 2, parts.imagp, IZ, N) { $0.imag }
}

/// C = Z, its parts side by side. IC counts parts: 2 for numbers that lie side by side.
public func vDSP_ztoc(
  _ Z: UnsafePointer<DSPSplitComplex>, _ IZ: vDSP_Stride, _ C: UnsafeMutablePointer<DSPComplex>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe Z.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IZ, C, IC / 2, N) { DSPComplex(real: $0, imag: $1) }
}

/// C = the squares of the absolute values of A.
public func vDSP_zvmags(
  _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { $0 * $0 + $1 * $1 }
}

/// C = the absolute values of A.
public func vDSP_zvabs(
  _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { ($0 * $0 + $1 * $1).squareRoot() }
}

/// C = the angles of A, from −π to π.
public func vDSP_zvphas(
  _ A: UnsafePointer<DSPSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { atan2($1, $0) }
}

/// Z = C, its parts apart. IC counts parts: 2 for numbers that lie side by side.
public func vDSP_ctozD(
  _ C: UnsafePointer<DSPDoubleComplex>, _ IC: vDSP_Stride, _ Z: UnsafePointer<DSPDoubleSplitComplex>, _ IZ: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe Z.pointee
  unsafe Vectors.map(C, IC / 2, parts.realp, IZ, N) { $0.real }
  unsafe Vectors.map(C, IC / 2, parts.imagp, IZ, N) { $0.imag }
}

/// C = Z, its parts side by side. IC counts parts: 2 for numbers that lie side by side.
public func vDSP_ztocD(
  _ Z: UnsafePointer<DSPDoubleSplitComplex>, _ IZ: vDSP_Stride, _ C: UnsafeMutablePointer<DSPDoubleComplex>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let parts = unsafe Z.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IZ, C, IC / 2, N) { DSPDoubleComplex(real: $0, imag: $1) }
}

/// C = the squares of the absolute values of A.
public func vDSP_zvmagsD(
  _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { $0 * $0 + $1 * $1 }
}

/// C = the absolute values of A.
public func vDSP_zvabsD(
  _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { ($0 * $0 + $1 * $1).squareRoot() }
}

/// C = the angles of A, from −π to π.
public func vDSP_zvphasD(
  _ A: UnsafePointer<DSPDoubleSplitComplex>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let parts = unsafe A.pointee
  unsafe Vectors.combine(parts.realp, parts.imagp, IA, C, IC, N) { atan2($1, $0) }
}
