import Foundation
import FoundationNetworking
import Synchronization
import Waiting

/// One attempt to load a resource, all of it, into its file.
///
/// ```
///  ask(what it is, bytes 0..<2) ─ delegate finishes ─► ask(all bytes) ─ finishes ─► whole
///                                                        ▲    │ short of the end
///                                                        └────┘
///  no delegate, false, an error, five minutes without a byte ─► failed
/// ```
///
/// Resources of a server (HTTP) are loaded from there, and the delegate is not asked.
///
/// Threads: any. Lock order: `state`, then that of the file; no callback runs while it is held.
final class ResourceRun: Sendable {
  /// Its outcome; nil while it is under way.
  let outcome = Monitor<Outcome?>(nil)
  private let address: URLRequest
  private let url: URL
  private let file: ResourceFile
  private let delegate: ResourceDelegate
  private let patience: Duration
  private let state = Mutex(State())

  /// The outcome of an attempt.
  enum Outcome: Sendable {
    /// All bytes are in the file.
    case whole
    /// They cannot be had.
    case failed(any Error)
  }

  private struct State: Sendable {
    weak var loader: AVAssetResourceLoader?
    /// The request that was made last.
    var request: AVAssetResourceLoadingRequest?
    /// Length of the resource, in bytes; nil as long as that is not known.
    var length: Int64?
    var allowsRanges = false
    /// Error by which bytes could not be written.
    var failure: (any Error)?
    var lastProgress = ContinuousClock.now
    /// Loading from the place that the delegate has sent to.
    var download: NetworkResource?
  }

  /// An attempt to load what `address` asks for, which is at `url`, into `file`, by asking `delegate`, which may be silent for `patience` at
  /// most.
  init(
    of address: URLRequest, at url: URL, into file: ResourceFile, asking delegate: ResourceDelegate,
    patience: Duration
  ) {
    (self.address, self.url, self.file, self.delegate, self.patience) = (address, url, file, delegate, patience)
  }

  /// Begins, on behalf of `loader`; nil where its asset is gone.
  func start(for loader: AVAssetResourceLoader?) {
    do { try file.clear() } catch { return end(.failed(error)) }
    state.withLock { ($0.loader, $0.lastProgress) = (loader, .now) }
    watch()
    if Self.isOfNetwork(url) { return follow(address) }
    ask(information: .init(), from: 0, length: 2, toEnd: false)
  }

  /// Ends the run, with `error` for waiting readers; calls the delegate's cancel method where it has not answered.
  func cancel(_ error: any Error = AVError(.operationCancelled)) {
    end(.failed(error))
    let (request, download, loader) = state.withLock { ($0.request, $0.download, $0.loader) }
    download?.cancel()
    guard let request, request.cancel(), let loader else { return }
    delegate.queue?.async { [delegate] in delegate.delegate?.resourceLoader(loader, didCancel: request) }
  }

  // MARK: Asking

