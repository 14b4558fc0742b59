import Dispatch
public import Foundation
import Synchronization

/// Hears of what an output is given (`AVPlayerItemOutputPullDelegate`).
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
  /// Pictures are there again, after they were asked for by
  /// ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
  /// The pictures that were there are of no use any more: the item's time jumped, or goes the other way.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// The delegate of an output's pictures, and whether it has asked for them. Threads: any. Lock order: only `state`.
final class PullDelegate: Sendable {
  private struct State: Sendable {
    /// The queue that was given; nil for the main one.
    var queue: DispatchQueue?
    var isAsked = false
  }

  private let calls = DelegateCalls()
  private let state = Mutex(State())

  /// The delegate.
  var delegate: (any AVPlayerItemOutputPullDelegate)? { calls.delegate as? any AVPlayerItemOutputPullDelegate }
  /// Queue on which it hears of it; nil for the main queue.
  var queue: DispatchQueue? { state.withLock(\.queue) }

  /// Has `delegate` hear of it on `queue`, or on the main queue.
  func set(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue: DispatchQueue?) {
    state.withLock { $0.queue = queue }
    calls.set(delegate, on: queue ?? .main)
  }

  /// Requests a call for the next picture.
  func ask() { state.withLock { $0.isAsked = true } }

  /// Calls the delegate: the pictures of `output` are void.
  func tellFlush(_ output: AVPlayerItemOutput) {
    _ = calls.call { ($0 as? any AVPlayerItemOutputPullDelegate)?.outputSequenceWasFlushed(output) }
  }

  /// Calls the delegate, if it has asked: `output` has a picture.
  func tell(_ output: AVPlayerItemOutput) {
    let isAsked = state.withLock { state in
      defer { state.isAsked = false }
      return state.isAsked
    }
    guard isAsked else { return }
    _ = calls.call { ($0 as? any AVPlayerItemOutputPullDelegate)?.outputMediaDataWillChange(output) }
  }
}
