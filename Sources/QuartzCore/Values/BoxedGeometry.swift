// swift-format-ignore-file: NoLeadingUnderscores

public import CoreGraphics

// SAFETY: a boxed map is the bytes of sixteen numbers, copied into and out of an array of that many; a box of another
// kind, recognized by its Objective-C type, is never read as one.

extension NSValue {
  /// A box of `point`.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  /// A box of `size`.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  /// A box of `rect`.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  /// A box of `transform`.
  public convenience init(caTransform3D transform: CATransform3D) {
    var numbers = transform.numbers
    unsafe self.init(bytes: &numbers, objCType: Self.kindOfTransform)
  }

  /// The point in the box; zero where it holds something else.
  public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }
  /// The size in the box; zero where it holds something else.
  public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }
  /// The rectangle in the box; zero where it holds something else.
  public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }
  /// The map in the box; the identity where it holds something else.
  public var caTransform3DValue: CATransform3D {
    guard holds(Self.kindOfTransform) else { return CATransform3DIdentity }
    var numbers = [Double](repeating: 0, count: 16)
    unsafe getValue(&numbers)
    return CATransform3D(numbers: numbers)
  }

  private static let kindOfTransform = "[16d]"

  /// Whether it is a box of what `type` says.
  func holds(_ type: String) -> Bool { unsafe String(cString: objCType) == type }
}

// Values that key-value coding gives in a box are taken out by a cast, and put into one: `layer.value(forKey: "bounds") as? CGRect`.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// A box of it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }
  /// Takes it out of `box`; zero where that holds something else.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout CGPoint?) { result = box.cgPointValue }
  /// Takes it out of `box`, where that holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout CGPoint?) -> Bool {
    result = box.holds("{CGPoint=dd}") ? box.pointValue : nil
    return result != nil
  }
  /// Takes it out of `box`; zero of nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGPoint { box?.cgPointValue ?? .zero }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// A box of it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }
  /// Takes it out of `box`; zero where that holds something else.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout CGSize?) { result = box.cgSizeValue }
  /// Takes it out of `box`, where that holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout CGSize?) -> Bool {
    result = box.holds("{CGSize=dd}") ? box.sizeValue : nil
    return result != nil
  }
  /// Takes it out of `box`; zero of nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGSize { box?.cgSizeValue ?? .zero }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// A box of it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }
  /// Takes it out of `box`; zero where that holds something else.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout CGRect?) { result = box.cgRectValue }
  /// Takes it out of `box`, where that holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout CGRect?) -> Bool {
    result = box.holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? box.rectValue : nil
    return result != nil
  }
  /// Takes it out of `box`; zero of nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGRect { box?.cgRectValue ?? .zero }
}

extension CATransform3D: _ObjectiveCBridgeable {
  /// A box of it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }
  /// Takes it out of `box`; the identity where that holds something else.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout CATransform3D?) {
    result = box.caTransform3DValue
  }
  /// Takes it out of `box`, where that holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout CATransform3D?) -> Bool {
    result = box.holds("[16d]") ? box.caTransform3DValue : nil
    return result != nil
  }
  /// Takes it out of `box`; the identity of nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CATransform3D {
    box?.caTransform3DValue ?? CATransform3DIdentity
  }
}
