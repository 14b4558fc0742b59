/// The number of a composition's track (`CMPersistentTrackID`).
///
/// Unique within its composition. Zero is no track (`kCMPersistentTrackID_Invalid`).
public struct TrackID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// The number itself, positive in a valid track.
  public var rawValue: Int32

  /// The track with the number `rawValue`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The track with the number `value`.
  public init(integerLiteral value: Int32) {
    self.init(rawValue: value)
  }

  /// No track at all (`kCMPersistentTrackID_Invalid`).
  public static let invalid: TrackID = 0

  /// Orders by number.
  public static func < (left: TrackID, right: TrackID) -> Bool { left.rawValue < right.rawValue }

  /// The number, as people write it.
  public var description: String { String(rawValue) }
}
