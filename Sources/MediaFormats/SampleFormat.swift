/// How wide samples of sound are that are stored without loss.
public enum SampleFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Integers of at most 16 bits.
  case integer16
  /// Integers of 17 to 24 bits.
  case integer24
  /// Integers of 25 to 32 bits.
  case integer32
  /// IEEE 754 numbers of 32 or 64 bits.
  case float

  /// Bits of a sample where the format is written; numbers are written with 32.
  public var bitDepth: Int {
    switch self {
    case .integer16: 16
    case .integer24: 24
    case .integer32, .float: 32
    }
  }

  /// Whether samples are numbers beside which full scale is 1, so that nothing clips.
  public var isFloat: Bool { self == .float }
}
