// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// The version of these fields: an array of numbers.
public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// "N" or "S".
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Degrees from the equator, not negative.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// "E" or "W".
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Degrees from Greenwich, not negative.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// 0 above the sea, 1 below it.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// Meters from the sea's level.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// The universal time: "12:00:00".
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// The satellites that were seen.
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// "A" while it was measured, "V" while not.
public let kCGImagePropertyGPSStatus: CFString = "Status"
/// "2" or "3" dimensions.
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// The dilution of the measurement's precision.
public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// The unit of speed: "K", "M" or "N".
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// The speed.
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// Whether the direction of movement is true ("T") or magnetic ("M").
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// The direction of movement, in degrees.
public let kCGImagePropertyGPSTrack: CFString = "Track"
/// Whether the direction of view is true ("T") or magnetic ("M").
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// The direction of view, in degrees.
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// The model of the earth.
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// "N" or "S", of the destination.
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// Degrees from the equator, of the destination.
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// "E" or "W", of the destination.
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// Degrees from Greenwich, of the destination.
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// Whether the bearing is true ("T") or magnetic ("M").
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// The bearing of the destination, in degrees.
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// The unit of the distance: "K", "M" or "N".
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// The distance of the destination.
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// The method by which the place was found.
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// The name of the area.
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
/// The universal date: "2024:05:31".
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// Whether a correction was applied, by Exif's number.
public let kCGImagePropertyGPSDifferental: CFString = "Differential"
/// Meters by which the place may be wrong.
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
