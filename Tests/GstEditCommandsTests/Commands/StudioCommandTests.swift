import Testing

@testable import GstEditCommands

/// `gstedit studio`, which goes on as another program.
struct StudioCommandTests {
  @Test(arguments: [
    ("studio", ["gstedit-studio", "--"]),
    ("studio film --port 8080", ["gstedit-studio", "--port", "8080", "--", "film"]),
    ("studio cat.mp4 dog.mp4 --no-browser", ["gstedit-studio", "--no-browser", "--", "cat.mp4", "dog.mp4"]),
  ])
  func `it hands its words to the studio's program`(line: String, arguments: [String]) async throws {
    let stage = try CommandStage()
    // That it comes back at all is a failure.
    #expect(await stage.run(line) == .engineFailed)
    #expect(stage.programs == [arguments])
    #expect(stage.output == "")
  }

  @Test func `a port that there is not is wrong usage`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("studio --port 65536") == .usage)
    #expect(stage.programs == [])
  }
}
