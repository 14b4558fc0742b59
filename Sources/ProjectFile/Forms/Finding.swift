/// Something wrong at a place of a project, before it is known on which line the place is.
struct Finding: Hashable, Sendable {
  /// The place.
  var pointer: JSONPointer
  /// The byte it begins at; nil for the beginning of the value at `pointer`.
  var offset: Int?
  /// What was found, as a sentence.
  var message: String
  /// What was expected, as a noun phrase.
  var expected: String
  /// The name that was probably meant.
  var suggestion: String?

  /// Something wrong at `pointer`.
  init(at pointer: JSONPointer, offset: Int? = nil, _ message: String, expected: String, suggestion: String? = nil) {
    self.pointer = pointer
    self.offset = offset
    self.message = message
    self.expected = expected
    self.suggestion = suggestion
  }
}
