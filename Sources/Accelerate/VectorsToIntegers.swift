// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = A as bytes with a sign, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix8(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int8>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as bytes with a sign, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix8D(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int8>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as 16-bit integers, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix16(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as 16-bit integers, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix16D(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as 16-bit integers, to the nearest, and to even ones between two; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfixr16(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .toNearestOrEven) }
}

/// C = A as 16-bit integers, to the nearest, and to even ones between two; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfixr16D(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int16>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .toNearestOrEven) }
}

/// C = A as 32-bit integers, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix32(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int32>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as 32-bit integers, towards 0; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfix32D(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int32>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .towardZero) }
}

/// C = A as 32-bit integers, to the nearest, and to even ones between two; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfixr32(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int32>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .toNearestOrEven) }
}

/// C = A as 32-bit integers, to the nearest, and to even ones between two; what is beyond is brought to the end, and what is no number to 0.
public func vDSP_vfixr32D(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Int32>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, C, IC, N) { Vectors.whole(Double($0), .toNearestOrEven) }
}
