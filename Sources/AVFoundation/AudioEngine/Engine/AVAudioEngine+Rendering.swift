// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

extension Notification.Name {
  /// The devices of an engine have changed. There are none, so that it is not posted.
  public static let AVAudioEngineConfigurationChange = Notification.Name("AVAudioEngineConfigurationChangeNotification")
}

/// The rendering of blocks.
extension AVAudioEngine {
  /// Result of rendering one block.
  struct Rendered {
    /// Sound that is given out.
    var block: SoundBlock
    /// Whether what came in from outside was too little.
    var isShortOfInput: Bool
  }

  /// Renders `count` samples for time `host` of the machine's clock, on the thread that does so.
  func renderByClock(_ count: Int, host: UInt64) {
    guard isRunning else { return }
    _ = render(count, host: host)
  }

  /// Renders `count` samples; nil where another block is being rendered. Then taps get their blocks, and players'
  /// completions are called: before this returns, where `awaitsHandlers` and they take no longer than a second.
  func render(_ count: Int, host: UInt64? = nil, awaitsHandlers: Bool = false) -> Rendered? {
    let plan = plan
    let done = rendering.withLockIfAvailable { memory -> (Rendered, RenderCycle) in
      let (first, epoch, format) = state.withLock { ($0.sampleTime, $0.epoch, $0.manual?.format ?? Self.clockFormat) }
      memory.prepare(for: plan, epoch: epoch)
      let cycle = RenderCycle(plan, memory, from: first, rate: format.sampleRate, host: host)
      let block =
        plan.output?.produce(count, in: cycle) ?? SoundBlock(silence: count, channels: Int(format.channelCount))
      for end in plan.ends {
        _ = end.produce(cycle.length(count, atRate: cycle.format(of: end).sampleRate), in: cycle)
      }
      state.withLock { if $0.epoch == epoch { $0.sampleTime = first + AVAudioFramePosition(count) } }
      return (Rendered(block: block, isShortOfInput: cycle.isShortOfInput), cycle)
    }
    guard let (rendered, cycle) = done else { return nil }
    for delivery in cycle.deliveries { delivery.make() }
    PlayerCompletion.tell(cycle.completions, waits: awaitsHandlers)
    return rendered
  }
}
