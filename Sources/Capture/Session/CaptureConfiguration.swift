import MediaFormats
import Rendering

/// What a session consists of, and how it is connected: a value, so that changes are whole or not at all.
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

  mutating func add(_ input: CaptureDeviceInput) { inputs.append(input) }
  mutating func add(_ output: any CaptureOutput) { outputs.append(output) }
  mutating func remove(_ input: CaptureDeviceInput) { inputs.removeAll { $0 === input } }
  mutating func remove(_ output: any CaptureOutput) { outputs.removeAll { $0 === output } }

  /// Connects each output with the first input of each kind that it takes; connections that still hold stay.
  ///
  /// - Returns: The links that are no more.
  mutating func connect() -> [Link] {
    var new: [Link] = []
    for output in outputs {
      for mediaType in MediaType.allCases where output.mediaTypes.contains(mediaType) {
        guard let input = inputs.first(where: { $0.mediaType == mediaType }) else { continue }
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
