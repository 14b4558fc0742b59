public import Foundation
import Synchronization

/// Asks a program for the bytes of an asset whose URL has a scheme of the program's own (`AVAssetResourceLoader`).
///
/// ```swift
/// let asset = AVURLAsset(url: URL(string: "caching://film.mp4")!)
/// asset.resourceLoader.setDelegate(cache, queue: queue)
/// let duration = try await asset.load(.duration)
/// ```
///
/// The delegate is asked for the kind and length of the resource together with its first two bytes, and then for all of it. Its bytes are kept in a
/// temporary file, which lives as long as the asset and the compositions that were made of it; the asset's media are read when all bytes are there. A
/// delegate that gives nothing for five minutes has failed. Files and network resources are loaded without it.
///
/// Getters that block (`asset.duration`) wait until the delegate has answered; on the delegate's own queue, where that
/// could never happen, they return at once without a value. Threads: any. Lock order: only `choices`.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The delegate and its queue.
  let calls: ResourceDelegate
  private let choices = Mutex(Choices())

  private struct Choices: Sendable {
    var preloadsKeys = false
    var sendsClientData = false
  }

  init(_ calls: ResourceDelegate) {
    self.calls = calls
    super.init()
  }

  /// Has `delegate`, which is held weakly, be asked on `delegateQueue`; nil for the main queue. Set it before anything of the asset is loaded.
  open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
    calls.set(delegate, on: delegateQueue)
  }

  /// The delegate; nil where none is set, or it is gone.
  open var delegate: (any AVAssetResourceLoaderDelegate)? { calls.delegate }
  /// The queue on which the delegate is asked; nil without one.
  open var delegateQueue: DispatchQueue? { calls.queue }

  /// Whether keys of what is encrypted are loaded ahead: nothing encrypted is read here, so that it changes nothing.
  open var preloadsEligibleContentKeys: Bool {
    get { choices.withLock(\.preloadsKeys) }
    set { choices.withLock { $0.preloadsKeys = newValue } }
  }
  /// Whether requests to servers carry data of the player (CTA-5004): without effect here.
  open var sendsCommonMediaClientDataAsHTTPHeaders: Bool {
    get { choices.withLock(\.sendsClientData) }
    set { choices.withLock { $0.sendsClientData = newValue } }
  }
}
