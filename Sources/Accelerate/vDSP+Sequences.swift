// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// SAFETY: addresses are those of vectors while they are read and written, and do not leave the closures.

extension vDSP {
  /// How numbers become integers (`vDSP.RoundingMode`).
  public enum RoundingMode: Hashable, Sendable {
    /// What is behind the point goes.
    case towardZero
    /// To the nearest; between two to the even one.
    case towardNearestInteger
  }

  /// Kinds of windows (`vDSP.WindowSequence`).
  public enum WindowSequence: Hashable, Sendable {
    /// A Hann window that keeps sound as loud as it was.
    case hanningNormalized
    /// A Hann window.
    case hanningDenormalized
    /// A Hamming window.
    case hamming
    /// A Blackman window.
    case blackman
  }

  /// Integers as floating-point numbers.
  public static func integerToFloatingPoint(
    _ vector: some AccelerateBuffer<Int16>, floatingPointType: Float.Type
  ) -> [Float] {
    unsafe made(from: vector) { unsafe vDSP_vflt16($0, 1, $1, 1, $2) }
  }

  /// Integers as floating-point numbers.
  public static func integerToFloatingPoint(
    _ vector: some AccelerateBuffer<Int32>, floatingPointType: Float.Type
  ) -> [Float] {
    unsafe made(from: vector) { unsafe vDSP_vflt32($0, 1, $1, 1, $2) }
  }

  /// Numbers as integers; what is beyond their range is brought to its end.
  public static func floatingPointToInteger(
    _ vector: some AccelerateBuffer<Float>, integerType: Int16.Type, rounding: RoundingMode
  ) -> [Int16] {
    unsafe made(from: vector) {
      unsafe rounding == .towardZero ? vDSP_vfix16($0, 1, $1, 1, $2) : vDSP_vfixr16($0, 1, $1, 1, $2)
    }
  }

  /// A window of `count` numbers; where `isHalfWindow`, its first (`count` + 1) ÷ 2 numbers and zeros behind them.
  public static func window(
    ofType: Float.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
  ) -> [Float] {
    let flags = isHalfWindow ? vDSP_HALF_WINDOW : 0
    return unsafe made(count) {
      switch sequence {
      case .hanningNormalized: unsafe vDSP_hann_window($0, vDSP_Length(count), Int32(flags | vDSP_HANN_NORM))
      case .hanningDenormalized: unsafe vDSP_hann_window($0, vDSP_Length(count), Int32(flags | vDSP_HANN_DENORM))
      case .hamming: unsafe vDSP_hamm_window($0, vDSP_Length(count), Int32(flags))
      case .blackman: unsafe vDSP_blkman_window($0, vDSP_Length(count), Int32(flags))
      }
    }
  }

  /// A line of `count` numbers over `range`, both ends of which are in it.
  public static func ramp(in range: ClosedRange<Float>, count: Int) -> [Float] {
    var (first, last) = (range.lowerBound, range.upperBound)
    return unsafe made(count) { unsafe vDSP_vgen(&first, &last, $0, 1, vDSP_Length(count)) }
  }

  /// Integers as floating-point numbers.
  public static func integerToFloatingPoint(
    _ vector: some AccelerateBuffer<Int16>, floatingPointType: Double.Type
  ) -> [Double] {
    unsafe made(from: vector) { unsafe vDSP_vflt16D($0, 1, $1, 1, $2) }
  }

  /// Integers as floating-point numbers.
  public static func integerToFloatingPoint(
    _ vector: some AccelerateBuffer<Int32>, floatingPointType: Double.Type
  ) -> [Double] {
    unsafe made(from: vector) { unsafe vDSP_vflt32D($0, 1, $1, 1, $2) }
  }

  /// Numbers as integers; what is beyond their range is brought to its end.
  public static func floatingPointToInteger(
    _ vector: some AccelerateBuffer<Double>, integerType: Int16.Type, rounding: RoundingMode
  ) -> [Int16] {
    unsafe made(from: vector) {
      unsafe rounding == .towardZero ? vDSP_vfix16D($0, 1, $1, 1, $2) : vDSP_vfixr16D($0, 1, $1, 1, $2)
    }
  }

  /// A window of `count` numbers; where `isHalfWindow`, its first (`count` + 1) ÷ 2 numbers and zeros behind them.
  public static func window(
    ofType: Double.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
  ) -> [Double] {
    let flags = isHalfWindow ? vDSP_HALF_WINDOW : 0
    return unsafe made(count) {
      switch sequence {
      case .hanningNormalized: unsafe vDSP_hann_windowD($0, vDSP_Length(count), Int32(flags | vDSP_HANN_NORM))
      case .hanningDenormalized: unsafe vDSP_hann_windowD($0, vDSP_Length(count), Int32(flags | vDSP_HANN_DENORM))
      case .hamming: unsafe vDSP_hamm_windowD($0, vDSP_Length(count), Int32(flags))
      case .blackman: unsafe vDSP_blkman_windowD($0, vDSP_Length(count), Int32(flags))
      }
    }
  }

  /// A line of `count` numbers over `range`, both ends of which are in it.
  public static func ramp(in range: ClosedRange<Double>, count: Int) -> [Double] {
    var (first, last) = (range.lowerBound, range.upperBound)
    return unsafe made(count) { unsafe vDSP_vgenD(&first, &last, $0, 1, vDSP_Length(count)) }
  }
}
