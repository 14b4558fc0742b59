public import Foundation

/// A folder of a test's own, removed with this object.
public final class ScratchFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "gstedit-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The place of a file in the folder.
  public func url(_ name: String) -> URL { url.appending(path: name) }

  /// The names of all files in the folder, hidden ones too, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Writes a file into the folder.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> URL {
    let file = url(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
