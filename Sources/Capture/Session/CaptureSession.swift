import Dispatch
import EditServices
public import MediaFormats
public import Rendering
import Synchronization

/// Connects devices to outputs (`AVCaptureSession`).
///
/// ```swift
/// let session = CaptureSession()
/// try session.addInput(CaptureDeviceInput(device: camera, registry: registry))
/// try session.addInput(CaptureDeviceInput(device: microphone, registry: registry))
/// let movie = CaptureMovieFileOutput(renderer: renderer)
/// try session.addOutput(movie)
/// try await session.startRunning()
/// let recording = try movie.startRecording(to: URL(filePath: "film.mov"))
/// …
/// let film = await movie.stopRecording()
/// await session.stopRunning()
/// ```
///
/// ```
///  camera ─── thread ─┬─ connection ─► movie file
///                     ├─ connection ─► data, photo, preview
///  microphone thread ─┴─ connection ─► movie file
/// ```
///
/// A device that goes away ends its connections with an error, and the session when it was the last. A session without
/// a reference stops. Threads: any. Lock order: `state`, and under it nothing.
public final class CaptureSession: Sendable {
  /// An event in a session's life (`AVCaptureSessionRuntimeError`, `WasInterrupted` … notifications).
  public enum Event: Sendable {
    /// It runs.
    case started
    /// It does not run any more: it was stopped, or its last device is gone.
    case stopped
    /// A device could not be opened or went away, or something of it could not be passed on.
    case runtimeError(RenderError)
    /// A device gives nothing for now; the words say what is known.
    case interrupted(String)
    /// All devices give something again.
    case interruptionEnded
  }

  private let state = Mutex(SessionState())

  /// Limit of the time for which stopping waits for the devices' threads: what blocks one longer goes on behind the
  /// session's back.
  private static let stopLimit = DispatchTimeInterval.seconds(5)

  /// A session without inputs and outputs.
  public init() {}

  deinit {
    let (runs, links, listeners) = state.withLock { ($0.runs.values, $0.configuration.links, $0.listeners.values) }
    for link in links { link.connection.deactivate() }
    for run in runs { run.close() }
    for link in links { link.output.connectionEnded(link.connection, error: nil) }
    for listener in listeners { listener.finish() }
  }

  // MARK: Configuration

  /// The size and the rate of captured pictures; ``CapturePreset/high`` unless set. Counts when devices are opened
  /// (`sessionPreset`).
  public var sessionPreset: CapturePreset {
    get { state.withLock(\.configuration.preset) }
    set { state.withLock { $0.configuration.preset = newValue } }
  }

  /// Whether every input can give what `preset` asks for (`canSetSessionPreset(_:)`).
  public func canSetSessionPreset(_ preset: CapturePreset) -> Bool {
    inputs.allSatisfy { preset.isSupported(by: $0.device) }
  }

  /// The inputs.
  public var inputs: [CaptureDeviceInput] { state.withLock(\.configuration.inputs) }
  /// The outputs.
  public var outputs: [any CaptureOutput] { state.withLock(\.configuration.outputs) }
  /// The connections.
  public var connections: [CaptureConnection] { state.withLock { $0.configuration.links.map(\.connection) } }

  /// The connection through which `output` gets media of `mediaType` (`connection(with:)`).
  public func connection(of output: some CaptureOutput, for mediaType: MediaType) -> CaptureConnection? {
    state.withLock { $0.configuration.connections(of: output) }.first { $0.mediaType == mediaType }
  }

  /// Whether `input` can be added: its device is not in the session.
  public func canAddInput(_ input: CaptureDeviceInput) -> Bool {
    (try? state.withLock(\.configuration).check(input)) != nil
  }

  /// Whether `output` can be added: it is not in the session.
  public func canAddOutput(_ output: some CaptureOutput) -> Bool {
    (try? state.withLock(\.configuration).check(output)) != nil
  }

  /// Adds a device; where the session runs, it is opened on a thread of its own, and a failure is an event. Where not `isConnected`, no
  /// connections to the outputs that are there are made (`addInputWithNoConnections(_:)`).
  ///
  /// - Throws: `RenderError` with `.outOfRange` where ``canAddInput(_:)`` says no.
  public func addInput(_ input: CaptureDeviceInput, isConnected: Bool = true) throws(RenderError) {
    try change { configuration throws(RenderError) in
      try configuration.check(input)
      configuration.add(input, isConnected: isConnected)
    }
  }

