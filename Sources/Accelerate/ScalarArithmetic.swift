// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = A + B, which is one number.
public func vDSP_vsadd(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 + b }
}

/// C = A + B, which is one number.
public func vDSP_vsaddD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 + b }
}

/// C = A · B, which is one number.
public func vDSP_vsmul(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * b }
}

/// C = A · B, which is one number.
public func vDSP_vsmulD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 * b }
}

/// C = A ÷ B, which is one number.
public func vDSP_vsdiv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 / b }
}

/// C = A ÷ B, which is one number.
public func vDSP_vsdivD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 / b }
}

/// C = A, but nothing below B, which is one number.
public func vDSP_vthr(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 >= b ? $0 : b }
}

/// C = A, but nothing below B, which is one number.
public func vDSP_vthrD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 >= b ? $0 : b }
}

/// C = A, and 0 for what is below B, which is one number.
public func vDSP_vthres(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 >= b ? $0 : 0 }
}

/// C = A, and 0 for what is below B, which is one number.
public func vDSP_vthresD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, N) { $0 >= b ? $0 : 0 }
}

/// D = A · B + C, where B and C are one number each.
public func vDSP_vsmsa(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafePointer<Float>,
  _ D: UnsafeMutablePointer<Float>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let (b, c) = unsafe (B.pointee, C.pointee)
  unsafe Vectors.map(A, IA, D, ID, N) { $0 * b + c }
}

/// D = A · B + C, where B is one number.
public func vDSP_vsma(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ C: UnsafePointer<Float>, _ IC: vDSP_Stride,
  _ D: UnsafeMutablePointer<Float>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, D, ID, N) { $0 * b + $1 }
}

/// D = A · B + C, where B and C are one number each.
public func vDSP_vsmsaD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafePointer<Double>,
  _ D: UnsafeMutablePointer<Double>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let (b, c) = unsafe (B.pointee, C.pointee)
  unsafe Vectors.map(A, IA, D, ID, N) { $0 * b + c }
}

/// D = A · B + C, where B is one number.
public func vDSP_vsmaD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ C: UnsafePointer<Double>,
  _ IC: vDSP_Stride,
  _ D: UnsafeMutablePointer<Double>, _ ID: vDSP_Stride, _ N: vDSP_Length
) {
  let b = unsafe B.pointee
  unsafe Vectors.map(A, IA, C, IC, D, ID, N) { $0 * b + $1 }
}
