// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = the mean of A; not a number where there is nothing.
public func vDSP_meanv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) }
  unsafe C.pointee = Float(total / Double(N))
}

/// C = the mean of A; not a number where there is nothing.
public func vDSP_meanvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) }
  unsafe C.pointee = Double(total / Double(N))
}

/// C = the mean of the absolute values of A; not a number where there is nothing.
public func vDSP_meamgv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + abs(Double($1)) }
  unsafe C.pointee = Float(total / Double(N))
}

/// C = the mean of the absolute values of A; not a number where there is nothing.
public func vDSP_meamgvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + abs(Double($1)) }
  unsafe C.pointee = Double(total / Double(N))
}

/// C = the mean of the squares of A; not a number where there is nothing.
public func vDSP_measqv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Float(total / Double(N))
}

/// C = the mean of the squares of A; not a number where there is nothing.
public func vDSP_measqvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Double(total / Double(N))
}

/// C = the root of the mean of the squares of A; not a number where there is nothing.
public func vDSP_rmsqv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Float((total / Double(N)).squareRoot())
}

/// C = the root of the mean of the squares of A; not a number where there is nothing.
public func vDSP_rmsqvD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let total = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) * Double($1) }
  unsafe C.pointee = Double((total / Double(N)).squareRoot())
}

/// C = the sum of A · B; 0 where there is nothing.
public func vDSP_dotpr(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ B: UnsafePointer<Float>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  var (total, place, other) = (0.0, 0, 0)
  for _ in 0..<N {
    total += unsafe Double(A[place]) * Double(B[other])
    (place, other) = (place &+ IA, other &+ IB)
  }
  unsafe C.pointee = Float(total)
}

/// C = (A − its mean) ÷ its standard deviation, where there is a C; both of these are written, not a number where there is nothing.
public func vDSP_normalize(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>?, _ IC: vDSP_Stride,
  _ mean: UnsafeMutablePointer<Float>, _ standardDeviation: UnsafeMutablePointer<Float>, _ N: vDSP_Length
) {
  let center = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) } / Double(N)
  let spread = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + (Double($1) - center) * (Double($1) - center) } / Double(N)
  let deviation = spread.squareRoot()
  if let C = unsafe C {
    unsafe Vectors.map(A, IA, C, IC, N) { Float((Double($0) - center) / deviation) }
  }
  unsafe (mean.pointee, standardDeviation.pointee) = (Float(center), Float(deviation))
}

/// C = the sum of A · B; 0 where there is nothing.
public func vDSP_dotprD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ B: UnsafePointer<Double>, _ IB: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  var (total, place, other) = (0.0, 0, 0)
  for _ in 0..<N {
    total += unsafe Double(A[place]) * Double(B[other])
    (place, other) = (place &+ IA, other &+ IB)
  }
  unsafe C.pointee = Double(total)
}

/// C = (A − its mean) ÷ its standard deviation, where there is a C; both of these are written, not a number where there is nothing.
public func vDSP_normalizeD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>?, _ IC: vDSP_Stride,
  _ mean: UnsafeMutablePointer<Double>, _ standardDeviation: UnsafeMutablePointer<Double>, _ N: vDSP_Length
) {
  let center = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + Double($1) } / Double(N)
  let spread = unsafe Vectors.reduce(A, IA, N, 0.0) { $0 + (Double($1) - center) * (Double($1) - center) } / Double(N)
  let deviation = spread.squareRoot()
  if let C = unsafe C {
    unsafe Vectors.map(A, IA, C, IC, N) { Double((Double($0) - center) / deviation) }
  }
  unsafe (mean.pointee, standardDeviation.pointee) = (Double(center), Double(deviation))
}