  /// Adds an output. Where not `isConnected`, no connections to the inputs that are there are made (`addOutputWithNoConnections(_:)`).
  ///
  /// - Throws: `RenderError` with `.outOfRange` where ``canAddOutput(_:)`` says no.
  public func addOutput(_ output: some CaptureOutput, isConnected: Bool = true) throws(RenderError) {
    try change { configuration throws(RenderError) in
      try configuration.check(output)
      configuration.add(output, isConnected: isConnected)
    }
  }

  /// Has `input` and `output` be connected, or be held apart (`addConnection(_:)`, `removeConnection(_:)`).
  public func set(_ input: CaptureDeviceInput, _ output: some CaptureOutput, areConnected: Bool) {
    change { $0.set(input, output, areConnected: areConnected) }
  }

  /// Takes a device out, which is closed. A recording of it ends with ``RenderError/Code/sessionConfigurationChanged``, and its file is
  /// finished.
  public func removeInput(_ input: CaptureDeviceInput) {
    change { $0.remove(input) }
  }

  /// Takes an output out; nothing more comes there.
  public func removeOutput(_ output: some CaptureOutput) {
    change { $0.remove(output) }
  }

  /// Begins changes that hold together, at ``commitConfiguration()``. May be nested.
  public func beginConfiguration() {
    state.withLock { $0.openChanges += 1 }
  }

  /// Ends changes that hold together; the last one has them hold.
  public func commitConfiguration() {
    state.withLock { $0.openChanges = max(0, $0.openChanges - 1) }
    apply()
  }

  private func change<Failure: Error>(_ body: (inout CaptureConfiguration) throws(Failure) -> Void) throws(Failure) {
    try state.withLock { state throws(Failure) in try body(&state.configuration) }
    apply()
  }

  /// Has what is configured hold: connections, and, where the session runs, devices.
  private func apply() {
    let change = state.withLock { $0.takeChange() }
    guard let change else { return }
    for link in change.gone {
      let wasActive = link.connection.isActive
      link.connection.deactivate()
      if wasActive { link.output.connectionEnded(link.connection, error: Self.changed) }
    }
    for flow in change.flowing where !flow.link.connection.isActive {
      flow.link.connection.activate(flow.stream)
    }
    for (output, connections) in change.outputs { output.connectionsChanged(to: connections) }
    for run in change.surplus { run.close() }
    guard !change.missing.isEmpty else { return }
    DedicatedThread.start(named: "capture") { [weak self] in
      // Removed inputs are closed before others are opened in their place, which may be the same device.
      for run in change.surplus { _ = run.work.wait(timeout: .now() + Self.stopLimit) }
      for input in change.missing { self?.open(input) }
    }
  }

  private static let changed = RenderError(
    .sessionConfigurationChanged, "An input or output was taken out of a session that runs.",
    remedy: "Stop the recording first; what came until then is kept.")

  // MARK: Running

  /// Whether media flow.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }
  /// Whether a device gives nothing for now.
  public var isInterrupted: Bool { state.withLock { !$0.interrupted.isEmpty } }

