import Foundation
import Synchronization

/// Adds what comes in at any number of inputs (`AVAudioMixerNode`), each brought to the output's rate and channels.
///
/// Inputs of another rate are converted by the one filter there is, whose aliasing lies below -100 dB, in time to a
/// tenth of a sample. One channel is heard in both of two, and two become their mean. Volume and pan of an input are
/// those of its node (``AVAudioMixing``).
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let loudness = Mutex<Float>(1)
  private let inputs = MixerInputs()

  /// A mixer.
  public override init() { super.init() }

  /// Number of inputs: eight, or as many as are connected. There are always more.
  open override var numberOfInputs: Int { MixerInputs.count(of: self) }
  override var takesAnyInput: Bool { true }

  /// The first input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus { MixerInputs.next(of: self) }

  /// Volume of the sum, from 0 to 1, to which others are brought; 1 unless set. Holds from the next block on.
  open var outputVolume: Float {
    get { loudness.withLock { $0 } }
    set { loudness.withLock { $0 = newValue.within(0...1) } }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let connections = cycle.inputs(of: self)
    inputs.keep(connections)
    // The first is taken as it is, so that one alone stays the same bit for bit.
    var sum: SoundBlock?
    for connection in connections {
      var block = inputs.sound(
        of: connection, request.count, rate: request.rate, channels: request.channels, cycle)
      block.multiply(by: connection.mix.gains(request.channels))
      if sum == nil { sum = block } else { sum?.add(block) }
    }
    var block = sum ?? SoundBlock(silence: request.count, channels: request.channels)
    block.multiply(by: outputVolume)
    return block
  }

  override func clear() { inputs.clear() }
}
