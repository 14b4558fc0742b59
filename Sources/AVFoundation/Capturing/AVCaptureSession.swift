import Capture
public import Foundation
import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Leads what devices give to outputs (`AVCaptureSession`).
///
/// Each output is connected with the input of each kind that it takes, unless it or the input was added without connections; there is one input
/// for pictures, and one for sound. Connections are
/// there as soon as both of their ends are, also between ``beginConfiguration()`` and ``commitConfiguration()``. Presets and devices' formats
/// count when devices are opened next. A session without a reference stops.
///
/// Notifications come on any thread. Threads: any; lock order: `configuring`, then `state`, and under that nothing.
open class AVCaptureSession: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let engine = CaptureSession()
  private let observers = KeyValueObservers()
  private let state = Mutex(State())
  /// Held while something is changed, so that the engine's configuration and this one are the same.
  private let configuring = Mutex(())
  private let listening: Task<Void, Never>?

  private struct State: Sendable {
    var preset = Preset.high
    var inputs: [AVCaptureDeviceInput] = []
    var outputs: [AVCaptureOutput] = []
    var connections: [AVCaptureConnection] = []
    /// The inputs and outputs that are not connected with one another, though they could be.
    var apart: [(input: AVCaptureDeviceInput, output: AVCaptureOutput)] = []
    /// Number of ``AVCaptureSession/beginConfiguration()`` that have no ``AVCaptureSession/commitConfiguration()`` yet.
    var openChanges = 0
  }

  /// Hands events on to a session, as long as there is one.
  private final class Listener: Sendable {
    private let session = Mutex<Weak>(Weak())
    private struct Weak: Sendable { weak var value: AVCaptureSession? }
    func listen(for value: AVCaptureSession) { session.withLock { $0.value = value } }
    func note(_ event: CaptureSession.Event) { session.withLock { $0.value }?.note(event) }
  }

  /// A session without inputs and outputs.
  public override init() {
    let (listener, events) = (Listener(), engine.events)
    listening = Task.detached(executorPreference: WorkerThreads.shared) {
      for await event in events { listener.note(event) }
    }
    super.init()
    listener.listen(for: self)
  }

  deinit { listening?.cancel() }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  // MARK: Preset

  /// Size and rate of pictures; `high` unless set, and `inputPriority` where a format of a device was set. Setting another one gives up that format.
  /// One that ``canSetSessionPreset(_:)`` says no to ends the process, as AVFoundation's exception does.
  open var sessionPreset: Preset {
    get {
      let (preset, inputs) = state.withLock { ($0.preset, $0.inputs) }
      return inputs.contains { $0.device.state.chosenFormat != nil } ? .inputPriority : preset
    }
    set {
      guard let preset = newValue.engine, canSetSessionPreset(newValue) else {
        Misuse.raise("*** -[AVCaptureSession setSessionPreset:] Unsupported preset \(newValue.rawValue)")
      }
      let inputs = state.withLock { state in
        state.preset = newValue
        return state.inputs
      }
      engine.sessionPreset = preset
      if newValue != .inputPriority { for input in inputs { input.device.state.choose(nil) } }
      observers.look()
    }
  }

  /// Whether every device can give what `preset` asks for.
  open func canSetSessionPreset(_ preset: Preset) -> Bool { preset.engine.map(engine.canSetSessionPreset) ?? false }

  // MARK: Configuration

  /// The inputs, in the order in which they were added.
  open var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
  /// The outputs, in the order in which they were added.
  open var outputs: [AVCaptureOutput] { state.withLock { $0.outputs.filter { !($0 is PreviewOutput) } } }
  /// The connections, those to preview layers too.
  open var connections: [AVCaptureConnection] { state.withLock(\.connections) }

  /// Begins changes that hold together, at ``commitConfiguration()``. May be nested.
  open func beginConfiguration() {
    configure {
      state.withLock { $0.openChanges += 1 }
      engine.beginConfiguration()
    }
  }

  /// Ends changes that hold together; the last one has them hold. Where none have begun, nothing happens.
  open func commitConfiguration() {
    configure {
      let isOpen = state.withLock { state in
        defer { state.openChanges = max(0, state.openChanges - 1) }
        return state.openChanges > 0
      }
      guard isOpen else { return }
      for input in state.withLock(\.inputs) { input.applySettings() }
      engine.commitConfiguration()
      connect()
    }
  }

  /// Whether `input` can be added: it is a device's, no other input gives what it gives, the device is in the session once, and gives what the
  /// preset asks for.
  open func canAddInput(_ input: AVCaptureInput) -> Bool { refusal(of: input) == nil }

  private func refusal(of input: AVCaptureInput) -> String? {
    guard let input = input as? AVCaptureDeviceInput else { return "The input is none of a device" }
    guard !state.withLock(\.inputs).contains(where: { $0.device.mediaType == input.device.mediaType }),
      engine.canAddInput(input.engine)
    else { return "Multiple audio/video AVCaptureInputs are not currently supported" }
    guard input.device.supportsSessionPreset(state.withLock(\.preset)) || input.device.state.chosenFormat != nil else {
      return "The device does not support the session's preset"
    }
    return nil
  }

  /// Adds `input`; where the session runs, its device is opened, and a failure is a ``runtimeErrorNotification``. One that
  /// ``canAddInput(_:)`` says no to ends the process, as AVFoundation's exception does.
  open func addInput(_ input: AVCaptureInput) { add(input, isConnected: true, "addInput:") }

  /// As ``addInput(_:)``, but that it makes no connections to the outputs that are there.
  open func addInputWithNoConnections(_ input: AVCaptureInput) {
    add(input, isConnected: false, "addInputWithNoConnections:")
  }

  private func add(_ input: AVCaptureInput, isConnected: Bool, _ method: String) {
    configure {
      let refusal = refusal(of: input)
      guard refusal == nil, let input = input as? AVCaptureDeviceInput else {
        Misuse.raise("*** -[AVCaptureSession \(method)] \(refusal ?? "")")
      }
      input.applySettings()
      do {
        try engine.addInput(input.engine, isConnected: isConnected)
      } catch {
        Misuse.raise("*** -[AVCaptureSession \(method)] \(error)")
      }
      state.withLock { state in
        state.inputs.append(input)
        if !isConnected { state.apart += state.outputs.map { (input, $0) } }
      }
      connect()
    }
  }

  /// Takes `input` out, whose device is closed; a recording of it ends, and its file is finished. One that is not in it is passed over.
  open func removeInput(_ input: AVCaptureInput) {
    configure {
      guard let input = input as? AVCaptureDeviceInput, inputs.contains(input) else { return }
      engine.removeInput(input.engine)
      state.withLock { state in
        state.inputs.removeAll { $0 === input }
        state.apart.removeAll { $0.input === input }
      }
      connect()
    }
  }

  /// Whether `output` can be added: it is in no session.
  open func canAddOutput(_ output: AVCaptureOutput) -> Bool {
    output.session == nil && engine.canAddOutput(output.engine)
  }

  /// Adds `output`. One that ``canAddOutput(_:)`` says no to ends the process, as AVFoundation's exception does.
  open func addOutput(_ output: AVCaptureOutput) { add(output, isConnected: true, "addOutput:") }

  /// As ``addOutput(_:)``, but that it makes no connections from the inputs that are there.
  open func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    add(output, isConnected: false, "addOutputWithNoConnections:")
  }

  private func add(_ output: AVCaptureOutput, isConnected: Bool, _ method: String) {
    configure {
      guard canAddOutput(output), (try? engine.addOutput(output.engine, isConnected: isConnected)) != nil else {
        Misuse.raise("*** -[AVCaptureSession \(method)] The output is in a session already")
      }
      output.belong(to: self, [])
      state.withLock { state in
        state.outputs.append(output)
        if !isConnected { state.apart += state.inputs.map { ($0, output) } }
      }
      connect()
    }
  }

  /// Takes `output` out: nothing more comes there, and a recording of it ends. One that is not in it is passed over.
  open func removeOutput(_ output: AVCaptureOutput) {
    configure {
      guard state.withLock({ $0.outputs.contains(output) }) else { return }
      engine.removeOutput(output.engine)
      state.withLock { state in
        state.outputs.removeAll { $0 === output }
        state.apart.removeAll { $0.output === output }
      }
      output.belong(to: nil, [])
      connect()
    }
  }

  // MARK: Connections made by hand

  /// Whether `connection` can be added: its ends are in the session, are not connected, and give and take the same kind of media.
  open func canAddConnection(_ connection: AVCaptureConnection) -> Bool { refusal(of: connection) == nil }

  private func refusal(of connection: AVCaptureConnection) -> String? {
    state.withLock { state in
      guard let target = connection.target, state.outputs.contains(target) else {
        return "The connection's output is not in the session"
      }
      guard state.inputs.contains(connection.input) else { return "The connection's input is not in the session" }
      guard target.engine.mediaTypes.contains(connection.input.engine.mediaType) else {
        return "The output does not take what the input gives"
      }
      let isTaken = state.connections.contains { $0.target === target && $0.input === connection.input }
      return isTaken ? "The input and the output are connected already" : nil
    }
  }

  /// Adds `connection`, whose ends were added without connections. One that ``canAddConnection(_:)`` says no to ends the process, as
  /// AVFoundation's exception does.
  open func addConnection(_ connection: AVCaptureConnection) {
    configure {
      guard refusal(of: connection) == nil, let target = connection.target else {
        Misuse.raise("*** -[AVCaptureSession addConnection:] \(refusal(of: connection) ?? "")")
      }
      engine.set(connection.input.engine, target.engine, areConnected: true)
      state.withLock { state in
        state.apart.removeAll { $0.input === connection.input && $0.output === target }
        state.connections.append(connection)
      }
      connect()
    }
  }

  /// Takes `connection` out: nothing more comes that way. One that is not in the session is passed over.
  open func removeConnection(_ connection: AVCaptureConnection) {
    configure {
      guard state.withLock({ $0.connections.contains(connection) }), let target = connection.target else { return }
      engine.set(connection.input.engine, target.engine, areConnected: false)
      state.withLock { $0.apart.append((connection.input, target)) }
      connect()
    }
  }

  /// Has connections be those of the inputs and outputs there are, and gives the engine's to those that have none.
  private func connect() {
    let (connections, outputs) = state.withLock { state in
      state.connections = state.outputs.flatMap { output in
        state.inputs.filter { input in
          output.engine.mediaTypes.contains(input.engine.mediaType)
            && !state.apart.contains { $0.input === input && $0.output === output }
        }.map { input in
          state.connections.first { $0.input === input && $0.target === output }
            ?? AVCaptureConnection(from: input, to: output)
        }
      }
      return (state.connections, state.outputs)
    }
    for output in outputs { output.belong(to: self, connections.filter { $0.target === output }) }
    for connection in connections {
      guard let target = connection.target?.engine,
        let made = engine.connection(of: target, for: connection.input.engine.mediaType),
        made.input === connection.input.engine
      else { continue }
      connection.bind(made)
    }
  }

  /// Runs `body`, in which something is changed, beside nothing else that is.
  private func configure(_ body: () -> Void) {
    configuring.withLock { _ in body() }
    observers.look()
  }

  // MARK: Running

  /// Whether media flow.
  open var isRunning: Bool { engine.isRunning }
  /// Whether a device gives nothing for now.
  open var isInterrupted: Bool { engine.isInterrupted }
  /// Whether several programs at once may use the camera: as the machine has it, so false.
  open var isMultitaskingCameraAccessSupported: Bool { false }
  /// Whether the session sees to the program's own sound; there is nothing to see to, and setting it changes nothing.
  open var automaticallyConfiguresApplicationAudioSession: Bool {
    get { false }
    set {}
  }

  /// Opens all devices and lets media flow. Blocks until they are open; where one cannot be, none is, ``isRunning`` stays false, and a
  /// ``runtimeErrorNotification`` says why: so it is without inputs, too. Between ``beginConfiguration()`` and ``commitConfiguration()`` it ends
  /// the process, as AVFoundation's exception does.
  open func startRunning() {
    guard state.withLock({ $0.openChanges == 0 }) else {
      Misuse.raise(
        "*** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and"
          + " commitConfiguration", name: "NSGenericException")
    }
    for input in state.withLock(\.inputs) where !engine.isRunning { input.applySettings() }
    do {
      try CallingThread.run { [engine] in try await engine.startRunning() }
    } catch {
      post(failure: error)
    }
    observers.look()
  }

  /// Closes all devices. Blocks until nothing more flows; what is being recorded is finished behind the caller's back.
  open func stopRunning() {
    _ = try? CallingThread.run { [engine] in await engine.stopRunning() }
    observers.look()
  }

  // MARK: Events

  private func note(_ event: CaptureSession.Event) {
    switch event {
    case .started: post(Self.didStartRunningNotification)
    case .stopped: post(Self.didStopRunningNotification)
    case .interrupted: post(Self.wasInterruptedNotification)
    case .interruptionEnded: post(Self.interruptionEndedNotification)
    case .runtimeError(let error): post(failure: error)
    }
  }

  private func post(failure: any Error) {
    if (failure as? RenderError)?.code == .deviceWasDisconnected {
      let devices = state.withLock { $0.inputs.map(\.device) }
      // Looking for devices blocks.
      DispatchQueue.global().async {
        for device in devices where !device.isConnected {
          NotificationCenter.default.post(name: AVCaptureDevice.wasDisconnectedNotification, object: device)
        }
      }
    }
    post(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: avError(failure)])
  }

  private func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
    observers.look()
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}
