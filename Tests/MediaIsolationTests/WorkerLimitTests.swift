import Foundation
import Glibc
import TestSupport
import Testing

@testable import MediaIsolation

@Suite("What ends a worker", .enabled(if: Sandbox.hasLandlock, "the kernel has no Landlock"))
struct WorkerLimitTests {
  private var rules: SandboxRules { SandboxRules(folders: SandboxRules.systemFolders) }

  /// What comes of `words` within limits that `change` sets.
  private func attempt(_ words: String..., change: (inout WorkerLimits) -> Void) async -> (
    WorkerEnding, seconds: Double
  ) {
    var probe = Probe(rules)
    change(&probe.limits)
    let clock = ContinuousClock()
    let start = clock.now
    let ending = await probe.run(words)
    return (ending, (clock.now - start) / .seconds(1))
  }

  @Test func `memory that is used beyond the limit`() async {
    let within = await attempt("take", "\(100 << 20)") { $0.memory = 300 << 20 }
    #expect(within.0 == .exited(status: 0))
    // Five seconds of it would be several times the limit.
    let beyond = await attempt("take", "\(8 << 30)") { $0.memory = 300 << 20 }
    #expect(beyond.0 == .outOfMemory)
  }

  @Test func `memory that is only asked for, far beyond the limit, is not given`() async {
    var rules = rules
    rules.dataLimit = 1 << 30
    #expect(await Probe(rules).run(["ask", "\(2 << 30)"]) == .exited(status: ENOMEM))
    #expect(await Probe(rules).run(["ask", "\(200 << 20)"]) == .exited(status: 0))
  }

  @Test func `idleness, waiting and busy alike`() async {
    for action in ["wait", "spin"] {
      let (ending, seconds) = await attempt(action) { $0.idleTime = .seconds(1) }
      #expect(ending == .idle, "\(action)")
      #expect(seconds >= 1)
    }
  }

  @Test func `the time in all`() async {
    let (ending, _) = await attempt("spin") { $0.totalTime = .milliseconds(500) }
    #expect(ending == .overtime)
  }

  @Test func `a crash, at once`() async {
    let (ending, _) = await attempt("crash") { _ in }
    #expect(ending == .killed(signal: SIGABRT))
    #expect(WorkerEnding.name(ofSignal: SIGABRT) == "SIGABRT, Aborted")
  }

  @Test func `a program that is not there`() async {
    var process = WorkerProcess(WorkerOrders(rules: rules), limits: WorkerLimits(), arguments: [], variables: [:])
    process.program = "/nowhere/at/all"
    #expect(process.run { 0 } == .notStarted(error: ENOENT))
  }

  @Test func `a worker's question is answered`() async {
    #expect(await Probe(rules).run(["hand-over"]) { 0 } == .exited(status: 0))
    #expect(await Probe(rules).run(["hand-over"]) { EEXIST } == .exited(status: EEXIST))
  }
}
