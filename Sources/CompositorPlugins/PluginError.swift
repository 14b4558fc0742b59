public import EditingModel

/// A plug-in that cannot be used: which file, what was found, and what to do.
public struct PluginError: Error, Diagnosed, Hashable, Sendable, Codable {
  /// The kind of fault.
  public var code: Code
  /// The plug-in's file.
  public var path: String
  /// The fault and its remedy.
  public var diagnostic: Diagnostic

  /// A fault of kind `code` in the plug-in at `path`.
  public init(_ code: Code, path: String, _ message: String, remedy: String) {
    self.code = code
    self.path = path
    self.diagnostic = Diagnostic(message, remedy: remedy)
  }

  /// The kinds of fault. More may come; compare, and keep a default.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable {
    /// The kind's name, as machine-readable output spells it.
    public var rawValue: String

    /// The kind called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no such file.
    public static let missing = Code(rawValue: "missing")
    /// The file is not a shared library that this machine can load.
    public static let notLoadable = Code(rawValue: "notLoadable")
    /// The library is no plug-in.
    public static let notAPlugin = Code(rawValue: "notAPlugin")
    /// The plug-in is made for another version of the interface.
    public static let wrongVersion = Code(rawValue: "wrongVersion")
    /// A plug-in's table contradicts itself.
    public static let invalidTable = Code(rawValue: "invalidTable")
    /// The plug-in holds a compositor of a name that is taken.
    public static let nameTaken = Code(rawValue: "nameTaken")
    /// The plug-in ended the process of its own that it was loaded in, or that process did not answer.
    public static let crashed = Code(rawValue: "crashed")
    /// There can be no process of its own for the plug-in.
    public static let notIsolated = Code(rawValue: "notIsolated")
  }
}

extension PluginError: CustomStringConvertible {
  /// The sentences a person reads: the file, what was found, and what to do.
  public var description: String { "The plug-in \(path) cannot be used. \(diagnostic)" }
}

/// A failure that a plug-in's compositor reports of a frame or a film.
struct PluginFailure: Error, CustomStringConvertible {
  /// The plug-in's own words.
  let description: String
}
