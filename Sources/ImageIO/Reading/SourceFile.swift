import Foundation
import NameClaims

/// The file of a source: one that is there, or a temporary one of the source's bytes, which is removed with this.
///
/// Threads: any.
final class SourceFile: Sendable {
  /// Its location.
  let url: URL
  /// The file's name in messages.
  let name: String
  /// The temporary file's name.
  private let claim: NameClaim?

  /// The file at `url`.
  init(_ url: URL) { (self.url, name, claim) = (url, url.lastPathComponent, nil) }

  /// A temporary file of `bytes`, for its user's eyes alone, whose name ends in `ending`; nil where none can be written.
  init?(_ bytes: Data, ending: String) {
    let folder = FileManager.default.temporaryDirectory
    let claim = NameClaim(in: folder.path)
    url = folder.appending(path: ".\(claim.mark)-picture\(ending)", directoryHint: .notDirectory)
    (name, self.claim) = ("picture of \(bytes.count) bytes", claim)
    guard
      FileManager.default.createFile(atPath: url.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    else {
      claim.removeFiles()
      Complaint.report("\(name): It cannot be put into \(folder.path) to be decoded.")
      return nil
    }
  }

  deinit { claim?.removeFiles() }
}
