import Containers
import EditServices
import EditingModel
import Foundation
import FoundationNetworking
import GstEdit
import Rendering
import Synchronization
import Waiting

/// Brings the resource of an asset to the engine: loads it when its file is opened, once for all waiting readers.
///
/// Without a waiting reader, the loading ends. After a failure, the next opening of the file loads it anew, but getters
/// do not. The file is kept as long as this is: by the asset, its tracks, and the compositions that show them.
///
/// Threads: any. Lock order: only `state`.
final class ResourceDelivery: FileDelivery {
  /// Request for the resource: the asset's own URL, with the fields that its options say.
  let request: URLRequest
  /// The asset's own URL.
  let url: URL
  private let delegate: ResourceDelegate
  private let file: ResourceFile
  private let patience: Duration
  private let state = Mutex(State())

  private struct State: Sendable {
    weak var loader: AVAssetResourceLoader?
    var attempt: Attempt?
    var isWhole = false
    var failure: (any Error)?
    /// Number of times that the delegate had been set then.
    var failedAt = 0
  }

  /// The loading that is under way.
  private struct Attempt: Sendable {
    let run: ResourceRun
    /// Number of readers that wait for it.
    var waiting = 0
  }

  /// The delivery of what `request` asks for. A delegate that is silent for longer than `patience` has failed.
  init(of request: URLRequest, at url: URL, asking delegate: ResourceDelegate, patience: Duration = .seconds(300)) {
    (self.request, self.url, self.delegate, self.patience) = (request, url, delegate, patience)
    file = ResourceFile(named: url.lastPathComponent.isEmpty ? "resource" : url.lastPathComponent)
    AwaitedFiles.add(self, at: file.url.path)
  }

  deinit {
    AwaitedFiles.remove(file.url.path)
    cancel()
  }

  /// Whether what is at `url` is brought: everything but files.
  static func isNeeded(for url: URL) -> Bool { url.scheme.map { $0.lowercased() != "file" } ?? false }

  /// The delivery of the file at `place`; nil of any other file.
  static func of(_ place: URL?) -> ResourceDelivery? {
    place.flatMap { AwaitedFiles.delivery(at: $0.path) as? ResourceDelivery }
  }

  /// The file, as the engine finds it.
  var asset: URLAsset {
    let name = url.lastPathComponent
    return URLAsset(url: file.url, name: name.isEmpty ? url.absoluteString : name)
  }

  /// The error of the last loading; nil where it succeeded, or has not begun.
  var failure: (any Error)? { state.withLock(\.failure) }

  /// The delegate is asked on behalf of `loader`.
  func serve(_ loader: AVAssetResourceLoader) { state.withLock { $0.loader = loader } }

  /// Ends the loading, for all waiting callers.
  func cancel() { state.withLock(\.attempt)?.run.cancel() }

  /// Waits until the resource is loaded. Blocks, but on the delegate's queue, where it throws at once.
  func awaitFile(of asset: AssetReference, cancellation: Cancellation) throws(RenderError) {
    if state.withLock(\.isWhole) { return }
    guard ResourceRun.isOfNetwork(url) || !delegate.isOnQueue else {
      throw RenderError(
        .stalled, "The resource is not loaded, and its delegate cannot be asked while its own queue waits.",
        remedy: "Load the asset's properties first, or ask for them on another queue.", asset: asset)
    }
    guard let run = enter() else { return }
    defer { leave(run) }
    let outcome = try run.outcome.wait(
      checking: cancellation.check, every: .nanoseconds(Cancellation.pollInterval)
    ) { $0 }
    note(outcome, of: run)
    if case .failed(let error) = outcome { throw Self.failure(error, of: asset) }
  }

  /// As ``awaitFile(of:cancellation:)``, for getters: what a delegate has failed with once, it is not asked for again.
  func awaitFile(unlessFailed asset: AssetReference) throws(RenderError) {
    let known = state.withLock { state in state.failedAt == delegate.changeCount ? state.failure : nil }
    if let known { throw Self.failure(known, of: asset) }
    try awaitFile(of: asset, cancellation: Cancellation())
  }

  /// `error` in the engine's form, which becomes ``failure`` again on its way to the program.
  private static func failure(_ error: any Error, of asset: AssetReference) -> RenderError {
    if isCancellation(error) { return .cancelled() }
    return RenderError(
      .mediaMissing, "The resource could not be loaded.", asset: asset,
      underlying: (error as NSError).localizedDescription)
  }

  private static func isCancellation(_ error: any Error) -> Bool { (error as? AVError)?.code == .operationCancelled }

  /// Waits for the attempt that is under way, or begins one; nil where the resource is loaded.
  private func enter() -> ResourceRun? {
    let (run, loader, isNew) = state.withLock { state -> (ResourceRun?, AVAssetResourceLoader?, Bool) in
      guard !state.isWhole else { return (nil, nil, false) }
      let isNew = state.attempt == nil
      var attempt =
        state.attempt
        ?? Attempt(run: ResourceRun(of: request, at: url, into: file, asking: delegate, patience: patience))
      attempt.waiting += 1
      state.attempt = attempt
      return (attempt.run, state.loader, isNew)
    }
    if isNew { run?.start(for: loader) }
    return run
  }

  private func note(_ outcome: ResourceRun.Outcome, of run: ResourceRun) {
    state.withLock { state in
      guard state.attempt?.run === run else { return }
      state.attempt = nil
      switch outcome {
      case .whole: (state.isWhole, state.failure) = (true, nil)
      // A cancelled loading is no failure: getters may begin it anew.
      case .failed(let error) where Self.isCancellation(error): break
      case .failed(let error): (state.failure, state.failedAt) = (error, delegate.changeCount)
      }
    }
  }

  /// Leaves the waiting; an attempt without a waiting reader ends.
  private func leave(_ run: ResourceRun) {
    let isAbandoned = state.withLock { state in
      guard state.attempt?.run === run else { return false }
      state.attempt?.waiting -= 1
      guard state.attempt?.waiting == 0 else { return false }
      state.attempt = nil
      return true
    }
    if isAbandoned { run.cancel() }
  }
}

extension AVAsset {
  /// Waits until its file is there, where something brings it. Blocks, but on the queue of a resource loader's delegate, where it throws at
  /// once: to be called by what blocks until the engine has looked at the file.
  ///
  /// - Throws: `RenderError` where the file cannot be brought.
  func awaitFile() throws(RenderError) {
    guard case .file(let file) = source else { return }
    guard let delivery = ResourceDelivery.of(file.url) else {
      return try AwaitedFiles.wait(for: file.reference, Cancellation())
    }
    try delivery.awaitFile(unlessFailed: file.reference)
  }

  /// The engine's facts about `file`, its own. Blocks until they are known.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func fileAsset(_ file: URLAsset) throws(RenderError) -> Asset {
    try awaitFile()
    return try file.blockingAsset()
  }
}
