public import FoundationEssentials

/// A custom compositor, by name: the model stays a value, and whoever renders finds the code.
public struct CompositorReference: Hashable, Sendable, Codable {
  /// The name under which the compositor is registered.
  public var name: String
  /// What it is told, as it stands in the project.
  public var parameters: JSONValue?
  /// The folder that the files in parameters are looked for in: the project's. Nil for the process' own.
  public var folder: URL?

  /// The compositor `name`, told `parameters`.
  public init(name: String, parameters: JSONValue? = nil, folder: URL? = nil) {
    self.name = name
    self.parameters = parameters
    self.folder = folder
  }

  /// The path of the file that a parameter calls `name`: in `folder`, unless `name` is a whole path.
  public func path(ofFile name: String) -> String {
    guard let folder, !name.isEmpty, !name.hasPrefix("/") else { return name }
    return folder.appending(path: name).path
  }
}
