import Compositing
import MediaTime
import Rendering
import Waiting

/// The frames of a film that wait for one of its renditions.
///
/// Threads: filled by one, emptied by another.
final class FrameQueue: Sendable {
  /// A frame, and when it is shown.
  struct Frame: Sendable {
    var picture: PixelBuffer
    var time: Rational
    var duration: Rational
  }

  private struct State: Sendable {
    var frames: [Frame] = []
    var isClosed = false
    /// Whether the reading side has ended: adding then waits until the queue is closed, so that its failure does not
    /// hide the cause.
    var isAbandoned = false
  }

  private let state = Monitor(State())

  /// Limit of the frames that wait: one is scaled while the next is composed.
  private static let capacity = 2

  /// Adds `frame`; waits while the queue is full.
  ///
  /// - Throws: `RenderError` with `.cancelled` where the queue was closed.
  func add(_ frame: Frame) throws(RenderError) {
    let isOpen = state.wait { state -> Bool? in
      if state.isClosed { return false }
      guard !state.isAbandoned, state.frames.count < Self.capacity else { return nil }
      state.frames.append(frame)
      return true
    }
    guard isOpen else { throw .cancelled() }
  }

  /// The next frame; waits until there is one.
  ///
  /// - Throws: `RenderError` with `.cancelled` where the queue was closed or abandoned.
  func next() throws(RenderError) -> Frame {
    let frame: Frame?? = state.wait { state -> Frame?? in
      if state.isClosed || state.isAbandoned { return .some(nil) }
      return state.frames.isEmpty ? nil : .some(state.frames.removeFirst())
    }
    guard let frame, let frame else { throw .cancelled() }
    return frame
  }

  /// Ends reading: `next()` throws, and `add(_:)` waits until the queue is closed.
  func abandon() {
    state.change {
      $0.isAbandoned = true
      $0.frames = []
    }
  }

  /// Ends all waiting: `add(_:)` and `next()` throw, and the frames are dropped.
  func close() {
    state.change {
      $0.isClosed = true
      $0.frames = []
    }
  }
}
