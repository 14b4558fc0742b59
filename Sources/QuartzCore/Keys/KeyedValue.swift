import CoreGraphics

/// A value of a property of Core Animation's objects, as key-value coding hands it over: numbers and geometry in boxes or as they are,
/// objects as they are.
protocol KeyedValue: SendableMetatype {
  /// The value that `object` is; nil where it is none.
  static func value(of object: Any?) -> Self?
  /// It as an object: `NSNumber`, `NSValue`, or itself; nil for nothing.
  var object: Any? { get }
}

extension KeyedValue {
  static func value(of object: Any?) -> Self? { object as? Self }
  var object: Any? { self }
}

// MARK: Numbers

extension Double: KeyedValue {
  static func value(of object: Any?) -> Double? {
    switch object {
    case let number as Double: number
    case let number as CGFloat: Double(number)
    case let number as Float: Double(number)
    case let number as Int: Double(number)
    case let flag as Bool: flag ? 1 : 0
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }
  var object: Any? { NSNumber(value: self) }
}

extension CGFloat: KeyedValue {
  static func value(of object: Any?) -> CGFloat? { Double.value(of: object).map { CGFloat($0) } }
  var object: Any? { NSNumber(value: Double(self)) }
}

extension Float: KeyedValue {
  static func value(of object: Any?) -> Float? { Double.value(of: object).map { Float($0) } }
  var object: Any? { NSNumber(value: self) }
}

extension Bool: KeyedValue {
  static func value(of object: Any?) -> Bool? { Double.value(of: object).map { $0 != 0 } }
  var object: Any? { NSNumber(value: self) }
}

extension Int: KeyedValue {
  static func value(of object: Any?) -> Int? { Double.value(of: object).flatMap { Int(exactly: $0.rounded()) } }
  var object: Any? { NSNumber(value: self) }
}

extension UInt32: KeyedValue {
  static func value(of object: Any?) -> UInt32? { Double.value(of: object).flatMap { UInt32(exactly: $0.rounded()) } }
  var object: Any? { NSNumber(value: self) }
}

// MARK: Geometry

extension CGPoint: KeyedValue {
  var object: Any? { NSValue(cgPoint: self) }
}

extension CGSize: KeyedValue {
  var object: Any? { NSValue(cgSize: self) }
}

extension CGRect: KeyedValue {
  var object: Any? { NSValue(cgRect: self) }
}

extension CATransform3D: KeyedValue {
  static func value(of object: Any?) -> CATransform3D? {
    if let map = object as? CGAffineTransform { return CATransform3DMakeAffineTransform(map) }
    return object as? CATransform3D
  }
  var object: Any? { NSValue(caTransform3D: self) }
}

// MARK: Objects

extension String: KeyedValue {}
extension CGColor: KeyedValue {}
extension CGPath: KeyedValue {}
extension CALayer: KeyedValue {}
extension CAMediaTimingFunction: KeyedValue {}
extension CAValueFunction: KeyedValue {}
extension Array: KeyedValue {}
extension Dictionary: KeyedValue {}

extension Optional: KeyedValue where Wrapped: KeyedValue {
  static func value(of object: Any?) -> Wrapped?? {
    guard let object else { return .some(nil) }
    return Wrapped.value(of: object).map { .some($0) }
  }
  var object: Any? { flatMap(\.object) }
}

/// A word of Core Animation's that has a type of its own.
protocol KeyedWord: KeyedValue, RawRepresentable<String> {}

extension KeyedWord {
  static func value(of object: Any?) -> Self? { object as? Self ?? (object as? String).flatMap { Self(rawValue: $0) } }
  var object: Any? { rawValue }
}

extension CAMediaTimingFillMode: KeyedWord {}
extension CALayerContentsGravity: KeyedWord {}
extension CALayerContentsFilter: KeyedWord {}
extension CALayerContentsFormat: KeyedWord {}
extension CALayerCornerCurve: KeyedWord {}
extension CAToneMapMode: KeyedWord {}
extension CATextLayerAlignmentMode: KeyedWord {}
extension CATextLayerTruncationMode: KeyedWord {}
extension CAShapeLayerFillRule: KeyedWord {}
extension CAShapeLayerLineCap: KeyedWord {}
extension CAShapeLayerLineJoin: KeyedWord {}
extension CAGradientLayerType: KeyedWord {}
extension CAScrollLayerScrollMode: KeyedWord {}
extension CAEmitterLayerEmitterShape: KeyedWord {}
extension CAEmitterLayerEmitterMode: KeyedWord {}
extension CAEmitterLayerRenderMode: KeyedWord {}

/// Bits that have a type of their own.
protocol KeyedMask: KeyedValue, OptionSet where RawValue: FixedWidthInteger {}

extension KeyedMask {
  static func value(of object: Any?) -> Self? {
    object as? Self ?? Double.value(of: object).flatMap { RawValue(exactly: $0) }.map { Self(rawValue: $0) }
  }
  var object: Any? { NSNumber(value: UInt64(rawValue)) }
}

extension CACornerMask: KeyedMask {}
extension CAEdgeAntialiasingMask: KeyedMask {}
extension CAAutoresizingMask: KeyedMask {}
