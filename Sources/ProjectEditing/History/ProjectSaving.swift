package import EditingModel
package import FoundationEssentials
import NameClaims

/// Saves a project's text atomically: readers of the file get the old text or the new one, never a part, also after a
/// crash or a power failure.
package enum ProjectSaving {
  /// Makes `text` the content of the file at `url`. The file keeps its permissions; a link is followed, and stays.
  package static func save(_ text: String, to url: URL) throws(ProjectSavingError) {
    do {
      try FileReplacement.replace(url.path, with: Array(text.utf8))
    } catch {
      throw ProjectSavingError(
        diagnostic: Diagnostic(
          "\(url.path) cannot be saved: \(error.words).",
          remedy:
            "Check the folder, its permissions and the room on the disk; nothing is lost as long as the program runs.",
          underlying: error.words))
    }
  }
}

/// A failure of saving a project. The file is as it was.
package struct ProjectSavingError: Error, Diagnosed, Hashable {
  /// The fault and its remedy.
  package var diagnostic: Diagnostic
}

extension ProjectSavingError: CustomStringConvertible {
  /// Its contents.
  package var description: String { diagnostic.description }
}