  /// The session's events from now on. Any number of tasks may listen, each to a sequence of its own.
  public var events: AsyncStream<Event> {
    let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(256))
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  private func send(_ event: Event) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(event) }
  }

  /// Opens all devices and lets media flow; does nothing where it runs. Where one cannot be opened, none is.
  ///
  /// - Throws: `RenderError`: `.outOfRange` without inputs; as `CaptureEngine.openCapture(_:_:)`; `.deviceInUse`.
  public func startRunning() async throws(RenderError) {
    let start: (inputs: [CaptureDeviceInput], preset: CapturePreset)? = state.withLock { state in
      guard state.phase == .idle else { return nil }
      state.phase = .starting
      return (state.configuration.inputs, state.configuration.preset)
    }
    guard let start else { return }
    do {
      guard !start.inputs.isEmpty else {
        throw RenderError(.outOfRange, "A session without inputs is started.", remedy: "Add one first.")
      }
      let runs = try await DedicatedThread.run(named: "capture") { try Self.open(start.inputs, start.preset) }
      let isWanted = state.withLock { state in
        state.phase = state.phase == .starting ? .running : .idle
        guard state.phase == .running else { return false }
        for run in runs { state.runs[ObjectIdentifier(run.input)] = run }
        return true
      }
      guard isWanted else { return Self.closeInputs(runs) }
      // All are connected before the first gives anything.
      for run in runs { connect(run) }
      for run in runs { begin(run) }
    } catch {
      state.withLock { $0.phase = .idle }
      throw RenderError(describing: error)
    }
    send(.started)
    // Changes made meanwhile are applied.
    apply()
  }

  /// Closes all devices; when it returns, nothing more flows, and recordings are being finished. Devices that are being opened are closed
  /// when they are open, and the session does not begin to run.
  public func stopRunning() async {
    let (runs, links) = state.withLock { state in
      if state.phase == .starting { state.phase = .stopping }
      state.opening = []
      return (Array(state.runs.values), state.configuration.links)
    }
    for link in links { link.connection.deactivate() }
    for run in runs { run.close() }
    _ = try? await DedicatedThread.run(named: "capture end") {
      for run in runs { _ = run.work.wait(timeout: .now() + Self.stopLimit) }
    }
    endIfOver()
  }

  /// Opens the devices of `inputs`; where one fails, closes the others. Blocks.
  private static func open(_ inputs: [CaptureDeviceInput], _ preset: CapturePreset) throws(RenderError) -> [InputRun] {
    var runs: [InputRun] = []
    do throws(RenderError) {
      for input in inputs { runs.append(try InputRun(input, preset: preset)) }
    } catch {
      closeInputs(runs)
      throw error
    }
    return runs
  }

  /// Closes devices whose media have not begun to flow.
  private static func closeInputs(_ runs: [InputRun]) {
    for run in runs {
      run.close()
      run.input.registry.release(run.input.device)
    }
  }

  /// Opens the device of an input that was added while the session runs. Blocks.
  private func open(_ input: CaptureDeviceInput) {
    let id = ObjectIdentifier(input)
    do throws(RenderError) {
      let run = try InputRun(input, preset: sessionPreset)
      // It may have stopped meanwhile, or the input was taken out.
      let isWanted = state.withLock { state in
        guard state.opening.remove(id) != nil, state.phase == .running else { return false }
        state.runs[id] = run
        return true
      }
      guard isWanted else {
        Self.closeInputs([run])
        return endIfOver()
      }
      connect(run)
      begin(run)
      apply()
    } catch {
      state.withLock { _ = $0.opening.remove(id) }
      send(.runtimeError(error))
      endIfOver()
    }
  }

  /// Has the session not run any more where it has no device.
  private func endIfOver() {
    if state.withLock({ $0.endIfOver() }) { send(.stopped) }
  }

  /// Has media flow through the connections of `run`, whose device is open.
  private func connect(_ run: InputRun) {
    for link in state.withLock({ $0.configuration.links(from: run.input) }) { link.connection.activate(run.stream) }
  }

  /// Lets the media of `run` flow, on a thread of their own.
  private func begin(_ run: InputRun) {
    run.work.enter()
    DedicatedThread.start(named: "capture \(run.input.mediaType.rawValue)") { [weak self] in
      defer { run.work.leave() }
      let error = run.flow { [weak self] buffer in
        self?.deliver(buffer, of: run) != nil
      } note: { [weak self] condition in
        self?.note(condition, of: run)
      }
      run.close()
      self?.ended(run, error)
    }
  }

  private func deliver(_ buffer: SampleBuffer, of run: InputRun) {
    let links = state.withLock { $0.configuration.links(from: run.input) }
    for link in links {
      do throws(RenderError) {
        if let passed = try link.connection.passed(buffer) { link.output.take(passed, from: link.connection) }
      } catch {
        // A connection that cannot turn its pictures now never can.
        link.connection.deactivate()
        link.connection.isEnabled = false
        link.output.connectionEnded(link.connection, error: error)
        send(.runtimeError(error))
      }
    }
  }

  private func note(_ condition: InputRun.Condition, of run: InputRun) {
    let id = ObjectIdentifier(run.input)
    switch condition {
    case .interrupted(let words):
      state.withLock { _ = $0.interrupted.insert(id) }
      send(.interrupted(words))
    case .flowing:
      let isOver = state.withLock { state in
        state.interrupted.remove(id)
        return state.interrupted.isEmpty
      }
      if isOver { send(.interruptionEnded) }
    }
  }

  private func ended(_ run: InputRun, _ error: RenderError?) {
    let id = ObjectIdentifier(run.input)
    let (links, isLast) = state.withLock { state in
      state.runs[id] = nil
      state.interrupted.remove(id)
      return (state.configuration.links(from: run.input), state.endIfOver())
    }
    for link in links {
      link.connection.deactivate()
      link.output.connectionEnded(link.connection, error: error)
    }
    if let error { send(.runtimeError(error)) }
    if isLast { send(.stopped) }
  }
}
