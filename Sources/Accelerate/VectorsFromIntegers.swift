// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = A, bytes with a sign, as floating-point numbers.
public func vDSP_vflt8(
  _ A: UnsafePointer<Int8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}

/// C = A, bytes with a sign, as floating-point numbers.
public func vDSP_vflt8D(
  _ A: UnsafePointer<Int8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, bytes without a sign, as floating-point numbers.
public func vDSP_vfltu8(
  _ A: UnsafePointer<UInt8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}

/// C = A, bytes without a sign, as floating-point numbers.
public func vDSP_vfltu8D(
  _ A: UnsafePointer<UInt8>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, 16-bit integers with a sign, as floating-point numbers.
public func vDSP_vflt16(
  _ A: UnsafePointer<Int16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}

/// C = A, 16-bit integers with a sign, as floating-point numbers.
public func vDSP_vflt16D(
  _ A: UnsafePointer<Int16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, 16-bit integers without a sign, as floating-point numbers.
public func vDSP_vfltu16(
  _ A: UnsafePointer<UInt16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}

/// C = A, 16-bit integers without a sign, as floating-point numbers.
public func vDSP_vfltu16D(
  _ A: UnsafePointer<UInt16>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, 32-bit integers with a sign, as floating-point numbers.
public func vDSP_vflt32(
  _ A: UnsafePointer<Int32>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}

/// C = A, 32-bit integers with a sign, as floating-point numbers.
public func vDSP_vflt32D(
  _ A: UnsafePointer<Int32>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, in double precision.
public func vDSP_vspdp(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Double($0) }
}

/// C = A, in single precision.
public func vDSP_vdpsp(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Float($0) }
}
