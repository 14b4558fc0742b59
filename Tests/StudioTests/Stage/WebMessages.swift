import Foundation
import ModelValues
import TestSupport

/// A request of HTTP/1.1 in a test's own spelling, sent unchanged.
struct WebRequest: Sendable {
  var method = "GET"
  /// The path and the query, percent-encoded or not.
  var target: String
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  init(_ method: String = "GET", _ target: String, headers: [(String, String)] = [], body: [UInt8] = []) {
    (self.method, self.target, self.body) = (method, target, body)
    self.headers = headers.map { (name: $0.0, value: $0.1) }
  }

  /// The head, with the empty line behind it.
  var head: String {
    "\(method) \(target) HTTP/1.1\r\n" + headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }
}

/// What a server has answered.
struct WebAnswer: Sendable {
  var status: Int
  /// The fields of the head, their names in small letters.
  var headers: [String: String]
  var body: [UInt8] = []

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; null where it is none.
  var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null }

  /// The error code in the body; nil without an error.
  var errorCode: String? { json.at("/error/code").map(\.word) }

  /// Whether the body has an error in the usual form: with a code, and a sentence.
  var hasSentence: Bool {
    guard let message = json.at("/error/message")?.word else { return false }
    return errorCode?.isEmpty == false && message.hasSuffix(".") && message.contains(" ")
  }
}

extension JSONValue {
  /// The value at a JSON pointer of keys without escapes; "#" is how many elements an array has. Nil where there is none.
  func at(_ pointer: String) -> JSONValue? {
    pointer.split(separator: "/").reduce(self) { value, key in
      switch value {
      case .object(let members)?: return members[String(key)]
      case .array(let elements)? where key == "#": return .number("\(elements.count)")
      case .array(let elements)?: return Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: return nil
      }
    }
  }

  /// What stands at a JSON pointer, as ``word``; "null" where nothing does, which is the same to a page.
  func word(_ pointer: String) -> String { at(pointer)?.word ?? "null" }

  /// The time at a JSON pointer, in seconds, which may be a fraction or a decimal number; nil where there is none.
  func time(_ pointer: String) -> Fraction? { at(pointer).flatMap { Fraction(seconds: $0.word) } }

  /// A text as it is, and other values as JSON with sorted keys.
  var word: String {
    switch self {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .number(let digits): digits
    case .string(let text): text
    case .array(let elements): "[" + elements.map(\.word).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.word)" }.joined(separator: ",") + "}"
    }
  }

  /// The whole number; nil where it is none.
  var whole: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// The number; nil where it is none.
  var number: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// The elements of an array.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string in JSON, with its quotes.
  static func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}

extension Fraction {
  /// Reads seconds: "27/2", "2.8" or "3".
  init?(seconds text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let over = Int(parts[0]), let under = Int(parts[1]), under > 0 {
      self = Fraction(over, under)
    } else if let match = text.wholeMatch(of: #/(-?\d+)(?:\.(\d{1,9}))?/#) {
      let decimals = match.output.2 ?? ""
      guard let digits = Int(match.output.1 + decimals) else { return nil }
      self = Fraction(digits, decimals.reduce(1) { power, _ in power * 10 })
    } else {
      return nil
    }
  }
}
