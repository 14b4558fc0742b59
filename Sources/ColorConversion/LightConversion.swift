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
  private typealias Row = (Float, Float, Float)
  private let rows: (Row, Row, Row)
  private let sourceWeights: Row
  private let targetWeights: Row

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
    let matrix = first.conversion(to: second)
    func row(_ number: Int) -> Row { (Float(matrix[number, 0]), Float(matrix[number, 1]), Float(matrix[number, 2])) }
    rows = (row(0), row(1), row(2))
    func floats(_ weights: (red: Double, green: Double, blue: Double)) -> Row {
      (Float(weights.red), Float(weights.green), Float(weights.blue))
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
    made.withLock { $0[ends] = conversion }
    return conversion
  }

  /// What a conversion depends on.
  private struct Ends: Hashable {
    let transfers: [Int]
    let primaries: [Int]
    let peak: Double?
  }

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
        unsafe convert(
          (red + start, green + start, blue + start), light: (r, r + Self.block, r + 2 * Self.block),
          count: min(Self.block, count - start))
      }
    }
  }

  /// How many pixels go through the steps together, each step for all of them: their light stays in the nearest cache.
  private static var block: Int { 256 }

  private typealias Samples = (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>)
  private typealias Light = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  private func convert(_ samples: Samples, light: Light, count: Int) {
    // SAFETY: `self` holds the tables until the loops have ended.
    unsafe withExtendedLifetime(self) {
      let (r, g, b) = unsafe light
      unsafe decode.withUnsafeBufferPointer { decode in
        for index in 0..<count {
          unsafe r[index] = decode[Int(samples.0[index])]
          unsafe g[index] = decode[Int(samples.1[index])]
          unsafe b[index] = decode[Int(samples.2[index])]
        }
      }
      if let display = unsafe display?.reader { unsafe Self.scale(light, by: display, of: sourceWeights, count) }
      if let tone = unsafe tone?.reader {
        for index in 0..<count {
          let (x, y, z) = unsafe (r[index], g[index], b[index])
          let most = x > y ? (x > z ? x : z) : (y > z ? y : z)
          let gain = unsafe tone[most]
          unsafe (r[index], g[index], b[index]) = (x * gain, y * gain, z * gain)
        }
      }
      let m = rows
      for index in 0..<count {
        let (x, y, z) = unsafe (r[index], g[index], b[index])
        unsafe r[index] = m.0.0 * x + m.0.1 * y + m.0.2 * z
        unsafe g[index] = m.1.0 * x + m.1.1 * y + m.1.2 * z
        unsafe b[index] = m.2.0 * x + m.2.1 * y + m.2.2 * z
      }
      if let scene = unsafe scene?.reader {
        for index in 0..<count {
          let (x, y, z) = unsafe (r[index], g[index], b[index])
          unsafe (r[index], g[index], b[index]) = (x > 0 ? x : 0, y > 0 ? y : 0, z > 0 ? z : 0)
        }
        unsafe Self.scale(light, by: scene, of: targetWeights, count)
      }
      let encode = unsafe encode.reader
      let (black, keepsSign) = (Float(Self.black), keepsSign)
      for index in 0..<count { unsafe samples.0[index] = Self.code(r[index], encode, black, keepsSign) }
      for index in 0..<count { unsafe samples.1[index] = Self.code(g[index], encode, black, keepsSign) }
      for index in 0..<count { unsafe samples.2[index] = Self.code(b[index], encode, black, keepsSign) }
    }
  }

  /// Multiplies all three by what `table` says of their luminance.
  private static func scale(_ light: Light, by table: FunctionTable.Reader, of weights: Row, _ count: Int) {
    let (r, g, b) = unsafe light
    for index in 0..<count {
      let (x, y, z) = unsafe (r[index], g[index], b[index])
      let gain = unsafe table[x * weights.0 + y * weights.1 + z * weights.2]
      unsafe (r[index], g[index], b[index]) = (x * gain, y * gain, z * gain)
    }
  }

  @inline(__always)
  private static func code(
    _ light: Float, _ encode: FunctionTable.Reader, _ black: Float, _ keepsSign: Bool
  ) -> UInt16 {
    if light < 0 {
      guard keepsSign else { return UInt16(black) }
      let code = unsafe black - encode[-light] + 0.5
      return UInt16(truncatingIfNeeded: Int32(code > 0 ? code : 0))
    }
    let code = unsafe black + encode[light] + 0.5
    return UInt16(truncatingIfNeeded: Int32(code < 65_535 ? code : 65_535))
  }
}
