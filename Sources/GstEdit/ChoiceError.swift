extension ProjectRender {
  /// A choice that does not fit the film: not the project is at fault, but what was asked of it.
  public struct ChoiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, as a sentence.
    public var message: String
    /// What to do about it, as a sentence; nil where the message says it.
    public var remedy: String?

    init(_ message: String, remedy: String? = nil) {
      self.message = message
      self.remedy = remedy
    }

    /// The sentences.
    public var description: String { [message, remedy].compactMap(\.self).joined(separator: " ") }
  }
}
