// swift-format-ignore-file: NoLeadingUnderscores

public import Foundation

/// A name that is a type of its own, and text where an object is asked for: `AVMetadataKey.commonKeyTitle as NSString`,
/// `… as NSCopying & NSObjectProtocol`.
public protocol AVTextualName: RawRepresentable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
  /// The name of this text.
  init(rawValue: String)
}

extension AVTextualName {
  /// The text, an object.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }
  /// Makes the name of `text`.
  public static func _forceBridgeFromObjectiveC(_ text: NSString, result: inout Self?) {
    result = Self(rawValue: text._bridgeToSwift())
  }
  /// Makes the name of `text`: there is one of every text.
  public static func _conditionallyBridgeFromObjectiveC(_ text: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: text._bridgeToSwift())
    return true
  }
  /// Makes the name of `text`; of nil the empty one.
  public static func _unconditionallyBridgeFromObjectiveC(_ text: NSString?) -> Self {
    Self(rawValue: text?._bridgeToSwift() ?? "")
  }
}

extension AVMetadataKey: AVTextualName {}
extension AVMetadataIdentifier: AVTextualName {}
extension AVMetadataKeySpace: AVTextualName {}
extension AVMetadataFormat: AVTextualName {}
extension AVMediaType: AVTextualName {}
extension AVFileType: AVTextualName {}
extension AVVideoCodecType: AVTextualName {}
