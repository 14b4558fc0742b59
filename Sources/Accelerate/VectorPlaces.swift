// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// C = the greatest element of A, and I where its first one is: the place counts memory's elements, with the stride in it. −∞ at 0 where there is none.
public func vDSP_maxvi(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>,
  _ I: UnsafeMutablePointer<vDSP_Length>,
  _ N: vDSP_Length
) {
  var (best, index, place) = (Float(-Float.infinity), 0, 0)
  for _ in 0..<N {
    if unsafe A[place] > best { (best, index) = unsafe (A[place], place) }
    place &+= IA
  }
  unsafe (C.pointee, I.pointee) = (best, vDSP_Length(bitPattern: index))
}

/// C = the least element of A, and I where its first one is: the place counts memory's elements, with the stride in it. +∞ at 0 where there is none.
public func vDSP_minvi(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Float>,
  _ I: UnsafeMutablePointer<vDSP_Length>,
  _ N: vDSP_Length
) {
  var (best, index, place) = (Float(Float.infinity), 0, 0)
  for _ in 0..<N {
    if unsafe A[place] < best { (best, index) = unsafe (A[place], place) }
    place &+= IA
  }
  unsafe (C.pointee, I.pointee) = (best, vDSP_Length(bitPattern: index))
}

/// C = the greatest element of A, and I where its first one is: the place counts memory's elements, with the stride in it. −∞ at 0 where there is none.
public func vDSP_maxviD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>,
  _ I: UnsafeMutablePointer<vDSP_Length>,
  _ N: vDSP_Length
) {
  var (best, index, place) = (Double(-Double.infinity), 0, 0)
  for _ in 0..<N {
    if unsafe A[place] > best { (best, index) = unsafe (A[place], place) }
    place &+= IA
  }
  unsafe (C.pointee, I.pointee) = (best, vDSP_Length(bitPattern: index))
}

/// C = the least element of A, and I where its first one is: the place counts memory's elements, with the stride in it. +∞ at 0 where there is none.
public func vDSP_minviD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ C: UnsafeMutablePointer<Double>,
  _ I: UnsafeMutablePointer<vDSP_Length>,
  _ N: vDSP_Length
) {
  var (best, index, place) = (Double(Double.infinity), 0, 0)
  for _ in 0..<N {
    if unsafe A[place] < best { (best, index) = unsafe (A[place], place) }
    place &+= IA
  }
  unsafe (C.pointee, I.pointee) = (best, vDSP_Length(bitPattern: index))
}
