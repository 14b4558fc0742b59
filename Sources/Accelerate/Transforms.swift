// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

// SAFETY: as vDSP's functions: vectors are read and written at the caller's addresses, `N` elements with their strides, which callers
// answer for; nothing is kept.

/// By what the lengths of transforms are divided.
public typealias FFTRadix = Int32
/// Where a transform goes.
public typealias FFTDirection = Int32
// The constants are integers of Swift's own, as those of C's enumerations without a name are: `FFTRadix(kFFTRadix2)`.

/// Lengths are powers of 2.
public let kFFTRadix2: Int = 0
/// Lengths are 3 times powers of 2: there are no such transforms here.
public let kFFTRadix3: Int = 1
/// Lengths are 5 times powers of 2: there are no such transforms here.
public let kFFTRadix5: Int = 2
/// ``kFFTRadix2``.
public let FFT_RADIX2: Int = 0
/// ``kFFTRadix3``.
public let FFT_RADIX3: Int = 1
/// ``kFFTRadix5``.
public let FFT_RADIX5: Int = 2
/// From samples to their spectrum.
public let FFT_FORWARD: Int = 1
/// From a spectrum to its samples.
public let FFT_INVERSE: Int = -1
/// ``FFT_FORWARD``.
public let kFFTDirection_Forward: Int = 1
/// ``FFT_INVERSE``.
public let kFFTDirection_Inverse: Int = -1
/// Tables that transforms need (`FFTSetup`).
public typealias FFTSetup = OpaqueFFTSetup
/// Tables that transforms in double precision need (`FFTSetupD`): the same.
public typealias FFTSetupD = OpaqueFFTSetup

/// Numbers that transforms of up to 2^`log2n` elements need (`vDSP_create_fftsetup`); nil of more than 2^24, and of another radix than
/// ``kFFTRadix2``.
public func vDSP_create_fftsetup(_ log2n: vDSP_Length, _ radix: FFTRadix) -> FFTSetup? {
  Int(radix) == kFFTRadix2 && log2n <= 24 ? OpaqueFFTSetup(log2n: Int(log2n)) : nil
}

/// Does nothing: what a transform needs goes with its last reference.
public func vDSP_destroy_fftsetup(_ setup: FFTSetup?) {}

/// Transforms 2^`log2n` complex numbers in their place, without a factor in either direction (`vDSP_fft_zip`).
public func vDSP_fft_zip(
  _ setup: FFTSetup, _ C: UnsafePointer<DSPSplitComplex>, _ IC: vDSP_Stride, _ log2n: vDSP_Length,
  _ direction: FFTDirection
) {
  let parts = unsafe C.pointee
  var numbers = unsafe Complex.read(parts.realp, parts.imagp, IC, 1 << Int(log2n))
  setup.transform(&numbers, isInverse: Int(direction) == FFT_INVERSE)
  unsafe Complex.write(numbers, parts.realp, parts.imagp, IC)
}

/// Transforms 2^`log2n` real numbers in their place, the even ones in the real parts and the odd ones in the imaginary parts (`vDSP_fft_zrip`,
/// ``vDSP_ctoz(_:_:_:_:_:)``). Forward gives twice the first half of the spectrum, whose middle, a real number, is the imaginary part of
/// the first; backward takes such a half, and gives as many times the numbers as they are: both together 2 · 2^`log2n` times.
public func vDSP_fft_zrip(
  _ setup: FFTSetup, _ C: UnsafePointer<DSPSplitComplex>, _ IC: vDSP_Stride, _ log2n: vDSP_Length,
  _ direction: FFTDirection
) {
  guard log2n > 0 else { return }
  let parts = unsafe C.pointee
  var numbers = unsafe Complex.read(parts.realp, parts.imagp, IC, 1 << (Int(log2n) - 1))
  numbers = Int(direction) == FFT_INVERSE ? setup.samples(ofHalf: numbers) : setup.half(ofSamples: numbers)
  unsafe Complex.write(numbers, parts.realp, parts.imagp, IC)
}

/// Numbers that transforms of up to 2^`log2n` elements need (`vDSP_create_fftsetupD`); nil of more than 2^24, and of another radix than
/// ``kFFTRadix2``.
public func vDSP_create_fftsetupD(_ log2n: vDSP_Length, _ radix: FFTRadix) -> FFTSetupD? {
  Int(radix) == kFFTRadix2 && log2n <= 24 ? OpaqueFFTSetup(log2n: Int(log2n)) : nil
}

/// Does nothing: what a transform needs goes with its last reference.
public func vDSP_destroy_fftsetupD(_ setup: FFTSetupD?) {}

/// Transforms 2^`log2n` complex numbers in their place, without a factor in either direction (`vDSP_fft_zipD`).
public func vDSP_fft_zipD(
  _ setup: FFTSetupD, _ C: UnsafePointer<DSPDoubleSplitComplex>, _ IC: vDSP_Stride, _ log2n: vDSP_Length,
  _ direction: FFTDirection
) {
  let parts = unsafe C.pointee
  var numbers = unsafe Complex.read(parts.realp, parts.imagp, IC, 1 << Int(log2n))
  setup.transform(&numbers, isInverse: Int(direction) == FFT_INVERSE)
  unsafe Complex.write(numbers, parts.realp, parts.imagp, IC)
}

/// Transforms 2^`log2n` real numbers in their place, the even ones in the real parts and the odd ones in the imaginary parts (`vDSP_fft_zripD`,
/// ``vDSP_ctozD(_:_:_:_:_:)``). Forward gives twice the first half of the spectrum, whose middle, a real number, is the imaginary part of
/// the first; backward takes such a half, and gives as many times the numbers as they are: both together 2 · 2^`log2n` times.
public func vDSP_fft_zripD(
  _ setup: FFTSetupD, _ C: UnsafePointer<DSPDoubleSplitComplex>, _ IC: vDSP_Stride, _ log2n: vDSP_Length,
  _ direction: FFTDirection
) {
  guard log2n > 0 else { return }
  let parts = unsafe C.pointee
  var numbers = unsafe Complex.read(parts.realp, parts.imagp, IC, 1 << (Int(log2n) - 1))
  numbers = Int(direction) == FFT_INVERSE ? setup.samples(ofHalf: numbers) : setup.half(ofSamples: numbers)
  unsafe Complex.write(numbers, parts.realp, parts.imagp, IC)
}
