import CoreMedia
import Foundation
import Synchronization

// SAFETY: lists are made here with memory of their own, or are the caller's, which is written as far as it has room.

/// A unit that is rendered by itself: it pulls what comes in, from functions of the program or from other units, when it is asked.
///
/// Threads: any; what renders, one at a time. Lock order: only `state`; functions are called under none.
@safe final class UnitStage: @unchecked Sendable {
  // @unchecked: what changes is under a lock, but for what renders, which is used by one thread at a time.
  private let kind: Kind
  let state: Mutex<State>
  /// Conversions of inputs to the rate of the output, by input.
  private var conversions: [UInt32: Conversion] = [:]
  private let channels = ChannelMixer()
  /// Memory for buffers of callers that give none.
  private var memory: [UnsafeMutableRawBufferPointer] = unsafe []

  /// Treatment of the inputs.
  enum Kind {
    case output
    case mixer
    case converter
    case effect(AVAudioUnitEffect)
  }

  /// Origin of an input's sound.
  @safe enum Source {
    case none
    case function(AURenderCallback, user: UInt)
    case unit(UnitStage)
  }

  struct Input {
    var format = UnitStage.usual
    var source = Source.none
    var mix = MixSettings()
    var isEnabled = true
  }

  @safe struct Watcher {
    let call: AURenderCallback
    let user: UInt
  }

  struct State: @unchecked Sendable {
    // @unchecked: units that are connected have locks of their own.
    var inputs: [Input]
    var output = UnitStage.usual
    var volume: Float = 1
    var maximum: UInt32 = 4_096
    var isInitialized = false
    /// Whether what was rendered is to be forgotten before the next block.
    var isReset = false
    var lastError: OSStatus = noErr
    var watchers: [Watcher] = []
    var thread: RenderThread?
    /// Number of samples that have been rendered by the clock.
    var sampleTime = 0.0
  }

  private struct Conversion {
    let (from, to): (Double, Double)
    let channels: UInt32
    let rates: RateConversion
    /// Number of samples that the input was asked for.
    var sampleTime = 0.0
  }

  /// The default format.
  static let usual = AVAudioFormat.description(.pcmFormatFloat32, 44_100, 2, isInterleaved: false)

  init(_ kind: Kind) {
    self.kind = kind
    let count = if case .mixer = kind { 8 } else { 1 }
    state = Mutex(State(inputs: Array(repeating: Input(), count: count)))
  }

  deinit { for index in unsafe memory.indices { unsafe memory[index].deallocate() } }

  var isMixer: Bool { if case .mixer = kind { true } else { false } }
  var isOutput: Bool { if case .output = kind { true } else { false } }
  /// Whether the sound of `other` comes to this unit, or it is that unit.
  func comes(from other: UnitStage) -> Bool {
    self === other
      || state.withLock(\.inputs).contains { input in
        if case .unit(let stage) = input.source { stage.comes(from: other) } else { false }
      }
  }

  var effect: AVAudioUnitEffect? { if case .effect(let node) = kind { node } else { nil } }

  // MARK: Running

  /// Makes ready to render.
  func initialize() -> OSStatus {
    state.withLock { state in
      if effect != nil {
        let (input, output) = (state.inputs[0].format, state.output)
        guard input.mSampleRate == output.mSampleRate, input.mChannelsPerFrame == output.mChannelsPerFrame else {
          return kAudioUnitErr_FormatNotSupported
        }
      }
      state.isInitialized = true
      return noErr
    }
  }

  func uninitialize() {
    stop()
    state.withLock { $0.isInitialized = false }
  }

  /// Has an output be rendered by the clock.
  func start() -> OSStatus {
    state.withLock { state in
      guard isOutput else { return kAudio_ParamError }
      guard state.isInitialized else { return kAudioUnitErr_Uninitialized }
      guard state.thread == nil else { return noErr }
      state.thread = RenderThread(rate: state.output.mSampleRate) { [weak self] count, host in
        self?.renderByClock(count, host) ?? false
      }
      return noErr
    }
  }

  func stop() {
    let thread = state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
    thread?.stop()
  }

  private func renderByClock(_ count: Int, _ host: UInt64) -> Bool {
    let (format, first) = state.withLock { ($0.output, $0.sampleTime) }
    guard let bytes = PCMBytes(format) else { return false }
    let list = unsafe AudioBufferList.allocate(maximumBuffers: bytes.bufferCount)
    defer { unsafe free(list.unsafeMutablePointer) }
    let time = AudioTimeStamp(mSampleTime: first, mHostTime: host, mRateScalar: 1, mFlags: .sampleHostTimeValid)
    var flags: AudioUnitRenderActionFlags = []
    _ = unsafe render(UInt32(count), time, &flags, list)
    state.withLock { $0.sampleTime += Double(count) }
    return true
  }

