import Foundation
import GStreamer
import RenderPlan

/// The file a film is written into: under another name beside the target until it is whole.
///
/// Threads: one at a time.
struct OutputFile {
  private let target: URL
  private let replacing: Bool
  /// Where the film is written meanwhile.
  let temporary: URL

  /// Claims a place beside `target`.
  ///
  /// - Throws: `RenderError` with `.outputExists`, `.cannotCreateOutput` or `.writeFailed`.
  init(_ target: URL, replacing: Bool) throws(RenderError) {
    self.target = target
    self.replacing = replacing
    let folder = target.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw RenderError(
        .cannotCreateOutput, "There is no folder \(folder.path).", remedy: "Make it, or write somewhere else.")
    }
    if unsafe FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else {
        throw RenderError(.cannotCreateOutput, "\(target.path) is a folder.", remedy: "Name a file.")
      }
      guard replacing else { throw Self.exists(target) }
    }
    let mark = String(UInt32.random(in: 0 ... .max), radix: 16)
    temporary = folder.appendingPathComponent(".\(target.lastPathComponent).\(mark).part")
    let descriptor = unsafe open(temporary.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let words = unsafe String(cString: strerror(errno))
      throw RenderError(
        .cannotCreateOutput, "No file can be created in \(folder.path): \(words).",
        remedy: "Check the folder's permissions, or write somewhere else.", underlying: words)
    }
    close(descriptor)
    UnfinishedFiles.add(temporary.path)
  }

  /// Gives the finished film its name, once it is on the disk.
  ///
  /// - Throws: `RenderError` with `.outputExists` if somebody else made such a file meanwhile, or `.writeFailed`.
  func commit() throws(RenderError) {
    // Linking fails where the name is taken; renaming replaces.
    let outcome = unsafe replacing ? rename(temporary.path, target.path) : link(temporary.path, target.path)
    guard outcome == 0 else {
      guard errno != EEXIST else { throw Self.exists(target) }
      // A file system without hard links: rename, after one more look.
      guard !replacing, !FileManager.default.fileExists(atPath: target.path),
        unsafe rename(temporary.path, target.path) == 0
      else {
        throw RenderError(
          .writeFailed, "The finished film cannot be named \(target.path).", remedy: "Check the folder.",
          underlying: unsafe String(cString: strerror(errno)))
      }
      UnfinishedFiles.remove(temporary.path)
      return
    }
    if !replacing { unsafe unlink(temporary.path) }
    UnfinishedFiles.remove(temporary.path)
  }

  /// Removes what has been written.
  func discard() {
    unsafe unlink(temporary.path)
    UnfinishedFiles.remove(temporary.path)
  }

  private static func exists(_ target: URL) -> RenderError {
    RenderError(
      .outputExists, "\(target.path) exists already.", remedy: "Name another file, or allow replacing it (-y).")
  }
}
