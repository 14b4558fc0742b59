import Foundation
import NameClaims

extension URL {
  /// Whether a regular file is there, links followed: a pipe without a writer would be waited for.
  var isRegularFile: Bool { FileStatus(ofRegularFile: path) != nil }
}
