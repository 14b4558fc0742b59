public import MediaTime
public import Rendering

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
    /// The time of the first, in the item's time.
    public var itemTime: CMTime
    /// The time of the first by the player's clock.
    public var hostTime: CMTime
  }

  private let broadcast = Broadcast<Heard>()

  /// An output of sound.
  public init() {}

  /// The blocks from now on. Of those that are not taken in time, the last `capacity` are kept.
  public func blocks(capacity: Int = 64) -> some AsyncSequence<Heard, Never> & Sendable {
    broadcast.stream(capacity: max(1, capacity))
  }

  /// Has `call` be called with each block, until the observation is cancelled: on the player's own thread, where whatever takes long
  /// makes pictures late.
  public func onBlock(_ call: @escaping @Sendable (Heard) -> Void) -> PlayerObservation { broadcast.observe(call) }

  /// Gives `heard`, as long as `queue`, the player's, is not closed.
  func deliver(_ heard: Heard, while queue: CallbackQueue) { broadcast.deliver(heard, while: queue) }
}
