package import EditingModel
import Foundation

/// JSON results as the program prints them: keys in alphabetical order, so that equal results are equal text.
package enum JSONOutput {
  /// `value` on one line.
  package static func line(_ value: some Encodable) -> String {
    text(of: value, formatting: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// `value` over several lines, indented, with a line break at the end.
  package static func document(_ value: some Encodable) -> String {
    text(of: value, formatting: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
  }

  private static func text(of value: some Encodable, formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // JSON has no infinities and no NaN; they become strings.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// A JSON object given by its members, for results whose shape is the command's own. Members that are nil are left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral, Sendable {
  private var members: [String: any Encodable & Sendable] = [:]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// An object of these members.
  package init(dictionaryLiteral members: (String, (any Encodable & Sendable)?)...) {
    for (name, value) in members { self.members[name] = value }
  }

  /// The object with the members of `other` as well.
  package func adding(_ other: JSONObject) -> JSONObject {
    var object = self
    object.members.merge(other.members) { _, new in new }
    return object
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}

// Small values are arrays of numbers in JSON.

extension Range {
  /// The first, and one past the last.
  package var bounds: [Bound] { [lowerBound, upperBound] }
}

extension Color {
  /// Red, green, blue and alpha, 0…1.
  package var components: [Double] { [red, green, blue, alpha] }
}

extension Transform {
  /// The six numbers, in `CGAffineTransform`'s order.
  package var components: [Double] { [a, b, c, d, tx, ty] }
}

extension Rectangle {
  /// The left and top edges, the width and the height.
  package var components: [Double] { [x, y, width, height] }
}
