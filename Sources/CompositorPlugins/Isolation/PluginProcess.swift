import CProcess
import Compositing
import Dispatch
import EditingModel
import FoundationEssentials
import Glibc
import Waiting

// SAFETY: paths are C strings for the length of the call, numbers are written to local variables, and the system's
// texts are copied at once.

/// The process of a plug-in, from the program's side.
///
/// A thread of its own starts it, listens to it and waits for its end: the kernel kills a process when the thread that
/// started it ends, so that thread lives as long as the process does. Whatever ends the process ends every request that it
/// had, and nothing here waits for it without a limit.
///
/// Threads: any. Lock order: only `state`.
final class PluginProcess: Sendable {
  /// The plug-in's file.
  let path: String
  /// Memory that the program writes and the process reads.
  let sources: SharedMemory
  /// Memory that the process writes and the program reads.
  let pictures: SharedMemory
  /// The requests under way in the process.
  let requests = OpenRequests()
  /// The longest time for one of its tasks.
  let timeLimit: Duration

  private let state: Monitor<State>

  private struct State {
    var socket: MessageSocket?
    /// The answer to the last question.
    var answer: ProcessMessage?
    /// The time at which the answer must have come.
    var answerDeadline: ContinuousClock.Instant?
    /// The time at which a process that is not needed any longer must have ended.
    var dismissalDeadline: ContinuousClock.Instant?
    var ending: ProcessEnding?
  }

  /// The longest time for a process to end once it is not needed any longer.
  private static let cancelTimeout = Duration.milliseconds(500)
  /// The poll interval, in milliseconds.
  private static let pollInterval: Int32 = 50
  /// The longest time for one message to pass, in seconds.
  private static let passage: Int32 = 5

  /// Starts a process for the plug-in at `path`, as `isolation` says. It loads the plug-in, and introduces it.
  ///
  /// - Throws: `PluginError` with `.notIsolated`.
  init(_ path: String, isolation: PluginIsolation) throws(PluginError) {
    guard let sources = SharedMemory(named: "gstedit-sources"), let pictures = SharedMemory(named: "gstedit-pictures")
    else {
      throw PluginError(
        .notIsolated, path: path, "There is no memory to share with a process of its own.",
        remedy: "End other programs.")
    }
    self.path = path
    self.sources = sources
    self.pictures = pictures
    timeLimit = isolation.timeLimit
    state = Monitor(State(answerDeadline: .now + isolation.timeLimit))
    DispatchQueue(label: "plugin-process").async { [self, program = isolation.program.path] in
      end(as: live(program))
    }
  }

  /// The plug-in's introduction of itself.
  ///
  /// - Throws: why it cannot be used.
  func introduction() throws(PluginError) -> PluginIntroduction {
    switch answer() {
    case .loaded(let introduction)?: return introduction
    case .refused(let error)?: throw error
    default:
      let ending = ending ?? .incomprehensible
      if case .notStarted = ending {
        throw PluginError(.notIsolated, path: path, "It \(ending.words).", remedy: "Check the program to start.")
      }
      throw PluginError(.crashed, path: path, "It \(ending.words), when it was loaded.", remedy: "Tell its author.")
    }
  }

  /// Has an instance of `compositor` made with `parameters`; the formats of its sources and of its frames.
  ///
  /// - Throws: why there is none.
  func create(
    _ compositor: String, parameters: JSONValue?
  ) throws(PluginFailure) -> CreatedCompositor {
    state.change { $0.answerDeadline = .now + timeLimit }
    send(.create(compositor: compositor, parameters: parameters))
    switch answer() {
    case .created(let compositor)?: return compositor
    case .notCreated(let words)?: throw PluginFailure(description: words)
    default: throw failure(ending ?? .incomprehensible)
    }
  }

  /// Sends the process `message`. One that does not receive it has ended, or is about to.
  func send(_ message: HostMessage) {
    try? state.read(\.socket)?.send(message)
  }

  /// Lets the process end by itself, which it does at once unless something is stuck; then it is killed.
  func dismiss() {
    let socket = state.change { state in
      state.dismissalDeadline = .now + Self.cancelTimeout
      return state.socket
    }
    socket?.finish()
    state.wait(upTo: Self.cancelTimeout * 2) { $0.ending == nil ? nil : () }
  }

  private var ending: ProcessEnding? { state.read(\.ending) }

