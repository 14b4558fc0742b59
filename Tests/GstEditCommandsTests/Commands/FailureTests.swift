import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

struct FailureTests {
  private let clip = ClipReference(
    asset: AssetReference(url: URL(filePath: "/media/cat.mp4"), name: "cat"), trackID: 1, segmentIndex: 0)

  @Test func `a failure is a sentence that names the clip, the time and what to do`() throws {
    let failure = CommandFailure(
      RenderError(
        .mediaUnreadable, "It cannot be decoded.", remedy: "Replace it.", clip: clip, time: try Rational(3, 2),
        underlying: "qtdemux: no moov\nstreaming stopped"))
    #expect(
      failure.text(verbose: false, usesColor: false)
        == "gstedit: error: clip cat (track 1, segment 0) at 00:00:01.500: It cannot be decoded. Replace it.\n")
    #expect(failure.text(verbose: true, usesColor: false).hasSuffix("\n  qtdemux: no moov\n  streaming stopped\n"))
    #expect(failure.status == .mediaUnavailable)
  }

  @Test func `only the mark is colored, and only where color is wanted`() {
    let failure = CommandFailure(.usage, "No.")
    #expect(failure.text(verbose: false, usesColor: true) == "gstedit: \u{1B}[1;31merror:\u{1B}[0m No.\n")
    #expect(!failure.text(verbose: false, usesColor: false).contains("\u{1B}"))
  }

  @Test func `a command colors its errors where a terminal wants it`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("plan nothing.json", isTerminal: true, usesColor: true) == .mediaUnavailable)
    #expect(stage.errors.contains("\u{1B}[1;31m"))
  }

  @Test func `the engine's messages are shown only with -v`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("plan project.json") == .done)
    #expect(stage.errors.isEmpty)
    #expect(await stage.run("plan project.json -v") == .done)
    #expect(stage.errors == "the engine's messages are shown\n")
  }

  @Test func `several failures are one, with all their sentences`() throws {
    let failures = [CommandFailure(.mediaUnavailable, "One."), CommandFailure(.engineFailed, "Two.")]
    let all = try #require(CommandFailure(all: failures))
    #expect(all.sentences == ["One.", "Two."])
    #expect(all.status == .mediaUnavailable)
    #expect(CommandFailure(all: []) == nil)
  }

  @Test func `the library's advice is completed with the option that follows it`() {
    let error = RenderError(
      .mediaUnreadable, "The file is damaged at byte 7: a box is missing.", remedy: DamagePolicy.remedy)
    #expect(CommandFailure(error).sentences[0].hasSuffix("the damage policy “keep”. That is --damaged keep."))
    #expect(OptionAdvice.completing("Check the disk.") == "Check the disk.")
  }
}
