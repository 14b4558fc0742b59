import CoreGraphics
import Layers

/// Properties of layers by their keys, parts of them by key paths, and values under any other key.
extension CALayer {
  /// The keys of every layer.
  static let keysOfEveryLayer: [String: KeyedProperty<CALayer>] = [
    "beginTime": KeyedProperty(\CALayer.beginTime), "duration": KeyedProperty(\CALayer.duration),
    "speed": KeyedProperty(\CALayer.speed), "timeOffset": KeyedProperty(\CALayer.timeOffset),
    "repeatCount": KeyedProperty(\CALayer.repeatCount), "repeatDuration": KeyedProperty(\CALayer.repeatDuration),
    "autoreverses": KeyedProperty(\CALayer.autoreverses), "fillMode": KeyedProperty(\CALayer.fillMode),
    "bounds": KeyedProperty(\CALayer.bounds), "position": KeyedProperty(\CALayer.position),
    "zPosition": KeyedProperty(\CALayer.zPosition), "anchorPoint": KeyedProperty(\CALayer.anchorPoint),
    "anchorPointZ": KeyedProperty(\CALayer.anchorPointZ), "transform": KeyedProperty(\CALayer.transform),
    "sublayerTransform": KeyedProperty(\CALayer.sublayerTransform),
    "geometryFlipped": KeyedProperty(\CALayer.isGeometryFlipped), "hidden": KeyedProperty(\CALayer.isHidden),
    "doubleSided": KeyedProperty(\CALayer.isDoubleSided), "opacity": KeyedProperty(\CALayer.opacity),
    "masksToBounds": KeyedProperty(\CALayer.masksToBounds),
    "backgroundColor": KeyedProperty(\CALayer.backgroundColor), "cornerRadius": KeyedProperty(\CALayer.cornerRadius),
    "maskedCorners": KeyedProperty(\CALayer.maskedCorners),
    "cornerCurve": KeyedProperty(\CALayer.cornerCurve), "borderWidth": KeyedProperty(\CALayer.borderWidth),
    "borderColor": KeyedProperty(\CALayer.borderColor), "shadowColor": KeyedProperty(\CALayer.shadowColor),
    "shadowOpacity": KeyedProperty(\CALayer.shadowOpacity), "shadowOffset": KeyedProperty(\CALayer.shadowOffset),
    "shadowRadius": KeyedProperty(\CALayer.shadowRadius), "shadowPath": KeyedProperty(\CALayer.shadowPath),
    "contents": KeyedProperty(any: \CALayer.contents), "contentsRect": KeyedProperty(\CALayer.contentsRect),
    "contentsCenter": KeyedProperty(\CALayer.contentsCenter),
    "contentsGravity": KeyedProperty(\CALayer.contentsGravity),
    "contentsScale": KeyedProperty(\CALayer.contentsScale), "contentsFormat": KeyedProperty(\CALayer.contentsFormat),
    "name": KeyedProperty(\CALayer.name), "mask": KeyedProperty(\CALayer.mask),
    "opaque": KeyedProperty(\CALayer.isOpaque),
    "needsDisplayOnBoundsChange": KeyedProperty(\CALayer.needsDisplayOnBoundsChange),
    "minificationFilter": KeyedProperty(\CALayer.minificationFilter),
    "magnificationFilter": KeyedProperty(\CALayer.magnificationFilter),
    "minificationFilterBias": KeyedProperty(\CALayer.minificationFilterBias),
    "allowsEdgeAntialiasing": KeyedProperty(\CALayer.allowsEdgeAntialiasing),
    "edgeAntialiasingMask": KeyedProperty(\CALayer.edgeAntialiasingMask),
    "allowsGroupOpacity": KeyedProperty(\CALayer.allowsGroupOpacity),
    "drawsAsynchronously": KeyedProperty(\CALayer.drawsAsynchronously),
    "shouldRasterize": KeyedProperty(\CALayer.shouldRasterize),
    "rasterizationScale": KeyedProperty(\CALayer.rasterizationScale),
    "autoresizingMask": KeyedProperty(\CALayer.autoresizingMask),
    "compositingFilter": KeyedProperty(any: \CALayer.compositingFilter),
    "filters": KeyedProperty(\CALayer.filters), "backgroundFilters": KeyedProperty(\CALayer.backgroundFilters),
    "actions": KeyedProperty(\CALayer.actions), "style": KeyedProperty(\CALayer.style),
    "wantsExtendedDynamicRangeContent": KeyedProperty(\CALayer.wantsExtendedDynamicRangeContent),
    "toneMapMode": KeyedProperty(\CALayer.toneMapMode),
  ]

