import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization
import Waiting

/// Finds out what an asset holds, part by part, each with one look however many callers wait for it.
///
/// ```
///  load(.tracks) ─┐                       ┌─► tracks, durations     one look at the file
///  load(.duration)├─► parts that they need┤
///  load(.metadata)┘                       └─► metadata              another one, when it is asked for
/// ```
///
/// A caller that is cancelled leaves, and the look goes on for the others; when none is left, it ends. What was found is
/// kept; after a failure the next call looks again.
///
/// Threads: any. Lock order: only `entries`; no continuation is resumed under it.
public final class AssetLoader: Sendable {
  /// Looks for one part.
  typealias Look = @Sendable (AssetPart) async throws(RenderError) -> LoadedPart

  private let look: Look
  /// Parts that are the same as others: what is known of those is known of them.
  private let same: [AssetPart: AssetPart]
  private let entries = Mutex<[AssetPart: Entry]>([:])

  /// The state of one part.
  private struct Entry {
    var outcome: Result<LoadedPart, RenderError>?
    /// The look that is under way.
    var run: Run?
  }

  private struct Run {
    let number: UInt64
    let task: Task<Void, Never>
    var waiting: [UInt64: Waiter] = [:]
  }

  private typealias Waiter = CheckedContinuation<Result<LoadedPart, RenderError>, Never>

  private let numbers = Atomic<UInt64>(0)

  /// A loader that finds parts by `look`; those of `same` by looking for the other.
  init(same: [AssetPart: AssetPart] = [:], _ look: @escaping Look) {
    (self.look, self.same) = (look, same)
  }

  /// The parts as far as they are known.
  var loaded: LoadedParts {
    var outcomes = entries.withLock { $0.compactMapValues { $0.run == nil ? $0.outcome : nil } }
    for (part, other) in same { outcomes[part] = outcomes[other] }
    return LoadedParts(outcomes: outcomes)
  }

  /// Whether a look for one of `parts` is under way.
  func isLoading(_ parts: Set<AssetPart>) -> Bool {
    entries.withLock { entries in parts.contains { entries[same[$0] ?? $0]?.run != nil } }
  }

  /// Finds `parts`, those that are not known; returns when all are.
  func load(_ parts: Set<AssetPart>) async -> LoadedParts {
    var outcomes: [AssetPart: Result<LoadedPart, RenderError>] = [:]
    await withTaskGroup(of: (AssetPart, Result<LoadedPart, RenderError>).self) { group in
      for part in parts { group.addTask { (part, await self.load(self.same[part] ?? part)) } }
      for await (part, outcome) in group { outcomes[part] = outcome }
    }
    return LoadedParts(outcomes: outcomes)
  }

  /// The loaded values of `part`, or else those that `look` finds, which are kept. Blocks as `look` does; a look that
  /// is under way goes on for its waiting callers.
  func blockingLoad(_ part: AssetPart, _ look: () throws(RenderError) -> LoadedPart) throws(RenderError) -> LoadedParts
  {
    let part = same[part] ?? part
    if case .success(let known)? = entries.withLock({ $0[part]?.outcome }) {
      return LoadedParts(outcomes: [part: .success(known)])
    }
    let found = try look()
    entries.withLock { entries in
      if entries[part]?.run == nil { entries[part] = Entry(outcome: .success(found)) }
    }
    return LoadedParts(outcomes: [part: .success(found)])
  }

  private func load(_ part: AssetPart) async -> Result<LoadedPart, RenderError> {
    let ticket = numbers.add(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        enter(part, ticket, waiter)
        // A task that was cancelled before it entered has called `leave` too early.
        if Task.isCancelled { leave(part, ticket) }
      }
    } onCancel: {
      leave(part, ticket)
    }
  }

  private func enter(_ part: AssetPart, _ ticket: UInt64, _ waiter: Waiter) {
    let known: Result<LoadedPart, RenderError>? = entries.withLock { entries in
      var entry = entries[part] ?? Entry()
      if entry.run == nil, case .success? = entry.outcome { return entry.outcome }
      if entry.run == nil {
        let number = numbers.add(1, ordering: .relaxed).newValue
        entry.run = Run(
          number: number,
          task: Task.detached(executorPreference: WorkerThreads.shared) { await self.find(part, number) })
      }
      entry.run?.waiting[ticket] = waiter
      entries[part] = entry
      return nil
    }
    if let known { waiter.resume(returning: known) }
  }

  private func find(_ part: AssetPart, _ number: UInt64) async {
    let outcome: Result<LoadedPart, RenderError>
    do throws(RenderError) {
      outcome = .success(try await look(part))
    } catch {
      outcome = .failure(error)
    }
    let waiting = entries.withLock { entries -> [UInt64: Waiter] in
      guard let run = entries[part]?.run, run.number == number else { return [:] }
      entries[part] = Entry(outcome: outcome)
      return run.waiting
    }
    for waiter in waiting.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ part: AssetPart, _ ticket: UInt64) {
    let (waiter, abandoned) = entries.withLock { entries -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = entries[part]?.run?.waiting.removeValue(forKey: ticket) else { return (nil, nil) }
      guard let run = entries[part]?.run, run.waiting.isEmpty else { return (waiter, nil) }
      entries[part]?.run = nil
      return (waiter, run.task)
    }
    abandoned?.cancel()
    waiter?.resume(returning: .failure(.cancelled()))
  }

  /// Ends all looks that are under way, for all callers.
  func cancel() {
    let runs = entries.withLock { entries -> [Run] in
      let runs = entries.values.compactMap(\.run)
      for part in entries.keys where entries[part]?.run != nil {
        entries[part] = Entry(outcome: .failure(.cancelled()))
      }
      return runs
    }
    for run in runs {
      run.task.cancel()
      for waiter in run.waiting.values { waiter.resume(returning: .failure(.cancelled())) }
    }
  }
}

/// The parts of an asset that are loaded at once.
enum AssetPart: Hashable, Sendable {
  /// Tracks and times, as exactly as the asset's options demand.
  case tracks
  /// Tracks and times, exactly.
  case exactTracks
  /// Metadata and chapters.
  case metadata
  /// Metadata with the bytes of its pictures.
  case artwork
}

/// A part that was found.
enum LoadedPart: Sendable {
  case content(AssetContent)
  case metadata(FileMetadata)
}

/// The tracks of an asset and what goes for all of them.
struct AssetContent: Sendable {
  /// The file as edits take it; nil of a composition.
  var asset: Asset?
  var tracks: [AssetTrack]
  var ancillaryTracks: [AncillaryTrack] = []
  /// From zero to the end of the longest track.
  var duration: CMTime
  /// The size at which the picture is seen; zero where there is none.
  var presentationSize: Size
  /// Whether durations and times are exact.
  var isPrecise: Bool
  /// The offset subtracted from times of the metadata.
  var origin = Rational.zero
}

/// The parts of an asset that are known, or why they are not.
struct LoadedParts: Sendable {
  let outcomes: [AssetPart: Result<LoadedPart, RenderError>]

  /// The tracks in `part`.
  func content(_ part: AssetPart = .tracks) throws(RenderError) -> AssetContent {
    guard case .content(let content)? = try outcomes[part]?.get() else { throw .cancelled() }
    return content
  }

  /// The metadata in `part`.
  func metadata(_ part: AssetPart = .metadata) throws(RenderError) -> FileMetadata {
    guard case .metadata(let metadata)? = try outcomes[part]?.get() else { throw .cancelled() }
    return metadata
  }
}
