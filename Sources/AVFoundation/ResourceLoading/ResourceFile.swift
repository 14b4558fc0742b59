import Foundation
import NameClaims
import Synchronization

/// The file of a resource's bytes, for its user's eyes alone: temporary, and removed with this, or with the process.
///
/// Threads: any. Lock order: only `state`.
final class ResourceFile: Sendable {
  /// URL of the file, which is there once something is written.
  let url: URL
  private let claim: NameClaim
  private let state = Mutex(State())

  private struct State: Sendable {
    var handle: FileHandle?
    /// Bytes from the beginning on that are there without a gap.
    var count: Int64 = 0
  }

  /// A file with the ending of `name`, by which the engine recognizes some kinds of text.
  init(named name: String) {
    let folder = FileManager.default.temporaryDirectory
    claim = NameClaim(in: folder.path)
    let plain = name.suffix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" }
    url = folder.appending(path: ".\(claim.mark)-\(String(plain))", directoryHint: .notDirectory)
  }

  deinit { claim.removeFiles() }

  /// Bytes from the beginning on that are there without a gap.
  var count: Int64 { state.withLock(\.count) }

  /// Begins anew: an empty file.
  ///
  /// - Throws: Errors of the file system.
  func clear() throws {
    try state.withLock { state in
      try? state.handle?.close()
      state = State()
      guard
        FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
      state.handle = try FileHandle(forWritingTo: url)
    }
  }

  /// Writes `data` at `offset`. Nothing is written to a file that is closed.
  ///
  /// - Throws: Errors of the file system.
  func write(_ data: Data, at offset: Int64) throws {
    try state.withLock { state in
      guard let handle = state.handle, offset >= 0 else { return }
      try handle.seek(toOffset: UInt64(offset))
      try handle.write(contentsOf: data)
      if offset <= state.count { state.count = max(state.count, offset + Int64(data.count)) }
    }
  }

  /// Ends the writing of what has `length` bytes; nil where that is not known.
  ///
  /// - Throws: Errors of the file system.
  func close(at length: Int64?) throws {
    try state.withLock { state in
      defer { state.handle = nil }
      if let length, length < state.count { try state.handle?.truncate(atOffset: UInt64(length)) }
      try state.handle?.close()
    }
  }

  /// Puts a file that is there in its place.
  ///
  /// - Throws: Errors of the file system.
  func take(_ file: URL) throws {
    try state.withLock { state in
      try? state.handle?.close()
      state = State()
      try? FileManager.default.removeItem(at: url)
      try FileManager.default.moveItem(at: file, to: url)
      let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
      state.count = size?.int64Value ?? 0
    }
  }
}
