import Foundation
import FoundationNetworking
import Synchronization

/// Loads a resource from a server, all of it, into its file.
///
/// Threads: any. Lock order: only `state`.
final class NetworkResource: Sendable {
  private let request: URLRequest
  private let file: ResourceFile
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let state = Mutex(State())

  private struct State: Sendable {
    var task: URLSessionDownloadTask?
    var isCancelled = false
  }

  /// The resource that `request` asks for; `onEnd` is called once, on any thread, with why it cannot be had, or nil.
  init(_ request: URLRequest, into file: ResourceFile, onEnd: @escaping @Sendable ((any Error)?) -> Void) {
    (self.request, self.file, self.onEnd) = (request, file, onEnd)
  }

  /// Begins.
  func start() {
    let download = URLSession.shared.downloadTask(with: request) { [self] place, response, error in
      if let error { return onEnd(error) }
      // The file may be another attempt's by now.
      if state.withLock(\.isCancelled) { return onEnd(URLError(.cancelled)) }
      let status = (response as? HTTPURLResponse)?.statusCode ?? 200
      guard let place, (200..<300).contains(status) else {
        return onEnd(
          URLError(
            status == 404 ? .fileDoesNotExist : .badServerResponse,
            userInfo: [NSURLErrorFailingURLErrorKey: response?.url as Any]))
      }
      // The loaded file is gone when this returns.
      do { try file.take(place) } catch { return onEnd(error) }
      onEnd(nil)
    }
    let isWanted = state.withLock { state in
      state.task = download
      return !state.isCancelled
    }
    isWanted ? download.resume() : download.cancel()
  }

  /// Ends it: `onEnd` is called with the cancellation.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
