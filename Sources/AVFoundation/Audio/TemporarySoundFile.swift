import Foundation

/// A sound that was given as bytes, as the file that the engine reads: in a folder that is removed with this. Threads: any.
final class TemporarySoundFile: Sendable {
  private let folder: URL
  /// Where it is.
  let url: URL

  /// The file of `bytes`. Blocks while it is written.
  ///
  /// - Throws: Errors of the file system.
  init(_ bytes: Data) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "gstedit-sound-\(UUID())")
    url = folder.appending(path: "sound")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
