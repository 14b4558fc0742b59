import Foundation
import Synchronization

/// Adds what comes in at any number of inputs (`AVAudioMixerNode`), each brought to the output's rate and channels.
///
/// Inputs of another rate are converted by the one filter there is, whose aliasing lies below -100 dB, in time to a tenth of a sample. One
/// channel is heard in both of two, and two become their mean. How loud an input is, and where between the speakers, is said by the node that
/// it comes from (``AVAudioMixing``).
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let loudness = Mutex<Float>(1)
  /// What changes the rate of inputs, and their channels, by connections.
  private var changes: [ObjectIdentifier: (rates: RateConversion?, channels: ChannelMixer)] = [:]

  /// How many inputs there are before more are connected.
  private static let usualInputs = 8

  /// A mixer.
  public override init() { super.init() }

  /// How many inputs it has: eight, or as many as are connected. There are always more.
  open override var numberOfInputs: Int { max(Self.usualInputs, (connections.last?.bus ?? -1) + 1) }

  private var connections: [AudioConnection] { engine?.connections(to: self) ?? [] }

  /// The first input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus {
    let taken = Set(connections.map(\.bus))
    return (0...taken.count).first { !taken.contains($0) } ?? taken.count
  }

  /// How loud the sum is, from 0 to 1, to which others are brought; 1 unless set. Holds from the next block on.
  open var outputVolume: Float {
    get { loudness.withLock { $0 } }
    set { loudness.withLock { $0 = newValue.within(0...1) } }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let inputs = cycle.inputs(of: self)
    changes = changes.filter { key, _ in inputs.contains { ObjectIdentifier($0) == key } }
    // The first is taken as it is, so that one alone stays the same bit for bit.
    var sum: SoundBlock?
    for input in inputs {
      var block = sound(of: input, request, cycle)
      block.multiply(by: input.mix.gains(request.channels))
      if sum == nil { sum = block } else { sum?.add(block) }
    }
    var block = sum ?? SoundBlock(silence: request.count, channels: request.channels)
    block.multiply(by: outputVolume)
    return block
  }

  /// What comes in through `input`, in the rate and the channels of the output.
  private func sound(of input: AudioConnection, _ request: RenderRequest, _ cycle: RenderCycle) -> SoundBlock {
    let (rate, channels) = (input.format.sampleRate, Int(input.format.channelCount))
    if rate == request.rate, channels == request.channels { return cycle.sound(of: input, request.count) }
    let key = ObjectIdentifier(input)
    let change =
      changes[key]
      ?? (
        rate == request.rate ? nil : RateConversion(from: rate, to: request.rate, channels: channels), ChannelMixer()
      )
    changes[key] = change
    let block =
      change.rates?.samples(request.count) { cycle.sound(of: input, $0) } ?? cycle.sound(of: input, request.count)
    return change.channels.mix(block, to: request.channels)
  }

  override func clear() { changes = [:] }
}
