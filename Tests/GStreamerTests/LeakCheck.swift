import Foundation
import GStreamer
import Testing

@Suite("Leaks")
struct LeakCheck {
  /// Alive as long as the process: what the tracer must report, or it saw nothing at all.
  private static let canary = Result { () throws(GStreamerError) in try Element("fakesink", name: "canary") }

  /// With `GSTEDIT_LEAK_CHECK=1` the process lets go of GStreamer as the last thing it does, so that GStreamer's leaks
  /// tracer can name whatever is still alive then. `make leaks` sets the variable and reads what the tracer wrote.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["GSTEDIT_LEAK_CHECK"] == "1"))
  func `the framework is shut down as the process ends`() throws {
    #expect(try Self.canary.get().factory == "fakesink")
    #expect(atexit { Framework.shutDownForLeakCheck() } == 0)
  }
}
