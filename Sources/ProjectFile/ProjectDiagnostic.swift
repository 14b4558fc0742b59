/// One thing that is wrong in a project file: where it stands, what was found, what was expected, and what was probably
/// meant.
public struct ProjectDiagnostic: Hashable, Sendable {
  /// The place in the file; of something that is missing, the place it is missing from.
  public var pointer: JSONPointer
  /// The line in the file, from 1.
  public var line: Int
  /// The character in the line, from 1.
  public var column: Int
  /// What was found, as a sentence.
  public var message: String
  /// What was expected, as a noun phrase: "a time of 0 or later".
  public var expected: String
  /// The name that was probably meant, where there is one that is nearly the same.
  public var suggestion: String?
}

extension ProjectDiagnostic: CustomStringConvertible {
  /// All of it on one line: `12:34: /export/fileType: Found the string "mp5". Expected … Did you mean "mp4"?`
  public var description: String {
    var sentences = ["\(line):\(column):"]
    if pointer != JSONPointer() { sentences.append("\(pointer):") }
    sentences += [message, "Expected \(expected)."]
    if let suggestion { sentences.append("Did you mean \"\(suggestion)\"?") }
    return sentences.joined(separator: " ")
  }
}
