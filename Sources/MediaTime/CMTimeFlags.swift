/// The state of a ``CMTime``: whether it means anything, whether it is exact, and whether it stands for something other
/// than a finite number of seconds. Apple's `CMTimeFlags`, bit for bit.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, Codable {
  /// The bits as CoreMedia stores them.
  public let rawValue: UInt32

  /// A set of flags from CoreMedia's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time means something. Without this flag it is invalid, whatever the other fields say.
  public static let valid = CMTimeFlags(rawValue: 1)

  /// Some step that led to this time was not exact.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)

  /// The time is later than every finite time.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)

  /// The time is earlier than every finite time.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)

  /// The time is not known, as the duration of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)

  /// The flags that replace the number of seconds: both infinities and indefinite.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
