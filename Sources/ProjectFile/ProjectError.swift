/// Why a project could not be read or written.
public enum ProjectError: Error, Hashable, Sendable {
  /// The file could not be read at all.
  case unreadable(file: String, reason: String)
  /// The file is not a valid project: everything that is wrong with it, in the order of the text; never empty.
  case invalid([ProjectDiagnostic])
  /// The model says something for which the project format has no words: one sentence each.
  case notExpressible([String])

  /// What is wrong with the file; empty where the file itself is not at fault.
  public var diagnostics: [ProjectDiagnostic] {
    guard case .invalid(let diagnostics) = self else { return [] }
    return diagnostics
  }
}

extension ProjectError: CustomStringConvertible {
  /// A line for each thing that is wrong.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "The project \(file) cannot be read: \(reason)"
    case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
    case .notExpressible(let reasons): reasons.joined(separator: "\n")
    }
  }
}
