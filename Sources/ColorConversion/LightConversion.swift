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
/// Primaries of standard dynamic range are converted by the camera's curve, without a display and without tables. Samples
/// have 16 bits, in limited range. From and to high dynamic range, what lies outside the target's primaries is cut off there. Threads: any.
struct LightConversion: Sendable {
  /// Between dynamic ranges; nil where primaries alone are converted.
  private let tables: Tables?
  /// From the source's primaries to the target's, row by row.
  private let matrix: [Float]
  /// The luminance weights of red, green and blue, in the source's primaries and in the target's.
  private let sourceWeights: [Float]
  private let targetWeights: [Float]

  /// The functions between dynamic ranges.
  private struct Tables {
    let decode: [Float]
    let display: FunctionTable?
    let tone: FunctionTable?
    let scene: FunctionTable?
    let encode: FunctionTable
  }

  /// The conversion of pictures of `source`, whose brightest light is `peak` cd/m² (of PQ; nil for 1,000), to `target`.
  private init(from source: Colorimetry, peak: Double?, to target: Colorimetry) {
    let isStandard = !source.isHighDynamicRange && !target.isHighDynamicRange
    tables = isStandard ? nil : Self.tables(from: TransferCurve(source), peak: peak, to: TransferCurve(target))
    let (first, second) = (ColorPrimaries(source.primaries), ColorPrimaries(target.primaries))
    let conversion = first.conversion(to: second)
    matrix = (0..<9).map { Float(conversion[$0 / 3, $0 % 3]) }
    func floats(_ weights: (red: Double, green: Double, blue: Double)) -> [Float] {
      [Float(weights.red), Float(weights.green), Float(weights.blue)]
    }
    (sourceWeights, targetWeights) = (floats(first.luminance), floats(second.luminance))
  }

  private static func tables(from: TransferCurve, peak: Double?, to: TransferCurve) -> Tables {
    let white = TransferCurve.referenceWhite
    let sourcePeak =
      switch from {
      case .standard: white
      case .hybrid: TransferCurve.hybridPeak
      case .perceptual: min(10_000, max(white, peak ?? TransferCurve.hybridPeak))
      }
    let targetPeak =
      switch to {
      case .standard: white
      case .hybrid: TransferCurve.hybridPeak
      case .perceptual: 10_000.0
      }
    let decode = (0...65_535).map { code in Float(from.light(ofSignal: (Double(code) - Self.black) / Self.span)) }
    let gamma = TransferCurve.systemGamma
    let hybrid = TransferCurve.hybridPeak / white
    let display = from == .hybrid ? FunctionTable(-30...1) { hybrid * Self.power($0, gamma - 1) } : nil
    let scene =
      to == .hybrid
      ? FunctionTable(-30...6) { Self.power($0 / hybrid, (1 - gamma) / gamma) / hybrid } : nil
    let curve = ToneCurve(sourcePeak: sourcePeak, targetPeak: targetPeak)
    let tone =
      from != .standard && sourcePeak > targetPeak
      ? FunctionTable(-10...6) { $0 > 0 ? curve.apply(to: $0 * white) / ($0 * white) : 1 } : nil
    let limit =
      switch to {
      case .hybrid: 1.0
      case .standard, .perceptual: targetPeak / white
      }
    let encode = FunctionTable(-40...6) { Self.span * to.signal(ofLight: min($0, limit)) }
    return Tables(decode: decode, display: display, tone: tone, scene: scene, encode: encode)
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

  /// The parameters that determine a conversion.
  private struct Ends: Hashable {
    let transfers: [Int]
    let primaries: [Int]
    let peak: Double?
  }

  /// Limit of the conversions that are kept, of some 400 kB each.
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
      unsafe light.initialize(repeating: 0)
      for start in stride(from: 0, to: count, by: Self.block) {
        unsafe convert((red + start, green + start, blue + start), light: r, count: min(Self.block, count - start))
      }
    }
  }

  /// Converts signals in place, whole groups of at most 256 pixels.
  func apply(to pixels: light_pixels) {
    guard tables != nil else { return unsafe light_change_primaries(pixels, matrix) }
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 3 * Self.block) { codes in
      guard let red = codes.baseAddress else { return }
      let samples = unsafe (red, red + Self.block, red + 2 * Self.block)
      let (black, span) = (Float(Self.black), Float(Self.span))
      unsafe light_codes(pixels.red, pixels.count, span, black, samples.0)
      unsafe light_codes(pixels.green, pixels.count, span, black, samples.1)
      unsafe light_codes(pixels.blue, pixels.count, span, black, samples.2)
      unsafe convert(samples, light: pixels)
      unsafe light_signals(samples.0, pixels.count, span, black, pixels.red)
      unsafe light_signals(samples.1, pixels.count, span, black, pixels.green)
      unsafe light_signals(samples.2, pixels.count, span, black, pixels.blue)
    }
  }

  /// Pixels that go through the steps together, each step for all of them: their light stays in the nearest cache.
  private static var block: Int { 256 }

  private typealias Samples = (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>)

  private func convert(_ samples: Samples, light: UnsafeMutablePointer<Float>, count: Int) {
    var pixels = unsafe light_pixels(
      red: light, green: light + Self.block, blue: light + 2 * Self.block, count: Int32(count))
    guard tables == nil else { return unsafe convert(samples, light: pixels) }
    let (black, span) = (Float(Self.black), Float(Self.span))
    unsafe light_signals(samples.0, pixels.count, span, black, pixels.red)
    unsafe light_signals(samples.1, pixels.count, span, black, pixels.green)
    unsafe light_signals(samples.2, pixels.count, span, black, pixels.blue)
    let group = LIGHT_GROUP
    unsafe pixels.count = (pixels.count + group - 1) / group * group
    unsafe light_change_primaries(pixels, matrix)
    let number = Int32(count)
    unsafe light_codes(pixels.red, number, span, black, samples.0)
    unsafe light_codes(pixels.green, number, span, black, samples.1)
    unsafe light_codes(pixels.blue, number, span, black, samples.2)
  }

  /// Converts codes between dynamic ranges in place, over `pixels`.
  private func convert(_ samples: Samples, light pixels: light_pixels) {
    guard let tables else { return }
    let number = unsafe pixels.count
    // SAFETY: `self` holds the tables until the loops have ended, which stay within `count` pixels.
    withExtendedLifetime(self) {
      unsafe tables.decode.withUnsafeBufferPointer { decode in
        unsafe light_decode(samples.0, number, decode.baseAddress, pixels.red)
        unsafe light_decode(samples.1, number, decode.baseAddress, pixels.green)
        unsafe light_decode(samples.2, number, decode.baseAddress, pixels.blue)
      }
      if var display = unsafe tables.display?.described { unsafe light_scale_by_sum(pixels, &display, sourceWeights) }
      if var tone = unsafe tables.tone?.described { unsafe light_scale_by_largest(pixels, &tone) }
      unsafe light_multiply(pixels, matrix)
      if var scene = unsafe tables.scene?.described {
        unsafe light_clip(pixels)
        unsafe light_scale_by_sum(pixels, &scene, targetWeights)
      }
      var encode = unsafe tables.encode.described
      let black = Float(Self.black)
      unsafe light_encode(pixels.red, number, &encode, black, samples.0)
      unsafe light_encode(pixels.green, number, &encode, black, samples.1)
      unsafe light_encode(pixels.blue, number, &encode, black, samples.2)
    }
  }
}
