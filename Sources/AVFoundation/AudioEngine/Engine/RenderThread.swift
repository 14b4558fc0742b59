import Dispatch
import Foundation
import Rendering
import Waiting

/// Has one block after another rendered at the pace of the machine's clock, on a thread of its own.
///
/// ```
///  clock    ├─────────┼─────────┼─────────┼───
///  thread   ▓▓ ─ ─ ─ ─▓▓▓ ─ ─ ─ ▓▓ ─ ─ ─ ─▓▓     a block is rendered when its time has come
/// ```
///
/// Where blocks take longer than they last, their time begins anew: none is left out, and none is made up for.
/// Threads: any. Lock order: only `state`.
final class RenderThread: Sendable {
  private struct State: Sendable {
    var isStopped = false
    /// The thread that renders a block at present.
    var rendering: ObjectIdentifier?
    /// Number of blocks that are done.
    var finished = 0
  }

  private let state = Monitor(State())

  /// Number of samples in a block.
  static let blockLength = 512
  /// Time by which it may fall behind the clock, in nanoseconds.
  private static let slack: UInt64 = 250_000_000
  /// Limit of stopping's wait for the block that is being rendered.
  private static let patience = Duration.seconds(2)

  /// Begins to render `rate` samples a second, at once or when the machine's clock shows `host`. `render` renders
  /// `count` samples for the time `host` of that clock, and returns whether to go on; it should hold no strong
  /// reference to the owner of this.
  init(rate: Double, from host: UInt64 = 0, _ render: @escaping @Sendable (_ count: Int, _ host: UInt64) -> Bool) {
    let length = Double(Self.blockLength) / rate * 1_000_000_000
    DedicatedThread.start(named: "audio engine") { [self] in run(length, from: host, render) }
  }

  /// Ends the rendering, and waits for the block under way, unless this is called from it.
  func stop() {
    state.change { $0.isStopped = true }
    settle()
  }

  /// Waits for the block that is being rendered, but not where it comes from that itself.
  func settle() {
    let own = ObjectIdentifier(Thread.current)
    let finished = state.read { $0.rendering == nil || $0.rendering == own ? nil : $0.finished }
    guard let finished else { return }
    state.wait(upTo: Self.patience) { $0.rendering == nil || $0.finished != finished ? true : nil }
  }

  /// Renders blocks of `length` nanoseconds.
  private func run(_ length: Double, from host: UInt64, _ render: (Int, UInt64) -> Bool) {
    let thread = ObjectIdentifier(Thread.current)
    let begun = DispatchTime.now().uptimeNanoseconds
    if host > begun { state.wait(upTo: .nanoseconds(Int64(clamping: host - begun))) { $0.isStopped ? true : nil } }
    var (start, count) = (max(host, DispatchTime.now().uptimeNanoseconds), 0.0)
    while begin(thread) {
      let isThere = render(Self.blockLength, start + UInt64(count * length))
      state.change { ($0.rendering, $0.finished) = (nil, $0.finished + 1) }
      guard isThere else { return }
      count += 1
      let now = DispatchTime.now().uptimeNanoseconds
      let next = start + UInt64(count * length)
      if now > next + Self.slack {
        (start, count) = (now, 0)
      } else if next > now {
        state.wait(upTo: .nanoseconds(Int64(next - now))) { $0.isStopped ? true : nil }
      }
    }
  }

  private func begin(_ thread: ObjectIdentifier) -> Bool {
    state.change { state in
      if !state.isStopped { state.rendering = thread }
      return !state.isStopped
    }
  }
}
