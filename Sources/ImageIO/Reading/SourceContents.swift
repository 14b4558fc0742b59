import Foundation
import PictureFiles
import Synchronization

/// The pictures of a file: what kind it is, what it says of them, and their pixels.
///
/// Facts are found out when they are first asked for, and kept. Threads: any. Lock order: `known` and `animation`, never both.
final class SourceContents: Sendable {
  /// The file.
  let file: SourceFile
  /// Its kind.
  let kind: PictureKind
  /// Whether all bytes are there: what is missing is no damage otherwise.
  private let isWhole: Bool
  private let known = Mutex<Known>(.nothing)
  /// The pictures of a file that is read one by one, where the next one is as far as they were asked for.
  let animation = Mutex<(any PictureAnimation)?>(nil)

  private enum Known: Sendable {
    case nothing
    case facts(PictureFacts)
    case damage
  }

  /// The pictures of `file`, which is of `kind`.
  init(_ file: SourceFile, _ kind: PictureKind, isWhole: Bool) {
    (self.file, self.kind, self.isWhole) = (file, kind, isWhole)
  }

  /// The facts of the file; nil where it is damaged, which is reported once.
  var facts: PictureFacts? {
    known.withLock { known in
      switch known {
      case .facts(let facts): return facts
      case .damage: return nil
      case .nothing:
        func found() throws -> PictureFacts { try PictureFacts(kind, at: file.url) }
        let facts = isWhole ? Complaint.reporting(of: file.name, found) : try? found()
        known = facts.map(Known.facts) ?? .damage
        return facts
      }
    }
  }
}
