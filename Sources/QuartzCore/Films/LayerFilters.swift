import CoreGraphics
import Layers

/// A layer's blending with its background, and its clipping.
extension CALayer {
  /// The mode in which it mixes with what is behind, by its compositing filter.
  ///
  /// - Throws: ``UnsupportedLayer`` for another filter than those of blend modes by their names, for filters of what is in it or behind it,
  ///   and for a style that says what a property is to be.
  func blendMode(_ making: LayerMaking) throws -> LayerBlendMode {
    if filters?.isEmpty == false || backgroundFilters?.isEmpty == false {
      try making.refuse("The layer \(words) has filters, which are not drawn.")
    }
    let styled = (style ?? [:]).keys.compactMap { $0 as? String }.filter { Self.keys[$0] != nil }
    if let property = styled.sorted().first(where: { $0 != "actions" && $0 != "style" }) {
      try making.refuse("The style of the layer \(words) says what “\(property)” is: it is drawn as the property says.")
    }
    guard let compositingFilter else { return .normal }
    if let name = compositingFilter as? String, let mode = LayerBlendMode(filterNamed: name) { return mode }
    let filter = (compositingFilter as? String).map { "“\($0)”" } ?? "a \(type(of: compositingFilter))"
    try making.refuse("The compositing filter of the layer \(words) is \(filter), which is not drawn: blend modes are.")
    return .normal
  }

  /// It in a sentence.
  private var words: String { name.map { "“\($0)”" } ?? "of the class \(type(of: self))" }
}

extension LayerBlendMode {
  /// The mode of a filter's name, Core Animation's own (`multiplyBlendMode`) or Core Image's (`CIMultiplyBlendMode`); nil for another filter.
  init?(filterNamed name: String) {
    switch name {
    case "normal", "CISourceOverCompositing": self = .normal
    case "plusL", "plusLighter", "linearDodgeBlendMode", "CILinearDodgeBlendMode", "CIAdditionCompositing": self = .add
    default:
      guard name.hasSuffix("BlendMode") else { return nil }
      var word = String(name.dropLast("BlendMode".count))
      if word.hasPrefix("CI") {
        word.removeFirst(2)
        word = word.prefix(1).lowercased() + word.dropFirst()
      }
      guard let mode = LayerBlendMode(rawValue: word), mode != .add else { return nil }
      self = mode
    }
  }
}
