import Accelerate
import Foundation
import SeededRandom
import Testing

/// Spectra by vDSP's names, as programs draw them.
@Suite("Transforms") struct TransformTests {
  private let samples: [Float] = {
    var generator = SeededGenerator(seed: 11)
    return (0..<64).map { _ in Float.random(in: -1...1, using: &generator) }
  }()

  /// The spectrum in the obvious way.
  private func spectrum(_ samples: [Float]) -> [(real: Double, imaginary: Double)] {
    samples.indices.map { number in
      samples.enumerated().reduce(into: (real: 0.0, imaginary: 0.0)) { sum, sample in
        let angle = -2 * Double.pi * Double(number * sample.offset) / Double(samples.count)
        sum = (sum.real + Double(sample.element) * cos(angle), sum.imaginary + Double(sample.element) * sin(angle))
      }
    }
  }

  /// Calls `body` with 32 pairs of the samples, their parts apart; gives these afterwards.
  private func split(_ body: (UnsafeMutablePointer<DSPSplitComplex>) -> Void) -> (real: [Float], imaginary: [Float]) {
    var (real, imaginary) = ([Float](repeating: 0, count: 32), [Float](repeating: 0, count: 32))
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        samples.withUnsafeBytes { bytes in
          let numbers = bytes.bindMemory(to: DSPComplex.self)
          guard let realp = real.baseAddress, let imagp = imaginary.baseAddress, let first = numbers.baseAddress else {
            return
          }
          var parts = DSPSplitComplex(realp: realp, imagp: imagp)
          vDSP_ctoz(first, 2, &parts, 1, 32)
          body(&parts)
        }
      }
    }
    return (real, imaginary)
  }

  @Test func `the spectrum of real samples is twice the transform, its middle beside its beginning`() throws {
    let setup = try #require(vDSP_create_fftsetup(8, FFTRadix(kFFTRadix2)))
    defer { vDSP_destroy_fftsetup(setup) }
    let expected = spectrum(samples)
    let found = split { vDSP_fft_zrip(setup, $0, 1, 6, FFTDirection(FFT_FORWARD)) }
    #expect(abs(Double(found.real[0]) - 2 * expected[0].real) < 1e-4)
    #expect(abs(Double(found.imaginary[0]) - 2 * expected[32].real) < 1e-4)
    for number in 1..<32 {
      #expect(abs(Double(found.real[number]) - 2 * expected[number].real) < 1e-4)
      #expect(abs(Double(found.imaginary[number]) - 2 * expected[number].imaginary) < 1e-4)
    }
    // And back.
    let again = split {
      vDSP_fft_zrip(setup, $0, 1, 6, FFTDirection(FFT_FORWARD))
      vDSP_fft_zrip(setup, $0, 1, 6, FFTDirection(FFT_INVERSE))
    }
    let back = zip(again.real, again.imaginary).flatMap { [$0 / 128, $1 / 128] }
    #expect(zip(back, samples).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `complex numbers are transformed without a factor, and have sizes and angles`() throws {
    let setup = try #require(vDSP_create_fftsetup(5, FFTRadix(kFFTRadix2)))
    let pairs = split { _ in }
    let expected = (spectrum(pairs.real), spectrum(pairs.imaginary))
    let found = split { vDSP_fft_zip(setup, $0, 1, 5, FFTDirection(kFFTDirection_Forward)) }
    for number in 0..<32 {
      let (own, other) = (expected.0[number], expected.1[number])
      #expect(abs(Double(found.real[number]) - (own.real - other.imaginary)) < 1e-4)
      #expect(abs(Double(found.imaginary[number]) - (own.imaginary + other.real)) < 1e-4)
    }
    var (sizes, squares, angles) = ([Float](repeating: 0, count: 1), [Float](repeating: 0, count: 1), [Float(0)])
    var (real, imaginary) = ([Float(-3)], [Float(4)])
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var number = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
        vDSP_zvabs(&number, 1, &sizes, 1, 1)
        vDSP_zvmags(&number, 1, &squares, 1, 1)
        vDSP_zvphas(&number, 1, &angles, 1, 1)
        var side = [DSPComplex()]
        vDSP_ztoc(&number, 1, &side, 2, 1)
        #expect(side == [DSPComplex(real: -3, imag: 4)])
      }
    }
    #expect(sizes == [5] && squares == [25] && abs(angles[0] - atan2(4, -3)) < 1e-6)
  }

  @Test func `there are no transforms of other lengths`() {
    // Constants are of Swift's own type.
    let radix: Int = kFFTRadix3
    #expect(FFT_RADIX2 == kFFTRadix2 && FFT_RADIX3 == radix && FFT_RADIX5 == kFFTRadix5)
    #expect(vDSP_create_fftsetup(4, FFTRadix(radix)) == nil && vDSP_create_fftsetup(40, FFTRadix(kFFTRadix2)) == nil)
  }
}
