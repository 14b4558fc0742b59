import Capture
public import Foundation
import Synchronization

/// The number of a node's input or output.
public typealias AVAudioNodeBus = Int

/// An input or an output of a node (`AVAudioConnectionPoint`). Immutable; the node is not kept. Threads: any.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made, but that the node may be gone.
  /// The node; nil where it is gone.
  public private(set) weak var node: AVAudioNode?
  /// Number of the node's input or output.
  public let bus: AVAudioNodeBus

  /// Number `bus` of `node`.
  public init(node: AVAudioNode, bus: AVAudioNodeBus) {
    (self.node, self.bus) = (node, bus)
    super.init()
  }
}

/// Volume of a mixer's input, and its place between the speakers.
struct MixSettings: Hashable, Sendable {
  /// From 0 to 1.
  var volume: Float = 1
  /// From -1, left, to 1, right.
  var pan: Float = 0
  /// Place in an environment.
  var space = SpaceSettings()

  /// Gains of the channels of an input of `channels` of them.
  ///
  /// Nothing becomes louder than it is, and in the middle nothing changes (``AudioGain/balance(_:)``). Of more than two channels, the first two
  /// are moved.
  func gains(_ channels: Int) -> [Float] {
    var gains = [Float](repeating: volume, count: channels)
    guard channels > 1, pan != 0 else { return gains }
    let (left, right) = AudioGain.balance(pan)
    gains[0] *= left
    gains[1] *= right
    return gains
  }
}

/// The way from a node's output to another's input. Threads: any. Lock order: only `settings`, innermost.
final class AudioConnection: Sendable {
  /// Node that sound comes from; of its output 0, the only one that nodes have.
  let source: AVAudioNode
  /// Node that it goes to.
  let destination: AVAudioNode
  /// Number of that's input.
  let bus: AVAudioNodeBus
  /// Format of the sound.
  let format: AVAudioFormat
  /// Whether the format follows that of the engine's output.
  let followsOutput: Bool
  private let settings: Mutex<MixSettings>

  init(
    _ source: AVAudioNode, to destination: AVAudioNode, bus: AVAudioNodeBus, format: AVAudioFormat,
    followsOutput: Bool = false
  ) {
    (self.source, self.destination, self.bus) = (source, destination, bus)
    (self.format, self.followsOutput) = (format, followsOutput)
    settings = Mutex(source.mixSettings)
  }

  /// Settings of it where it goes to a mixer.
  var mix: MixSettings { settings.withLock { $0 } }
  /// Changes how loud it is there.
  func changeMix(_ change: (inout MixSettings) -> Void) { settings.withLock { change(&$0) } }

  /// Connection point that it goes to.
  var point: AVAudioConnectionPoint { AVAudioConnectionPoint(node: destination, bus: bus) }
}
