import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering
import Synchronization

/// Decoders that readers of pictures have left open for those after them.
///
/// ```
///  reader 1    opens A, B, C ──► closes ─┐
///  kept                                  ├─ A, B, C           the last ones, some in number and in memory
///  reader 2    takes B, opens D ◄────────┘
/// ```
///
/// A frame of a ``FrameSource`` does not depend on what it was asked before, so that one that was open and one that is new give
/// the same. Threads: any. Lock order: only `kept`; nothing is opened or closed under it.
final class OpenSources: OpenMedia {
  /// The identity of a source: its media, and the way they are decoded.
  struct Key: Equatable, Sendable {
    /// The file, as it was when its index was made.
    var file: FileSystem.Identity
    /// The codec that decodes it.
    var codec: StreamCodec
    /// The frames, and what the file holds.
    var run: SourceRun

    /// Whether the file is still the same.
    var isCurrent: Bool { FileSystem.Identity(path: run.source.asset.url.path) == file }
  }

  /// The sources, the most recently left one last.
  private let kept = Mutex<[(key: Key, box: RunScheduler.SourceBox)]>([])
  private let taken = Atomic(0)

  /// Limit of the decoders that are kept open.
  static let capacity = 8
  /// The memory, in bytes, that their frames may take.
  private static let budget = 256 << 20
  /// Roughly how many frames an open decoder holds: its output queue and its reference frames.
  private static let framesHeld = 8

  /// The sources that the process keeps open at present.
  private static let shared = Mutex(WeakReference())

  private struct WeakReference {
    weak var sources: OpenSources?
  }

  /// The sources that the process keeps open, as long as a reference to them exists: so that an edit's images begin with what those of the
  /// edit before it have open.
  static func ofProcess() -> OpenSources {
    shared.withLock { reference in
      if let sources = reference.sources { return sources }
      let sources = OpenSources()
      reference.sources = sources
      return sources
    }
  }

  deinit { Self.close(kept.withLock(\.self).map(\.box)) }

  /// The number of open decoders.
  var count: Int { kept.withLock(\.count) }

  /// The number of decoders that were taken.
  var takenCount: Int { taken.load(ordering: .relaxed) }

  /// A source of `key` that is open, which is kept no longer; nil where there is none, or its file has changed.
  func take(_ key: Key) -> RunScheduler.SourceBox? {
    let isCurrent = key.isCurrent
    let (found, stale) = kept.withLock { kept in
      func isStale(_ other: Key) -> Bool {
        other.run.source.asset == key.run.source.asset && (other.file != key.file || !isCurrent)
      }
      let stale = kept.filter { isStale($0.key) }.map(\.box)
      kept.removeAll { isStale($0.key) }
      return (kept.lastIndex { $0.key == key }.map { kept.remove(at: $0).box }, stale)
    }
    Self.close(stale)
    if found != nil { taken.add(1, ordering: .relaxed) }
    return found
  }

  /// Keeps `box` of `key` open; closes the oldest ones beyond the limit.
  ///
  /// - Returns: Whether it is kept: not after a failure, nor for a file that has changed.
  func keep(_ box: RunScheduler.SourceBox, as key: Key) -> Bool {
    guard !box.source.hasFailed, key.isCurrent, Self.size(of: key) <= Self.budget else { return false }
    let removed = kept.withLock { kept in
      kept.append((key, box))
      var (size, count) = (0, 0)
      for (key, _) in kept.reversed() {
        size += Self.size(of: key)
        guard count < Self.capacity, size <= Self.budget else { break }
        count += 1
      }
      let removed = kept.dropLast(count).map(\.box)
      kept.removeFirst(kept.count - count)
      return removed
    }
    Self.close(removed).settle()
    return true
  }

  func closeAll() {
    let removed = kept.withLock { kept in
      defer { kept = [] }
      return kept.map(\.box)
    }
    Self.close(removed).settle()
  }

  @discardableResult
  private static func close(_ boxes: [RunScheduler.SourceBox]) -> [BackgroundTask<Void>] {
    boxes.flatMap { $0.source.close() }
  }

  private static func size(of key: Key) -> Int {
    // Three bytes a pixel: those of ten bits in 4:2:0, or of eight in 4:4:4.
    key.run.facts.size.width * key.run.facts.size.height * 3 * framesHeld
  }
}
