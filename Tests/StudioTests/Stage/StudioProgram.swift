import Foundation
import Glibc
import TestSupport

/// The program `gstedit-studio`, or `gstedit studio`, which a test has started; it is killed with this object.
final class StudioProgram: Sendable {
  /// A client with the address that it has printed.
  let visitor: Visitor
  /// The folder that it runs in.
  let scratch: ScratchFolder
  private let process: Process
  private let output: ScratchFolder

  /// A program that prints no address.
  struct Silent: Error {
    var words: String
  }

  /// The program.
  static let url = ProgramLocation.buildFolder.appending(path: "gstedit-studio")

  /// Starts the program in `scratch`, with `arguments`, and waits for its address.
  ///
  /// - Parameters:
  ///   - through: the program and the arguments that start another one, whose words follow.
  ///   - words: what is started, without `arguments`; `gstedit-studio` unless given.
  init(
    _ arguments: [String] = ["--no-browser"], in scratch: ScratchFolder, words: [String] = [url.path],
    through: [String] = []
  ) async throws {
    let output = try ScratchFolder()
    (self.scratch, self.output) = (scratch, output)
    let all = through + words + arguments
    process = try await Self.start(URL(filePath: all[0]), Array(all.dropFirst()), in: scratch, output)
    await Poll.eventually { [process] in
      Self.text("stdout", of: output).hasSuffix("\n") || !process.isRunning
    }
    guard let visitor = Visitor(address: Self.text("stdout", of: output).trimmingCharacters(in: .newlines)) else {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      throw Silent(words: "\(Self.text("stdout", of: output)) \(Self.text("stderr", of: output))")
    }
    self.visitor = visitor
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private static func start(
    _ program: URL, _ arguments: [String], in scratch: ScratchFolder, _ output: ScratchFolder
  ) async throws -> Process {
    let result: Result<Process, any Error> = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(
          returning: Result {
            let process = Process()
            (process.executableURL, process.arguments, process.currentDirectoryURL) = (program, arguments, scratch.url)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output.write("", to: "stdout"))
            process.standardError = try FileHandle(forWritingTo: output.write("", to: "stderr"))
            // A child inherits the signal mask of the thread that starts it.
            var nothing = sigset_t()
            unsafe pthread_sigmask(SIG_SETMASK, &nothing, nil)
            try process.run()
            return process
          })
      }.start()
    }
    return try result.get()
  }

  private static func text(_ name: String, of output: ScratchFolder) -> String {
    (try? String(contentsOf: output.url(name), encoding: .utf8)) ?? ""
  }

  /// What it has written to standard output.
  var outputText: String { Self.text("stdout", of: output) }

  /// What it has written to standard error.
  var errorText: String { Self.text("stderr", of: output) }

  /// The number of the process.
  var number: Int32 { process.processIdentifier }

  /// Sends it `signal`, and waits until it has ended: its status, -1 where a signal has ended it, and how long that took.
  func end(by signal: Int32) async -> (status: Int32, duration: Duration) {
    let start = ContinuousClock.now
    kill(number, signal)
    let hasEnded = await Poll.eventually { [process] in !process.isRunning }
    let duration = ContinuousClock.now - start
    guard hasEnded, process.terminationReason == .exit else { return (-1, duration) }
    return (process.terminationStatus, duration)
  }

  // MARK: What it uses

  /// Its resident memory, in bytes.
  var residentMemory: Int { (status["VmRSS"] ?? 0) * 1_024 }

  /// How many threads it has.
  var threads: Int { status["Threads"] ?? 0 }

  /// How many files it has open.
  var openFiles: Int { ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd")) ?? []).count }

  /// Whether it works no longer: its processor time stands still, within a minute.
  func isIdle() async -> Bool {
    var last = -1
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let ticks = processorTicks
      // What looks after the file takes a moment now and then.
      if last >= 0, ticks - last <= 2 { return true }
      last = ticks
      await Poll.eventually(within: .milliseconds(500), every: .milliseconds(500)) { false }
    }
    return false
  }

  /// Its processor time, in hundredths of a second.
  private var processorTicks: Int {
    let text = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  private var status: [String: Int] {
    let text = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
    let pairs = text.split(separator: "\n").compactMap { line -> (String, Int)? in
      let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      return words.count > 1 ? Int(words[1]).map { (String(words[0]), $0) } : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
