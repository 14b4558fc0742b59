package import FoundationEssentials

/// A folder of a test's own, which goes when the test does.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "gstedit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of `name` in the folder.
  package func file(_ name: String) -> URL { url.appending(path: name) }

  /// A file called `name` that holds `text`.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> URL {
    try Data(text.utf8).write(to: file(name))
    return file(name)
  }
}
