public import Foundation
public import FoundationNetworking
import Synchronization

/// Gives the bytes of an asset whose URL has a scheme of its own (`AVAssetResourceLoaderDelegate`). It is called on the queue that was given
/// with it. Everything is optional.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
  /// Whether it will answer `loadingRequest`, now or later. Where it will not, the asset cannot be loaded.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool
  /// Whether it will say anew of a resource how long that is valid. Not called here: what was loaded is kept as it is.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool
  /// `loadingRequest` needs no answer any more.
  func resourceLoader(_ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
  /// Whether it will answer a server's challenge. Not called here: servers are the delegate's own business.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForResponseTo authenticationChallenge: URLAuthenticationChallenge
  ) -> Bool
  /// A challenge needs no answer any more. Not called here.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel authenticationChallenge: URLAuthenticationChallenge)
}

extension AVAssetResourceLoaderDelegate {
  /// It will not.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }
  /// It will not.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }
  /// Does nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
  /// It will not.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForResponseTo authenticationChallenge: URLAuthenticationChallenge
  ) -> Bool { false }
  /// Does nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel authenticationChallenge: URLAuthenticationChallenge
  ) {}
}

/// The delegate of a loader and its queue, and whether the calling thread is on that.
///
/// Threads: any. Lock order: `marked`, then that of the calls.
final class ResourceDelegate: Sendable {
  private let calls = DelegateCalls()
  /// The queue that has the mark.
  private let marked = Mutex<DispatchQueue?>(nil)
  private let mark = Mark()
  private let changes = Atomic(0)

  private final class Mark: @unchecked Sendable {
    // @unchecked: a key, which is immutable.
    let key = DispatchSpecificKey<Bool>()
  }

  /// The delegate.
  var delegate: (any AVAssetResourceLoaderDelegate)? { calls.delegate as? any AVAssetResourceLoaderDelegate }
  /// Queue on which it is asked.
  var queue: DispatchQueue? { calls.queue }

  /// Number of times that it was set.
  var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Has `delegate` be asked on `queue`, or on the main queue.
  func set(_ delegate: (any AVAssetResourceLoaderDelegate)?, on queue: DispatchQueue?) {
    let queue = delegate == nil ? nil : queue ?? .main
    marked.withLock { marked in
      marked?.setSpecific(key: mark.key, value: nil)
      // The system's global queues get no marks: they run on many threads, so that another thread can answer.
      marked = queue.flatMap { $0.label.hasPrefix("com.apple.root.") ? nil : $0 }
      marked?.setSpecific(key: mark.key, value: true)
      calls.set(delegate, on: queue)
    }
    changes.add(1, ordering: .releasing)
  }

  /// Whether the calling thread runs what stands on the queue, so that nothing else of it is run before that is over.
  var isOnQueue: Bool {
    if DispatchQueue.getSpecific(key: mark.key) == true { return true }
    return Thread.isMainThread && queue?.label == DispatchQueue.main.label
  }

  deinit { marked.withLock { $0?.setSpecific(key: mark.key, value: nil) } }
}
