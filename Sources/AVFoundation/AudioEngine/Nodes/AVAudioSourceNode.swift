public import CoreMedia
public import Foundation

/// Makes sound (`AVAudioSourceNodeRenderBlock`): writes as many samples as are wanted where the list's buffers are, or has these point to memory of
/// its own that stays until the next call. `isSilence` is a hint, and the samples must be zero then. Where it does not return 0, there is silence.
public typealias AVAudioSourceNodeRenderBlock = (
  _ isSilence: UnsafeMutablePointer<ObjCBool>, _ timestamp: UnsafePointer<AudioTimeStamp>,
  _ frameCount: AVAudioFrameCount, _ outputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

// SAFETY: the function is given memory for as many samples as are wanted, which is there until it has returned; what it points to instead is
// read at once, as far as the list's sizes reach.

/// Gives the sound that a function makes (`AVAudioSourceNode`). The function is called on the rendering thread, with
/// times that follow one another without a gap; before a change of rate, they run ahead of the output's.
@safe open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let block: AVAudioSourceNodeRenderBlock
  /// Format that the function gives; nil for that of the output.
  private let format: AVAudioFormat?
  private var rates: RateConversion?
  /// Number of samples that the function has given since the node's time began, where they have a rate of their own.
  private var given: AVAudioFramePosition = 0

  /// A node whose function gives samples in the format in which the output is connected.
  public convenience init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    unsafe self.init(nil, block)
  }

  /// A node whose function gives samples in `format`, which is PCM; they are brought to that of the output.
  public convenience init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    Misuse.require(
      format.commonFormat != .otherFormat && format.isValid, "IsFormatSampleRateAndChannelCountValid(format)")
    unsafe self.init(format, block)
  }

  private init(_ format: AVAudioFormat?, _ block: @escaping AVAudioSourceNodeRenderBlock) {
    unsafe (self.format, self.block) = (format, block)
    super.init()
  }

  /// None.
  open override var numberOfInputs: Int { 0 }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let output = cycle.format(of: self)
    guard let format, format.sampleRate != request.rate else {
      return ask(request.count, format ?? output.standard, request.first, cycle)
    }
    let rates =
      rates
      ?? RateConversion(from: format.sampleRate, to: request.rate, channels: Int(format.channelCount))
    self.rates = rates
    return rates.samples(request.count) { count in
      defer { given += AVAudioFramePosition(count) }
      return ask(count, format, given, cycle)
    }
  }

  /// `count` samples of the function, the first with number `first`.
  private func ask(
    _ count: Int, _ format: AVAudioFormat, _ first: AVAudioFramePosition, _ cycle: RenderCycle
  ) -> SoundBlock {
    let silence = SoundBlock(silence: count, channels: Int(format.channelCount))
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)) else {
      return silence
    }
    buffer.frameLength = AVAudioFrameCount(count)
    let host = cycle.hostTime(of: first, atRate: format.sampleRate)
    var time = AVAudioTime(host: host, sample: first, rate: format.sampleRate).audioTimeStamp
    var isSilence = ObjCBool(false)
    let list = unsafe buffer.mutableAudioBufferList
    guard unsafe block(&isSilence, &time, AVAudioFrameCount(count), list) == noErr else { return silence }
    return unsafe SoundBlock(list, format, 0..<count) ?? silence
  }

  override func clear() { (rates, given) = (nil, 0) }
}

/// Gets sound (`AVAudioSinkNodeReceiverBlock`): samples that are there until it returns.
public typealias AVAudioSinkNodeReceiverBlock = (
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AVAudioFrameCount,
  _ inputData: UnsafePointer<AudioBufferList>
) -> OSStatus

/// Gives what comes in to a function (`AVAudioSinkNode`), in the format in which it is connected, when the engine
/// renders. It has no output, so no node pulls from it: the engine has it take as many samples as the output gives in
/// the same time.
@safe open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let block: AVAudioSinkNodeReceiverBlock

  /// A node that gives what comes in to `block`.
  public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
    unsafe self.block = block
    super.init()
  }

  /// None.
  open override var numberOfOutputs: Int { 0 }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let block = cycle.input(of: self, request.count, channels: request.channels)
    let format = cycle.format(of: self)
    guard let buffer = AVAudioPCMBuffer(block, format: format) else { return block }
    let host = cycle.hostTime(of: request.first, atRate: request.rate)
    var time = AVAudioTime(host: host, sample: request.first, rate: request.rate).audioTimeStamp
    _ = unsafe self.block(&time, AVAudioFrameCount(request.count), buffer.audioBufferList)
    return block
  }
}
