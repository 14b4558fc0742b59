import Containers
import Foundation
import GStreamer
import MediaDecoding
import Rendering

/// Keeps the indexes of large media files on disk between runs: probing a file reads all of it.
///
/// ```
///  $XDG_CACHE_HOME/gstedit/media/  (else ~/.cache/gstedit/media/)
///    1f3a….json        one for each file, named by its device, inode, size and time, and by the program that probed it
/// ```
///
/// So a file that was rewritten, another program and another version of the framework find no entry. Entries that
/// cannot be read or written are skipped: the cache only saves time. `GSTEDIT_CACHE=no` disables it.
///
/// Threads: any; files are written atomically.
struct MediaIndexCache: Sendable {
  private let folder: URL

  /// The smallest file, in bytes, that is cached: smaller ones are probed as fast.
  private static let smallest: Int64 = 16 << 20
  /// Limit of the remembered files.
  private static let capacity = 2_000

  /// The cache in `folder`.
  init(in folder: URL) {
    self.folder = folder
  }

  /// The user's cache; nil where there is none, or it is disabled.
  static func standard() -> MediaIndexCache? {
    let variables = ProcessInfo.processInfo.environment
    guard variables["GSTEDIT_CACHE"] != "no" else { return nil }
    let base: URL
    if let caches = variables["XDG_CACHE_HOME"], caches.hasPrefix("/") {
      base = URL(filePath: caches, directoryHint: .isDirectory)
    } else if let home = variables["HOME"], home.hasPrefix("/") {
      base = URL(filePath: home, directoryHint: .isDirectory).appending(path: ".cache")
    } else {
      return nil
    }
    return MediaIndexCache(in: base.appending(path: "gstedit/media"))
  }

  /// The content of a file of the cache.
  private struct Record: Codable {
    var key: String
    var index: MediaIndex
  }

  /// The index of the file with `identity`; nil where there is none, or where an element that it needs is not
  /// installed.
  func index(of identity: FileSystem.Identity) -> MediaIndex? {
    guard identity.size >= Self.smallest else { return nil }
    let key = Self.key(of: identity)
    // A pipe would be waited for.
    guard FileSystem.kind(of: url(of: key).path) == .file, let data = try? Data(contentsOf: url(of: key)),
      let record = try? JSONDecoder().decode(Record.self, from: data),
      record.key == key
    else { return nil }
    let codecs = record.index.videoAccess.map(\.codec) + record.index.audioAccess.map(\.codec)
    let elements = codecs.flatMap { [$0.parser, $0.decoder] }.compactMap(\.self)
    return elements.allSatisfy(\.isInstalled) ? record.index : nil
  }

  /// Stores `index` for the file with `identity`.
  func keep(_ index: MediaIndex, of identity: FileSystem.Identity) {
    guard identity.size >= Self.smallest else { return }
    let key = Self.key(of: identity)
    guard let data = try? JSONEncoder().encode(Record(key: key, index: index)) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: url(of: key), options: .atomic)
    trim()
  }

  /// Identifies the file and the program that probes it.
  private static func key(of identity: FileSystem.Identity) -> String {
    "\(identity.text)|\(program)|GStreamer \(Framework.version)"
  }

  /// The running program: another version may probe differently.
  private static let program = FileSystem.Identity(path: "/proc/self/exe")?.text ?? "?"

  private func url(of key: String) -> URL {
    folder.appending(path: String(key.stableHash, radix: 16) + ".json")
  }

  /// Removes the oldest files where there are too many.
  private func trim() {
    guard
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey]),
      files.count > Self.capacity
    else { return }
    func age(_ file: URL) -> Date {
      (try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate) ?? .distantPast
    }
    for file in files.sorted(by: { age($0) < age($1) }).prefix(files.count - Self.capacity * 3 / 4) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}

extension String {
  /// A number that is the same for the same text in every process: FNV-1a, 64 bits, over its UTF-8.
  fileprivate var stableHash: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