  // MARK: Rendering

  /// Renders `count` samples for `time` into `list`, whose buffers are given memory where they have none.
  func render(
    _ count: UInt32, _ time: AudioTimeStamp, _ flags: inout AudioUnitRenderActionFlags,
    _ list: UnsafeMutableAudioBufferListPointer
  ) -> OSStatus {
    let (format, maximum, isReady, watchers) = state.withLock {
      ($0.output, $0.maximum, $0.isInitialized, $0.watchers)
    }
    guard isReady else { return kAudioUnitErr_Uninitialized }
    guard count <= maximum else { return kAudioUnitErr_TooManyFramesToProcess }
    guard let bytes = PCMBytes(format) else { return kAudioUnitErr_FormatNotSupported }
    guard unsafe list.count >= bytes.bufferCount else { return kAudio_ParamError }
    unsafe lend(Int(count) * bytes.frameSize, to: list, buffers: bytes.bufferCount)
    guard let room = unsafe bytes.capacity(of: list), room >= Int(count) else { return kAudio_ParamError }
    unsafe tell(watchers, .unitRenderAction_PreRender, time, count, list)
    do {
      let block = try produce(Int(count), time)
      unsafe bytes.write(block.interleaved, to: list)
      if block.channels.allSatisfy({ $0.allSatisfy { $0 == 0 } }) { flags.insert(.unitRenderAction_OutputIsSilence) }
    } catch {
      let status = (error as? StatusError)?.status ?? kAudioUnitErr_FailedInitialization
      state.withLock { $0.lastError = status }
      unsafe tell(watchers, [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError], time, count, list)
      return status
    }
    unsafe tell(watchers, .unitRenderAction_PostRender, time, count, list)
    return noErr
  }

  /// The next `count` samples for a connected unit, with calls of the render notifications.
  private func watched(_ count: Int, _ time: AudioTimeStamp) throws -> SoundBlock {
    let (format, watchers) = state.withLock { ($0.output, $0.watchers) }
    guard !watchers.isEmpty else { return try produce(count, time) }
    guard let bytes = PCMBytes(format) else { throw StatusError(status: kAudioUnitErr_FormatNotSupported) }
    let list = unsafe AudioBufferList.allocate(maximumBuffers: bytes.bufferCount)
    defer { unsafe free(list.unsafeMutablePointer) }
    for index in unsafe list.indices {
      unsafe list[index].mNumberChannels = format.mChannelsPerFrame / UInt32(bytes.bufferCount)
    }
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe render(UInt32(count), time, &flags, list)
    guard status == noErr else { throw StatusError(status: status) }
    guard let samples = unsafe bytes.samples(count, in: list) else { throw StatusError(status: kAudio_ParamError) }
    return SoundBlock(interleaved: samples, channels: Int(format.mChannelsPerFrame))
  }

  /// The next `count` samples in the rate and the channels of the output.
  private func produce(_ count: Int, _ time: AudioTimeStamp) throws -> SoundBlock {
    let (inputs, output, volume, isReset) = state.withLock { state in
      defer { state.isReset = false }
      return (state.inputs, state.output, state.volume, state.isReset)
    }
    if isReset { conversions = [:] }
    let width = Int(output.mChannelsPerFrame)
    switch kind {
    case .effect(let node):
      var block = try pull(0, inputs[0], count, time, to: output).inOrder(width)
      if !node.bypass { node.process(&block, rate: output.mSampleRate) }
      return block
    case .output, .converter: return channels.mix(try pull(0, inputs[0], count, time, to: output), to: width)
    case .mixer:
      var sum = SoundBlock(silence: count, channels: width)
      for (number, input) in inputs.enumerated() where input.isEnabled {
        if case .none = input.source { continue }
        var block = try pull(UInt32(number), input, count, time, to: output).inOrder(width)
        let mix = MixSettings(volume: input.mix.volume, pan: width == 2 ? input.mix.pan : 0)
        block.multiply(by: mix.gains(width))
        sum.add(block)
      }
      sum.multiply(by: volume)
      return sum
    }
  }

