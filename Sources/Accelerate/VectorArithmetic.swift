// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = A + B, element by element.
public func vDSP_vadd(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 + $1 }
}

/// C = A + B, element by element.
public func vDSP_vaddD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 + $1 }
}

/// C = A − B, element by element; B comes first.
public func vDSP_vsub(
  _ B: UnsafePointer<Float>, _ IB: vDSP_Stride, _ A: UnsafePointer<Float>, _ IA: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 - $1 }
}

/// C = A − B, element by element; B comes first.
public func vDSP_vsubD(
  _ B: UnsafePointer<Double>, _ IB: vDSP_Stride, _ A: UnsafePointer<Double>, _ IA: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 - $1 }
}

/// C = A · B, element by element.
public func vDSP_vmul(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 * $1 }
}

/// C = A · B, element by element.
public func vDSP_vmulD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 * $1 }
}

/// C = A ÷ B, element by element; B comes first.
public func vDSP_vdiv(
  _ B: UnsafePointer<Float>, _ IB: vDSP_Stride, _ A: UnsafePointer<Float>, _ IA: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 / $1 }
}

/// C = A ÷ B, element by element; B comes first.
public func vDSP_vdivD(
  _ B: UnsafePointer<Double>, _ IB: vDSP_Stride, _ A: UnsafePointer<Double>, _ IA: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { $0 / $1 }
}

/// C = the greater one of A and B, element by element.
public func vDSP_vmax(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { max($0, $1) }
}

/// C = the greater one of A and B, element by element.
public func vDSP_vmaxD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { max($0, $1) }
}

/// C = the smaller one of A and B, element by element.
public func vDSP_vmin(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { min($0, $1) }
}

/// C = the smaller one of A and B, element by element.
public func vDSP_vminD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  unsafe Vectors.map(A, IA, B, IB, C, IC, N) { min($0, $1) }
}
