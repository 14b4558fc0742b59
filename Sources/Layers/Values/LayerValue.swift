public import ModelValues

/// A value that a property of a layer can have, and that animations go between.
public enum LayerValue: Hashable, Sendable {
  /// The kinds of value; each property has one.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case number, flag, point, size, rectangle, color, transform, path, contents, colors, numbers, text
  }

  /// A number: an opacity, an angle in radians, a length in pixels.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// A place.
  case point(Point)
  /// A width and a height.
  case size(Size)
  /// A rectangle.
  case rectangle(Rectangle)
  /// A color; clear black stands for none.
  case color(Color)
  /// A map of space.
  case transform(Transform3D)
  /// A path; the empty one stands for none.
  case path(BezierPath)
  /// A picture, or none.
  case contents(LayerContents?)
  /// The colors of a gradient.
  case colors([Color])
  /// A list of numbers: the places of a gradient's colors, the lengths of dashes, the arguments of a value function.
  case numbers([Double])
  /// A text.
  case text(AttributedText)

  /// The value's kind.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .flag: .flag
    case .point: .point
    case .size: .size
    case .rectangle: .rectangle
    case .color: .color
    case .transform: .transform
    case .path: .path
    case .contents: .contents
    case .colors: .colors
    case .numbers: .numbers
    case .text: .text
    }
  }

  /// Whether all its numbers are finite.
  public var isFinite: Bool {
    switch self {
    case .contents(let contents): contents?.isFinite != false
    case .flag: true
    case .text(let text): text.isFinite
    default: components?.allSatisfy(\.isFinite) != false
    }
  }
}

/// Literals are values: `0.5`, `false`, `"The end"`, `[0, 0.5, 1]`; of a place or a color `.point(place)`, `.color(.white)`.
extension LayerValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(AttributedText(value)) }
  /// A list of numbers.
  public init(arrayLiteral elements: Double...) { self = .numbers(elements) }
}

extension LayerValue {
  /// The numbers that the value consists of, in order; nil for one that does not consist of numbers.
  var components: [Double]? {
    switch self {
    case .number(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rectangle(let rectangle): [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .transform(let transform): transform.numbers
    case .path(let path): path.coordinates
    case .colors(let colors): colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .numbers(let numbers): numbers
    case .flag, .contents, .text: nil
    }
  }

  /// The value of the same kind and form with other components, as many as it has.
  func with(components: [Double]) -> LayerValue {
    func color(_ index: Int) -> Color {
      Color(
        red: components[index], green: components[index + 1], blue: components[index + 2],
        alpha: components[index + 3])
    }
    return switch self {
    case .number: .number(components[0])
    case .point: .point(Point(x: components[0], y: components[1]))
    case .size: .size(Size(width: components[0], height: components[1]))
    case .rectangle:
      .rectangle(Rectangle(x: components[0], y: components[1], width: components[2], height: components[3]))
    case .color: .color(color(0))
    case .transform(let transform): .transform(Transform3D(components) ?? transform)
    case .path(let path): .path(path.with(coordinates: components))
    case .colors(let colors): .colors(colors.indices.map { color($0 * 4) })
    case .numbers: .numbers(components)
    case .flag, .contents, .text: self
    }
  }

  /// Whether numbers of one value go over to those of the other.
  func hasForm(of other: LayerValue) -> Bool {
    if case .path(let path) = self, case .path(let end) = other { return path.hasSteps(of: end) }
    return kind == other.kind && components?.count == other.components?.count && components != nil
  }
}