  private func ask(
    information: AVAssetResourceLoadingContentInformationRequest?, from offset: Int64, length: Int?, toEnd: Bool
  ) {
    let data = AVAssetResourceLoadingDataRequest(
      from: offset, length: length, toEnd: toEnd, take: { [weak self] in self?.take($0, at: $1) },
      onProgress: { [weak self] in self?.progressed() })
    var address = address
    address.setValue(
      "bytes=\(offset)-" + (toEnd ? "" : "\(offset + Int64(length ?? 0) - 1)"), forHTTPHeaderField: "Range")
    let request = AVAssetResourceLoadingRequest(address, information: information, data: data) {
      [weak self] request, error in self?.finished(request, error)
    }
    state.withLock { $0.request = request }
    guard !isOver, let queue = delegate.queue else { return fail() }
    queue.async { [self] in
      guard let loader = state.withLock(\.loader), let delegate = delegate.delegate else { return fail() }
      guard !isOver, request.begin() else { return }
      let isAnswered = delegate.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: request)
      if !isAnswered, !request.isFinished { fail() }
    }
  }

  /// Fails the run: neither the delegate nor a downloader handles the scheme.
  private func fail() {
    end(
      .failed(
        URLError(
          .unsupportedURL,
          userInfo: [NSLocalizedDescriptionKey: "unsupported URL", NSURLErrorFailingURLErrorKey: url])))
  }

  // MARK: Answers

  private func take(_ data: Data, at offset: Int64) {
    do { try file.write(data, at: offset) } catch { state.withLock { $0.failure = error } }
  }

  /// Bytes have come: when all are there, the run ends without the delegate's call.
  private func progressed() {
    let (length, failure) = state.withLock { state in
      state.lastProgress = .now
      return (state.length ?? state.request?.contentInformationRequest?.knownLength, state.failure)
    }
    if let failure { return end(.failed(failure)) }
    if let length, file.count >= length { complete(length) }
  }

  private func finished(_ request: AVAssetResourceLoadingRequest, _ error: (any Error)?) {
    guard !isOver else { return }
    if let error { return end(.failed(error)) }
    if let redirect = request.redirect { return follow(redirect) }
    guard let data = request.dataRequest else { return }
    let (length, allowsRanges, failure) = state.withLock { state in
      state.lastProgress = .now
      if let information = request.contentInformationRequest {
        state.length = information.knownLength
        state.allowsRanges = information.isByteRangeAccessSupported
      }
      return (state.length, state.allowsRanges, state.failure)
    }
    if let failure { return end(.failed(failure)) }
    let count = file.count
    if let length, count >= length { return complete(length) }
    if data.requestsAllDataToEndOfResource {
      if length == nil { return complete(nil) }
      // The rest is asked for, as long as something comes.
      guard allowsRanges, data.currentOffset > data.requestedOffset else { return end(.failed(missing(count, length))) }
    }
    let start = allowsRanges && length != nil && count > 2 ? count : 0
    ask(information: nil, from: start, length: length.map { Int($0 - start) }, toEnd: true)
  }

  private func missing(_ count: Int64, _ length: Int64?) -> AVError {
    AVError(
      .failedToLoadMediaData,
      userInfo: [
        NSLocalizedDescriptionKey: "Of the \(length ?? 0) bytes of the resource only \(count) have come.",
        NSURLErrorKey: url,
      ])
  }

  /// Whether a server has what is at `url`, so that no delegate is asked.
  static func isOfNetwork(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased() ?? "") }

  /// Loads from where the delegate sends to, or from the server that the asset names.
  private func follow(_ redirect: URLRequest) {
    guard let target = redirect.url, Self.isOfNetwork(target) else { return fail() }
    let download = NetworkResource(redirect, into: file) { [weak self] error in
      self?.end(error.map { .failed($0) } ?? .whole)
    }
    state.withLock { $0.download = download }
    // A run that was ended meanwhile has cancelled no download yet.
    if !isOver { download.start() }
  }

  // MARK: The end

  private var isOver: Bool { outcome.read { $0 != nil } }

  private func complete(_ length: Int64?) {
    guard !isOver else { return }
    do { try file.close(at: length) } catch { return end(.failed(error)) }
    end(.whole)
  }

  /// It is over, with the first result that there is. Bytes that the delegate still gives after a failure are not written: the file may be another
  /// attempt's by then.
  private func end(_ result: Outcome) {
    if case .failed = result { state.withLock(\.request)?.dataRequest?.close() }
    outcome.change { if $0 == nil { $0 = result } }
  }

  /// Looks from time to time whether the delegate has given up. A server is watched by the download itself.
  private func watch(after interval: Duration? = nil) {
    DispatchQueue.global().asyncAfter(deadline: .now() + (interval ?? patience).seconds) { [weak self] in
      guard let self, !isOver else { return }
      let (last, isDownloading) = state.withLock { ($0.lastProgress, $0.download != nil) }
      let rest = patience - last.duration(to: .now)
      if isDownloading || rest > .zero { return watch(after: isDownloading ? patience : rest) }
      cancel(URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url]))
    }
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}

extension AVAssetResourceLoadingContentInformationRequest {
  /// Length of the resource, in bytes; nil where that is not said.
  fileprivate var knownLength: Int64? { contentLength > 0 ? contentLength : nil }
}
