public import Foundation
import Synchronization

/// Bytes of a resource, to be given by the delegate in any number of pieces, one behind the other (`AVAssetResourceLoadingDataRequest`).
///
/// Threads: any; pieces are taken in the order in which they come. Lock order: `state`, then that of the resource's file.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The first byte that is asked for, counted from the resource's beginning.
  public let requestedOffset: Int64
  /// Number of bytes that are asked for; `Int.max` where all are, and their number is not known.
  public let requestedLength: Int
  /// Whether all bytes to the resource's end are asked for, whatever ``requestedLength`` says.
  public let requestsAllDataToEndOfResource: Bool
  /// Takes a piece at an offset; called one at a time.
  private let take: @Sendable (Data, Int64) -> Void
  /// Called behind each piece.
  private let onProgress: @Sendable () -> Void
  private let state: Mutex<State>

  private struct State: Sendable {
    var offset: Int64
    var isClosed = false
  }

  init(
    from offset: Int64, length: Int?, toEnd: Bool, take: @escaping @Sendable (Data, Int64) -> Void,
    onProgress: @escaping @Sendable () -> Void
  ) {
    (requestedOffset, requestedLength, requestsAllDataToEndOfResource) = (offset, length ?? .max, toEnd)
    (self.take, self.onProgress) = (take, onProgress)
    state = Mutex(State(offset: offset))
    super.init()
  }

  /// Offset of the next piece, counted from the resource's beginning.
  open var currentOffset: Int64 { state.withLock(\.offset) }

  /// Hands over the bytes from ``currentOffset`` on, which goes on by their number. They may be more than were asked for. After the request is
  /// finished or cancelled nothing is taken any more.
  open func respond(with data: Data) {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      take(data, state.offset)
      state.offset += Int64(data.count)
      return true
    }
    if isTaken { onProgress() }
  }

  /// Takes nothing any more.
  func close() { state.withLock { $0.isClosed = true } }
}
