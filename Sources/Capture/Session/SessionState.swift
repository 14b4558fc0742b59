import Rendering

/// A session's configuration and progress: a value, under the session's lock.
struct SessionState {
  /// `stopping`: ``CaptureSession/stopRunning()`` was called while it opens its devices.
  enum Phase { case idle, starting, stopping, running }

  var configuration = CaptureConfiguration()
  /// The number of calls of ``CaptureSession/beginConfiguration()`` without their
  /// ``CaptureSession/commitConfiguration()``.
  var openChanges = 0
  var phase = Phase.idle
  var runs: [ObjectIdentifier: InputRun] = [:]
  /// The inputs whose devices are being opened while the session runs, which does not end as long as there are some.
  var opening: Set<ObjectIdentifier> = []
  /// The inputs that give nothing for now.
  var interrupted: Set<ObjectIdentifier> = []
  var listeners: [Int: AsyncStream<CaptureSession.Event>.Continuation] = [:]
  var nextListener = 0

  /// The steps by which the configuration comes to hold.
  struct Change {
    var gone: [CaptureConfiguration.Link] = []
    var outputs: [(output: any CaptureOutput, connections: [CaptureConnection])] = []
    var surplus: [InputRun] = []
    var missing: [CaptureDeviceInput] = []
    var flowing: [(link: CaptureConfiguration.Link, stream: any CaptureStream)] = []
  }

  /// Connects what is configured, and counts what is to be opened as being opened; nil while changes are open.
  mutating func takeChange() -> Change? {
    guard openChanges == 0 else { return nil }
    var change = Change(gone: configuration.connect())
    change.outputs = configuration.outputs.map { ($0, configuration.connections(of: $0)) }
    for link in change.gone where !configuration.outputs.contains(where: { $0 === link.output }) {
      change.outputs.append((link.output, []))
    }
    guard phase == .running else { return change }
    let inputs = Set(configuration.inputs.map { ObjectIdentifier($0) })
    change.surplus = runs.filter { !inputs.contains($0.key) }.map(\.value)
    opening.formIntersection(inputs)
    change.missing = configuration.inputs.filter { input in
      runs[ObjectIdentifier(input)] == nil && opening.insert(ObjectIdentifier(input)).inserted
    }
    for link in configuration.links {
      if let run = runs[ObjectIdentifier(link.connection.input)] { change.flowing.append((link, run.stream)) }
    }
    return change
  }

  /// Has the session not run any more where it has no device, and waits for none; whether it did until now.
  mutating func endIfOver() -> Bool {
    guard phase == .running, runs.isEmpty, opening.isEmpty else { return false }
    phase = .idle
    return true
  }
}
