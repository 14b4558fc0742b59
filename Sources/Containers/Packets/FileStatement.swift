/// What a file says of itself or of one of its streams, by libav's name of what it is about: "title", "location".
public struct FileStatement: Hashable, Sendable, Codable {
  /// What it is about.
  public var key: String
  /// What is said.
  public var value: String

  /// The statement `value` on `key`.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
