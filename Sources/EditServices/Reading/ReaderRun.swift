import Rendering
import Synchronization

/// The state of a reader that its outputs share.
///
/// ```
///  unknown ─► reading ─┬─► completed     every output has given its last buffer
///                      ├─► failed        the first error of any
///                      └─► cancelled
/// ```
///
/// Threads: any. Lock order: innermost; nothing is called under it.
final class ReaderRun: Sendable {
  private struct State {
    var status = AssetReader.Status.unknown
    var error: RenderError?
    /// The outputs that have not given their last buffer.
    var unfinished = 0
  }

  private let state = Mutex(State())

  /// The reader's state.
  var status: AssetReader.Status { state.withLock(\.status) }
  /// The error with which it failed.
  var error: RenderError? { state.withLock(\.error) }

  /// Begins reading by `outputs` outputs; false where it has begun before.
  func begin(outputs: Int) -> Bool {
    state.withLock { state in
      guard state.status == .unknown else { return false }
      state.status = outputs > 0 ? .reading : .completed
      state.unfinished = outputs
      return true
    }
  }

  /// Notes that an output has given its last buffer.
  func finishOutput() {
    state.withLock { state in
      state.unfinished -= 1
      if state.unfinished == 0, state.status == .reading { state.status = .completed }
    }
  }

  /// Ends the reading with `error`, unless it has ended.
  func fail(_ error: RenderError) {
    state.withLock { state in
      guard state.status == .reading else { return }
      state.status = error.code == .cancelled ? .cancelled : .failed
      state.error = error
    }
  }

  /// Ends the reading, unless it has ended.
  func cancel() {
    state.withLock { state in
      guard state.status == .reading || state.status == .unknown else { return }
      state.status = .cancelled
      state.error = .cancelled()
    }
  }
}
