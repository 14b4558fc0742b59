public import Foundation
import Synchronization

/// Nodes that make, change and mix sound, connected to each other (`AVAudioEngine`).
///
/// ```
///  player ──▶ effect ──┐
///                      ├──▶ main mixer ──▶ output
///  player ─────────────┘
/// ```
///
/// ```swift
/// let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
/// engine.attach(player)
/// engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
/// try engine.enableManualRenderingMode(.offline, format: file.processingFormat, maximumFrameCount: 4096)
/// try engine.start()
/// player.scheduleFile(file, at: nil)
/// player.play()
/// let status = try engine.renderOffline(4096, to: buffer)
/// ```
///
/// In manual rendering it gives sound when it is asked. Else it renders on a thread of its own, at the pace of the machine's clock, in blocks
/// of 512 samples, 48,000 a second in two channels: no device plays them, as servers have none, and taps and sinks alone hear them. Nothing
/// comes in from a device either. What connects nodes may be changed while it runs, and holds from the next block on.
///
/// Threads: any. Lock order: `rendering`, then `state`, then those of nodes; of what a program gave to it, only functions of sources, of
/// sinks and of the input are called under `rendering`, and they may call everything here but what renders.
open class AVAudioEngine: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under locks.
  let state = Mutex(State())
  /// What the rendering remembers; held while a block is rendered.
  let rendering = Mutex(RenderMemory())

  /// An engine's state.
  struct State: Sendable {
    var graph = AudioGraph()
    var phase = Phase.stopped
    var manual: ManualRendering?
    /// How many samples it has given since its beginning.
    var sampleTime: AVAudioFramePosition = 0
    /// How often its time has begun anew.
    var epoch = 0
    var output: AVAudioOutputNode?
    var input: AVAudioInputNode?
    var mainMixer: AVAudioMixerNode?
    var thread: RenderThread?
    var isAutoShutdownEnabled = false
    /// What is rendered of the graph; nil where that has to be found out anew.
    var plan: RenderPlan?
  }

  /// Whether it runs.
  enum Phase: Sendable {
    case stopped, prepared, running, paused
  }

  /// An engine without nodes.
  public override init() { super.init() }

  deinit { state.withLock { $0.thread }?.stop() }

  // MARK: Nodes

  /// All nodes that are attached, the engine's own among them once they were asked for.
  open var attachedNodes: Set<AVAudioNode> { Set(state.withLock(\.graph.nodes)) }

  /// Takes `node` in, so that it can be connected. One that is in an engine ends the process, as AVFAudio's exceptions do.
  open func attach(_ node: AVAudioNode) {
    let owner = node.engine
    Misuse.require(owner == nil || owner === self, "nil == owningEngine || GetEngine() == owningEngine")
    Misuse.require(owner == nil, "!nodeimpl->HasEngineImpl()")
    node.belong(to: self)
    state.withLock { $0.graph.attach(node) }
  }

  /// Takes `node` out, with its connections; where it is an effect, what came into it goes on to where its output went. When this has
  /// returned, it is not rendered any more. One that is not in the engine ends the process, as AVFAudio's exceptions do.
  open func detach(_ node: AVAudioNode) {
    requireAttached(node, "[_nodes containsObject: node]")
    (node as? AVAudioPlayerNode)?.stop()
    let thread = state.withLock { state in
      state.graph.detach(node)
      state.plan = nil
      if node === state.mainMixer { state.mainMixer = nil }
      if node === state.output { state.output = nil }
      if node === state.input { state.input = nil }
      return state.thread
    }
    thread?.settle()
    node.belong(to: nil)
  }

  func requireAttached(_ node: AVAudioNode, _ words: String) {
    Misuse.require(state.withLock { $0.graph.contains(node) }, words)
  }

  // MARK: The engine's own nodes

  /// The sound's output: the caller of manual rendering, else none.
  open var outputNode: AVAudioOutputNode {
    if let output = state.withLock(\.output) { return output }
    let made = AVAudioOutputNode()
    return state.withLock { state in
      if let output = state.output { return output }
      made.belong(to: self)
      made.setDeviceFormat(state.manual?.format ?? Self.clockFormat)
      state.graph.attach(made)
      state.output = made
      return made
    }
  }

  /// Where sound comes in: from a function in manual rendering (``AVAudioInputNode/setManualRenderingInputPCMFormat(_:inputBlock:)``), else
  /// from nowhere, so that its formats have neither channels nor a rate.
  open var inputNode: AVAudioInputNode {
    if let input = state.withLock(\.input) { return input }
    let made = AVAudioInputNode()
    return state.withLock { state in
      if let input = state.input { return input }
      made.belong(to: self)
      state.graph.attach(made)
      state.input = made
      return made
    }
  }

  /// A mixer that is connected to the output, in its format, where nothing else is.
  open var mainMixerNode: AVAudioMixerNode {
    if let mixer = state.withLock(\.mainMixer) { return mixer }
    let (output, made) = (outputNode, AVAudioMixerNode())
    return state.withLock { state in
      if let mixer = state.mainMixer { return mixer }
      made.belong(to: self)
      state.graph.attach(made)
      state.mainMixer = made
      if state.graph.inputs(of: output).isEmpty {
        let format = output.deviceFormat.standard
        made.setOutputFormat(format)
        output.setInputFormat(format, forBus: 0)
        state.graph.connect(AudioConnection(made, to: output, bus: 0, format: format, followsOutput: true))
      }
      state.plan = nil
      return made
    }
  }

  /// What it renders in where it goes by the machine's clock.
  static let clockFormat = AVAudioFormat(rate: 48_000, channels: 2, nil)

  // MARK: What is rendered

  /// What is rendered of the graph as it stands.
  var plan: RenderPlan {
    state.withLock { state in
      let plan = state.plan ?? RenderPlan(state.graph, output: state.output)
      state.plan = plan
      return plan
    }
  }

  /// Has what is rendered be found out anew.
  func forgetPlan() { state.withLock { $0.plan = nil } }
}
