import EditingModel
import Foundation
import GStreamer
import MediaFormats
import MediaTime
import NameClaims
import Rendering
import Synchronization

/// The output file, under a temporary name beside the target until it is complete.
///
/// Threads: one at a time.
struct OutputFile {
  /// What the file is called in the end.
  let target: URL
  private let replacing: Bool
  /// Whether the file is written under its own name.
  private let isInPlace: Bool
  /// The file that is written: another one beside the target, unless it is written in place.
  let temporary: URL
  /// By which the next process knows the file if this one is killed; nil where it is written in place.
  private let claim: NameClaim?

  /// Creates the temporary file beside `target`; or, `isInPlace`, the file itself.
  ///
  /// - Throws: `RenderError` with `.outputExists`, `.cannotCreateOutput` or `.writeFailed`.
  init(_ target: URL, replacing: Bool, isInPlace: Bool = false) throws(RenderError) {
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
  func commit(isOneOfMany: Bool = false) throws(RenderError) {
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
  func synchronizeFolder() throws(RenderError) {
    let folder = target.deletingLastPathComponent().path
    if let failure = FileSystem.synchronizeFolder(folder) {
      throw RenderError(
        .writeFailed, "The folder \(folder) cannot be brought to the disk: \(failure.words).",
        remedy: "Check the disk; the file is there, and may be gone after a power failure.", underlying: failure.words)
    }
  }

  /// Removes what has been written.
  func discard() {
    FileSystem.remove(temporary.path)
    UnfinishedFiles.remove(temporary.path)
    claim?.release()
  }

  /// Leaves what has been written, which has the file's own name; removes it where it has not.
  func leave() {
    guard isInPlace else { return discard() }
    UnfinishedFiles.remove(temporary.path)
  }

  /// `error`, which occurred while the file was written, with the file's name where it is about the disk.
  func naming(_ error: RenderError) -> RenderError { Self.naming(error, of: target) }

  /// `error`, which occurred while the file at `target` was written, with its name where it is about the disk. Where the
  /// folder was taken away meanwhile, that is the cause, whatever failed by it.
  static func naming(_ error: RenderError, of target: URL) -> RenderError {
    let isOfEngine = error.code == .writeFailed || error.code == .engineFailed || error.code == .cannotCreateOutput
    if isOfEngine, FileSystem.kind(of: target.deletingLastPathComponent().path) != .folder {
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
      .outputExists, "\(target.path) exists already.", remedy: "Name another file, or allow replacing it (-y).")
  }
}

/// The files that are being written, so that a process which must end at once can remove them.
///
/// Threads: any. Lock order: only `paths`.
enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])
  /// Whether the process is about to end; changed and read with `paths` locked.
  private static let isOver = Atomic(false)

  /// Makes the file at `path`, and registers it; nil on success.
  ///
  /// - Throws: `RenderError` with `.cancelled` where the process is about to end.
  static func create(_ path: String) throws(RenderError) -> FileSystem.Failure? {
    let outcome: (failure: FileSystem.Failure?, isOver: Bool) = paths.withLock { paths in
      guard !isOver.load(ordering: .relaxed) else { return (nil, true) }
      let failure = FileSystem.create(path)
      if failure == nil { paths.insert(path) }
      return (failure, false)
    }
    guard !outcome.isOver else { throw RenderError(.cancelled, "The render was cancelled.") }
    return outcome.failure
  }

  /// Registers the file at `path`, which is being written.
  static func add(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
  }

  /// Unregisters the file at `path`, which is finished or removed.
  static func remove(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all registered files from the disk; from then on none is made.
  static func discardAll() {
    paths.withLock { paths in
      isOver.store(true, ordering: .relaxed)
      for path in paths { FileSystem.remove(path) }
      paths = []
    }
    NameClaim.removeAllFiles()
  }
}

/// Corrects the header of a file that a muxer has finished, and flushes the file to the disk.
struct FinishedHeader {
  private let settings: WriterSettings
  private let edits: MovieHeader
  private let sampleCounts: [Int64]

  /// The header of a file of `settings`, each sound of which has as many samples of each channel as `sampleCounts` say; its edit
  /// lists become `edits`.
  init(_ settings: WriterSettings, edits: MovieHeader, sampleCounts: [Int64]) {
    self.settings = settings
    self.edits = edits
    self.sampleCounts = sampleCounts
  }

  /// Corrects the file at `path` and waits until it is on the disk; returns its size in bytes, and a sentence on what of its
  /// statements has no place in it.
  func correct(_ path: String) throws -> (byteCount: Int64, note: String?) {
    let file = try FileBytes(path)
    var note: String?
    switch settings.export.fileType {
    case .mp4, .mov, .m4a:
      if LibraryMuxer.writes(settings) { try edits.complete(file) } else { try edits.correct(file) }
      if !settings.subtitles.isEmpty { try MovieTextInsertion(settings).insert(into: file) }
      if !settings.associations.isEmpty {
        try MovieAssociations(associations: settings.associations).insert(into: file)
      }
      if settings.isOptimizedForNetwork {
        try file.synchroniseAndClose()
        note = try noteOnStatements(path)
        try FastStart(path: path).apply()
        return (Int64(try FileBytes(path, isReadOnly: true).count), note)
      }
    case .wav: if let layout = settings.samples?.layout { try WaveHeader(layout: layout).correct(file) }
    case .mp3: try MP3Tag().correct(file, sampleCount: sampleCounts.first ?? 0)
    case .aiff:
      if let samples = settings.samples {
        try AIFFHeader(samples).correct(file, sampleCount: sampleCounts.first ?? 0)
      }
    case .ogg: try OggStreamNumber().correct(file)
    case .mkv, .webm, .ts, .flac, .gif, .png, .jpg, .webp: break
    }
    note = try noteOnStatements(path)
    try file.synchroniseAndClose()
    return (Int64(file.count), note)
  }

  /// A sentence on the statements that the file at `path` was to hold and does not; nil where it holds all, or what has no place in
  /// it was refused.
  private func noteOnStatements(_ path: String) throws -> String? {
    guard settings.leavesStatementsBehind else { return nil }
    return StatedItems.note(on: try settings.statedItems.missing(in: path, cancellation: Cancellation()))
  }
}
