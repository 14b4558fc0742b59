import Foundation
import Synchronization

extension AVAudioEngine {
  /// Connects output 0 of `node1` to `node2`: to its input 0, or to the next one of a mixer or an environment to which nothing is connected.
  ///
  /// As ``connect(_:to:fromBus:toBus:format:)`` does.
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
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
  public func connect(
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
  public func connect(
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

  private func connect(
    _ source: AVAudioNode, _ sourceBus: AVAudioNodeBus, _ places: [(node: AVAudioNode, bus: AVAudioNodeBus)],
    _ wanted: AVAudioFormat?
  ) {
    Misuse.require(sourceBus >= 0 && sourceBus < source.numberOfOutputs, "srcBus < srcNode->NumberOfOutputs()")
    for place in places {
      Misuse.require(
        place.bus >= 0 && (place.node.takesAnyInput || place.bus < place.node.numberOfInputs),
        "dstBus < dstNode->NumberOfInputs()")
    }
    let format = wanted ?? source.outputFormat(forBus: sourceBus).standard
    Misuse.require(format.isValid, "IsFormatSampleRateAndChannelCountValid(format)")
    if !format.isStandard || !source.canGive(format) { Misuse.audio(Self.refusal(.formatNotSupported)) }
    let isCircle = state.withLock { state in
      guard !places.contains(where: { state.graph.leads(from: $0.node, to: source) }) else { return true }
      state.graph.disconnect { $0.source === source }
      for place in places {
        state.graph.connect(AudioConnection(source, to: place.node, bus: place.bus, format: format))
        place.node.setInputFormat(format, forBus: place.bus)
      }
      source.setOutputFormat(format)
      state.plan = nil
      return false
    }
    if isCircle { Misuse.audio(Self.refusal(.invalidConnection)) }
  }

  /// The words of an exception that is an error of an Audio Unit's.
  private static func refusal(_ error: AudioUnitError) -> String { "error \(error.rawValue)" }

  /// Breaks the connection to input `bus` of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.destination === node && $0.bus == bus }
  }

  /// Breaks the connections to all inputs of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  public func disconnectNodeInput(_ node: AVAudioNode) { disconnect(node) { $0.destination === node } }

  /// Breaks the connections of output `bus` of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.source === node && bus == 0 }
  }

  /// Breaks the connections of all outputs of `node`. A node that is not attached ends the process, as AVFAudio's exceptions do.
  public func disconnectNodeOutput(_ node: AVAudioNode) { disconnect(node) { $0.source === node } }

  private func disconnect(_ node: AVAudioNode, where isBroken: (AudioConnection) -> Bool) {
    requireAttached(node, "[_nodes containsObject: node]")
    state.withLock { state in
      state.graph.disconnect(where: isBroken)
      state.plan = nil
    }
  }

  /// What is connected to input `bus` of `node`; nil where nothing is.
  public func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
    let connection = state.withLock { state in state.graph.inputs(of: node).first { $0.bus == bus } }
    return connection.map { AVAudioConnectionPoint(node: $0.source, bus: 0) }
  }

  /// What output `bus` of `node` is connected to.
  public func outputConnectionPoints(
    for node: AVAudioNode, outputBus bus: AVAudioNodeBus
  ) -> [AVAudioConnectionPoint] {
    bus == 0 ? connections(from: node).map(\.point) : []
  }

  /// Where the output of `node` goes.
  func connections(from node: AVAudioNode) -> [AudioConnection] { state.withLock { $0.graph.outputs(of: node) } }
  /// What comes into `node`, in the order of its inputs.
  func connections(to node: AVAudioNode) -> [AudioConnection] { state.withLock { $0.graph.inputs(of: node) } }
}
