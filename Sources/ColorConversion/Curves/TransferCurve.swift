import Glibc
import MediaFormats

/// The relation of a signal to light: the curves of ITU-R BT.1886 (what displays make of BT.709, BT.601 and BT.2020),
/// of PQ (SMPTE ST 2084) and of HLG (ITU-R BT.2100).
///
/// Light is counted in reference white, 203 cd/m² (ITU-R BT.2408): SDR's white, 75 % of HLG, 58 % of PQ. HLG stands for
/// light of the scene; a display of 1,000 cd/m² shows it by its system gamma of 1.2.
enum TransferCurve: Hashable {
  /// Standard dynamic range, by the display's gamma.
  case standard
  /// PQ.
  case perceptual
  /// HLG; light is the scene's, 0…1.
  case hybrid

  /// The curve of `color`.
  init(_ color: Colorimetry) {
    self =
      switch color.transfer {
      case 16: .perceptual
      case 18: .hybrid
      default: .standard
      }
  }

  /// Reference white, in cd/m².
  static let referenceWhite = 203.0
  /// The display that HLG is shown on, in cd/m².
  static let hybridPeak = 1_000.0
  /// HLG's system gamma on that display.
  static let systemGamma = 1.2

  /// The light of the signal `value`, 0…1.
  func light(ofSignal value: Double) -> Double {
    switch self {
    case .standard: pow(max(0, value), 2.4)
    case .perceptual: Self.luminance(ofPerceptual: min(1, value)) / Self.referenceWhite
    case .hybrid:
      value <= 0.5 ? max(0, value) * max(0, value) / 3 : (exp((value - Self.c) / Self.a) + Self.b) / 12
    }
  }

  /// The signal of `light`.
  func signal(ofLight light: Double) -> Double {
    switch self {
    case .standard: pow(max(0, light), 1 / 2.4)
    case .perceptual: Self.perceptual(ofLuminance: light * Self.referenceWhite)
    case .hybrid:
      light <= 1.0 / 12 ? (3 * max(0, light)).squareRoot() : Self.a * log(12 * light - Self.b) + Self.c
    }
  }

  /// `value` to the power of `exponent`.
  static func power(_ value: Double, _ exponent: Double) -> Double { pow(value, exponent) }

  // BT.2100 table 5.
  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)

  // BT.2100 table 4.
  private static let m1 = 2_610.0 / 16_384
  private static let m2 = 2_523.0 / 4_096 * 128
  private static let c1 = 3_424.0 / 4_096
  private static let c2 = 2_413.0 / 4_096 * 32
  private static let c3 = 2_392.0 / 4_096 * 32

  /// The luminance in cd/m² of the PQ signal `value`.
  static func luminance(ofPerceptual value: Double) -> Double {
    let power = pow(max(0, value), 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The PQ signal of `luminance` in cd/m².
  static func perceptual(ofLuminance luminance: Double) -> Double {
    let power = pow(max(0, luminance) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}
