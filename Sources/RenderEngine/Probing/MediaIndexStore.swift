import EditingModel
import Foundation
import GStreamer
import Rendering
import Synchronization

/// What is known of the files of this process: each is looked at once, however many ask for it at the same time, and again
/// when it has changed.
///
/// Threads: any. Lock order: only `entries`.
final class MediaIndexStore: Sendable {
  /// The store that all renderers of the process share.
  static let shared = MediaIndexStore(cache: .standard())

  private let cache: MediaIndexCache?

  private let entries = Mutex<[FileSystem.Identity: Entry]>([:])

  /// A look at one file: under way, or done.
  private struct Entry {
    var probe: Probe
    /// How many wait for it.
    var waiting = 0
    /// Whether it has succeeded.
    var isDone = false
    /// When it was asked for last, to know which can go.
    var lastUse: ContinuousClock.Instant
  }

  private final class Probe: Sendable {
    let cancellation = Cancellation()
    let task: BackgroundTask<MediaIndex>

    init(_ asset: AssetReference, _ identity: FileSystem.Identity, cache: MediaIndexCache?) {
      let cancellation = cancellation
      task = BackgroundTask(named: "probe") {
        if let known = cache?.index(of: identity) { return known }
        let index = try MediaProbe(asset, cancellation: cancellation).run()
        cache?.keep(index, of: identity)
        return index
      }
    }
  }

  /// How many files are remembered.
  private static let capacity = 2_000

  /// An empty store, which looks into `cache` first, if there is one.
  init(cache: MediaIndexCache?) {
    self.cache = cache
  }

  /// What the file of `asset` holds; waits as long as `cancellation` allows. A look that others wait for as well goes on
  /// without this one.
  ///
  /// - Throws: `RenderError` that names `asset`.
  func index(of asset: AssetReference, cancellation: Cancellation) throws -> MediaIndex {
    // The identity comes first: a file that changes while it is looked at will be looked at again.
    guard let identity = FileSystem.Identity(path: asset.url.path) else {
      return try MediaProbe(asset, cancellation: cancellation).run()
    }
    let probe = entries.withLock { entries in
      var entry = entries[identity] ?? Entry(probe: Probe(asset, identity, cache: cache), lastUse: .now)
      entry.waiting += 1
      entry.lastUse = .now
      entries[identity] = entry
      return entry.probe
    }
    var index: MediaIndex
    do {
      index = try probe.task.value(cancellation)
    } catch var error as RenderError {
      leave(identity, probe, isDone: false)
      // The look may have been another's, who calls the file by another name.
      if error.asset != nil, error.code != .cancelled { error.asset = asset }
      throw error
    } catch {
      leave(identity, probe, isDone: false)
      throw error
    }
    leave(identity, probe, isDone: true)
    guard FileSystem.Identity(path: asset.url.path) == identity else {
      throw RenderError(.mediaUnreadable, "The media changes while it is looked at.", asset: asset)
    }
    index.facts.asset = asset
    return index
  }

  /// Takes note that one waits less; a look that failed, or that nothing waits for any more, is forgotten.
  private func leave(_ identity: FileSystem.Identity, _ probe: Probe, isDone: Bool) {
    entries.withLock { entries in
      guard var entry = entries[identity], entry.probe === probe else { return }
      entry.waiting -= 1
      entry.isDone = entry.isDone || isDone
      entries[identity] = entry
      guard !entry.isDone else { return Self.trim(&entries) }
      guard entry.waiting == 0 else { return }
      entries[identity] = nil
      probe.cancellation.cancel()
    }
  }

  private static func trim(_ entries: inout [FileSystem.Identity: Entry]) {
    guard entries.count > capacity else { return }
    let idle = entries.filter { $0.value.waiting == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (identity, _) in idle.prefix(entries.count - capacity * 3 / 4) { entries[identity] = nil }
  }
}
