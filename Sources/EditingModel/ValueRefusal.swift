/// Why a value is refused: what was found and what was expected.
struct ValueRefusal {
  var message: String
  var expected: String

  /// The refusal of a number outside `range` or not finite; nil for any other.
  init?(_ name: String, _ number: Double, in range: ClosedRange<Double>) {
    if number.isFinite, range.contains(number) { return nil }
    self.message = "The \(name) is \(number)."
    self.expected = "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
  }

  /// How many pixels a picture may have across and down.
  static let edgeLimits = 2.0...16_384

  /// The refusal of a size that no picture can have; nil for any other.
  init?(size: Size) {
    let edges = [size.width, size.height]
    if edges.allSatisfy({ Self.edgeLimits.contains($0) && $0 == $0.rounded() }) { return nil }
    self.message = "The size is \(edges.map(\.shortText).joined(separator: " × "))."
    self.expected = "whole numbers of pixels from 2 to 16384"
  }

  /// The refusal of an opacity below 0 or above 1.
  static func opacity(_ opacity: Double) -> ValueRefusal? { ValueRefusal("opacity", opacity, in: 0...1) }

  /// The refusal of a volume below 0 or above 10.
  static func volume(_ volume: Double) -> ValueRefusal? { ValueRefusal("volume", volume, in: 0...10) }

  /// The refusal of a transform with a number that is not finite; nil for any other.
  init?(_ transform: Transform) {
    if transform.isFinite { return nil }
    self.message = "The transform has a number that is not finite."
    self.expected = "six finite numbers"
  }

  /// The refusal of a crop rectangle that is not finite or reaches to the left of, or above, the picture; nil for any
  /// other.
  init?(crop rectangle: Rectangle) {
    let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    if numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) { return nil }
    self.message = "The crop rectangle is \(numbers.map(\.shortText).joined(separator: ", "))."
    self.expected = "x, y, width and height of 0 or more"
  }
}
