import CoreGraphics
import Foundation

/// Layers in archives (`NSCoding`): what they look like, under the properties' keys, as numbers.
extension CALayer {
  private static let numbers: [(key: String, path: any ReferenceWritableKeyPath<CALayer, CGFloat> & Sendable)] = [
    ("zPosition", \.zPosition), ("anchorPointZ", \.anchorPointZ), ("cornerRadius", \.cornerRadius),
    ("borderWidth", \.borderWidth), ("shadowRadius", \.shadowRadius), ("contentsScale", \.contentsScale),
  ]
  private static let switches: [(key: String, path: any ReferenceWritableKeyPath<CALayer, Bool> & Sendable)] = [
    ("hidden", \.isHidden), ("doubleSided", \.isDoubleSided), ("masksToBounds", \.masksToBounds),
    ("geometryFlipped", \.isGeometryFlipped),
  ]
  private static let opacities: [(key: String, path: any ReferenceWritableKeyPath<CALayer, Float> & Sendable)] = [
    ("opacity", \.opacity), ("shadowOpacity", \.shadowOpacity),
  ]
  private static let colors: [(key: String, path: any ReferenceWritableKeyPath<CALayer, CGColor?> & Sendable)] = [
    ("backgroundColor", \.backgroundColor), ("borderColor", \.borderColor), ("shadowColor", \.shadowColor),
  ]
  private static let transforms: [(key: String, path: Transform)] = [
    ("transform", \.transform), ("sublayerTransform", \.sublayerTransform),
  ]
  private typealias Transform = any ReferenceWritableKeyPath<CALayer, CATransform3D> & Sendable

  /// Puts what it looks like into `coder`.
  func encode(into coder: NSCoder) {
    func put(_ values: [CGFloat], _ key: String) {
      coder.encode(NSArray(array: values.map { NSNumber(value: Double($0)) }), forKey: key)
    }
    put([bounds.minX, bounds.minY, bounds.width, bounds.height], "bounds")
    put([position.x, position.y], "position")
    put([anchorPoint.x, anchorPoint.y], "anchorPoint")
    put([shadowOffset.width, shadowOffset.height], "shadowOffset")
    for (key, path) in Self.transforms { put(self[keyPath: path].numbers.map { CGFloat($0) }, key) }
    for (key, path) in Self.colors { put(self[keyPath: path]?.components ?? [], key) }
    for (key, path) in Self.numbers { coder.encode(Double(self[keyPath: path]), forKey: key) }
    for (key, path) in Self.opacities { coder.encode(Double(self[keyPath: path]), forKey: key) }
    for (key, path) in Self.switches { coder.encode(self[keyPath: path], forKey: key) }
    if let name { coder.encode(NSString(string: name), forKey: "name") }
    if let mask { coder.encode(mask, forKey: "mask") }
    if let sublayers { coder.encode(NSArray(array: sublayers), forKey: "sublayers") }
  }

  /// Takes on what `coder` has; what it does not have stays as it is.
  func decode(from coder: NSCoder) {
    // A key that is not there is an error of Foundation's.
    func object(_ classes: [AnyClass], _ key: String) -> Any? {
      coder.containsValue(forKey: key) ? coder.decodeObject(of: classes, forKey: key) : nil
    }
    func values(_ key: String, _ counts: Set<Int>) -> [CGFloat]? {
      let array = object([NSArray.self, NSNumber.self], key) as? [Any]
      let numbers = array?.compactMap { ($0 as? NSNumber).map { CGFloat($0.doubleValue) } }
      return numbers.flatMap { counts.contains($0.count) ? $0 : nil }
    }
    if let found = values("bounds", [4]) {
      bounds = CGRect(x: found[0], y: found[1], width: found[2], height: found[3])
    }
    if let found = values("position", [2]) { position = CGPoint(x: found[0], y: found[1]) }
    if let found = values("anchorPoint", [2]) { anchorPoint = CGPoint(x: found[0], y: found[1]) }
    if let found = values("shadowOffset", [2]) { shadowOffset = CGSize(width: found[0], height: found[1]) }
    for (key, path) in Self.transforms {
      if let found = values(key, [16]) { self[keyPath: path] = CATransform3D(numbers: found.map { Double($0) }) }
    }
    for (key, path) in Self.colors {
      if let found = values(key, [0, 2, 4]) { self[keyPath: path] = Self.color(found) }
    }
    for (key, path) in Self.numbers where coder.containsValue(forKey: key) {
      self[keyPath: path] = CGFloat(coder.decodeDouble(forKey: key))
    }
    for (key, path) in Self.opacities where coder.containsValue(forKey: key) {
      self[keyPath: path] = Float(coder.decodeDouble(forKey: key))
    }
    for (key, path) in Self.switches where coder.containsValue(forKey: key) {
      self[keyPath: path] = coder.decodeBool(forKey: key)
    }
    if let found = object([NSString.self], "name") { name = String(describing: found) }
    mask = object([CALayer.self], "mask") as? CALayer
    let found = object([NSArray.self, CALayer.self], "sublayers") as? [Any]
    for layer in found ?? [] { if let layer = layer as? CALayer { addSublayer(layer) } }
  }

  private static func color(_ components: [CGFloat]) -> CGColor? {
    switch components.count {
    case 4: CGColor(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    case 2: CGColor(gray: components[0], alpha: components[1])
    default: nil
    }
  }
}
