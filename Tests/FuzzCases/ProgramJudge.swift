import Foundation
import TestSupport

/// Runs the program in a folder of its own and notes what it must not do.
struct ProgramJudge {
  /// The folder that holds what it is given and takes what it writes.
  let folder: ScratchFolder

  /// Where the program may put temporary files, and must leave none.
  private let temporary: ScratchFolder

  /// What it must not have done so far.
  private(set) var faults: [FuzzFault] = []

  /// The most memory that it may hold, in bytes.
  private static let memory = 1_500_000_000

  /// How long it may take, in seconds.
  private static let seconds = 60.0

  /// The statuses that a file or a project may end with: those of what is invalid, missing, unreadable, beyond what is
  /// installed, or not to be written.
  private static let statuses: Set<Int32> = [0, 65, 66, 69, 70, 73]

  init() throws {
    (folder, temporary) = (try ScratchFolder(), try ScratchFolder())
  }

  /// Notes a fault.
  mutating func note(_ kind: FuzzFault.Kind, _ detail: String) {
    faults.append(FuzzFault(kind: kind, detail: detail))
  }

  /// Runs a command; nil where it did not come to an orderly end. The file that it `writes` must not be there when it
  /// fails, unless it keeps what it could do.
  mutating func run(
    _ arguments: [String], writes output: String? = nil, keepsParts: Bool = false
  ) async throws -> ProgramOutcome? {
    let before = try folder.names()
    // What takes much more than it may is stopped before the machine suffers.
    var run = ProgramRun(
      try MediaTools.executable("sh"),
      ["-c", "ulimit -v 8000000; exec \"$@\"", "sh", ProgramLocation.gstedit.path] + arguments)
    run.directory = folder.url
    run.timeout = Self.seconds
    run.environment = ["TMPDIR": temporary.url.path, "NO_COLOR": "1"]
    let outcome = try await run.outcome()
    let command = arguments[0]
    let words = String(outcome.errorText.suffix(400))
    if outcome.usage.peakMemory > Self.memory {
      note(.memory, "\(command) held \(outcome.usage.peakMemory / 1_000_000) MB; \(outcome.ending)")
    }
    for name in try temporary.names() {
      note(.leftover, "\(command) left the temporary \(name)")
      try FileManager.default.removeItem(at: temporary.url(name))
    }
    let isDone = outcome.ending == .exited(0) || keepsParts
    for name in try folder.names() where !before.contains(name) && !(isDone && name == output) {
      note(.leftover, "\(command) left \(name); \(outcome.ending)")
      try FileManager.default.removeItem(at: folder.url(name))
    }
    if ["CRITICAL", "GLib", "Assertion"].contains(where: outcome.errorText.contains) {
      note(.misuse, "\(command): \(words)")
    }
    switch outcome.ending {
    case .killed(let signal):
      note(.crash, "\(command) ended by signal \(signal): \(words)")
      return nil
    case .timedOut:
      note(.hang, "\(command) took more than \(Int(Self.seconds)) s: \(words)")
      return nil
    case .exited(let status):
      if !Self.statuses.contains(status) { note(.status, "\(command) ended with \(status): \(words)") }
      if status != 0, !outcome.errorText.contains("error: ") {
        note(.silence, "\(command) ended with \(status): \(words)")
      }
      return outcome
    }
  }

  /// What ffmpeg decodes of an output; nil, and a fault, where it cannot.
  mutating func decoded(_ name: String) async throws -> DecodedOutput? {
    do {
      return try await DecodedOutput(folder.url(name))
    } catch let failure as MediaTools.Failure {
      note(.incomplete, "\(name) cannot be decoded: \(failure.complaint.suffix(300))")
      return nil
    }
  }

  /// Whether the first sound of `name` has frames of a fixed length; in Matroska, ffmpeg then plays the samples before
  /// the first one, too.
  func hasFramesOfSound(_ name: String) async throws -> Bool {
    let codec = try await MediaTools.ffprobe([
      "-select_streams", "a:0", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.url(name).path,
    ])
    return ["aac", "mp3", "ac3", "eac3"].contains(codec.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
