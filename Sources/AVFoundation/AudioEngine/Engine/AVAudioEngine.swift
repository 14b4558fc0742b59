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
/// In manual rendering it gives sound when it is asked. Else it renders on a thread of its own, at the pace of the machine's clock, in blocks of 512
/// samples, 48,000 a second in two channels: no device plays them, as servers have none, and taps and sinks alone hear them. Nothing comes in from a
/// device either. Connections of nodes may be changed while it runs, and hold from the next block on.
///
/// Threads: any. Lock order: `rendering`, then `state`, then those of nodes; of what a program gave to it, only functions of sources, of
/// sinks and of the input are called under `rendering`, and they may call everything here but what renders.
open class AVAudioEngine: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under locks.
  let state = Mutex(State())
  /// State that is kept from one rendered block to the next; held while a block is rendered.
  let rendering = Mutex(RenderMemory())

  /// An engine's state.
  struct State: Sendable {
    var graph = AudioGraph()
    var phase = Phase.stopped
    var manual: ManualRendering?
    /// Number of samples that it has given since its beginning.
    var sampleTime: AVAudioFramePosition = 0
    /// Number of times that its time has begun anew.
    var epoch = 0
    var output: AVAudioOutputNode?
    var input: AVAudioInputNode?
    var mainMixer: AVAudioMixerNode?
    var thread: RenderThread?
    var isAutoShutdownEnabled = false
    /// Nodes and connections that are rendered; nil where they have to be found out anew.
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

  /// Input of the engine: a function in manual rendering (``AVAudioInputNode/setManualRenderingInputPCMFormat(_:inputBlock:)``), else nothing, so
  /// that its formats have neither channels nor a rate.
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

  /// Format of rendering by the machine's clock.
  static let clockFormat = AVAudioFormat(rate: 48_000, channels: 2, nil)

  // MARK: Connections

  /// Connects output 0 of `node1` to `node2`: to its input 0, or to the next one of a mixer or an environment to which nothing is connected.
  ///
  /// As ``connect(_:to:fromBus:toBus:format:)`` does.
  open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    let bus = node2.takesAnyInput ? MixerInputs.next(of: node2) : 0
    connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
  }

  /// Connects an output to an input; what was connected to either is not any more.
  ///
  /// `format` becomes that of both; where it is nil, that of the output is that of the input too. It is floats of 32
  /// bits with a buffer for each channel. Mixers bring what comes in to their output's rate and channels, and so does
  /// the engine's output; other nodes do not, and the engine does not start where formats differ.
  ///
  /// Nodes that are not attached, buses that are not there, other formats and circles end the process, as AVFAudio's exceptions do.
  open func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
    format: AVAudioFormat?
  ) {
    let words = "[_nodes containsObject: node1] && [_nodes containsObject: node2]"
    requireAttached(node1, words)
    requireAttached(node2, words)
    connect(node1, bus1, [(node2, bus2)], format)
  }

  /// Connects an output to several inputs, each of which gets the same; former connections of these inputs and of the
  /// output are removed.
  ///
  /// As ``connect(_:to:fromBus:toBus:format:)`` does. Branches that meet again must have no change of rate or speed
  /// between.
  open func connect(
    _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
    format: AVAudioFormat?
  ) {
    requireAttached(sourceNode, "[_nodes containsObject: sourceNode]")
    let places = destNodes.map { point -> (AVAudioNode, AVAudioNodeBus) in
      guard let node = point.node, state.withLock({ $0.graph.contains(node) }) else {
        Misuse.audio("required condition is false: [_nodes containsObject: connPoint.node]")
      }
      return (node, point.bus)
    }
    connect(sourceNode, sourceBus, places, format)
  }

  /// Breaks the connection to input `bus` of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.destination === node && $0.bus == bus }
  }

  /// Breaks the connections to all inputs of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  open func disconnectNodeInput(_ node: AVAudioNode) { disconnect(node) { $0.destination === node } }

  /// Breaks the connections of output `bus` of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.source === node && bus == 0 }
  }

  /// Breaks the connections of all outputs of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  open func disconnectNodeOutput(_ node: AVAudioNode) { disconnect(node) { $0.source === node } }

  /// Connection point at input `bus` of `node`; nil where nothing is connected.
  open func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
    let connection = state.withLock { state in state.graph.inputs(of: node).first { $0.bus == bus } }
    return connection.map { AVAudioConnectionPoint(node: $0.source, bus: 0) }
  }

  /// Connection points at output `bus` of `node`.
  open func outputConnectionPoints(
    for node: AVAudioNode, outputBus bus: AVAudioNodeBus
  ) -> [AVAudioConnectionPoint] {
    bus == 0 ? connections(from: node).map(\.point) : []
  }

  // MARK: Running

  /// Whether it runs: renders, or does when it is asked in manual rendering.
  open var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Whether devices are stopped while nothing is heard; false unless set. There are none, and it changes nothing.
  open var isAutoShutdownEnabled: Bool {
    get { state.withLock(\.isAutoShutdownEnabled) }
    set { state.withLock { $0.isAutoShutdownEnabled = newValue } }
  }

  /// Prepares for starting: builds the plan of nodes to render. An engine without ``outputNode``, ``inputNode`` and
  /// ``mainMixerNode``, which are made when first used, has nothing to render, and ends the process, as AVFAudio's
  /// exception does.
  open func prepare() {
    let hasEnd = state.withLock { $0.output != nil || $0.input != nil }
    Misuse.require(hasEnd, "inputNode != nullptr || outputNode != nullptr")
    _ = plan
    state.withLock { if $0.phase == .stopped { $0.phase = .prepared } }
  }

  /// Starts: from now on it renders, or does when it is asked in manual rendering. One that runs is left as it is.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio`: -10875 where nothing is connected to the output and there is no sink, or where
  ///   something is to come from a device; -10868 where a node cannot take what is connected to it.
  open func start() throws {
    guard !isRunning else { return }
    let phase = state.withLock(\.phase)
    prepare()
    do {
      let plan = plan
      if plan.isEmpty { throw AudioUnitError.failedInitialization.error }
      let isByClock = state.withLock { $0.manual == nil }
      if isByClock, plan.usesInput { throw AudioUnitError.failedInitialization.error }
      if plan.misfit != nil { throw AudioUnitError.formatNotSupported.error }
    } catch {
      state.withLock { $0.phase = phase }
      throw error
    }
    state.withLock { state in
      guard state.phase != .running else { return }
      state.phase = .running
      guard state.manual == nil else { return }
      state.thread = RenderThread(rate: Self.clockFormat.sampleRate) { [weak self] count, host in
        self?.renderByClock(count, host: host)
        return self != nil
      }
    }
  }

  /// Stops the flow of sound, which ``start()`` has go on from where it was; players keep what they have to play. Where it does not run,
  /// nothing happens.
  open func pause() {
    let thread = state.withLock { state -> RenderThread? in
      guard state.phase == .running else { return nil }
      state.phase = .paused
      defer { state.thread = nil }
      return state.thread
    }
    thread?.stop()
  }

  /// Stops, and clears nodes' states and players' schedules. After this has returned, no callback of nodes is called,
  /// except one that this is called from.
  open func stop() {
    let (thread, nodes) = state.withLock { state -> (RenderThread?, [AVAudioNode]) in
      guard state.phase != .stopped else { return (nil, []) }
      state.epoch += 1
      defer { (state.phase, state.thread) = (.stopped, nil) }
      return (state.thread, state.graph.nodes)
    }
    thread?.stop()
    for node in nodes { node.reset() }
  }

  /// Has all nodes forget what was rendered, and players what they had to play; in manual rendering, time begins anew at 0.
  open func reset() {
    let (nodes, isManual) = state.withLock { state in
      state.epoch += 1
      if state.manual != nil { state.sampleTime = 0 }
      return (state.graph.nodes, state.manual != nil)
    }
    for node in nodes {
      node.reset()
      if isManual { node.resetTimeline() }
    }
  }

  // MARK: What is rendered

  /// Nodes and connections that are rendered of the graph as it stands.
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
