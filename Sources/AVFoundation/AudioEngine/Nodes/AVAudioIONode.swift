public import CoreMedia
public import Foundation
import Synchronization

/// Node by which sound gets into an engine or out of it (`AVAudioIONode`).
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Latency of a device that plays or gives sound, in seconds: 0, as there is none.
  open var presentationLatency: TimeInterval { 0 }

  /// Whether what comes in is freed of what goes out: never, as there is no device.
  open var isVoiceProcessingEnabled: Bool { false }

  /// Has what comes in be freed of what goes out.
  ///
  /// - Throws: `NSError` -10875 where `enabled`, as there is no device.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    if enabled { throw AudioUnitError.failedInitialization.error }
  }
}

extension AVAudioIONode {
  /// The same as a unit of version 2, for functions; no device can be chosen by it.
  public var audioUnit: AudioUnit? { AudioUnit(auAudioUnit) }
}

/// Node by which sound gets out of an engine (`AVAudioOutputNode`): the input, brought to the rate and the channels of the output.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let format = Mutex(AVAudioFormat.none)
  private var conversion: (connection: AudioConnection, rates: RateConversion)?
  private let mixer = ChannelMixer()

  /// Format of the sound that goes out: the one that is asked for in manual rendering, else 48,000 samples a second in two channels.
  open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    Misuse.require(bus == 0, "bus < numberOfOutputs")
    return deviceFormat
  }
  override var unconnectedFormat: AVAudioFormat { deviceFormat }

  /// Format of the sound that comes in: that of its connection, else that in which it goes out.
  open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    let connection = bus == 0 ? engine?.connections(to: self).first : nil
    return bus == 0 && connection == nil ? deviceFormat.standard : super.inputFormat(forBus: bus)
  }

  var deviceFormat: AVAudioFormat { format.withLock { $0 } }
  func setDeviceFormat(_ format: AVAudioFormat) { self.format.withLock { $0 = format } }

  override var hasFixedFormat: Bool { true }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    guard let connection = cycle.inputs(of: self).first else {
      return SoundBlock(silence: request.count, channels: request.channels)
    }
    let block: SoundBlock
    if connection.format.sampleRate == request.rate {
      block = cycle.sound(of: connection, request.count)
    } else {
      if conversion?.connection !== connection {
        let rates = RateConversion(
          from: connection.format.sampleRate, to: request.rate, channels: Int(connection.format.channelCount))
        conversion = (connection, rates)
      }
      block =
        conversion?.rates.samples(request.count) { cycle.sound(of: connection, $0) }
        ?? SoundBlock(silence: request.count, channels: request.channels)
    }
    return mixer.mix(block, to: request.channels)
  }

  override func clear() { conversion = nil }
}

/// Gives sound to an engine that renders when asked (`AVAudioIONodeInputBlock`): as many samples as are wanted, or nil. They must stay as they
/// are until the next call.
public typealias AVAudioIONodeInputBlock = (_ inNumberOfFrames: AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

// SAFETY: what the function gives is read while it must stay as it is, as far as the list's sizes reach.

/// Node by which sound gets into an engine (`AVAudioInputNode`): from a function in manual rendering. There are no devices here.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let function = Mutex(Function())
  private var conversion: (format: AVAudioFormat, rates: RateConversion)?

  @safe private struct Function: @unchecked Sendable {
    // @unchecked: it is called by the thread that renders alone.
    var format: AVAudioFormat?
    var block: AVAudioIONodeInputBlock?
  }

  /// Has `block` be asked for samples in `format` when the engine renders what comes in; false, and nothing is changed, where the engine does not
  /// render when asked, or `format` is not PCM. Its samples are brought to the output's rate and channels.
  @discardableResult
  open func setManualRenderingInputPCMFormat(
    _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
  ) -> Bool {
    guard let engine, engine.isInManualRenderingMode, format.commonFormat != .otherFormat, format.isValid else {
      return false
    }
    function.withLock { $0 = unsafe Function(format: format, block: block) }
    return true
  }

  func forgetFunction() { function.withLock { $0 = Function() } }

  /// Format of the samples that come in: that in which the function gives them; without channels and rate where there is none.
  open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    Misuse.require(bus == 0, "bus < numberOfInputs")
    return function.withLock(\.format) ?? .none
  }

  /// Format of the samples that go on: that of their connection, else that in which they come in.
  open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    Misuse.require(bus == 0, "bus < numberOfOutputs")
    return engine?.connections(from: self).first?.format ?? unconnectedFormat
  }
  override var unconnectedFormat: AVAudioFormat {
    let input = inputFormat(forBus: 0)
    return input.isValid ? input.standard : input
  }

  override var hasFixedFormat: Bool { true }
  override func canGive(_ format: AVAudioFormat) -> Bool { inputFormat(forBus: 0).isValid }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let silence = SoundBlock(silence: request.count, channels: request.channels)
    let function = function.withLock { $0 }
    guard let format = function.format else {
      cycle.isShortOfInput = true
      return silence
    }
    guard format.sampleRate != request.rate else {
      return ask(function, request.count, cycle).inOrder(request.channels)
    }
    if conversion?.format != format {
      let rates = RateConversion(
        from: format.sampleRate, to: request.rate, channels: Int(format.channelCount))
      conversion = (format, rates)
    }
    let block = conversion?.rates.samples(request.count) { ask(function, $0, cycle) } ?? silence
    return block.inOrder(request.channels)
  }

  /// `count` samples of the function's; silence where it has too few.
  private func ask(_ function: Function, _ count: Int, _ cycle: RenderCycle) -> SoundBlock {
    let channels = Int(function.format?.channelCount ?? 0)
    guard let format = function.format, let list = function.block?(AVAudioFrameCount(count)),
      unsafe Int(list.pointee.mBuffers.mDataByteSize) >= count * Int(format.fields.mBytesPerFrame),
      let block = unsafe SoundBlock(list, format, 0..<count)
    else {
      cycle.isShortOfInput = true
      return SoundBlock(silence: count, channels: channels)
    }
    return block
  }

  override func clear() { conversion = nil }
}
