// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

/// Whether the program may know where it is (`CLAuthorizationStatus`).
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The user was not asked.
  case notDetermined = 0
  /// It may not, and the user cannot change that.
  case restricted = 1
  /// It may not.
  case denied = 2
  /// It may, at any time.
  case authorizedAlways = 3
  /// It may, while it is used.
  case authorizedWhenInUse = 4
  /// It may.
  public static let authorized = authorizedAlways
}

/// How exactly the place is known (`CLAccuracyAuthorization`).
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exactly as it can be.
  case fullAccuracy = 0
  /// Within some kilometers.
  case reducedAccuracy = 1
}

/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"

/// As exactly as it can be, with what else the machine measures.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As exactly as it can be.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// Within three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
/// Every movement is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// Gets places and refusals (`CLLocationManagerDelegate`). Called on the main queue.
public protocol CLLocationManagerDelegate: AnyObject {
  /// The program moved; the newest place is the last. Never called here.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// There is no place.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// A manager was made, and what it may know is known.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// A manager was made, and what it may know is known.
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Calls the older method, as Core Location does for delegates without this one.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
}

/// Would say where the program is (`CLLocationManager`). There is no receiver here: location services are off, as a user can have them on
/// Apple's platforms, so that the status is `denied`, and a request for a place fails with `CLError.denied`. Threads: any. Lock order: only `state`.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())

  private struct State: @unchecked Sendable {
    // @unchecked: the delegate is called on the main queue alone; the rest are numbers.
    weak var delegate: (any CLLocationManagerDelegate)?
    var accuracy = kCLLocationAccuracyBest
    var filter = kCLDistanceFilterNone
  }

  /// Whether there is anything that knows where the machine is: no.
  open class func locationServicesEnabled() -> Bool { false }
  /// Whether there is a compass: no.
  open class func headingAvailable() -> Bool { false }
  /// Whether great movements alone can be reported: no.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { false }
  /// The program's permission to know places: none.
  open class func authorizationStatus() -> CLAuthorizationStatus { .denied }

  /// The program's permission to know places: none.
  open var authorizationStatus: CLAuthorizationStatus { .denied }
  /// How exactly places would be known.
  open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
  /// The last place: none.
  open var location: CLLocation? { nil }

  /// The delegate; not kept. It hears of the status as soon as it is set.
  open var delegate: (any CLLocationManagerDelegate)? {
    get { state.withLock(\.delegate) }
    set {
      state.withLock { $0.delegate = newValue }
      tell { $0.locationManagerDidChangeAuthorization($1) }
    }
  }

  /// How exactly places are wanted, in meters.
  open var desiredAccuracy: CLLocationAccuracy {
    get { state.withLock(\.accuracy) }
    set { state.withLock { $0.accuracy = newValue } }
  }
  /// The distance in meters after which a place is reported.
  open var distanceFilter: CLLocationDistance {
    get { state.withLock(\.filter) }
    set { state.withLock { $0.filter = newValue } }
  }

  /// Would ask the user; who has refused is not asked again.
  open func requestWhenInUseAuthorization() {}
  /// Would ask the user; who has refused is not asked again.
  open func requestAlwaysAuthorization() {}
  /// Would tell of places; tells that they are denied.
  open func startUpdatingLocation() { refuse() }
  /// Would tell of one place; tells that it is denied.
  open func requestLocation() { refuse() }
  /// Ends what was never begun.
  open func stopUpdatingLocation() {}

  private func refuse() { tell { $0.locationManager($1, didFailWithError: CLError(.denied)) } }

  private func tell(_ body: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
    DispatchQueue.main.async { [weak self] in
      guard let self, let delegate else { return }
      body(delegate, self)
    }
  }
}