  /// The value at `key`: a property, a value that was set for it, what the style says, or the class's default.
  func keyedValue(_ key: String) -> Any? {
    switch key {
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    case "frame": return frame.object
    default: break
    }
    if let property = Self.keys[key] { return property.get(self) }
    return values[key] ?? Self.value(ofStyle: style, key) ?? type(of: self).defaultValue(forKey: key)
  }

  /// Sets what is at `key`; nil is the default.
  func setKeyedValue(_ value: Any?, _ key: String) {
    switch key {
    case "sublayers": sublayers = value as? [CALayer]
    case "frame": frame = CGRect.value(of: value) ?? frame
    default:
      if let property = Self.keys[key] {
        property.set(self, value ?? Self.standard().keyedValue(key))
      } else {
        values[key] = value
      }
    }
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  /// The value at the end of the path `keyPath`.
  func keyedValue(atPath keyPath: String) -> Any? {
    guard let path = KeyPathParts(keyPath) else { return value(forKey: keyPath) }
    if let part = partValue(keyPath, of: path.first) { return part }
    return (value(forKey: path.first) as? CALayer)?.value(forKeyPath: path.rest)
  }

  /// Sets what is at the end of the path `keyPath`; a path that leads nowhere changes nothing.
  func setKeyedValue(_ value: Any?, atPath keyPath: String) {
    guard let path = KeyPathParts(keyPath) else { return setValue(value, forKey: keyPath) }
    guard let whole = partValue(keyPath, of: path.first, changedTo: value) else {
      (self.value(forKey: path.first) as? CALayer)?.setValue(value, forKeyPath: path.rest)
      return
    }
    setValue(whole, forKey: path.first)
  }

  /// The part `keyPath` of the property `key`, such as `transform.rotation.z`; nil where it has no such part.
  private func partValue(_ keyPath: String, of key: String) -> Any? {
    layer(ofWhole: key, with: keyPath)?.value(for: keyPath)?.object
  }

  /// The property `key` with another value for its part `keyPath`; nil where it has no such part, or `value` is none of it.
  private func partValue(_ keyPath: String, of key: String, changedTo value: Any?) -> Any? {
    guard var layer = layer(ofWhole: key, with: keyPath), let part = LayerKeyPath(rawValue: keyPath),
      let new = LayerValue(value, part.kind)
    else { return nil }
    layer.set(new, for: part)
    return layer.value(for: key)?.object
  }

  /// A layer whose property `key` is as here, which has the part `keyPath`; nil where there is none.
  private func layer(ofWhole key: String, with keyPath: String) -> Layer? {
    guard let whole = LayerKeyPath(rawValue: key), LayerKeyPath(rawValue: keyPath) != nil, Self.keys[key] != nil,
      let value = LayerValue(value(forKey: key), whole.kind)
    else { return nil }
    var layer = Layer(Self.standardKind)
    layer.set(value, for: whole)
    return layer
  }

  /// The value at `key` of a style, or of the styles that it has in it.
  static func value(ofStyle style: [AnyHashable: Any]?, _ key: String) -> Any? {
    var style = style
    // A dictionary is a value, and holds no style without end.
    while let dictionary = style {
      if let value = dictionary[key] { return value }
      style = dictionary["style"] as? [AnyHashable: Any]
    }
    return nil
  }
}

/// A key path before and after its first period.
struct KeyPathParts {
  /// The first key.
  let first: String
  /// The path that leads on from there.
  let rest: String

  /// The parts of `keyPath`; nil where it is one key.
  init?(_ keyPath: String) {
    guard let period = keyPath.firstIndex(of: ".") else { return nil }
    (first, rest) = (String(keyPath[..<period]), String(keyPath[keyPath.index(after: period)...]))
  }
}

extension Layer {
  /// The value of the property `path` in words; nil where a layer of this kind has none.
  fileprivate func value(for path: String) -> LayerValue? { LayerKeyPath(rawValue: path).flatMap { value(for: $0) } }
}
