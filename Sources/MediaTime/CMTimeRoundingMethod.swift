/// How a time that does not fall on a timescale exactly is brought to it. Apple's `CMTimeRoundingMethod`.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable, Codable, CaseIterable {
  /// To the nearest unit; a half goes away from zero.
  case roundHalfAwayFromZero = 1

  /// To the next unit toward zero.
  case roundTowardZero = 2

  /// To the next unit away from zero.
  case roundAwayFromZero = 3

  /// Toward zero when the new timescale is smaller, away from zero when it is larger; and a negative time never becomes
  /// zero. QuickTime's rule.
  case quickTime = 4

  /// To the next greater unit.
  case roundTowardPositiveInfinity = 5

  /// To the next smaller unit.
  case roundTowardNegativeInfinity = 6

  /// What is used where no method is named: ``roundHalfAwayFromZero``.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}
