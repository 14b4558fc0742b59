package import EditingModel
package import ProjectFile

/// The refusal of a project's edit. Nothing is changed then.
package struct ProjectEditError: Error, Diagnosed, Hashable {
  /// The kinds of error.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The edit lacks a member, or has one of another kind.
    case invalidEdit
    /// The text is no valid project, so that gestures have nothing to work on.
    case invalidProject
    /// There is no such segment, track or value.
    case notFound
    /// The gesture has no room, or makes no sense there.
    case notPossible
    /// The result would be no valid project.
    case invalidResult
  }

  /// The kind of error.
  package var code: Code
  /// The value in the text; the root where the edit itself is the cause.
  package var pointer: JSONPointer
  /// The fault and its remedy.
  package var diagnostic: Diagnostic

  /// The error `code` at `pointer`, in words.
  init(
    _ code: Code, at pointer: JSONPointer = JSONPointer(), _ message: String, expected: String? = nil,
    remedy: String? = nil
  ) {
    self.init(code, at: pointer, Diagnostic(message, expected: expected, remedy: remedy))
  }

  /// The error `code` at `pointer`.
  init(_ code: Code, at pointer: JSONPointer, _ diagnostic: Diagnostic) {
    self.code = code
    self.pointer = pointer
    self.diagnostic = diagnostic
  }

  /// A time of the result that 64 bits do not hold.
  static func inexact(at pointer: JSONPointer) -> ProjectEditError {
    ProjectEditError(
      .notPossible, at: pointer, "A time of the result cannot be kept exactly.",
      remedy: "Use times with smaller denominators, such as whole frames.")
  }
}

extension ProjectEditError: CustomStringConvertible {
  /// Its place, and its sentence.
  package var description: String {
    pointer == JSONPointer() ? diagnostic.description : "\(pointer): \(diagnostic)"
  }
}
