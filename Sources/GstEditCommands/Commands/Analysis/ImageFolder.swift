import Foundation
import GstEdit
import MediaIsolation

/// Still images on their way into a folder, which is made if there is none: all of them get their names at the end, or none does.
final class ImageFolder {
  private let folder: URL
  private let names: [String]
  private let replaces: Bool
  private let environment: CommandEnvironment
  /// Their folder until then, unless another process names what this one writes; nil before the first.
  private var staging: StagingFolder?
  private var count = 0

  /// Images called `names` that are to stand in `folder`.
  init(_ folder: URL, names: [String], replacing replaces: Bool, in environment: CommandEnvironment) {
    self.folder = folder
    self.names = names
    self.replaces = replaces
    self.environment = environment
  }

  /// Writes `bytes` for the image called `name`.
  ///
  /// - Throws: `CommandFailure` with `.cannotCreateOutput` or `.inputOutput`.
  func write(_ bytes: [UInt8], named name: String) throws(CommandFailure) {
    do {
      try Data(bytes).write(to: try place().appending(path: name, directoryHint: .notDirectory))
      count += 1
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw ImageFile.unwritten(folder.appending(path: name), error)
    }
  }

  /// Gives the images their names.
  ///
  /// - Throws: `RenderError` with `.outputExists` or `.writeFailed`; then none has its name.
  func name() throws(RenderError) {
    guard count > 0 else { return }
    let first = folder.appending(path: names[0], directoryHint: .notDirectory)
    guard let staging else { return try environment.handOver(first) }
    try CommandEnvironment.check(staging.handOver(), for: first)
  }

  /// Removes what has no name.
  func close() {
    staging?.remove()
    staging = nil
  }

  private func place() throws(CommandFailure) -> URL {
    if let folder = environment.stagingFolder { return folder }
    if let staging { return URL(filePath: staging.path, directoryHint: .isDirectory) }
    guard let made = StagingFolder(for: names, in: folder.path, replacing: replaces) else {
      throw CommandFailure(
        .cannotCreateOutput, "Nothing can be written into \(folder.path).",
        remedy: "Check the permissions of the folder, and of the one that it is in.")
    }
    staging = made
    return URL(filePath: made.path, directoryHint: .isDirectory)
  }
}
