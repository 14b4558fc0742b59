import Dispatch
public import Foundation
import Synchronization

/// Hears of what an output is given (`AVPlayerItemOutputPullDelegate`).
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
  /// Pictures are there again, after they were asked for by
  /// ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
  /// What was there is of no use any more: the item's time jumped.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Who hears of an output's pictures, and whether they are asked for. Threads: any.
final class PullDelegate: Sendable {
  private struct State: @unchecked Sendable {
    // @unchecked: the delegate is only handed to its own queue.
    weak var delegate: (any AVPlayerItemOutputPullDelegate)?
    var queue: DispatchQueue?
    var isAsked = false
  }

  private let state = Mutex(State())

  /// Who hears of it.
  var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }
  /// Where it hears of it; nil for the main queue.
  var queue: DispatchQueue? { state.withLock(\.queue) }

  /// Has `delegate` hear of it on `queue`, or on the main queue.
  func set(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue: DispatchQueue?) {
    let new = State(delegate: delegate, queue: queue)
    state.withLock { ($0.delegate, $0.queue) = (new.delegate, new.queue) }
  }

  /// Asks to be told of the next picture.
  func ask() { state.withLock { $0.isAsked = true } }

  /// Tells the delegate that `output` has a picture, if it asked.
  func tell(_ output: AVPlayerItemOutput) {
    let isAsked = state.withLock { state in
      defer { state.isAsked = false }
      return state.isAsked && state.delegate != nil
    }
    guard isAsked else { return }
    (queue ?? .main).async { [weak self] in self?.delegate?.outputMediaDataWillChange(output) }
  }
}
