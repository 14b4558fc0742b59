/// A name in a coded tree that names nothing, with the names that might be meant.
package struct UnknownName: Error, Sendable {
  /// The name that was found.
  package let name: String
  /// The kind of thing that it should name, such as "property".
  package let subject: String
  /// The names that there are.
  package let known: [String]
  /// The expected names, in words.
  package let expected: String

  /// A name that is not among `known`, which the error lists where `expected` is nil.
  init(_ name: String, of subject: String, among known: [String], expected: String? = nil) {
    self.name = name
    self.subject = subject
    self.known = known
    self.expected = expected ?? (known.count == 1 ? known[0] : "one of \(known.joined(separator: ", "))")
  }

  /// The fault, as a sentence.
  package var sentence: String { "There is no \(subject) \(name)." }

  /// The error as decoders throw it, with this one under it.
  func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "\(sentence) Expected \(expected).", underlyingError: self))
  }
}
