/// Why a text is not JSON: where reading stopped, what was found and what was expected.
struct JSONSyntaxError: Error {
  /// The byte at which it went wrong.
  var offset: Int
  /// The value that was being read.
  var pointer: JSONPointer
  /// What was found, as a sentence.
  var message: String
  /// What was expected, as a noun phrase.
  var expected: String
}