  /// The next `count` samples of input `number`, in its own channels and the rate of `output`.
  private func pull(
    _ number: UInt32, _ input: Input, _ count: Int, _ time: AudioTimeStamp, to output: AudioStreamBasicDescription
  ) throws -> SoundBlock {
    var format = input.format
    if case .unit(let stage) = input.source { format = stage.state.withLock(\.output) }
    let (from, to) = (format.mSampleRate, output.mSampleRate)
    guard from != to else { return try given(number, input.source, format, count, time) }
    var conversion = conversions[number]
    let width = format.mChannelsPerFrame
    if conversion?.from != from || conversion?.to != to || conversion?.channels != width {
      let rates = RateConversion(from: from, to: to, channels: Int(width))
      conversion = Conversion(from: from, to: to, channels: width, rates: rates)
    }
    guard var conversion else { throw StatusError(status: kAudioUnitErr_FormatNotSupported) }
    var failure: (any Error)?
    let block = conversion.rates.samples(count) { wanted in
      var own = time
      (own.mSampleTime, conversion.sampleTime) = (conversion.sampleTime, conversion.sampleTime + Double(wanted))
      do { return try given(number, input.source, format, wanted, own) } catch {
        failure = error
        return SoundBlock(silence: wanted, channels: Int(format.mChannelsPerFrame))
      }
    }
    conversions[number] = conversion
    if let failure { throw failure }
    return block
  }

  /// Samples that `source` gives for `time`: `count` samples of `format`.
  private func given(
    _ number: UInt32, _ source: Source, _ format: AudioStreamBasicDescription, _ count: Int, _ time: AudioTimeStamp
  ) throws -> SoundBlock {
    switch source {
    case .none:
      guard isOutput else { throw StatusError(status: kAudioUnitErr_NoConnection) }
      return SoundBlock(silence: count, channels: Int(format.mChannelsPerFrame))
    case .unit(let stage):
      guard stage.state.withLock(\.isInitialized) else { throw StatusError(status: kAudioUnitErr_Uninitialized) }
      return try stage.watched(count, time)
    case .function(let call, let user):
      guard let bytes = PCMBytes(format) else { throw StatusError(status: kAudioUnitErr_FormatNotSupported) }
      let list = unsafe AudioBufferList.allocate(maximumBuffers: bytes.bufferCount)
      let size = count * bytes.frameSize
      let own = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size * bytes.bufferCount), alignment: 16)
      defer {
        unsafe own.deallocate()
        unsafe free(list.unsafeMutablePointer)
      }
      unsafe own.initializeMemory(as: UInt8.self, repeating: 0)
      for index in 0..<bytes.bufferCount {
        unsafe list[index] = AudioBuffer(
          mNumberChannels: format.mChannelsPerFrame / UInt32(bytes.bufferCount), mDataByteSize: UInt32(size),
          mData: own.baseAddress?.advanced(by: index * size))
      }
      var (flags, time): (AudioUnitRenderActionFlags, AudioTimeStamp) = ([], time)
      let none = own.baseAddress
      guard let client = unsafe UnsafeMutableRawPointer(bitPattern: user) ?? none else {
        throw StatusError(status: kAudio_MemFullError)
      }
      let status = unsafe call(client, &flags, &time, number, UInt32(count), list.unsafeMutablePointer)
      guard status == noErr else { throw StatusError(status: status) }
      let width = Int(format.mChannelsPerFrame)
      guard !flags.contains(.unitRenderAction_OutputIsSilence) else {
        return SoundBlock(silence: count, channels: width)
      }
      guard let samples = unsafe bytes.samples(count, in: list) else {
        throw StatusError(status: kAudio_ParamError)
      }
      return SoundBlock(interleaved: samples, channels: width)
    }
  }

  /// Gives buffers of `list` that have no memory `size` bytes, which are there until the next rendering.
  private func lend(_ size: Int, to list: UnsafeMutableAudioBufferListPointer, buffers: Int) {
    for index in 0..<buffers where unsafe list[index].mData == nil {
      while unsafe memory.count <= index { unsafe memory.append(.allocate(byteCount: max(1, size), alignment: 16)) }
      if unsafe memory[index].count < size {
        unsafe memory[index].deallocate()
        unsafe memory[index] = .allocate(byteCount: size, alignment: 16)
      }
      unsafe list[index].mData = unsafe memory[index].baseAddress
      unsafe list[index].mDataByteSize = UInt32(clamping: size)
    }
  }

  private func tell(
    _ watchers: [Watcher], _ flags: AudioUnitRenderActionFlags, _ time: AudioTimeStamp, _ count: UInt32,
    _ list: UnsafeMutableAudioBufferListPointer
  ) {
    for watcher in watchers {
      var (flags, time) = (flags, time)
      guard let client = unsafe UnsafeMutableRawPointer(bitPattern: watcher.user == 0 ? 1 : watcher.user) else {
        continue
      }
      _ = unsafe watcher.call(client, &flags, &time, 0, count, list.unsafeMutablePointer)
    }
  }

  /// Forgets what was rendered.
  func reset() {
    // What brings rates together is the renderer's alone.
    state.withLock { $0.isReset = true }
    effect?.reset()
  }
}
