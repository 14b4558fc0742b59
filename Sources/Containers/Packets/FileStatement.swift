/// A statement of a file about itself or one of its streams, by libav's name of its key: "title", "location".
public struct FileStatement: Hashable, Sendable, Codable {
  /// The key.
  public var key: String
  /// The value.
  public var value: String

  /// The statement `value` on `key`.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
