public import Foundation
public import FoundationNetworking
import Synchronization

/// Request of a resource loader to its delegate (`AVAssetResourceLoadingRequest`): for the resource's type and length, bytes of it, or both.
///
/// The delegate answers by filling in ``contentInformationRequest`` and by handing bytes to ``dataRequest``, and then finishes the request,
/// from any thread. Threads: any. Lock order: only `state`; nothing is called while it is held.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The URL, and the range of bytes that is asked for as HTTP says it.
  public let request: URLRequest
  /// Type and length of the resource, to be filled in; nil where they are known.
  public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
  /// The bytes that are asked for.
  public let dataRequest: AVAssetResourceLoadingDataRequest?
  /// The requesting process: this one.
  public let requestor = AVAssetResourceLoadingRequestor()
  /// Called once, when it is finished.
  private let onFinish: @Sendable (AVAssetResourceLoadingRequest, (any Error)?) -> Void
  private let state = Mutex(State())

  private struct State: Sendable {
    var isAsked = false
    var isFinished = false
    var isCancelled = false
    var response: URLResponse?
    var redirect: URLRequest?
  }

  init(
    _ request: URLRequest, information: AVAssetResourceLoadingContentInformationRequest?,
    data: AVAssetResourceLoadingDataRequest?,
    onFinish: @escaping @Sendable (AVAssetResourceLoadingRequest, (any Error)?) -> Void
  ) {
    (self.request, contentInformationRequest, dataRequest) = (request, information, data)
    self.onFinish = onFinish
    super.init()
  }

  /// Whether it was finished.
  open var isFinished: Bool { state.withLock(\.isFinished) }
  /// Whether it needs no answer any more.
  open var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Answer of a server; it changes nothing here.
  open var response: URLResponse? {
    get { state.withLock(\.response) }
    set { state.withLock { $0.response = newValue } }
  }
  /// Request by which the resource is to be loaded instead, to be set before the request is finished: an address of HTTP, as Apple's loader follows
  /// no other.
  open var redirect: URLRequest? {
    get { state.withLock(\.redirect) }
    set { state.withLock { $0.redirect = newValue } }
  }

  /// The delegate has given all that it was asked for, or all that there is.
  open func finishLoading() { finish(nil) }

  /// The delegate has failed: with `error` fails what loads the asset. Nil says that it has not, as ``finishLoading()``.
  open func finishLoading(with error: (any Error)?) { finish(error) }

  /// The delegate has answered with all of this at once.
  open func finishLoading(with response: URLResponse?, data: Data?, redirect: URLRequest?) {
    (self.response, self.redirect) = (response, redirect)
    if let data { dataRequest?.respond(with: data) }
    finishLoading()
  }

  /// Request to a server of keys. Nothing encrypted is read here.
  ///
  /// - Throws: `AVError` with `operationNotSupportedForAsset`.
  open func streamingContentKeyRequestData(
    forApp appIdentifier: Data, contentIdentifier: Data, options: [String: Any]? = nil
  ) throws -> Data { throw Self.noKeys }

  /// A key that can be kept. Nothing encrypted is read here.
  ///
  /// - Throws: `AVError` with `operationNotSupportedForAsset`.
  open func persistentContentKey(
    fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
  ) throws -> Data { throw Self.noKeys }

  private static let noKeys = AVError(
    .operationNotSupportedForAsset,
    userInfo: [NSLocalizedDescriptionKey: "Keys of encrypted media are not asked for: such media are not read here."])

  // MARK: Its course

  /// Notes that the delegate is asked now; false where it is not to be.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return false }
      state.isAsked = true
      return true
    }
  }

  /// Ends the request without an answer; true where the delegate is to be called for that.
  func cancel() -> Bool {
    let tells = state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return false }
      state.isCancelled = true
      return state.isAsked
    }
    dataRequest?.close()
    return tells
  }

  private func finish(_ error: (any Error)?) {
    let isFirst = state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return false }
      state.isFinished = true
      return true
    }
    guard isFirst else { return }
    dataRequest?.close()
    onFinish(self, error)
  }
}

/// Asks how long a resource stays valid (`AVAssetResourceRenewalRequest`). None is made here: what was loaded is kept.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {
  // @unchecked: as its superclass.
}

/// The process that requests a resource (`AVAssetResourceLoadingRequestor`): this one.
open class AVAssetResourceLoadingRequestor: NSObject, @unchecked Sendable {
  // @unchecked: there is nothing in it.
  /// Whether it reports expired keys: there are none.
  open var providesExpiredSessionReports: Bool { false }

  override init() { super.init() }
}
