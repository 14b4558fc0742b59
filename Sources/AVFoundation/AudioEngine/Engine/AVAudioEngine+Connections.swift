import Foundation
import Synchronization

/// Making and breaking of connections.
extension AVAudioEngine {
  /// Connects output `sourceBus` of `source` to `places`, in the `wanted` format, or its own.
  func connect(
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

  /// Breaks the connections of `node`, which is attached, that `isBroken` names.
  func disconnect(_ node: AVAudioNode, where isBroken: (AudioConnection) -> Bool) {
    requireAttached(node, "[_nodes containsObject: node]")
    state.withLock { state in
      state.graph.disconnect(where: isBroken)
      state.plan = nil
    }
  }

  /// Connections from the output of `node`.
  func connections(from node: AVAudioNode) -> [AudioConnection] { state.withLock { $0.graph.outputs(of: node) } }
  /// Connections to `node`, in the order of its inputs.
  func connections(to node: AVAudioNode) -> [AudioConnection] { state.withLock { $0.graph.inputs(of: node) } }
}
