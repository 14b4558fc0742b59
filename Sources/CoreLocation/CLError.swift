public import Foundation

/// Why there is no place (`CLError`).
public struct CLError: Error, CustomNSError, Hashable, @unchecked Sendable {
  // @unchecked: what is known of it is never changed.
  /// The kind of failure.
  public let code: Code
  /// Details of the failure, by Foundation's keys.
  public let userInfo: [String: Any]

  /// The error of `code`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

  /// The domain: `kCLErrorDomain`.
  public static let errorDomain = kCLErrorDomain
  /// The number.
  public var errorCode: Int { code.rawValue }
  /// Details of the failure.
  public var errorUserInfo: [String: Any] { userInfo }

  /// Errors of one code are equal.
  public static func == (left: CLError, right: CLError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The kind of failure (`CLError.Code`). Here it is ``denied`` alone; programs that run elsewhere, too, ask for the others.
  public enum Code: Int, Sendable {
    case locationUnknown = 0, denied = 1, network = 2, headingFailure = 3
    case regionMonitoringDenied = 4, regionMonitoringFailure = 5, regionMonitoringSetupDelayed = 6
    case regionMonitoringResponseDelayed = 7
    case geocodeFoundNoResult = 8, geocodeFoundPartialResult = 9, geocodeCanceled = 10
    case deferredFailed = 11, deferredNotUpdatingLocation = 12, deferredAccuracyTooLow = 13
    case deferredDistanceFiltered = 14, deferredCanceled = 15
    case rangingUnavailable = 16, rangingFailure = 17, promptDeclined = 18, historicalLocationError = 19

    /// Whether `error` is one of this code.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? CLError)?.code == code }
  }

  /// It is not known yet.
  public static let locationUnknown = Code.locationUnknown
  /// The program may not know it.
  public static let denied = Code.denied
  /// There is no network.
  public static let network = Code.network
  /// The direction is not known.
  public static let headingFailure = Code.headingFailure
}
