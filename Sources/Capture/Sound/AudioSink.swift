import Dispatch
public import Rendering
import Synchronization
import Waiting

/// The output of an ``AudioPlayer``'s samples: a sound card, or whatever else takes them.
///
/// Threads: one at a time, which may wait in ``play(_:)``: that is the player's clock.
public protocol AudioSink: AnyObject, Sendable {
  /// Begins: blocks of `channels` channels follow, `sampleRate` samples a second.
  func open(sampleRate: Int, channels: Int) throws(RenderError)
  /// Takes `block`, and waits while there is no room for it; no longer than a second.
  func play(_ block: SampleBlock) throws(RenderError)
  /// Ends: nothing more follows, and what was taken is still heard.
  func close()
}

/// A silent sink: it takes blocks at the pace of the machine's clock, and discards them.
///
/// ```
///  blocks   ├── 1 ──┤├── 2 ──┤├── 3 ──┤   each call of `play(_:)` returns where its block ends
///  clock    ─────────────────────────────►
/// ```
///
/// Blocks up to a tenth of a second late are caught up with, as by a device with a buffer of that length. Later ones
/// leave a gap, and all that follow are as late. Threads: as `AudioSink` says. Lock order: innermost.
public final class NullAudioSink: AudioSink {
  private struct State {
    var sampleRate = 48_000
    /// The beginning of the first block that follows without a gap, in nanoseconds of the machine's clock; nil before
    /// there is one.
    var begin: UInt64?
    /// Samples of each channel that were taken since then.
    var count: Int64 = 0

    /// The end of playing what was taken.
    var end: UInt64? {
      begin.map { $0 + UInt64((Double(count) / Double(sampleRate) * 1_000_000_000).rounded()) }
    }
  }

  private let state = Mutex(State())
  /// A monitor without changes: its waits last their full time.
  private let clock = Monitor(())

  /// The delay of a block up to which it is caught up with, in nanoseconds.
  private static let tolerance: UInt64 = 100_000_000

  /// A sink that is closed.
  public init() {}

  /// Begins, with the next block.
  public func open(sampleRate: Int, channels: Int) {
    state.withLock { $0 = State(sampleRate: max(1, sampleRate)) }
  }

  /// Waits until `block` would have been heard; no longer than a second.
  public func play(_ block: SampleBlock) {
    let now = DispatchTime.now().uptimeNanoseconds
    let end = state.withLock { state in
      if state.end.map({ now > $0 + Self.tolerance }) ?? true { (state.begin, state.count) = (now, 0) }
      state.count += Int64(block.count)
      return state.end ?? now
    }
    guard end > now else { return }
    clock.wait(upTo: min(.nanoseconds(end - now), .seconds(1))) { _ -> Void? in nil }
  }

  /// Ends; what is taken next begins anew.
  public func close() { state.withLock { $0.begin = nil } }
}
