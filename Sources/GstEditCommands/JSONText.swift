import Foundation

/// How the program writes JSON: keys in alphabetical order, so that the same facts are the same text.
enum JSONText {
  /// `value` on one line.
  static func line(_ value: some Encodable) -> String {
    text(of: value, formatting: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// `value` over several lines, indented, with a line break at the end.
  static func document(_ value: some Encodable) -> String {
    text(of: value, formatting: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
  }

  private static func text(of value: some Encodable, formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // Of numbers, only those that are not finite cannot be written; they become words.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
