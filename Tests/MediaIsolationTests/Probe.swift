import Foundation
import TestSupport

@testable import MediaIsolation

/// A worker that tries things: the program `SandboxProbe` of the same build.
struct Probe {
  private let rules: SandboxRules
  var limits = WorkerLimits()

  /// A worker within `rules`.
  init(_ rules: SandboxRules) {
    self.rules = rules
  }

  /// What comes of what `words` say; `handOver` gives its files their names.
  ///
  /// Threads: waits on a thread of its own.
  func run(_ words: [String], handOver: @escaping @Sendable () -> Int32 = { 0 }) async -> WorkerEnding {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: blockingRun(words, handOver: handOver)) }.start()
    }
  }

  private func blockingRun(_ words: [String], handOver: () -> Int32) -> WorkerEnding {
    var process = WorkerProcess(
      WorkerOrders(rules: rules), limits: limits, arguments: words, variables: ProcessInfo.processInfo.environment)
    process.program = ProgramLocation.buildFolder.appending(path: "SandboxProbe").path
    return process.run(handOver: handOver)
  }
}
