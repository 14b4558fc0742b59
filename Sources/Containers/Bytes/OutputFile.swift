import EditingModel
package import Foundation
import MediaFormats
import MediaTime
import NameClaims
package import Rendering
import Synchronization

/// The output file, under a temporary name beside the target until it is complete.
///
/// Threads: one at a time.
package struct OutputFile {
  /// The file's final name.
  package let target: URL
  private let replacing: Bool
  /// Whether the file is written under its own name.
  private let isInPlace: Bool
  /// The file that is written: another one beside the target, unless it is written in place.
  package let temporary: URL
  /// The claim by which the next process removes the file if this one is killed; nil where it is written in place.
  private let claim: NameClaim?

  /// Creates the temporary file beside `target`; or, `isInPlace`, the file itself.
  ///
  /// - Throws: `RenderError` with `.outputExists`, `.cannotCreateOutput` or `.writeFailed`.
  package init(_ target: URL, replacing: Bool, isInPlace: Bool = false) throws(RenderError) {
    self.target = target
    self.replacing = replacing
    self.isInPlace = isInPlace
    let folder = target.deletingLastPathComponent()
    guard FileSystem.kind(of: folder.path) == .folder else {
      throw RenderError(
        .cannotCreateOutput, "There is no folder \(folder.path).", remedy: "Make it, or write somewhere else.")
    }
    if let kind = FileSystem.kind(of: target.path) {
      guard kind == .file else {
        throw RenderError(.cannotCreateOutput, "\(target.path) is not a file.", remedy: "Name a file.")
      }
      guard replacing else { throw Self.exists(target) }
    }
    claim = isInPlace ? nil : NameClaim(in: folder.path)
    // A name may have 255 bytes, and the target's may use all of them.
    let name = String(decoding: target.lastPathComponent.utf8.prefix(200), as: UTF8.self)
    temporary = claim.map { folder.appendingPathComponent(".\(name).\($0.mark).part") } ?? target
    if isInPlace, replacing { FileSystem.remove(target.path) }
    if let failure = try UnfinishedFiles.create(temporary.path) {
      claim?.release()
      throw RenderError(
        failure.isDiskFull ? .writeFailed : .cannotCreateOutput,
        "No file can be created in \(folder.path): \(failure.words).",
        remedy: "Check the folder's permissions, or write somewhere else.", underlying: failure.words)
    }
  }

  /// Renames the finished file, which is on the disk, to the target; the folder is brought to the disk as well unless
  /// `isOneOfMany`.
  ///
  /// - Throws: `RenderError` with `.outputExists` if such a file was created meanwhile, or `.writeFailed`.
  package func commit(isOneOfMany: Bool = false) throws(RenderError) {
    guard !isInPlace else {
      UnfinishedFiles.remove(temporary.path)
      return try synchronizeFolder()
    }
    let failure =
      replacing
      ? FileSystem.rename(temporary.path, replacing: target.path) : FileSystem.name(temporary.path, target.path)
    if let failure {
      guard !failure.isTaken else { throw Self.exists(target) }
      throw RenderError(
        .writeFailed, "The finished file cannot be named \(target.path): \(failure.words).",
        remedy: "Check the folder.", underlying: failure.words)
    }
    UnfinishedFiles.remove(temporary.path)
    claim?.release()
    if !isOneOfMany { try synchronizeFolder() }
  }

  /// Brings the target's folder to the disk.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  package func synchronizeFolder() throws(RenderError) {
    let folder = target.deletingLastPathComponent().path
    if let failure = FileSystem.synchronizeFolder(folder) {
      throw RenderError(
        .writeFailed, "The folder \(folder) cannot be brought to the disk: \(failure.words).",
        remedy: "Check the disk; the file is there, and may be gone after a power failure.", underlying: failure.words)
    }
  }

  /// Removes what has been written.
  package func discard() {
    FileSystem.remove(temporary.path)
    UnfinishedFiles.remove(temporary.path)
    claim?.release()
  }

  /// Leaves what has been written, which has the file's own name; removes it where it has not.
  package func leave() {
    guard isInPlace else { return discard() }
    UnfinishedFiles.remove(temporary.path)
  }

  /// `error`, which occurred while the file was written, with the file's name where it is about the disk.
  package func naming(_ error: RenderError) -> RenderError { Self.naming(error, of: target) }

  /// `error`, which occurred while the file at `target` was written, with its name where it is about the disk. Where the
  /// folder was taken away meanwhile, that is the cause, whatever failed by it.
  package static func naming(_ error: RenderError, of target: URL) -> RenderError {
    let isWriteError = error.code == .writeFailed || error.code == .engineFailed || error.code == .cannotCreateOutput
    if isWriteError, FileSystem.kind(of: target.deletingLastPathComponent().path) != .folder {
      return RenderError(
        .writeFailed, "\(target.path) cannot be written: its folder is no longer there.",
        remedy: "Write into a folder that stays until the work is done.", underlying: error.description)
    }
    guard error.code == .writeFailed, !error.message.contains(target.path) else { return error }
    var named = error
    named.message = "\(target.path) cannot be written: \(error.message)"
    return named
  }

  private static func exists(_ target: URL) -> RenderError {
    RenderError(
      .outputExists, "\(target.path) exists already.", remedy: "Name another file, or allow replacing it.")
  }
}

/// The files that are being written, so that a process which must end at once can remove them.
///
/// Threads: any. Lock order: only `paths`.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])
  /// Whether the process is about to end; changed and read with `paths` locked.
  private static let isOver = Atomic(false)

  /// Makes the file at `path`, and registers it; nil on success.
  ///
  /// - Throws: `RenderError` with `.cancelled` where the process is about to end.
  package static func create(_ path: String) throws(RenderError) -> FileSystem.Failure? {
    let outcome: (failure: FileSystem.Failure?, isOver: Bool) = paths.withLock { paths in
      guard !isOver.load(ordering: .relaxed) else { return (nil, true) }
      let failure = FileSystem.create(path)
      if failure == nil { paths.insert(path) }
      return (failure, false)
    }
    guard !outcome.isOver else { throw RenderError(.cancelled, "The render was cancelled.") }
    return outcome.failure
  }

  /// Unregisters the file at `path`, which is finished or removed.
  package static func remove(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all registered files from the disk; from then on none is made.
  package static func discardAll() {
    paths.withLock { paths in
      isOver.store(true, ordering: .relaxed)
      for path in paths { FileSystem.remove(path) }
      paths = []
    }
    NameClaim.removeAllFiles()
  }
}
