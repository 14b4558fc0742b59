import CoreGraphics
import Layers
import ModelValues

/// Something of a tree that is not drawn here.
package struct UnsupportedLayer: Error, Sendable {
  /// What it is, as a sentence.
  package let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// What making values of a tree of layers needs to know.
struct LayerMaking {
  /// The layers that show the film's frames.
  let videoLayers: Set<ObjectIdentifier>
  /// The file of a picture, by its path.
  let file: (CGImage) throws -> String

  /// What layers have in their place for `contents`.
  func contents(_ contents: Any?) throws -> LayerContents? {
    guard let contents else { return nil }
    guard let image = contents as? CGImage else {
      throw UnsupportedLayer("A layer's contents are a \(type(of: contents)), which is not drawn: a CGImage is.")
    }
    return .image(uri: try file(image))
  }

  /// `value`, of the property `name`, as one of `kind`.
  func value(_ value: Any, _ kind: LayerValue.Kind, of name: String) throws -> LayerValue {
    if let made = try made(value, kind) { return made }
    throw UnsupportedLayer("A value of “\(name)” is a \(type(of: value)), which is no \(kind.rawValue).")
  }

  private func made(_ value: Any, _ kind: LayerValue.Kind) throws -> LayerValue? {
    switch kind {
    case .number: return Self.number(value).map(LayerValue.number)
    case .flag: return Self.number(value).map { .flag($0 != 0) }
    case .point: return Self.point(value).map(LayerValue.point)
    case .size:
      if let point = value as? CGPoint { return .size(Size(width: Double(point.x), height: Double(point.y))) }
      return ((value as? CGSize) ?? Self.boxed(value, "{CGSize=dd}")?.cgSizeValue).map { .size($0.size) }
    case .rectangle:
      return ((value as? CGRect) ?? Self.boxed(value, "{CGRect={CGPoint=dd}{CGSize=dd}}")?.cgRectValue)
        .map { .rectangle($0.rectangle) }
    case .color: return (value as? CGColor).map { .color($0.color) }
    case .transform:
      if let affine = value as? CGAffineTransform { return .transform(Transform3D(affine.transform)) }
      return ((value as? CATransform3D) ?? Self.boxed(value, "[16d]")?.caTransform3DValue)
        .map { .transform($0.transform) }
    case .path: return (value as? CGPath).map { .path($0.bezierPath) }
    case .contents: return .contents(try contents(value))
    case .colors:
      let colors = (value as? [Any])?.map { $0 as? CGColor }
      guard let colors, colors.allSatisfy({ $0 != nil }) else { return nil }
      return .colors(colors.compactMap { $0?.color })
    case .numbers:
      let numbers = (value as? [Any])?.map(Self.number)
      guard let numbers, numbers.allSatisfy({ $0 != nil }) else { return nil }
      return .numbers(numbers.compactMap { $0 })
    case .text:
      return ((value as? NSAttributedString)?.string ?? value as? String).map { .text(AttributedText($0)) }
    }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
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

  private static func point(_ value: Any) -> Point? {
    ((value as? CGPoint) ?? boxed(value, "{CGPoint=dd}")?.cgPointValue).map { Point($0) }
  }

  /// The box that `value` is, of what `type` says.
  private static func boxed(_ value: Any, _ type: String) -> NSValue? {
    guard let box = value as? NSValue, box.holds(type) else { return nil }
    return box
  }
}
