public import MediaTime
public import Rendering
import Synchronization

/// A player item's sound as it is heard, block by block.
///
/// A block is given when it has been heard to its end; where playing stops or jumps in the middle of one, the part that was heard is
/// given. So what an output is given is exactly what was played, no sample twice and none left out: at rate 1 the plan's samples bit
/// for bit, at −1 the last first, at other rates as the item's pitch algorithm has them. Volume and mute are not in it.
///
/// ```swift
/// let output = PlayerItemAudioOutput()
/// item.add(output)
/// for await heard in output.blocks() { meter.add(heard.samples.interleaved) }
/// ```
///
/// Threads: any.
public final class PlayerItemAudioOutput: PlayerItemOutput {
  /// Some samples that were heard.
  public struct Heard: Sendable {
    /// The samples; `start` is the item's sample that was heard first.
    public var samples: SampleBlock
    /// Samples a second.
    public var sampleRate: Int
    /// When the first was heard, in the item's time.
    public var itemTime: CMTime
    /// When the first was heard, in the time of the player's clock.
    public var hostTime: CMTime
  }

  private let broadcast = Broadcast<Heard>()
  private let calls = Mutex<[(observation: PlayerObservation, call: @Sendable (Heard) -> Void)]>([])

  /// An output of sound.
  public init() {}

  /// The blocks from now on. Of those that are not taken in time, the last `capacity` are kept.
  public func blocks(capacity: Int = 64) -> some AsyncSequence<Heard, Never> & Sendable {
    broadcast.stream(capacity: max(1, capacity))
  }

  /// Has `call` be called with each block, until the observation is cancelled: on the player's own thread, where whatever takes long
  /// makes pictures late.
  public func onBlock(_ call: @escaping @Sendable (Heard) -> Void) -> PlayerObservation {
    let observation = PlayerObservation()
    calls.withLock { $0.append((observation, call)) }
    return observation
  }

  /// Gives `heard`.
  func give(_ heard: Heard) {
    let calls = calls.withLock { calls in
      calls.removeAll { !$0.observation.isActive }
      return calls
    }
    for (observation, call) in calls { observation.call { call(heard) } }
    broadcast.yield(heard)
  }
}
