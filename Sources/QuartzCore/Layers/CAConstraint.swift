public import CoreGraphics

/// The attribute of a layer's frame that is constrained (`CAConstraintAttribute`).
public enum CAConstraintAttribute: Int32, Sendable {
  /// The left edge.
  case minX = 0
  /// The middle, from left to right.
  case midX
  /// The right edge.
  case maxX
  /// The width.
  case width
  /// The lower edge, of geometry that is not flipped.
  case minY
  /// The middle, from bottom to top.
  case midY
  /// The upper edge, of geometry that is not flipped.
  case maxY
  /// The height.
  case height

  /// Whether it is one of the horizontal axis.
  fileprivate var isHorizontal: Bool { rawValue < 4 }
  /// Its place among the four of its axis: the beginning, the middle, the end, the length.
  fileprivate var place: Int32 { rawValue % 4 }
}

/// One place or length of a layer's frame, as a multiple of one of a sibling's or of its superlayer's, and something more (`CAConstraint`).
open class CAConstraint: NSObject {
  /// The constrained attribute of the layer's frame.
  public let attribute: CAConstraintAttribute
  /// The name of the source layer: a sibling's, or `superlayer`.
  public let sourceName: String
  /// The attribute of the source layer's frame, or of the superlayer's bounds.
  public let sourceAttribute: CAConstraintAttribute
  /// The factor of that.
  public let scale: CGFloat
  /// The addend to that.
  public let offset: CGFloat

  /// `attribute` is `m` times `srcAttr` of the layer called `srcId`, and `c` more.
  public init(
    attribute: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat, offset c: CGFloat
  ) {
    (self.attribute, sourceName, sourceAttribute) = (attribute, srcId, srcAttr)
    (scale, offset) = (m, c)
  }

  /// `attribute` is `srcAttr` of the layer called `srcId`, and `c` more.
  public convenience init(
    attribute: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) { self.init(attribute: attribute, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c) }

  /// `attribute` is `srcAttr` of the layer called `srcId`.
  public convenience init(
    attribute: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) { self.init(attribute: attribute, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0) }
}

extension CALayer {
  /// Constrains its frame once more.
  public func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }
}

/// Lays the sublayers of layers out as their constraints say (`CAConstraintLayoutManager`).
///
/// Of each axis the first two constraints of a layer that agree with each other count: with one, a length stays as it is, or the beginning
/// where that one is the length. Layers whose constraints go round in a circle stand where they stood.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  /// Lays out the sublayers of `layer`.
  open func layoutSublayers(of layer: CALayer) {
    var solution = ConstraintSolution(of: layer)
    for child in layer.sublayers ?? [] where child.constraints?.isEmpty == false {
      let (x, y) = (solution.span(of: child, isHorizontal: true), solution.span(of: child, isHorizontal: false))
      let frame = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
      if frame != child.frame { child.frame = frame }
    }
  }
}

/// The frames of a layer's sublayers, as far as they are known.
private struct ConstraintSolution {
  /// A layer's extent along one axis.
  struct Span {
    var start: CGFloat
    var length: CGFloat

    func value(_ attribute: CAConstraintAttribute) -> CGFloat {
      switch attribute.place {
      case 0: start
      case 1: start + length / 2
      case 2: start + length
      default: length
      }
    }
  }

  /// A layer and an axis.
  private struct Key: Hashable {
    let layer: ObjectIdentifier
    let isHorizontal: Bool
  }

  private let superlayer: CALayer
  private let named: [String: CALayer]
  private var spans: [Key: Span] = [:]
  /// The values being computed, so that a cycle ends.
  private var open: Set<Key> = []

  init(of superlayer: CALayer) {
    self.superlayer = superlayer
    named = (superlayer.sublayers ?? []).reduce(into: [:]) { named, layer in
      if let name = layer.name, named[name] == nil { named[name] = layer }
    }
  }

  mutating func span(of layer: CALayer, isHorizontal: Bool) -> Span {
    let key = Key(layer: ObjectIdentifier(layer), isHorizontal: isHorizontal)
    let rect = layer === superlayer ? layer.bounds : layer.frame
    let current =
      isHorizontal
      ? Span(start: rect.minX, length: rect.width) : Span(start: rect.minY, length: rect.height)
    if layer === superlayer { return current }
    if let known = spans[key] { return known }
    guard open.insert(key).inserted else { return current }
    defer { open.remove(key) }
    var values: [Int32: CGFloat] = [:]
    for constraint in layer.constraints ?? [] where values.count < 2 {
      let attribute = constraint.attribute
      guard attribute.isHorizontal == isHorizontal, values[attribute.place] == nil,
        let source = constraint.sourceName == "superlayer" ? superlayer : named[constraint.sourceName]
      else { continue }
      let span = span(of: source, isHorizontal: constraint.sourceAttribute.isHorizontal)
      let value = span.value(constraint.sourceAttribute) * constraint.scale + constraint.offset
      if value.isFinite { values[attribute.place] = value }
    }
    let found = Self.span(values, current)
    spans[key] = found
    return found
  }

  /// The extent with up to two of its beginning, middle, end and length in `values`.
  private static func span(_ values: [Int32: CGFloat], _ current: Span) -> Span {
    let length: CGFloat
    switch (values[0], values[1], values[2], values[3]) {
    case (_, _, _, let known?): length = known
    case (let start?, _, let end?, _): length = end - start
    case (let start?, let middle?, _, _): length = 2 * (middle - start)
    case (_, let middle?, let end?, _): length = 2 * (end - middle)
    default: length = current.length
    }
    let start = values[0] ?? values[1].map { $0 - length / 2 } ?? values[2].map { $0 - length } ?? current.start
    return Span(start: start, length: max(0, length))
  }
}
