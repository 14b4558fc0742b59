import Foundation
public import FoundationEssentials
public import Rendering

/// The segments that exports have left in a folder: which there are, how large they are, and which go.
///
/// ```swift
/// let cache = SegmentCache(in: folder)
/// try cache.removeLeastRecentlyUsed(downTo: 10 << 30)      // ten gigabytes stay
/// ```
///
/// Other files in the folder are never touched. A segment may be removed at any time: an export that needs it renders it again, and one
/// that is about to write it fails with a typed error. Threads: any; calls block for a moment.
public struct SegmentCache: Sendable {
  private let folder: URL

  /// The segments in `folder`, which need not be there.
  public init(in folder: URL) { self.folder = folder }

  /// A segment in the folder.
  public struct Entry: Hashable, Sendable {
    /// The file.
    public var url: URL
    /// Its size.
    public var byteCount: Int64
    /// The time of its making, or of its last use.
    public var lastUse: Date
  }

  /// All segments, those that were used last at the end; none where there is no folder.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where the folder cannot be read.
  public func entries() throws(RenderError) -> [Entry] {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder.path) else { return [] }
    let names: [String]
    do {
      names = try manager.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw RenderError(
        .mediaUnreadable, "The folder \(folder.path) cannot be read.", remedy: "Check its permissions.",
        underlying: error.localizedDescription)
    }
    return names.compactMap { name -> Entry? in
      let file = folder.appending(path: name, directoryHint: .notDirectory)
      guard file.pathExtension == SegmentPlace.pathExtension,
        let attributes = try? manager.attributesOfItem(atPath: file.path),
        attributes[.type] as? FileAttributeType == .typeRegular
      else { return nil }
      return Entry(
        url: file, byteCount: (attributes[.size] as? NSNumber)?.int64Value ?? 0,
        lastUse: attributes[.modificationDate] as? Date ?? .distantPast)
    }.sorted { ($0.lastUse, $0.url.path) < ($1.lastUse, $1.url.path) }
  }

  /// Removes those that were not used for the longest, until all others have `byteCount` bytes at most; 0 removes all.
  ///
  /// - Returns: The removed entries.
  /// - Throws: `RenderError`, as ``entries()``, and `.writeFailed` where one cannot be removed.
  @discardableResult
  public func removeLeastRecentlyUsed(downTo byteCount: Int64) throws(RenderError) -> [Entry] {
    let entries = try entries()
    var size = entries.reduce(0) { $0 + $1.byteCount }
    var removed: [Entry] = []
    for entry in entries where size > byteCount {
      do {
        try FileManager.default.removeItem(at: entry.url)
      } catch {
        throw RenderError(
          .writeFailed, "\(entry.url.path) cannot be removed.", remedy: "Check the folder's permissions.",
          underlying: error.localizedDescription)
      }
      size -= entry.byteCount
      removed.append(entry)
    }
    return removed
  }
}
