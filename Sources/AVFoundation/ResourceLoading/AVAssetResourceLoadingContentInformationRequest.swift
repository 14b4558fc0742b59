public import Foundation
import Synchronization

/// Type and length of a resource, to be filled in by the delegate (`AVAssetResourceLoadingContentInformationRequest`).
///
/// Threads: any. Lock order: only `state`.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())

  private struct State: Sendable {
    var contentType: String?
    var contentLength: Int64 = 0
    var allowsRanges = false
    var renewalDate: Date?
    var isOnDemand = false
  }

  override init() { super.init() }

  /// The type, by its identifier, as "public.mpeg-4". Here the bytes themselves say what they are.
  open var contentType: String? {
    get { state.withLock(\.contentType) }
    set { state.withLock { $0.contentType = newValue } }
  }
  /// The types that are taken: any.
  open var allowedContentTypes: [String]? { nil }
  /// Length of the resource, in bytes; 0 where that is not known, so that all is loaded until the delegate says that it has finished.
  open var contentLength: Int64 {
    get { state.withLock(\.contentLength) }
    set { state.withLock { $0.contentLength = newValue } }
  }
  /// Whether bytes can be asked for from any offset on; else they are asked for from the beginning.
  open var isByteRangeAccessSupported: Bool {
    get { state.withLock(\.allowsRanges) }
    set { state.withLock { $0.allowsRanges = newValue } }
  }
  /// Date until which the resource is valid; nil for ever. It is not asked for again here.
  open var renewalDate: Date? {
    get { state.withLock(\.renewalDate) }
    set { state.withLock { $0.renewalDate = newValue } }
  }
  /// Whether all bytes are there at once, so that the next ones need not be asked for ahead: it changes nothing here.
  open var isEntireLengthAvailableOnDemand: Bool {
    get { state.withLock(\.isOnDemand) }
    set { state.withLock { $0.isOnDemand = newValue } }
  }
}
