import CLightLoops
import MediaFormats
import Synchronization

/// Converts red, green and blue of one dynamic range into those of another, over the light that a display makes of them.
///
/// ```
///  signal ─► light ─► HLG: display's light ─► under the target's peak ─► primaries ─► HLG: scene's light ─► signal
///     table           Y^0.2                   BT.2390                   3 × 3       Y^-1/6              table
/// ```
///
/// Primaries of standard dynamic range are converted by the camera's curve, without a display. Samples have 16 bits, in
/// limited range. From and to high dynamic range, what lies outside the target's primaries is cut off there. Threads: any.
struct LightConversion: Sendable {
  private let decode: [Float]
  private let display: FunctionTable?
  private let tone: FunctionTable?
  private let scene: FunctionTable?
  private let encode: FunctionTable
  /// Whether light below none, of colors beyond the primaries, stays what it is.
  private let keepsSign: Bool
  /// From the source's primaries to the target's, row by row.
  private let matrix: [Float]
  /// What red, green and blue add to the luminance, in the source's primaries and in the target's.
  private let sourceWeights: [Float]
  private let targetWeights: [Float]

  /// The conversion of pictures of `source`, whose brightest light is `peak` cd/m² (of PQ; nil for 1,000), to `target`.
  private init(from source: Colorimetry, peak: Double?, to target: Colorimetry) {
    keepsSign = !source.isHighDynamicRange && !target.isHighDynamicRange
    let (from, to) = keepsSign ? (.camera, .camera) : (TransferCurve(source), TransferCurve(target))
    let white = TransferCurve.referenceWhite
    let sourcePeak =
      switch from {
      case .standard, .camera: white
      case .hybrid: TransferCurve.hybridPeak
      case .perceptual: min(10_000, max(white, peak ?? TransferCurve.hybridPeak))
      }
    let targetPeak =
      switch to {
      case .standard, .camera: white
      case .hybrid: TransferCurve.hybridPeak
      case .perceptual: 10_000.0
      }
    let keepsSign = keepsSign
    decode = (0...65_535).map { code in
      let signal = (Double(code) - Self.black) / Self.span
      return Float(keepsSign && signal < 0 ? -from.light(ofSignal: -signal) : from.light(ofSignal: signal))
    }
    let gamma = TransferCurve.systemGamma
    let hybrid = TransferCurve.hybridPeak / white
    display = from == .hybrid ? FunctionTable(-30...1) { hybrid * Self.power($0, gamma - 1) } : nil
    scene =
      to == .hybrid
      ? FunctionTable(-30...6) { Self.power($0 / hybrid, (1 - gamma) / gamma) / hybrid } : nil
    let curve = ToneCurve(sourcePeak: sourcePeak, targetPeak: targetPeak)
    tone =
      from != .standard && sourcePeak > targetPeak
      ? FunctionTable(-10...6) { $0 > 0 ? curve.apply(to: $0 * white) / ($0 * white) : 1 } : nil
    let limit =
      switch to {
      case .camera: 2.0
      case .hybrid: 1.0
      case .standard, .perceptual: targetPeak / white
      }
    encode = FunctionTable(-40...6) { Self.span * to.signal(ofLight: min($0, limit)) }
    let (first, second) = (ColorPrimaries(source.primaries), ColorPrimaries(target.primaries))
    let conversion = first.conversion(to: second)
    matrix = (0..<9).map { Float(conversion[$0 / 3, $0 % 3]) }
    func floats(_ weights: (red: Double, green: Double, blue: Double)) -> [Float] {
      [Float(weights.red), Float(weights.green), Float(weights.blue)]
    }
    (sourceWeights, targetWeights) = (floats(first.luminance), floats(second.luminance))
  }

  /// The codes of a signal of 0 and of what lies between 0 and 1, in 16 bits of limited range: what is whiter than white is
  /// kept.
  private static let black = 4_096.0
  private static let span = 56_064.0

  /// The conversion as `init` makes it, once in a process: its tables take a hundredth of a second.
  static func shared(from source: Colorimetry, peak: Double?, to target: Colorimetry) -> LightConversion {
    let ends = Ends(
      transfers: [source.transfer, target.transfer], primaries: [source.primaries, target.primaries], peak: peak)
    // A second one that is made at the same time is the same.
    if let made = made.withLock({ $0[ends] }) { return made }
    let conversion = LightConversion(from: source, peak: peak, to: target)
    made.withLock { made in
      // More than the pairs of a film's clips; a process that converts all kinds of media does not keep them all.
      if made.count >= largestCount { made.removeAll() }
      made[ends] = conversion
    }
    return conversion
  }

  /// What a conversion depends on.
  private struct Ends: Hashable {
    let transfers: [Int]
    let primaries: [Int]
    let peak: Double?
  }

  /// How many conversions are kept, of some 400 kB each.
  private static let largestCount = 16

  /// The conversions that were made. Lock order: nothing else is taken while it is held.
  private static let made = Mutex<[Ends: LightConversion]>([:])

  /// 0 to a negative power is none here: black stays black.
  private static func power(_ value: Double, _ exponent: Double) -> Double {
    value > 0 ? TransferCurve.power(value, exponent) : 0
  }

  /// Converts `count` pixels from each of the rows in place.
  func apply(
    to red: UnsafeMutablePointer<UInt16>, _ green: UnsafeMutablePointer<UInt16>, _ blue: UnsafeMutablePointer<UInt16>,
    count: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * Self.block) { light in
      guard let r = light.baseAddress else { return }
      for start in stride(from: 0, to: count, by: Self.block) {
        unsafe convert((red + start, green + start, blue + start), light: r, count: min(Self.block, count - start))
      }
    }
  }

  /// How many pixels go through the steps together, each step for all of them: their light stays in the nearest cache.
  private static var block: Int { 256 }

  private typealias Samples = (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>)
  private func convert(_ samples: Samples, light: UnsafeMutablePointer<Float>, count: Int) {
    let pixels = unsafe light_pixels(
      red: light, green: light + Self.block, blue: light + 2 * Self.block, count: Int32(count))
    let number = Int32(count)
    // SAFETY: `self` holds the tables until the loops have ended, which stay within `count` pixels.
    unsafe withExtendedLifetime(self) {
      unsafe decode.withUnsafeBufferPointer { decode in
        unsafe light_decode(samples.0, number, decode.baseAddress, pixels.red)
        unsafe light_decode(samples.1, number, decode.baseAddress, pixels.green)
        unsafe light_decode(samples.2, number, decode.baseAddress, pixels.blue)
      }
      if var display = unsafe display?.described { unsafe light_scale_by_sum(pixels, &display, sourceWeights) }
      if var tone = unsafe tone?.described { unsafe light_scale_by_largest(pixels, &tone) }
      unsafe light_multiply(pixels, matrix)
      if var scene = unsafe scene?.described {
        unsafe light_clip(pixels)
        unsafe light_scale_by_sum(pixels, &scene, targetWeights)
      }
      var encode = unsafe encode.described
      let (black, sign) = (Float(Self.black), Int32(keepsSign ? 1 : 0))
      unsafe light_encode(pixels.red, number, &encode, black, sign, samples.0)
      unsafe light_encode(pixels.green, number, &encode, black, sign, samples.1)
      unsafe light_encode(pixels.blue, number, &encode, black, sign, samples.2)
    }
  }
}
