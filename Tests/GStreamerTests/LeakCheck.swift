import Foundation
import GStreamer
import TestSupport
import Testing

@Suite("Leaks")
struct LeakCheck {
  /// Alive as long as the process: what the tracer must report, or it saw nothing at all.
  private static let canary = Result { () throws(GStreamerError) in try Element("fakesink", name: "canary") }

  /// With `GSTEDIT_LEAK_CHECK=1` the process shuts GStreamer down as its last action, so that GStreamer's leaks tracer
  /// can name whatever is still alive then. `make leaks` sets the variable and reads what the tracer wrote.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["GSTEDIT_LEAK_CHECK"] == "1"))
  func `the framework is shut down as the process ends`() throws {
    #expect(try Self.canary.get().factory == "fakesink")
    let end: @convention(c) () -> Void = {
      LeakCheck.waitForThreads()
      Framework.shutDownForLeakCheck()
    }
    #expect(atexit(end) == 0)
  }

  /// Blocks until the process has had the same number of threads for a second, ten seconds at most: readers and
  /// pipelines are released on threads of their own, some of which still run after the last test.
  private static func waitForThreads() {
    var (count, since) = (0, ContinuousClock.now)
    _ = Poll.until(within: .seconds(10), every: .milliseconds(100)) {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
      if threads != count { (count, since) = (threads, .now) }
      return since.duration(to: .now) >= .seconds(1)
    }
  }
}
