import Foundation

/// Media that were given as bytes, as the file that the engine reads: in a folder that is removed with this. Threads: any.
final class TemporaryFile: Sendable {
  private let folder: URL
  /// URL of the file, which is there once it is written.
  let url: URL

  /// A file called `name`.
  init(named name: String) {
    folder = FileManager.default.temporaryDirectory.appending(path: "gstedit-\(name)-\(UUID())")
    url = folder.appending(path: name)
  }

  /// Writes `bytes`. Blocks.
  ///
  /// - Throws: Errors of the file system.
  func write(_ bytes: Data) throws {
    try makeFolder()
    try bytes.write(to: url)
  }

  /// Makes the folder, so that another writer can write the file.
  ///
  /// - Throws: Errors of the file system.
  func makeFolder() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
