import Foundation

extension URL {
  /// Whether a regular file is there, links followed: a pipe without a writer would be waited for.
  var isRegularFile: Bool {
    (try? resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
  }
}
