import Accelerate
import Testing

/// Functions over vectors by vDSP's names, as programs draw waveforms with them.
@Suite("Vectors") struct VectorTests {
  private let samples: [Float] = [1, -2, 3, -4, 5, -6]

  /// As many numbers as `count`, which `body` writes, 9 where it does not.
  private func made(_ count: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) -> [Float] {
    var made = [Float](repeating: 9, count: count)
    made.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { body(start) } }
    return made
  }

  @Test func `vectors are added, multiplied and divided, element by element`() {
    let other: [Float] = [2, 2, 2, 4, 4, 4]
    #expect(made(6) { vDSP_vadd(samples, 1, other, 1, $0, 1, 6) } == [3, 0, 5, 0, 9, -2])
    #expect(made(6) { vDSP_vmul(samples, 1, other, 1, $0, 1, 6) } == [2, -4, 6, -16, 20, -24])
    // The one that is subtracted, or divided by, comes first.
    #expect(made(6) { vDSP_vsub(other, 1, samples, 1, $0, 1, 6) } == [-1, -4, 1, -8, 1, -10])
    #expect(made(6) { vDSP_vdiv(other, 1, samples, 1, $0, 1, 6) } == [0.5, -1, 1.5, -1, 1.25, -1.5])
    #expect(made(6) { vDSP_vmax(samples, 1, other, 1, $0, 1, 6) } == [2, 2, 3, 4, 5, 4])
    #expect(made(6) { vDSP_vmin(samples, 1, other, 1, $0, 1, 6) } == [1, -2, 2, -4, 4, -6])
    var (two, three) = (Float(2), Float(3))
    #expect(made(6) { vDSP_vsadd(samples, 1, &two, $0, 1, 6) } == [3, 0, 5, -2, 7, -4])
    #expect(made(6) { vDSP_vsmul(samples, 1, &two, $0, 1, 6) } == [2, -4, 6, -8, 10, -12])
    #expect(made(6) { vDSP_vsdiv(samples, 1, &two, $0, 1, 6) } == [0.5, -1, 1.5, -2, 2.5, -3])
    #expect(made(6) { vDSP_vsmsa(samples, 1, &two, &three, $0, 1, 6) } == [5, -1, 9, -5, 13, -9])
    #expect(made(6) { vDSP_vsma(samples, 1, &two, other, 1, $0, 1, 6) } == [4, -2, 8, -4, 14, -8])
    #expect(made(6) { vDSP_vintb(samples, 1, other, 1, [0.5], $0, 1, 6) } == [1.5, 0, 2.5, 0, 4.5, -1])
  }

  @Test func `strides step over elements, and back`() {
    // Every second element of one, into every third of another.
    #expect(made(7) { vDSP_vabs(samples, 2, $0, 3, 3) } == [1, 9, 9, 3, 9, 9, 5])
    samples.withUnsafeBufferPointer { elements in
      let last = elements.baseAddress! + 5
      #expect(made(3) { vDSP_vneg(last, -2, $0, 1, 3) } == [6, 4, 2])
    }
    var sum: Float = 0
    vDSP_sve(samples, 2, &sum, 3)
    #expect(sum == 9)
    // In place.
    var own = samples
    own.withUnsafeMutableBufferPointer { vDSP_vsq($0.baseAddress!, 1, $0.baseAddress!, 1, 6) }
    #expect(own == [1, 4, 9, 16, 25, 36])
    #expect(made(6) { vDSP_vssq(samples, 1, $0, 1, 6) } == [1, -4, 9, -16, 25, -36])
    var interleaved: [Float] = [1, 10, 2, 20, 3, 30]
    interleaved.withUnsafeMutableBufferPointer { vDSP_vrvrs($0.baseAddress!, 2, 3) }
    #expect(interleaved == [3, 10, 2, 20, 1, 30])
  }

  private typealias Measure = (
    UnsafePointer<Float>, vDSP_Stride, UnsafeMutablePointer<Float>, vDSP_Length
  ) -> Void

  private func measured(_ measure: Measure, _ vector: [Float], count: Int? = nil) -> Float {
    var value: Float = 9
    measure(vector, 1, &value, vDSP_Length(count ?? vector.count))
    return value
  }

  @Test func `extremes, sums and means are those of all elements, and of none what vDSP says`() {
    let expected: [(Measure, Float, Float)] = [
      (vDSP_maxv, 5, -.infinity), (vDSP_minv, -6, .infinity), (vDSP_maxmgv, 6, 0), (vDSP_minmgv, 1, .infinity),
      (vDSP_sve, -3, 0), (vDSP_svemg, 21, 0), (vDSP_svesq, 91, 0),
    ]
    for (measure, value, none) in expected {
      #expect(measured(measure, samples) == value && measured(measure, samples, count: 0) == none)
    }
    let means: [(Measure, Float)] = [
      (vDSP_meanv, -0.5), (vDSP_meamgv, 3.5), (vDSP_measqv, 91.0 / 6), (vDSP_rmsqv, (91.0 / 6).squareRoot()),
    ]
    for (measure, value) in means {
      #expect(measured(measure, samples) == value && measured(measure, samples, count: 0).isNaN)
    }
    #expect(measured(vDSP_maxv, [-3, -1, -2]) == -1 && measured(vDSP_minv, [3, 1, 2]) == 1)
    var (best, place) = (Float(0), vDSP_Length(9))
    vDSP_maxvi([0, 1, 7, 1, 7, 1], 2, &best, &place, 3)
    #expect(best == 7 && place == 2)
    vDSP_minvi([0, 1, 7, 1], 1, &best, &place, 0)
    #expect(best == .infinity && place == 0)
    var product = 0.0
    vDSP_dotprD([1, 2, 3], 1, [4, 5, 6], 1, &product, 3)
    #expect(product == 32)
    var (mean, deviation) = (Float(0), Float(0))
    #expect(made(4) { vDSP_normalize([2, 6, 2, 6], 1, $0, 1, &mean, &deviation, 4) } == [-1, 1, -1, 1])
    #expect(mean == 4 && deviation == 2)
  }

  @Test func `nothing is written for no elements`() {
    var one: Float = 1
    #expect(made(1) { vDSP_vabs(samples, 1, $0, 1, 0) } == [9] && made(1) { vDSP_vclr($0, 1, 0) } == [9])
    #expect(made(1) { vDSP_vsmul(samples, 1, &one, $0, 1, 0) } == [9])
    #expect(made(1) { vDSP_vgen(&one, &one, $0, 1, 0) } == [9] && made(1) { vDSP_hann_window($0, 0, 0) } == [9])
    #expect(made(1) { vDSP_desamp(samples, 2, [1], $0, 0, 1) } == [9] && made(1) { vDSP_vrvrs($0, 1, 0) } == [9])
    #expect(made(2) { vDSP_desamp(samples, 2, [1], $0, 2, 0) } == [0, 0])
  }

  @Test func `samples become decibels, and stay within bounds`() {
    var (zero, low, high) = (Float(1), Float(-3), Float(2))
    #expect(made(6) { vDSP_vclip(samples, 1, &low, &high, $0, 1, 6) } == [1, -2, 2, -3, 2, -3])
    // The bounds are taken one after the other, where they are the wrong way round, too.
    #expect(made(3) { vDSP_vclip([-4, 0, 4], 1, &high, &low, $0, 1, 3) } == [-3, -3, -3])
    #expect(made(3) { vDSP_vdbcon([1, 10, 0], 1, &zero, $0, 1, 3, 1) } == [0, 20, -.infinity])
    #expect(made(2) { vDSP_vdbcon([100, 10], 1, &zero, $0, 1, 2, 0) } == [20, 10])
    #expect(made(6) { vDSP_vthr(samples, 1, &low, $0, 1, 6) } == [1, -2, 3, -3, 5, -3])
    #expect(made(6) { vDSP_vthres(samples, 1, &low, $0, 1, 6) } == [1, -2, 3, 0, 5, 0])
  }

  @Test func `integers become numbers, and back, to the ends of their range`() {
    #expect(made(3) { vDSP_vflt16([Int16.min, 0, .max], 1, $0, 1, 3) } == [-32_768, 0, 32_767])
    #expect(made(2) { vDSP_vfltu8([0, 255], 1, $0, 1, 2) } == [0, 255])
    #expect(made(2) { vDSP_vflt8([Int8.min, .max], 1, $0, 1, 2) } == [-128, 127])
    let numbers: [Float] = [1.5, 2.5, -1.5, 40_000, -.infinity, .nan]
    var (whole, rounded) = ([Int16](repeating: 9, count: 6), [Int16](repeating: 9, count: 6))
    vDSP_vfix16(numbers, 1, &whole, 1, 6)
    vDSP_vfixr16(numbers, 1, &rounded, 1, 6)
    #expect(whole == [1, 2, -1, .max, .min, 0] && rounded == [2, 2, -2, .max, .min, 0])
    var wide = [Int32](repeating: 9, count: 2)
    vDSP_vfix32D([2_147_483_648, -7.9], 1, &wide, 1, 2)
    #expect(wide == [.max, -7])
  }

  @Test func `lines, ramps and windows are made`() {
    var (first, last, step) = (Float(1), Float(2), Float(0.5))
    #expect(made(5) { vDSP_vgen(&first, &last, $0, 1, 5) } == [1, 1.25, 1.5, 1.75, 2])
    #expect(made(1) { vDSP_vgen(&first, &last, $0, 1, 1) } == [1])
    #expect(made(3) { vDSP_vramp(&first, &step, $0, 1, 3) } == [1, 1.5, 2])
    #expect(made(3) { vDSP_vfill(&last, $0, 1, 3) } == [2, 2, 2])
    let hann = made(4) { vDSP_hann_window($0, 4, Int32(vDSP_HANN_DENORM)) }
    #expect(zip(hann, [0, 0.5, 1, 0.5]).allSatisfy { abs($0 - $1) < 1e-6 })
    let half = made(5) { vDSP_hann_window($0, 5, Int32(vDSP_HALF_WINDOW)) }
    #expect(half.suffix(2) == [9, 9] && abs(half[2] - 0.9045) < 1e-4)
    // As loud as before: the mean of its squares is 1.
    let kept = made(512) { vDSP_hann_window($0, 512, Int32(vDSP_HANN_NORM)) }
    #expect(abs(vDSP.meanSquare(kept) - 1) < 1e-5)
    #expect(abs(made(4) { vDSP_hamm_window($0, 4, 0) }[2] - 1) < 1e-6)
    #expect(abs(made(4) { vDSP_blkman_window($0, 4, 0) }[2] - 1) < 1e-6)
  }

  @Test func `a waveform is made of means, and filters run over it`() {
    let means = made(3) { vDSP_desamp(samples.map(abs), 2, [0.5, 0.5], $0, 3, 2) }
    #expect(means == [1.5, 3.5, 5.5])
    #expect(made(4) { vDSP_conv(samples, 1, [1, 0, 2], 1, $0, 1, 4, 3) } == [7, -10, 13, -16])
    let filter: [Float] = [1, 0, 2]
    filter.withUnsafeBufferPointer { taps in
      // Backwards: a convolution.
      #expect(made(4) { vDSP_conv(samples, 1, taps.baseAddress! + 2, -1, $0, 1, 4, 3) } == [5, -8, 11, -14])
    }
    #expect(vDSP.downsample(samples, decimationFactor: 2, filter: filter) == [7, 13])
    #expect(vDSP.downsample([Float](), decimationFactor: 2, filter: filter) == [])
  }

  @Test func `whole vectors are used as such`() {
    #expect(vDSP.maximum(samples) == 5 && vDSP.minimum(samples[1..<3]) == -2 && vDSP.maximumMagnitude(samples) == 6)
    #expect(vDSP.rootMeanSquare([Double]()).isNaN && vDSP.sum([Float]()) == 0 && vDSP.mean([1.0, 2.0]) == 1.5)
    #expect(vDSP.add(1, samples) == [2, -1, 4, -3, 6, -5] && vDSP.multiply(samples, samples)[5] == 36)
    #expect(vDSP.subtract([3.0], [1.0]) == [2] && vDSP.divide([3.0], 2) == [1.5])
    #expect(vDSP.clip(samples, to: -1...1) == [1, -1, 1, -1, 1, -1] && vDSP.absolute([-1.5]) == [1.5])
    #expect(vDSP.amplitudeToDecibels([Float(0.1)], zeroReference: 1) == [-20])
    #expect(vDSP.indexOfMaximum(samples) == (4, 5) && vDSP.dot([1.0, 2], [3, 4]) == 11)
    #expect(vDSP.integerToFloatingPoint([Int16(-3)], floatingPointType: Float.self) == [-3])
    #expect(vDSP.floatingPointToInteger([Float(2.5)], integerType: Int16.self, rounding: .towardNearestInteger) == [2])
    let window = vDSP.window(ofType: Float.self, usingSequence: .hanningDenormalized, count: 4, isHalfWindow: true)
    // As many as were asked for, of which half are written.
    #expect(
      window.count == 4 && abs(window[1] - 0.5) < 1e-6 && window.suffix(2) == [0, 0]
        && vDSP.ramp(in: 0...1.0, count: 3) == [0, 0.5, 1])
  }

  @Test func `results are written into vectors that there are`() {
    var result = [Float](repeating: 9, count: 6)
    vDSP.multiply(2, samples, result: &result)
    #expect(result == [2, -4, 6, -8, 10, -12])
    vDSP.add(result, samples, result: &result)
    #expect(result == [3, -6, 9, -12, 15, -18])
    vDSP.absolute(samples, result: &result[...])
    #expect(result == [1, 2, 3, 4, 5, 6])
    vDSP.convert(amplitude: [Float(0.1), 1], toDecibels: &result[4...], zeroReference: 1)
    #expect(result == [1, 2, 3, 4, -20, 0])
    vDSP.clear(&result)
    #expect(result.allSatisfy { $0 == 0 })
    var integers = [Int16](repeating: 9, count: 2)
    vDSP.convertElements(of: [Float(1.5), -1.5], to: &integers, rounding: .towardZero)
    #expect(integers == [1, -1])
    var numbers = [Double](repeating: 9, count: 2)
    vDSP.convertElements(of: integers, to: &numbers)
    vDSP.formRamp(in: 0...numbers[0], result: &numbers)
    #expect(numbers == [0, 1])
    numbers.withUnsafeMutableBufferPointer { vDSP.fill(&$0, with: 3) }
    vDSP.divide(numbers, 2, result: &numbers)
    #expect(numbers == [1.5, 1.5])
  }
}
