// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

// The flags are integers of Swift's own, as those of C's enumerations without a name are: `Int32(vDSP_HANN_NORM)`.

/// A window as it is.
public let vDSP_HANN_DENORM: Int = 0
/// The first half of a window.
public let vDSP_HALF_WINDOW: Int = 1
/// A Hann window that keeps sound as loud as it was.
public let vDSP_HANN_NORM: Int = 2

/// C = a Hann window of N numbers, 0.5 · (1 − cos(2πn ÷ N)); with ``vDSP_HANN_NORM`` in Flag 0.8165 instead of 0.5, so that sound is as loud
/// behind it as before. With ``vDSP_HALF_WINDOW`` the first (N + 1) ÷ 2 alone are written.
public func vDSP_hann_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) {
  let scale = Int(Flag) & vDSP_HANN_NORM != 0 ? (2.0 / 3).squareRoot() : 0.5
  unsafe Vectors.window(C, N, Flag) { Float(scale * (1 - cos($0))) }
}

/// C = a Hamming window of N numbers, 0.54 − 0.46 · cos(2πn ÷ N). Of Flag ``vDSP_HALF_WINDOW`` counts.
public func vDSP_hamm_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) {
  unsafe Vectors.window(C, N, Flag) { Float(0.54 - 0.46 * cos($0)) }
}

/// C = a Blackman window of N numbers, 0.42 − 0.5 · cos(2πn ÷ N) + 0.08 · cos(4πn ÷ N). Of Flag ``vDSP_HALF_WINDOW`` counts.
public func vDSP_blkman_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) {
  unsafe Vectors.window(C, N, Flag) { Float(0.42 - 0.5 * cos($0) + 0.08 * cos(2 * $0)) }
}

/// C = every DF-th sum of the P products of A and the filter F: `C[n] = A[n · DF] · F[0] + A[n · DF + 1] · F[1] + …`. A has DF · (N − 1) + P
/// elements; a filter of P times 1 ÷ P takes means, as drawings of waveforms do.
public func vDSP_desamp(
  _ A: UnsafePointer<Float>, _ DF: vDSP_Stride, _ F: UnsafePointer<Float>, _ C: UnsafeMutablePointer<Float>,
  _ N: vDSP_Length, _ P: vDSP_Length
) {
  unsafe Vectors.filter(A, DF, F, 1, C, 1, N, P)
}

/// C = the sums of the P products of A, from each element on, and the filter F: a correlation; with F at its last element and IF −1 a
/// convolution. A has N + P − 1 elements.
public func vDSP_conv(
  _ A: UnsafePointer<Float>, _ IA: vDSP_Stride, _ F: UnsafePointer<Float>, _ IF: vDSP_Stride,
  _ C: UnsafeMutablePointer<Float>, _ IC: vDSP_Stride, _ N: vDSP_Length, _ P: vDSP_Length
) {
  unsafe Vectors.filter(A, IA, F, IF, C, IC, N, P, every: IA)
}

/// C = a Hann window of N numbers, 0.5 · (1 − cos(2πn ÷ N)); with ``vDSP_HANN_NORM`` in Flag 0.8165 instead of 0.5, so that sound is as loud
/// behind it as before. With ``vDSP_HALF_WINDOW`` the first (N + 1) ÷ 2 alone are written.
public func vDSP_hann_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) {
  let scale = Int(Flag) & vDSP_HANN_NORM != 0 ? (2.0 / 3).squareRoot() : 0.5
  unsafe Vectors.window(C, N, Flag) { Double(scale * (1 - cos($0))) }
}

/// C = a Hamming window of N numbers, 0.54 − 0.46 · cos(2πn ÷ N). Of Flag ``vDSP_HALF_WINDOW`` counts.
public func vDSP_hamm_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) {
  unsafe Vectors.window(C, N, Flag) { Double(0.54 - 0.46 * cos($0)) }
}

/// C = a Blackman window of N numbers, 0.42 − 0.5 · cos(2πn ÷ N) + 0.08 · cos(4πn ÷ N). Of Flag ``vDSP_HALF_WINDOW`` counts.
public func vDSP_blkman_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) {
  unsafe Vectors.window(C, N, Flag) { Double(0.42 - 0.5 * cos($0) + 0.08 * cos(2 * $0)) }
}

/// C = every DF-th sum of the P products of A and the filter F: `C[n] = A[n · DF] · F[0] + A[n · DF + 1] · F[1] + …`. A has DF · (N − 1) + P
/// elements; a filter of P times 1 ÷ P takes means, as drawings of waveforms do.
public func vDSP_desampD(
  _ A: UnsafePointer<Double>, _ DF: vDSP_Stride, _ F: UnsafePointer<Double>, _ C: UnsafeMutablePointer<Double>,
  _ N: vDSP_Length, _ P: vDSP_Length
) {
  unsafe Vectors.filter(A, DF, F, 1, C, 1, N, P)
}

/// C = the sums of the P products of A, from each element on, and the filter F: a correlation; with F at its last element and IF −1 a
/// convolution. A has N + P − 1 elements.
public func vDSP_convD(
  _ A: UnsafePointer<Double>, _ IA: vDSP_Stride, _ F: UnsafePointer<Double>, _ IF: vDSP_Stride,
  _ C: UnsafeMutablePointer<Double>, _ IC: vDSP_Stride, _ N: vDSP_Length, _ P: vDSP_Length
) {
  unsafe Vectors.filter(A, IA, F, IF, C, IC, N, P, every: IA)
}
