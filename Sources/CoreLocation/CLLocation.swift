// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Meters.
public typealias CLLocationDistance = Double
/// Meters within which something is.
public typealias CLLocationAccuracy = Double
/// Meters in a second.
public typealias CLLocationSpeed = Double
/// Degrees from north, clockwise.
public typealias CLLocationDirection = Double

/// A place on the earth (`CLLocationCoordinate2D`), by WGS 84.
public struct CLLocationCoordinate2D: Hashable, Sendable {
  /// North of the equator, in degrees.
  public var latitude: CLLocationDegrees
  /// East of Greenwich, in degrees.
  public var longitude: CLLocationDegrees
  /// The place at these degrees.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
  /// The place at 0 and 0.
  public init() { self.init(latitude: 0, longitude: 0) }
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
/// Whether `coord` is a place on the earth.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}
/// The place at these degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// A place on the earth, and when something was there (`CLLocation`). The program sets it; there is no receiver here.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: it does not change.
  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// The height above the sea, in meters.
  public let altitude: CLLocationDistance
  /// Within how many meters the place is known; negative where it is not.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Within how many meters the height is known; negative where it is not.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction of motion, in degrees from north; negative where it is not known.
  public let course: CLLocationDirection
  /// The speed; negative where it is not known.
  public let speed: CLLocationSpeed
  /// When it was there.
  public let timestamp: Date

  /// The place at these degrees, now, at a height that is not known.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// The place `coordinate` at `altitude`.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// The place `coordinate` at `altitude`, on the way to `course`.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    (self.coordinate, self.altitude) = (coordinate, altitude)
    (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
    (self.course, self.speed, self.timestamp) = (course, speed, timestamp)
    super.init()
  }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The distance to `location` in meters, along a sphere of the earth's mean radius.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (first, second) = (radians(coordinate.latitude), radians(location.coordinate.latitude))
    let across = sin(radians(location.coordinate.longitude - coordinate.longitude) / 2)
    let up = sin((second - first) / 2)
    return 2 * 6_371_008.8 * asin(min(1, (up * up + cos(first) * cos(second) * across * across).squareRoot()))
  }
}
