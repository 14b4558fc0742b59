import CProcess
import Compositing
import Dispatch
import EditingModel
import FoundationEssentials
import Glibc
import MediaTime
import Synchronization

/// The process of a plug-in, from the inside: does what the engine does, with requests that come over a socket.
///
/// ```
///  main thread    reads messages, until the program that started the process closes the socket
///  calls          one after the other: create, context_changed, start_request
///  drawing        compose, on several threads at once
/// ```
final class PluginService: Sendable {
  private let socket = MessageSocket(Int32(GSTEDIT_PROCESS_SOCKET))
  private let sources = SharedMemory(inherited: Int32(GSTEDIT_PROCESS_SOURCES))
  private let pictures = SharedMemory(inherited: Int32(GSTEDIT_PROCESS_PICTURES))
  private let calls = DispatchQueue(label: "plugin-calls")
  private let drawing = DispatchQueue(label: "plugin-drawing", attributes: .concurrent)
  private let state = Mutex(State())

  private struct State {
    var compositor: (any VideoCompositing)?
    var context: VideoCompositionRenderContext?
    var instruction: VideoCompositionInstruction?
    /// The requests under way, held weakly: the plug-in owns them, so that a released request is known to be lost.
    var requests: [UInt64: WeakRequest] = [:]
    /// Finished frames that the program has not read yet.
    var finished: [UInt64: PixelBuffer] = [:]
  }

  private struct WeakRequest {
    weak var request: AsynchronousVideoCompositionRequest?
  }

  /// Loads the plug-in at `path`, serves it until the socket is closed, and ends the process.
  func run(_ path: String) -> Never {
    gstedit_process_settle()
    do throws(PluginError) {
      let plugin = try CompositorPlugin(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
      send(.loaded(PluginIntroduction(plugin)))
      while let message = try? socket.receive(HostMessage.self) { take(message, for: plugin) }
    } catch {
      send(.refused(error))
    }
    leave()
  }

  /// Ends the instance, once its calls have ended, and the process. The program that started it bounds how long this
  /// takes.
  private func leave() -> Never {
    calls.sync {}
    drawing.sync(flags: .barrier) {}
    state.withLock { $0.compositor = nil }
    exit(EXIT_SUCCESS)
  }

  private func take(_ message: HostMessage, for plugin: CompositorPlugin) {
    switch message {
    case .create(let name, let parameters):
      calls.async { [self] in create(name, of: plugin, parameters: parameters) }
    case .context(let shared):
      let context = shared.context(drawingIn: pictures)
      let compositor = state.withLock { state in
        state.context = context
        return state.compositor
      }
      calls.async { compositor?.renderContextChanged(context) }
    case .instruction(let instruction):
      state.withLock { $0.instruction = instruction }
    case .request(let number, let time, let sources):
      start(number, at: time, with: sources)
    case .cancel(let requests):
      cancel(requests)
    case .taken(let number):
      state.withLock { _ = $0.finished.removeValue(forKey: number) }
    }
  }

  private func create(_ name: String, of plugin: CompositorPlugin, parameters: JSONValue?) {
    do {
      var compositors = CompositorRegistry()
      try compositors.register(plugin)
      let compositor = try compositors.makeCompositor(CompositorReference(name: name, parameters: parameters))
      state.withLock { $0.compositor = compositor }
      send(
        .created(
          CreatedCompositor(
            sourceFormats: compositor.sourcePixelFormats,
            outputFormats: compositor.requiredPixelFormatsForRenderContext, colorSupport: compositor.colorSupport)))
    } catch {
      send(.notCreated(String(describing: error)))
    }
  }

  private func start(_ number: UInt64, at time: CMTime, with sources: [SharedSource]) {
    let (compositor, context, instruction) = state.withLock { ($0.compositor, $0.context, $0.instruction) }
    guard let compositor, let context, let instruction else { return }
    let request = AsynchronousVideoCompositionRequest(
      renderContext: context, compositionTime: time, instruction: instruction,
      sourceFrames: sources.compactMap { source in
        self.sources.buffer(of: source.picture).map { (source.track, $0) }
      },
      run: { [drawing] body in drawing.async(execute: body) },
      report: { [self] completion in report(completion, of: number) })
    state.withLock { $0.requests[number] = WeakRequest(request: request) }
    calls.async { compositor.startRequest(request) }
  }

  private func report(_ completion: AsynchronousVideoCompositionRequest.Completion, of number: UInt64) {
    state.withLock { _ = $0.requests.removeValue(forKey: number) }
    switch completion {
    case .composed(let frame): send(frame, for: number)
    case .failed(let error): send(.failed(request: number, .error(String(describing: error))))
    case .cancelled: send(.failed(request: number, .cancelled))
    case .finishedAgain: send(.failed(request: number, .finishedAgain))
    case .abandoned: send(.failed(request: number, .abandoned))
    }
  }

  private func send(_ frame: PixelBuffer, for number: UInt64) {
    guard let shared = frame.storage as? SharedFrame else {
      return send(.failed(request: number, .error("the frame that it finished with is not the request's")))
    }
    let isSource = shared.memory === sources
    if !isSource { state.withLock { $0.finished[number] = frame } }
    send(.composed(request: number, picture: shared.picture, isSource: isSource))
  }

  private func cancel(_ numbers: [UInt64]) {
    let (compositor, requests) = state.withLock { state in
      (state.compositor, numbers.compactMap { state.requests[$0]?.request })
    }
    for request in requests { request.cancel() }
    // Not among the other calls: one of those may be what is stuck.
    DispatchQueue.global().async { compositor?.cancelAllPendingVideoCompositionRequests() }
  }

  /// Sends the program `message`. Where it does not listen any longer, the process is about to end.
  private func send(_ message: ProcessMessage) {
    try? socket.send(message)
  }
}
