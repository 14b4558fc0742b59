import CoreMedia
public import Foundation
import Synchronization

/// Media to be appended in a pass over the source (`AVAssetWriterInputPassDescription`). Immutable. Threads: any.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The ranges of the source, boxed: all of it, since there is one pass.
  public let sourceTimeRanges: [NSValue]

  override init() {
    sourceTimeRanges = [NSValue(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))]
    super.init()
  }
}

/// Passes over the media: there is one.
extension AVAssetWriterInput {
  /// Media to be appended now; nil before the writer has started, and after ``markCurrentPassAsFinished()``, as no other pass follows.
  public var currentPassDescription: AVAssetWriterInputPassDescription? { hasStarted ? passes.current : nil }

  /// Calls `block` on `queue` whenever what is to be appended changes: when a pass is to begin, and when no other follows, and the input can be
  /// marked as finished. To be called after the writer has started.
  public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    passes.respond(on: queue, block)
  }

  /// Ends the pass: no other follows.
  public func markCurrentPassAsFinished() { passes.finish() }
}

/// The single pass of an input, and its listener.
///
/// Threads: any. Lock order: only `state`; no callback runs while it is held.
final class WritingPasses: Sendable {
  private struct State: Sendable {
    var current: AVAssetWriterInputPassDescription? = AVAssetWriterInputPassDescription()
    var listener: (queue: DispatchQueue, block: @Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var current: AVAssetWriterInputPassDescription? { state.withLock(\.current) }

  /// Has `block` be called on `queue` now, and when the pass is over.
  func respond(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = (queue, block) }
    queue.async(execute: block)
  }

  /// Ends the pass.
  func finish() {
    let listener = state.withLock { state in
      defer { state.current = nil }
      return state.current == nil ? nil : state.listener
    }
    if let listener { listener.queue.async(execute: listener.block) }
  }
}
