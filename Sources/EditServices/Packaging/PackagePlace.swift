import EditingModel
import Foundation
import FoundationEssentials
import NameClaims
import Rendering

/// The folder of a presentation, which is there as a whole or not at all.
struct PackagePlace {
  /// The folder's final name.
  let target: URL

  /// The folder at `target`.
  init(_ target: URL) { self.target = target }

  /// Rejects, before any work, a place where the folder cannot be made; `replacing` allows it to be another presentation's, or
  /// empty.
  ///
  /// - Throws: `RenderError` with `.outputExists` or `.cannotCreateOutput`.
  func check(replacing: Bool, sources: [AssetReference]) throws(RenderError) {
    guard target.isFileURL else {
      throw RenderError(
        .cannotCreateOutput, "The output \(target.absoluteString) is not a folder.",
        remedy: "Give the path of a folder.")
    }
    let manager = FileManager.default
    try OutputLocation(target).checkFolder()
    guard manager.fileExists(atPath: target.path) else { return }
    guard OutputLocation.isFolder(target.path) else {
      throw RenderError(
        .cannotCreateOutput, "\(target.path) is a file, and a presentation is a folder.", remedy: "Name a folder.")
    }
    guard replacing else {
      throw RenderError(
        .outputExists, "The output \(target.path) exists already.",
        remedy: "Write to another folder, or allow it to be replaced.")
    }
    let names = (try? manager.contentsOfDirectory(atPath: target.path)) ?? []
    guard names.isEmpty || StreamingManifest.allCases.contains(where: { names.contains($0.fileName) }) else {
      throw RenderError(
        .cannotCreateOutput, "\(target.path) is a folder of something else, and is not replaced by a presentation.",
        remedy: "Name a new folder, or one that holds a presentation.")
    }
    let inside = target.resolvingSymlinksInPath().path + "/"
    if let source = sources.first(where: { $0.url.resolvingSymlinksInPath().path.hasPrefix(inside) }) {
      throw RenderError(
        .cannotCreateOutput, "The output \(target.path) holds one of the edit's own media files.",
        remedy: "Write to another folder.", asset: source)
    }
  }

  /// Makes the folder, under a hidden name beside the target.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput`.
  func make() throws(RenderError) -> UnfinishedPackage { try UnfinishedPackage(target) }

  /// Makes the folder at `url`, in that of a presentation.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  static func makeFolder(_ url: URL) throws(RenderError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      throw RenderError(
        .writeFailed, "The folder \(url.lastPathComponent) of the presentation cannot be made.",
        remedy: "Check the disk.", underlying: error.localizedDescription)
    }
  }

  /// Writes `bytes` into a new file at `url`, which is on the disk when this returns.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  static func write(_ bytes: [UInt8], to url: URL) throws(RenderError) {
    do {
      try Data(bytes).write(to: url, options: .withoutOverwriting)
      let handle = try FileHandle(forUpdating: url)
      try handle.synchronize()
      try handle.close()
    } catch {
      throw RenderError(
        .writeFailed, "\(url.lastPathComponent) cannot be written.", remedy: "Make room, or write to another disk.",
        underlying: error.localizedDescription)
    }
  }
}

/// The folder of a presentation while it is written.
///
/// Threads: one at a time.
final class UnfinishedPackage {
  /// The folder that is written.
  let url: URL
  private let target: URL
  private let claim: NameClaim

  fileprivate init(_ target: URL) throws(RenderError) {
    self.target = target
    let parent = target.deletingLastPathComponent()
    claim = NameClaim(in: parent.path)
    let name = String(decoding: target.lastPathComponent.utf8.prefix(200), as: UTF8.self)
    url = parent.appending(path: ".\(name).\(claim.mark).part", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    } catch {
      claim.release()
      throw RenderError(
        .cannotCreateOutput, "No folder can be made in \(parent.path).",
        remedy: "Check its permissions, or write somewhere else.", underlying: error.localizedDescription)
    }
  }

  deinit { claim.release() }

  /// Bytes of all files in it.
  var byteCount: Int64 {
    let manager = FileManager.default
    let names = (try? manager.subpathsOfDirectory(atPath: url.path)) ?? []
    var count: Int64 = 0
    for name in names {
      let attributes = try? manager.attributesOfItem(atPath: url.appending(path: name).path)
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      count += (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
    return count
  }

  /// Gives the folder its name; one that is there already goes, where it may.
  ///
  /// - Throws: `RenderError` with `.outputExists` or `.writeFailed`.
  func commit(replacing: Bool) throws(RenderError) {
    let manager = FileManager.default
    let old = url.deletingLastPathComponent().appending(
      path: ".\(claim.mark).old", directoryHint: .isDirectory)
    var hasMoved = false
    do {
      if manager.fileExists(atPath: target.path) {
        guard replacing else {
          throw RenderError(
            .outputExists, "\(target.path) exists already.", remedy: "Name another folder, or allow replacing it.")
        }
        try manager.moveItem(at: target, to: old)
        hasMoved = true
      }
      try manager.moveItem(at: url, to: target)
    } catch {
      if hasMoved { try? manager.moveItem(at: old, to: target) }
      throw error as? RenderError
        ?? RenderError(
          .writeFailed, "The finished presentation cannot be named \(target.path).", remedy: "Check the folder.",
          underlying: error.localizedDescription)
    }
    if hasMoved { try? manager.removeItem(at: old) }
    claim.release()
  }

  /// Removes what was written.
  func discard() {
    try? FileManager.default.removeItem(at: url)
    claim.removeFiles()
    claim.release()
  }

  /// `error` in terms of the presentation: names that are hidden say nothing to people.
  func naming(_ error: RenderError) -> RenderError {
    var named = error
    let (hidden, shown) = (url.path.trimmedSlash, target.path.trimmedSlash)
    named.message = named.message.replacing(hidden, with: shown)
    return named
  }
}

extension String {
  /// The path without a slash at its end.
  fileprivate var trimmedSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
