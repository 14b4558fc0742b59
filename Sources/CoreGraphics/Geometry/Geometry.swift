// swift-format-ignore-file: NoLeadingUnderscores

public import Foundation
package import ModelValues

// Additions to Foundation's geometry with Core Graphics' names, and conversions to the engine's and back.

extension CGSize {
  /// The same size, as the engine has it.
  package var size: Size { Size(width: Double(width), height: Double(height)) }

  /// The engine's size `size`.
  package init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension CGRect {
  /// The same rectangle, as the engine has it.
  package var rectangle: Rectangle {
    Rectangle(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
  }

  /// The engine's rectangle `rectangle`.
  package init(_ rectangle: Rectangle) {
    self.init(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
  }
}

/// A way across a plane (`CGVector`), which Foundation has on Apple's platforms alone.
public struct CGVector: Hashable, Codable, Sendable {
  /// The distance to the right.
  public var dx: CGFloat
  /// The distance up, or down where the plane's y runs down.
  public var dy: CGFloat

  /// Nowhere.
  public static let zero = CGVector()

  /// Nowhere.
  public init() { (dx, dy) = (0, 0) }
  /// `dx` across and `dy` along.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
  /// `dx` across and `dy` along.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
  /// `dx` across and `dy` along.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}

// Core Graphics' descriptions, which `print` and interpolation write, too: the numbers alone.

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// The coordinates in parentheses.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// Width and height in parentheses.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
  /// The origin's coordinates, width and height in parentheses.
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}

extension CGPoint {
  /// Whether it is `other` (`CGPointEqualToPoint`).
  public func equalTo(_ other: CGPoint) -> Bool { self == other }
}

extension CGSize {
  /// Whether it is `other` (`CGSizeEqualToSize`).
  public func equalTo(_ other: CGSize) -> Bool { self == other }
}

extension CGRect {
  /// Whether it is `other` (`CGRectEqualToRect`).
  public func equalTo(_ other: CGRect) -> Bool { self == other }
}

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// The number's object: an `NSNumber`, which casts convert back to `CGFloat`.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Makes the number of `number`.
  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    result = CGFloat(number.doubleValue)
  }

  /// Makes the number of `number`.
  public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(number.doubleValue)
    return true
  }

  /// Makes the number of `number`; zero of nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    CGFloat(number?.doubleValue ?? 0)
  }
}

/// The number of a window.
public typealias CGWindowID = UInt32
/// The number of a screen.
public typealias CGDirectDisplayID = UInt32
