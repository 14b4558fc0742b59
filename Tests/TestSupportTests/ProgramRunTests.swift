import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ProgramRunTests {
  private func shell(_ script: String) -> ProgramRun {
    ProgramRun(URL(filePath: "/bin/sh"), ["-c", script])
  }

  @Test func `Status, output and complaints of a program are kept apart`() async throws {
    let outcome = try await shell("echo data; echo complaint >&2; exit 65").outcome()
    #expect(outcome.ending == .exited(65))
    #expect(outcome.outputText == "data\n")
    #expect(outcome.errorLines == ["complaint"])
  }

  @Test func `A program that does not end is ended`() async throws {
    var run = shell("while :; do :; done")
    run.timeout = 0.2
    #expect(try await run.outcome().ending == .timedOut)
  }

  @Test func `A signal is sent when the program has said the word`() async throws {
    var run = shell("trap 'exit 130' INT; echo ready >&2; while :; do :; done")
    run.interruption = (SIGINT, { $0.contains("ready") })
    run.timeout = 20
    let outcome = try await run.outcome()
    #expect(outcome.ending == .exited(130), "\(outcome)")
  }

  @Test func `An uncaught signal is distinguished from a status`() async throws {
    let outcome = try await shell("kill -TERM $$").outcome()
    #expect(outcome.ending == .killed(signal: SIGTERM), "\(outcome)")
  }

  @Test func `Peak memory is the kernel's high-water mark`() async throws {
    let outcome = try await ProgramRun(
      // The program itself: of one that stays loaded a run has few threads and files of its own.
      URL(filePath: "/usr/bin/ffmpeg"),
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=4096x2160:r=10:d=2,format=yuv420p,reverse", "-f", "null", "-"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.usage.peakMemory > 20 * 4096 * 2160 * 3 / 2)
    #expect(outcome.usage.peakThreads > 1)
    #expect(outcome.usage.peakOpenFiles >= 3)
    #expect(outcome.usage.processorSeconds > 0)
  }
}
