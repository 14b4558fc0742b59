import Foundation
import GstEdit

/// Slurm by its commands: `sbatch`, `squeue`, `scontrol`, `scancel`.
struct Slurm {
  /// - Throws: `CommandFailure` where Slurm's commands are not installed.
  func checkInstallation() throws(CommandFailure) {
    guard let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") else { return }
    guard folders.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/sbatch") }) else {
      throw Self.missing("sbatch")
    }
  }

  /// Submits the script at `url` with `options`; the job's number.
  ///
  /// - Throws: `CommandFailure` with Slurm's own words.
  func submit(_ url: URL, _ options: [String]) async throws -> String {
    let text = try await run("sbatch", ["--parsable"] + options + [url.path])
    // "12;cluster" where there are several.
    return String(text.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first ?? "")
  }

  /// Whether one of `jobs` waits or runs.
  func isQueued(_ jobs: [String]) async throws -> Bool {
    for job in jobs where try await tasks(of: job) > 0 { return true }
    return false
  }

  /// The number of tasks of `job` that wait or run; none of one that Slurm has forgotten.
  func tasks(of job: String) async throws -> Int {
    let text = try await run("squeue", ["--noheader", "--array", "--format=%T", "--jobs", job], allowsFailure: true)
    return text.split(separator: "\n").count
  }

  /// The final state of `job`: "COMPLETED"; nil where Slurm has forgotten it.
  func state(of job: String) async throws -> String? {
    let text = try await run("scontrol", ["--oneliner", "show", "job", job], allowsFailure: true)
    return text.split(separator: " ").first { $0.hasPrefix("JobState=") }.map {
      String($0.dropFirst("JobState=".count))
    }
  }

  /// The most tasks of an array (`MaxArraySize`, slurm.conf(5)); nil where the cluster does not say.
  func largestArray() async throws -> Int? {
    let text = try await run("scontrol", ["show", "config"], allowsFailure: true)
    return text.firstMatch(of: #/MaxArraySize\s*=\s*(\d+)/#).flatMap { Int($0.1) }.map { max(1, $0) }
  }

  /// Cancels `jobs`.
  func cancel(_ jobs: [String]) async throws {
    _ = try await run("scancel", jobs)
  }

  /// The output of the command called `name` with `arguments`.
  private func run(_ name: String, _ arguments: [String], allowsFailure: Bool = false) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.output(of: name, arguments, allowsFailure: allowsFailure) })
      }
    }
  }

  private static func output(of name: String, _ arguments: [String], allowsFailure: Bool) throws -> String {
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
    do {
      try process.run()
    } catch {
      throw CommandFailure(.engineFailed, "\(name) cannot be started.", underlying: error.localizedDescription)
    }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 || allowsFailure else {
      guard process.terminationStatus != 127 else { throw missing(name) }
      let sentence = String(decoding: words, as: UTF8.self).split(separator: "\n").joined(separator: " ")
      throw CommandFailure(.engineFailed, "\(name) failed: \(sentence)")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func missing(_ name: String) -> CommandFailure {
    CommandFailure(
      .pluginMissing, "There is no \(name) here.", remedy: "Install Slurm's commands: apt-get install slurm-client.")
  }
}
