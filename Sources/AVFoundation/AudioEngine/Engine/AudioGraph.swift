/// The nodes of an engine, and how they are connected: each input to one output at most, each output to any number of inputs. A value.
struct AudioGraph: Sendable {
  /// The nodes, in the order in which they were attached.
  private(set) var nodes: [AVAudioNode] = []
  /// The connections, in the order in which they were made.
  private(set) var connections: [AudioConnection] = []

  /// Whether `node` is one of them.
  func contains(_ node: AVAudioNode) -> Bool { nodes.contains { $0 === node } }
  /// Connections to `node`, in the order of its inputs.
  func inputs(of node: AVAudioNode) -> [AudioConnection] {
    connections.filter { $0.destination === node }.sorted { $0.bus < $1.bus }
  }
  /// Connections from the output of `node`.
  func outputs(of node: AVAudioNode) -> [AudioConnection] { connections.filter { $0.source === node } }

  mutating func attach(_ node: AVAudioNode) { nodes.append(node) }

  /// Takes `node` out, with its connections. The input of a node that leaves the format as it is goes on to where that's output went.
  mutating func detach(_ node: AVAudioNode) {
    let (inputs, outputs) = (inputs(of: node), outputs(of: node))
    nodes.removeAll { $0 === node }
    connections.removeAll { $0.source === node || $0.destination === node }
    guard node.passesFormatOn, let input = inputs.first else { return }
    for output in outputs where output.format.matches(input.format) {
      connections.append(
        AudioConnection(input.source, to: output.destination, bus: output.bus, format: input.format))
    }
  }

  /// Connects; what was connected to the same input is not any more.
  mutating func connect(_ connection: AudioConnection) {
    connections.removeAll { $0.destination === connection.destination && $0.bus == connection.bus }
    connections.append(connection)
  }

  /// Breaks the connections that `isBroken` says.
  mutating func disconnect(where isBroken: (AudioConnection) -> Bool) { connections.removeAll(where: isBroken) }

  /// Whether what comes out of `source` gets to `destination`, on whatever way.
  func leads(from source: AVAudioNode, to destination: AVAudioNode) -> Bool {
    source === destination || outputs(of: source).contains { leads(from: $0.destination, to: destination) }
  }
}

/// Nodes and connections of a graph that are rendered: all that get to its output or to another end. Immutable. Threads: any.
final class RenderPlan: Sendable {
  /// Output of the engine: nil where nothing is connected there.
  let output: AVAudioOutputNode?
  /// Nodes that have to be asked for sound besides: sinks, and those with a tap at the end of a way that begins at the engine's input.
  let ends: [AVAudioNode]
  private let inputs: [ObjectIdentifier: [AudioConnection]]
  private let formats: [ObjectIdentifier: AVAudioFormat]
  private let outputs: [ObjectIdentifier: [AudioConnection]]
  /// The nodes, which are kept as long as they are rendered.
  private let nodes: [ObjectIdentifier: AVAudioNode]

  /// The plan of `graph`, whose output is `output`.
  init(_ graph: AudioGraph, output: AVAudioOutputNode?) {
    let hasOutput = output.map { !graph.inputs(of: $0).isEmpty } ?? false
    self.output = hasOutput ? output : nil
    ends = graph.nodes.filter { node in
      if node is AVAudioSinkNode { return !graph.inputs(of: node).isEmpty }
      return node.hasTap && !(node is AVAudioOutputNode) && graph.outputs(of: node).isEmpty
        && Self.comesIn(node, graph)
    }
    var inputs: [ObjectIdentifier: [AudioConnection]] = [:]
    var formats: [ObjectIdentifier: AVAudioFormat] = [:]
    var outputs: [ObjectIdentifier: [AudioConnection]] = [:]
    var nodes: [ObjectIdentifier: AVAudioNode] = [:]
    var waiting = ends + (hasOutput ? [output].compactMap { $0 } : [])
    while let node = waiting.popLast() {
      guard nodes.updateValue(node, forKey: ObjectIdentifier(node)) == nil else { continue }
      let incoming = graph.inputs(of: node)
      inputs[ObjectIdentifier(node)] = incoming
      formats[ObjectIdentifier(node)] = graph.outputs(of: node).first?.format ?? node.unconnectedFormat
      for connection in incoming { outputs[ObjectIdentifier(connection.source), default: []].append(connection) }
      waiting += incoming.map(\.source)
    }
    (self.inputs, self.formats, self.outputs, self.nodes) = (inputs, formats, outputs, nodes)
  }

  /// Whether something that comes in from outside gets to `node`.
  private static func comesIn(_ node: AVAudioNode, _ graph: AudioGraph) -> Bool {
    node is AVAudioInputNode || graph.inputs(of: node).contains { comesIn($0.source, graph) }
  }

  /// Whether there is anything to render.
  var isEmpty: Bool { output == nil && ends.isEmpty }
  /// Whether `node` is rendered.
  func contains(_ node: AVAudioNode) -> Bool { nodes[ObjectIdentifier(node)] != nil }
  /// Whether the node of `identifier` is rendered.
  func contains(_ identifier: ObjectIdentifier) -> Bool { nodes[identifier] != nil }
  /// Whether the output of the node of `identifier` goes to several inputs.
  func splits(_ identifier: ObjectIdentifier) -> Bool { (outputs[identifier] ?? []).count > 1 }
  /// Connections to `node`, in the order of its inputs.
  func inputs(of node: AVAudioNode) -> [AudioConnection] { inputs[ObjectIdentifier(node)] ?? [] }
  /// Format of the sound that comes out of `node`.
  func format(of node: AVAudioNode) -> AVAudioFormat { formats[ObjectIdentifier(node)] ?? .none }
  /// Connections from the output of `node`, as far as they are rendered.
  func outputs(of node: AVAudioNode) -> [AudioConnection] { outputs[ObjectIdentifier(node)] ?? [] }

  /// A node that cannot take what is connected to it; nil where there is none.
  var misfit: AVAudioNode? {
    nodes.values.first { node in
      let format = format(of: node)
      return !format.isValid
        || node.passesFormatOn && inputs(of: node).contains { !$0.format.matches(format) }
    }
  }
  /// Whether something comes in from outside.
  var usesInput: Bool { nodes.values.contains { $0 is AVAudioInputNode } }
}
