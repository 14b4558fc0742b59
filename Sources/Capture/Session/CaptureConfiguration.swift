import MediaFormats
import Rendering

/// A session's inputs, outputs and connections: a value, so that changes are whole or not at all.
struct CaptureConfiguration {
  /// A connection, and where it leads.
  struct Link: Sendable {
    let connection: CaptureConnection
    let output: any CaptureOutput
  }

  var preset = CapturePreset.high
  private(set) var inputs: [CaptureDeviceInput] = []
  private(set) var outputs: [any CaptureOutput] = []
  private(set) var links: [Link] = []
  /// The inputs and outputs that are not connected with one another, though they could be.
  private var apart: Set<Pair> = []

  /// An input and an output.
  private struct Pair: Hashable {
    let input: ObjectIdentifier
    let output: ObjectIdentifier

    init(_ input: CaptureDeviceInput, _ output: any CaptureOutput) {
      (self.input, self.output) = (ObjectIdentifier(input), ObjectIdentifier(output))
    }
  }

  /// - Throws: `RenderError` with `.outOfRange` where the device is in the session already.
  func check(_ input: CaptureDeviceInput) throws(RenderError) {
    guard inputs.contains(where: { $0.device.uniqueID == input.device.uniqueID }) else { return }
    throw RenderError(
      .outOfRange, "\(input.device.localizedName) is added to a session that has it.", remedy: "Add each device once.")
  }

  /// - Throws: `RenderError` with `.outOfRange` where the output is in the session already.
  func check(_ output: any CaptureOutput) throws(RenderError) {
    guard outputs.contains(where: { $0 === output }) else { return }
    throw RenderError(.outOfRange, "An output is added to a session that has it.", remedy: "Add each output once.")
  }

  /// Adds `input`; it is connected with the outputs that are there where `isConnected`.
  mutating func add(_ input: CaptureDeviceInput, isConnected: Bool) {
    inputs.append(input)
    if !isConnected { apart.formUnion(outputs.map { Pair(input, $0) }) }
  }

  /// Adds `output`; it is connected with the inputs that are there where `isConnected`.
  mutating func add(_ output: any CaptureOutput, isConnected: Bool) {
    outputs.append(output)
    if !isConnected { apart.formUnion(inputs.map { Pair($0, output) }) }
  }

  mutating func remove(_ input: CaptureDeviceInput) {
    inputs.removeAll { $0 === input }
    apart = apart.filter { $0.input != ObjectIdentifier(input) }
  }

  mutating func remove(_ output: any CaptureOutput) {
    outputs.removeAll { $0 === output }
    apart = apart.filter { $0.output != ObjectIdentifier(output) }
  }

  /// Has `input` and `output` be connected, or be held apart.
  mutating func set(_ input: CaptureDeviceInput, _ output: any CaptureOutput, areConnected: Bool) {
    if areConnected { apart.remove(Pair(input, output)) } else { apart.insert(Pair(input, output)) }
  }

  /// Connects each output with the first input of each kind that it takes, unless they are held apart; connections that still hold stay.
  ///
  /// - Returns: The links that are no more.
  mutating func connect() -> [Link] {
    var new: [Link] = []
    for output in outputs {
      for mediaType in MediaType.allCases where output.mediaTypes.contains(mediaType) {
        guard let input = inputs.first(where: { $0.mediaType == mediaType && !apart.contains(Pair($0, output)) })
        else { continue }
        let known = links.first { $0.output === output && $0.connection.input === input }
        new.append(known ?? Link(connection: CaptureConnection(from: input), output: output))
      }
    }
    let gone = links.filter { old in !new.contains { $0.connection === old.connection } }
    links = new
    return gone
  }

  /// The connections of `output`.
  func connections(of output: any CaptureOutput) -> [CaptureConnection] {
    links.filter { $0.output === output }.map(\.connection)
  }

  /// The links from `input`.
  func links(from input: CaptureDeviceInput) -> [Link] { links.filter { $0.connection.input === input } }
}
