/// A custom compositor, by name: the model stays a value, and whoever renders finds the code.
public struct CompositorReference: Hashable, Sendable, Codable {
  /// The name under which the compositor is registered.
  public var name: String
  /// What it is told, as it stands in the project.
  public var parameters: JSONValue?

  /// The compositor `name`, told `parameters`.
  public init(name: String, parameters: JSONValue? = nil) {
    self.name = name
    self.parameters = parameters
  }
}
