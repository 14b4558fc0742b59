public import Foundation
import Synchronization

/// Makes sound, changes it, or takes it in or out (`AVAudioNode`); what ``AVAudioEngine`` connects to others.
///
/// ```
///  input 0 ─┐
///  input 1 ─┤ node ├─ output 0 ─ ─ its tap gets a copy of what comes out
///  input 2 ─┘
/// ```
///
/// A node renders when its consumer asks for samples. State from one block to the next belongs to the rendering thread,
/// only one at a time; settings hold from the next block on.
///
/// Threads: any. Lock order: the engine's locks, then `state`, then a connection's; callbacks are called under none.
open class AVAudioNode: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, or is used by the one thread that renders.
  /// Number of inputs.
  open var numberOfInputs: Int { 1 }
  /// Number of outputs.
  open var numberOfOutputs: Int { 1 }

  private let state = Mutex(State())

  private struct State: Sendable {
    weak var engine: AVAudioEngine?
    var output: AVAudioFormat?
    var inputs: [AVAudioNodeBus: AVAudioFormat] = [:]
    var mix = MixSettings()
    var tap: NodeTap?
    var timeline = NodeTimeline()
    var mustClear = false
    var unit: AUAudioUnit?
  }

  /// A node that gives silence: of kinds of nodes, their own are made.
  public override init() { super.init() }

  /// The node as the unit that it stands for.
  open var auAudioUnit: AUAudioUnit {
    if let unit = state.withLock(\.unit) { return unit }
    let made = AUAudioUnit(self)
    return state.withLock { state in
      let unit = state.unit ?? made
      state.unit = unit
      return unit
    }
  }

  /// The engine that it is attached to; nil where there is none.
  public var engine: AVAudioEngine? { state.withLock { $0.engine } }

  // MARK: Formats

  /// Format of the sound at input `bus`: that of its connection, or 44,100 samples a second in two channels; without channels where the node is
  /// attached to no engine.
  open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    Misuse.require(bus >= 0 && bus < numberOfInputs, "bus < numberOfInputs")
    return state.withLock { $0.inputs[bus] ?? ($0.engine == nil ? .none : Self.usual) }
  }

  /// Format of the sound at output `bus`: that of its connection, else that in which it comes in, or 44,100 samples a second in two channels; without
  /// channels where the node is attached to no engine.
  open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    Misuse.require(bus >= 0 && bus < numberOfOutputs, "bus < numberOfOutputs")
    return unconnectedFormat
  }

  /// The name of input `bus`: none.
  open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }
  /// The name of output `bus`: none.
  open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

  // MARK: Taps

  /// Has `tapBlock` be called with everything that comes out of output `bus`, in buffers of `bufferSize` samples, which are brought to what a
  /// tenth and four tenths of a second hold; what does not fill a buffer by the end of the rendering is not given.
  ///
  /// It is called on the thread that renders, when a block is done. `format` is that of the output, or nil; where nothing is connected
  /// there, it becomes that of the output. A second tap, and another format, end the process, as AVFoundation's exceptions do.
  open func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping AVAudioNodeTapBlock
  ) {
    Misuse.require(bus >= 0 && bus < numberOfOutputs, "bus < numberOfOutputs")
    let current = outputFormat(forBus: bus)
    let isConnected = engine?.connections(from: self).isEmpty == false
    Misuse.require((format ?? current).isValid, "IsFormatSampleRateAndChannelCountValid(format)")
    if let format, !format.isStandard || !format.matches(current) {
      if isConnected || hasFixedFormat || !format.isStandard {
        Misuse.audio("Failed to create tap due to format mismatch, \(format)")
      }
      setOutputFormat(format)
    }
    let tap = NodeTap(bufferSize, tapBlock)
    let isFirst = state.withLock { state in
      guard state.tap == nil else { return false }
      state.tap = tap
      return true
    }
    Misuse.require(isFirst, "nullptr == Tap()")
    engine?.forgetPlan()
  }

  /// Ends the tap of output `bus`; when this has returned, no call begins. Without one nothing happens.
  open func removeTap(onBus bus: AVAudioNodeBus) {
    let tap = state.withLock { state in
      defer { state.tap = nil }
      return state.tap
    }
    tap?.end()
    if tap != nil { engine?.forgetPlan() }
  }

  var hasTap: Bool { state.withLock { $0.tap != nil } }

  // MARK: Times

  /// The time of what it rendered last, by the number of the first sample since the engine's beginning, and by the machine's clock where the
  /// engine goes by that; nil where the engine does not run, or nothing asks the node for sound.
  open var lastRenderTime: AVAudioTime? {
    guard let engine, engine.isRunning, engine.plan.contains(self) else { return nil }
    let rate = outputRate
    return state.withLock { $0.timeline.last(atRate: rate) }
  }

  /// Latency from the input to the output, in seconds: 0, as nodes ask for what they need ahead of time.
  open var latency: TimeInterval { 0 }
  /// Latency from the output to the listener, in seconds: 0.
  open var outputPresentationLatency: TimeInterval { 0 }

  /// Forgets what was rendered: echoes, and what filters remember.
  open func reset() { state.withLock { $0.mustClear = true } }

  // MARK: For the engine and for kinds of nodes

  /// Whether sound comes out in the format in which it comes in, unless the output was connected in another one.
  var passesFormatOn: Bool { false }
  /// Format of the output unless a connection says otherwise; of a node without an output, that of its input. Looks at nothing but the node.
  var unconnectedFormat: AVAudioFormat {
    let passesFormatOn = passesFormatOn || numberOfOutputs == 0
    return state.withLock { state in
      if let output = state.output { return output }
      if passesFormatOn, let input = state.inputs[0] { return input }
      return state.engine == nil ? .none : Self.usual
    }
  }
  /// Whether it has an input for whatever is connected to it, and the next one that is free where none is named.
  var takesAnyInput: Bool { false }
  /// Whether a tap cannot choose the output's format.
  var hasFixedFormat: Bool { false }
  /// Whether the output can be connected in `format`.
  func canGive(_ format: AVAudioFormat) -> Bool { true }

  /// Renders the next `request.count` samples. Called by ``produce(_:in:)`` alone, by one thread at a time.
  func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    SoundBlock(silence: request.count, channels: request.channels)
  }

  /// Forgets what ``render(_:in:)`` remembers; called by the thread that renders.
  func clear() {}

  /// Samples a second that come out; of what has no output, that come in.
  var outputRate: Double { (numberOfOutputs > 0 ? outputFormat(forBus: 0) : inputFormat(forBus: 0)).sampleRate }

  /// Renders `count` samples, notes their time, and gives them to the tap.
  final func produce(_ count: Int, in cycle: RenderCycle) -> SoundBlock {
    let format = cycle.format(of: self)
    let channels = Int(format.channelCount)
    guard count > 0 else { return SoundBlock(channels: channels) }
    let isNew = cycle.isNew(self)
    let (first, mustClear, tap) = state.withLock { state in
      if isNew { state.timeline.next = cycle.position(atRate: format.sampleRate) }
      defer { state.mustClear = false }
      let host = cycle.hostTime(of: state.timeline.next, atRate: format.sampleRate)
      return (state.timeline.advance(by: count, host: host), state.mustClear, state.tap)
    }
    if mustClear { clear() }
    let request = RenderRequest(count: count, first: first, rate: format.sampleRate, channels: channels)
    let block = render(request, in: cycle).inOrder(channels)
    if let tap, numberOfOutputs > 0 { cycle.give(block, to: tap, from: first, in: format) }
    return block
  }

  /// Belongs to `engine` from now on, or to none; formats of buses are forgotten.
  func belong(to engine: AVAudioEngine?) {
    state.withLock { state in
      state.engine = engine
      (state.output, state.inputs, state.timeline) = (nil, [:], NodeTimeline())
    }
  }

  func setOutputFormat(_ format: AVAudioFormat?) { state.withLock { $0.output = format } }
  func setInputFormat(_ format: AVAudioFormat?, forBus bus: AVAudioNodeBus) {
    state.withLock { $0.inputs[bus] = format }
  }
  /// Begins its time anew, at 0.
  func resetTimeline() { state.withLock { $0.timeline = NodeTimeline() } }
  /// The number of the sample that it renders next.
  var nextSample: AVAudioFramePosition { state.withLock { $0.timeline.next } }

  /// Settings of it in mixers unless a connection says otherwise.
  var mixSettings: MixSettings { state.withLock { $0.mix } }
  func changeMix(_ change: (inout MixSettings) -> Void) { state.withLock { change(&$0.mix) } }

  /// Format of nodes before they are connected.
  static let usual = AVAudioFormat(rate: 44_100, channels: 2, nil)
}

/// Position of a node on its own timeline.
struct NodeTimeline: Sendable {
  /// The number of the sample that comes next.
  var next: AVAudioFramePosition = 0
  private var lastFirst: AVAudioFramePosition = 0
  private var lastHost: UInt64?

  /// Goes on by `count` samples, which are rendered for time `host` of the machine's clock; the number of the first.
  mutating func advance(by count: Int, host: UInt64?) -> AVAudioFramePosition {
    (lastFirst, lastHost) = (next, host)
    next += AVAudioFramePosition(count)
    return lastFirst
  }

  /// The time of the first of the samples that were rendered last.
  func last(atRate rate: Double) -> AVAudioTime { AVAudioTime(host: lastHost, sample: lastFirst, rate: rate) }
}
