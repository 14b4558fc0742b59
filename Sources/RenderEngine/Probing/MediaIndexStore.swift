import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import Rendering
import Synchronization

/// The indexes of the process's files: each file is probed once, even for simultaneous callers, and again when it has
/// changed.
///
/// Threads: any. Lock order: only `entries`.
final class MediaIndexStore: Sendable {
  /// The store that all renderers of the process share which refuse damaged media.
  static let shared = MediaIndexStore(cache: .standard())
  /// The store for renderers that keep damage.
  private static let keeping = MediaIndexStore(cache: .standard(), damagePolicy: .keep)

  private let cache: MediaIndexCache?
  private let damagePolicy: DamagePolicy

  private let entries = Mutex<[FileSystem.Identity: Entry]>([:])

  /// The probe of one file: under way, or done.
  private struct Entry {
    var probe: Probe
    /// The number of callers that wait for it.
    var waiting = 0
    /// Whether it has succeeded.
    var isDone = false
    /// The time of its last use, to evict the oldest.
    var lastUse: ContinuousClock.Instant
  }

  private final class Probe: Sendable {
    let cancellation = Cancellation()
    let task: BackgroundTask<MediaIndex>

    init(
      _ asset: AssetReference, _ identity: FileSystem.Identity, cache: MediaIndexCache?, damagePolicy: DamagePolicy
    ) {
      let cancellation = cancellation
      task = BackgroundTask(named: "probe") {
        if let known = cache?.index(of: identity) { return known }
        let index = try MediaProbe(asset, damagePolicy: damagePolicy, cancellation: cancellation).run()
        if index.facts.damage.isEmpty { cache?.keep(index, of: identity) }
        return index
      }
    }
  }

  /// Limit of the remembered files.
  private static let capacity = 2_000

  /// An empty store, which reads `cache` first, if there is one.
  init(cache: MediaIndexCache?, damagePolicy: DamagePolicy = .refuse) {
    self.cache = cache
    self.damagePolicy = damagePolicy
  }

  /// The store that renderers of `damagePolicy` share.
  static func shared(_ damagePolicy: DamagePolicy) -> MediaIndexStore {
    damagePolicy == .keep ? keeping : shared
  }

  /// The index of the file of `asset`; waits until `cancellation` is cancelled. A probe that other callers wait for
  /// continues without this one.
  ///
  /// - Throws: `RenderError` that names `asset`.
  func index(of asset: AssetReference, cancellation: Cancellation) throws -> MediaIndex {
    try AwaitedFiles.wait(for: asset, cancellation)
    // The identity is taken first: a file that changes while it is probed is probed again.
    guard let identity = FileSystem.Identity(path: asset.url.path) else {
      return try MediaProbe(asset, damagePolicy: damagePolicy, cancellation: cancellation).run()
    }
    let probe = entries.withLock { entries in
      var entry =
        entries[identity]
        ?? Entry(
          probe: Probe(asset, identity, cache: cache, damagePolicy: damagePolicy), lastUse: .now)
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
      // Another caller, with another name for the file, may have started the probe.
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

  /// The index of the file of `asset` if it is in memory or on disk; does not probe.
  func knownIndex(of asset: AssetReference) -> MediaIndex? {
    guard let identity = FileSystem.Identity(path: asset.url.path) else { return nil }
    var index = remembered(identity) ?? cache?.index(of: identity)
    index?.facts.asset = asset
    return index
  }

  /// Whether the index of the file of `asset` is in memory.
  func remembers(_ asset: AssetReference) -> Bool {
    FileSystem.Identity(path: asset.url.path).flatMap(remembered) != nil
  }

  private func remembered(_ identity: FileSystem.Identity) -> MediaIndex? {
    let entry = entries.withLock { $0[identity] }
    return entry.flatMap { $0.isDone ? try? $0.probe.task.value(within: .zero) : nil }
  }

  /// Removes one waiting caller; a probe that failed, or that no caller waits for, is removed.
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
