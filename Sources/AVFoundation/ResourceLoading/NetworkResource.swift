import Foundation
import FoundationNetworking
import Synchronization

/// Loads a resource from a server, all of it, into its file.
///
/// Threads: any. Lock order: only `task`.
final class NetworkResource: Sendable {
  private let request: URLRequest
  private let file: ResourceFile
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let task = Mutex<URLSessionDownloadTask?>(nil)

  /// What `request` asks for; `onEnd` is called once, on any thread, with why it cannot be had, or nil.
  init(_ request: URLRequest, into file: ResourceFile, onEnd: @escaping @Sendable ((any Error)?) -> Void) {
    (self.request, self.file, self.onEnd) = (request, file, onEnd)
  }

  /// Begins.
  func start() {
    let download = URLSession.shared.downloadTask(with: request) { [file, onEnd] place, response, error in
      if let error { return onEnd(error) }
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
    task.withLock { $0 = download }
    download.resume()
  }

  /// Ends it: `onEnd` is called with the cancellation.
  func cancel() { task.withLock(\.self)?.cancel() }
}
