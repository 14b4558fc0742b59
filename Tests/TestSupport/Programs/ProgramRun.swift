public import Foundation
import Glibc
import Synchronization

/// One run of a program: what to start, with what, and for how long at most.
public struct ProgramRun: Sendable {
  /// The program.
  public var executable: URL

  /// Its arguments.
  public var arguments: [String]

  /// Variables that its environment has beside those of the test.
  public var environment: [String: String] = [:]

  /// The file it reads as standard input; nothing when `nil`.
  public var input: URL?

  /// The folder it runs in; the test's own when `nil`.
  public var directory: URL?

  /// Whether it waits for its turn among the programs of all tests; not one that waits for others itself, and those.
  public var takesTurns = true

  /// How long to wait before it is killed, in seconds.
  public var timeout = 300.0

  /// A signal to send as soon as what it wrote to standard error so far satisfies a condition.
  public var interruption: (signal: Int32, when: @Sendable (String) -> Bool)?

  /// Describes a run.
  public init(_ executable: URL, _ arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Runs the program to its end. Throws when it cannot be started.
  ///
  /// Threads: waits on a thread of its own.
  public func outcome() async throws -> ProgramOutcome {
    if takesTurns { await Gate.shared.enter() }
    let result: Result<ProgramOutcome, any Error> = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: Result { try blockingOutcome() }) }.start()
    }
    if takesTurns { await Gate.shared.leave() }
    return try result.get()
  }

  /// What the program writes goes to files, which never fill up as a pipe does.
  private func blockingOutcome() throws -> ProgramOutcome {
    let scratch = try ScratchFolder()
    let (output, errors) = (try scratch.write("", to: "stdout"), try scratch.write("", to: "stderr"))
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = directory
    let inputHandle = try input.map { try FileHandle(forReadingFrom: $0) }
    let outputHandles = try [output, errors].map { try FileHandle(forWritingTo: $0) }
    // A process that has ended is not released at once, and its handles with it: ten thousand runs would have no files left.
    defer { for handle in outputHandles + [inputHandle].compactMap(\.self) { try? handle.close() } }
    process.standardInput = inputHandle ?? FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (outputHandles[0], outputHandles[1])
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }

    // A child inherits the signal mask of the thread that starts it, and threads that stem from a Dispatch worker
    // block everything: the program would be deaf to the signals that a test sends.
    var nothing = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &nothing, nil)

    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    var (usage, timedOut, interrupted) = (ProcessUsage(), false, false)
    while ended.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      usage.sample(process.processIdentifier)
      if let interruption, !interrupted, interruption.when(try Self.text(errors)) {
        interrupted = true
        kill(process.processIdentifier, interruption.signal)
      }
      if clock.now - start > .seconds(timeout) {
        // Not waited for any longer: Foundation reports an end only when the program's own children have ended too.
        kill(process.processIdentifier, SIGKILL)
        timedOut = true
        break
      }
    }
    let wall = (clock.now - start) / .seconds(1)
    let ending: ProgramOutcome.Ending =
      if timedOut { .timedOut } else if process.terminationReason == .uncaughtSignal {
        .killed(signal: process.terminationStatus)
      } else { .exited(process.terminationStatus) }
    return ProgramOutcome(
      ending: ending, output: try Data(contentsOf: output), errorText: try Self.text(errors),
      wallSeconds: wall, usage: usage)
  }

  private static func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
