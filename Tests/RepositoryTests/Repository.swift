import Foundation
import Synchronization

/// This repository's own files, as the tests of its rules read them.
enum Repository {
  /// The folder that `Package.swift` stands in.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Nothing stands where a rule expects files, so the rule would hold of anything.
  struct NothingFound: Error {
    let folder: String
  }

  /// The files under `folder` whose names end in one of `endings`, by path.
  static func files(under folder: String, ending endings: [String]) throws -> [TextFile] {
    let base = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    let files = try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
      .map { try file("\(folder)/\($0)") }
    guard !files.isEmpty else { throw NothingFound(folder: folder) }
    return files
  }

  /// What the program and its plug-ins are made of.
  static func sources() throws -> [TextFile] {
    try files(under: "Sources", ending: [".swift", ".c", ".h"])
  }

  /// The file at `path`, counted from the root. It is read once, for all rules.
  static func file(_ path: String) throws -> TextFile {
    if let known = known.withLock({ $0[path] }) { return known }
    let file = TextFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    known.withLock { $0[path] = file }
    return file
  }

  /// The files that were read, by their paths.
  private static let known = Mutex<[String: TextFile]>([:])

  /// The names of the folders directly in `folder`, sorted.
  static func folders(in folder: String) throws -> [String] {
    let contents = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
    return try contents.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).sorted()
  }

  /// Whether a file or a folder stands at `path`, counted from the root.
  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The sizes in bytes of the files directly in `folder`, by name.
  static func sizes(in folder: String) throws -> [String: Int] {
    let contents = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.fileSizeKey])
    return try contents.reduce(into: [:]) { sizes, url in
      sizes[url.lastPathComponent] = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    }
  }
}
