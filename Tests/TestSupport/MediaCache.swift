public import Foundation

/// The media that the tests have made, kept beside the test bundle and made once for each recipe.
public actor MediaCache {
  /// The one shelf of the process.
  public static let shared = MediaCache()

  /// Where the files are. Inside the build folder, so that cleaning the package cleans the shelf.
  private let folder = ProgramLocation.buildFolder.appending(path: "gstedit-test-media")

  /// The files that are being made or have been asked for, by name.
  private var files: [String: Task<URL, any Error>] = [:]

  /// The file for a recipe. `make` writes it under a temporary name; a changed recipe gives another file.
  public func file(
    named name: String, extension type: String, recipe: [String], make: @escaping @Sendable (URL) async throws -> Void
  ) async throws -> URL {
    let file = "\(name)-\(String(Self.hash(recipe), radix: 36)).\(type)"
    if let task = files[file] { return try await task.value }
    let target = folder.appending(path: file)
    let partial = folder.appending(path: "\(UUID().uuidString).\(type)")
    let task = Task { [folder] in
      if FileManager.default.fileExists(atPath: target.path) { return target }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      do {
        try await make(partial)
        try FileManager.default.moveItem(at: partial, to: target)
      } catch {
        try? FileManager.default.removeItem(at: partial)
        // Another process may have made it meanwhile.
        guard FileManager.default.fileExists(atPath: target.path) else { throw error }
      }
      return target
    }
    files[file] = task
    return try await task.value
  }

  /// FNV-1a (Fowler, Noll and Vo) of a recipe: the same in every run, unlike Swift's hashes.
  private static func hash(_ recipe: [String]) -> UInt64 {
    recipe.joined(separator: "\0").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
