import CoreGraphics
import Layers
import ModelValues

/// The engine's values as objects, and objects as values.
extension LayerValue {
  /// `object` as a value of `kind`; nil where it is none. Pictures are made elsewhere.
  init?(_ object: Any?, _ kind: Kind) {
    let made: LayerValue? =
      switch kind {
      case .number: Double.value(of: object).map(LayerValue.number)
      case .flag: Bool.value(of: object).map(LayerValue.flag)
      case .point: CGPoint.value(of: object).map { .point(Point($0)) }
      case .size: Self.size(of: object).map { .size($0.size) }
      case .rectangle: CGRect.value(of: object).map { .rectangle($0.rectangle) }
      case .color: (object as? CGColor).map { .color($0.color) }
      case .transform: CATransform3D.value(of: object).map { .transform($0.transform) }
      case .path: (object as? CGPath).map { .path($0.bezierPath) }
      case .colors: Self.list(object) { ($0 as? CGColor)?.color }.map(LayerValue.colors)
      case .numbers: Self.list(object) { Double.value(of: $0) }.map(LayerValue.numbers)
      case .text:
        ((object as? NSAttributedString)?.string ?? object as? String).map { .text(AttributedText($0)) }
      case .contents: nil
      }
    guard let made else { return nil }
    self = made
  }

  /// It as an object, where it is a number or geometry.
  var object: Any? {
    switch self {
    case .number(let number): number.object
    case .flag(let flag): flag.object
    case .point(let point): CGPoint(point).object
    case .size(let size): CGSize(size).object
    case .rectangle(let rectangle): CGRect(rectangle).object
    case .transform(let transform): CATransform3D(transform).object
    case .color, .path, .contents, .colors, .numbers, .text: nil
    }
  }

  /// A size; of a point, how far it is from the origin.
  private static func size(of object: Any?) -> CGSize? {
    CGSize.value(of: object) ?? CGPoint.value(of: object).map { CGSize(width: $0.x, height: $0.y) }
  }

  /// The elements of a list; nil where one of them is none.
  private static func list<Element>(_ object: Any?, _ element: (Any) -> Element?) -> [Element]? {
    guard let objects = object as? [Any] else { return nil }
    let elements = objects.compactMap(element)
    return elements.count == objects.count ? elements : nil
  }
}