  /// The process's answer to the last question; nil where the process has ended.
  private func answer() -> ProcessMessage? {
    let answer = state.wait(upTo: timeLimit + Self.cancelTimeout) { state -> ProcessMessage?? in
      defer { state.answer = nil }
      if let answer = state.answer { return answer }
      return state.ending == nil ? nil : .some(nil)
    }
    return answer ?? nil
  }

  /// The life of the process, from its start to its end.
  private func live(_ program: String) -> ProcessEnding {
    var descriptor: Int32 = -1
    let number = unsafe gstedit_process_start(
      program, PluginServer.argument, path, sources.descriptor, pictures.descriptor, Self.passage, &descriptor)
    guard number >= 0 else { return .notStarted(error: -number) }
    let socket = MessageSocket(descriptor)
    state.change { $0.socket = socket }
    let reason = listen(to: socket, of: number)
    var (signal, status): (Int32, Int32) = (0, 0)
    unsafe gstedit_process_end(number, &signal, &status)
    return reason ?? (signal != 0 ? .crashed(signal: signal) : .exited(status: status))
  }

  /// Listens until the process has ended by itself, or must be ended for the reason that is returned.
  private func listen(to socket: MessageSocket, of number: Int32) -> ProcessEnding? {
    while true {
      if let reason = lateness() { return reason }
      guard socket.isReadable(within: Self.pollInterval) else {
        // A process that it has started itself may hold the other end open.
        if gstedit_process_has_ended(number) != 0 { return nil }
        continue
      }
      do {
        guard let message = try socket.receive(ProcessMessage.self) else { return nil }
        take(message)
      } catch {
        return .incomprehensible
      }
    }
  }

  /// The reason for which the process must be ended now, if it must.
  private func lateness() -> ProcessEnding? {
    let now = ContinuousClock.now
    let (answerDeadline, dismissalDeadline) = state.change { ($0.answerDeadline, $0.dismissalDeadline) }
    if let dismissalDeadline, dismissalDeadline < now { return .dismissed }
    let isLate = answerDeadline.map { $0 < now } ?? false
    return isLate || requests.areOverdue(at: now) ? .overdue(limit: timeLimit) : nil
  }

  private func take(_ message: ProcessMessage) {
    switch message {
    case .loaded, .refused, .created, .notCreated:
      state.change { state in
        state.answer = message
        state.answerDeadline = nil
      }
    case .composed(let number, let picture, let isSource):
      requests.finish(number, with: picture, isSource ? nil : pictures)
      if !isSource { send(.taken(request: number)) }
    case .failed(let number, let failure):
      requests.finish(number, with: failure)
    }
  }

  private func end(as ending: ProcessEnding) {
    requests.fail(with: failure(ending))
    state.change { $0.ending = ending }
  }

  private func failure(_ ending: ProcessEnding) -> PluginFailure {
    PluginFailure(description: "its plug-in \(path) \(ending.words)")
  }
}

/// The end of a plug-in's process.
enum ProcessEnding: Hashable, Sendable {
  /// It could not be started, for the system's reason.
  case notStarted(error: Int32)
  /// A signal killed it: the plug-in crashed.
  case crashed(signal: Int32)
  /// The plug-in ended it.
  case exited(status: Int32)
  /// It was ended, because it did not answer in time.
  case overdue(limit: Duration)
  /// It was ended, because what it sent was no message.
  case incomprehensible
  /// It was ended, because it was no longer needed.
  case dismissed

  /// The ending in words, to follow the name of the plug-in: "crashed: signal 11, SIGSEGV (Segmentation fault)".
  var words: String {
    switch self {
    case .notStarted(let error):
      return "gets no process of its own: \(unsafe Self.text(strerror(error)) ?? "error \(error)")"
    case .crashed(let signal):
      let name = unsafe Self.text(gstedit_signal_name(signal)).map { ", SIG\($0)" } ?? ""
      let meaning = unsafe Self.text(gstedit_signal_meaning(signal)).map { " (\($0))" } ?? ""
      return "crashed: signal \(signal)\(name)\(meaning)"
    case .exited(let status): return "ended its process with status \(status)"
    case .overdue(let limit): return "did not answer within \(limit), and its process was ended"
    case .incomprehensible: return "sent something incomprehensible, and its process was ended"
    case .dismissed: return "is not needed any longer"
    }
  }

  private static func text(_ words: UnsafePointer<CChar>?) -> String? {
    unsafe words.map { unsafe String(cString: $0) }
  }
}
