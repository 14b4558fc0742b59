// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = B, which is one number, everywhere.
public func vDSP_vfill(_ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length)
{
  let value = unsafe B.pointee
  unsafe Vectors.make(C, IC, N) { _ in value }
}

/// C = 0 everywhere.
public func vDSP_vclr(_ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length) {
  unsafe Vectors.make(C, IC, N) { _ in 0 }
}

/// C = a line of N numbers from A to B, both of which are in it; A alone where N is 1.
public func vDSP_vgen(
  _ A: UnsafePointer<Float>, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let (first, last) = unsafe (A.pointee, B.pointee)
  let step = N > 1 ? (Double(last) - Double(first)) / Double(N - 1) : 0
  unsafe Vectors.make(C, IC, N) { $0 > 0 && $0 == N - 1 ? last : Float(Double(first) + step * Double($0)) }
}

/// C = A, A + B, A + 2 · B …: A and B are one number each.
public func vDSP_vramp(
  _ A: UnsafePointer<Float>, _ B: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let (first, step) = unsafe (A.pointee, B.pointee)
  unsafe Vectors.make(C, IC, N) { first + Float($0) * step }
}

/// C, in the other order.
public func vDSP_vrvrs(_ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length) {
  for index in 0..<Int(N / 2) {
    let (place, other) = (index &* IC, (Int(N) - 1 - index) &* IC)
    unsafe (C[place], C[other]) = (C[other], C[place])
  }
}

/// C = B, which is one number, everywhere.
public func vDSP_vfillD(
  _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length
) {
  let value = unsafe B.pointee
  unsafe Vectors.make(C, IC, N) { _ in value }
}

/// C = 0 everywhere.
public func vDSP_vclrD(_ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length) {
  unsafe Vectors.make(C, IC, N) { _ in 0 }
}

/// C = a line of N numbers from A to B, both of which are in it; A alone where N is 1.
public func vDSP_vgenD(
  _ A: UnsafePointer<Double>, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let (first, last) = unsafe (A.pointee, B.pointee)
  let step = N > 1 ? (Double(last) - Double(first)) / Double(N - 1) : 0
  unsafe Vectors.make(C, IC, N) { $0 > 0 && $0 == N - 1 ? last : Double(Double(first) + step * Double($0)) }
}

/// C = A, A + B, A + 2 · B …: A and B are one number each.
public func vDSP_vrampD(
  _ A: UnsafePointer<Double>, _ B: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride,
  _ N: vDSP_Length
) {
  let (first, step) = unsafe (A.pointee, B.pointee)
  unsafe Vectors.make(C, IC, N) { first + Double($0) * step }
}

/// C, in the other order.
public func vDSP_vrvrsD(_ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length) {
  for index in 0..<Int(N / 2) {
    let (place, other) = (index &* IC, (Int(N) - 1 - index) &* IC)
    unsafe (C[place], C[other]) = (C[other], C[place])
  }
}
