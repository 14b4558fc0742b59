// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = the greatest element of A; −∞ where there is none.
public func vDSP_maxv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, -.infinity) { $1 > $0 ? $1 : $0 }
  unsafe C.pointee = total
}

/// C = the greatest element of A; −∞ where there is none.
public func vDSP_maxvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, -.infinity) { $1 > $0 ? $1 : $0 }
  unsafe C.pointee = total
}

/// C = the least element of A; +∞ where there is none.
public func vDSP_minv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, .infinity) { $1 < $0 ? $1 : $0 }
  unsafe C.pointee = total
}

/// C = the least element of A; +∞ where there is none.
public func vDSP_minvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, .infinity) { $1 < $0 ? $1 : $0 }
  unsafe C.pointee = total
}

/// C = the greatest absolute value of A; 0 where there is none.
public func vDSP_maxmgv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0) { max($0, abs($1)) }
  unsafe C.pointee = total
}

/// C = the greatest absolute value of A; 0 where there is none.
public func vDSP_maxmgvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0) { max($0, abs($1)) }
  unsafe C.pointee = total
}

/// C = the least absolute value of A; +∞ where there is none.
public func vDSP_minmgv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, .infinity) { min($0, abs($1)) }
  unsafe C.pointee = total
}

/// C = the least absolute value of A; +∞ where there is none.
public func vDSP_minmgvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, .infinity) { min($0, abs($1)) }
  unsafe C.pointee = total
}

/// C = the sum of A; 0 where there is nothing.
public func vDSP_sve(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) }
  unsafe C.pointee = Float(total)
}

/// C = the sum of A; 0 where there is nothing.
public func vDSP_sveD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) }
  unsafe C.pointee = Double(total)
}

/// C = the sum of the absolute values of A; 0 where there is nothing.
public func vDSP_svemg(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + abs(Double($1)) }
  unsafe C.pointee = Float(total)
}

/// C = the sum of the absolute values of A; 0 where there is nothing.
public func vDSP_svemgD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + abs(Double($1)) }
  unsafe C.pointee = Double(total)
}

/// C = the sum of the squares of A; 0 where there is nothing.
public func vDSP_svesq(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Float(total)
}

/// C = the sum of the squares of A; 0 where there is nothing.
public func vDSP_svesqD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Double(total)
}
