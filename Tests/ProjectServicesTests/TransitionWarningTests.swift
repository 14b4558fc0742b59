import EditServices
import EditingModel
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering
import ScriptedRendering
import Testing

/// What is probably not meant about transitions.
@Suite struct TransitionWarningTests {
  private static func film(_ second: String, fit: String) -> String {
    """
    { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "\(second)": { "uri": "\(second).mp4" } },
      "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
        { "asset": "cat", "in": 1, "duration": 2, "transition": { "name": "crossDissolve", "duration": 1 } },
        { "asset": "\(second)", "in": 1, "duration": 2 } ] } ] },
      "videoComposition": { "fit": "\(fit)" } }
    """
  }

  @Test(arguments: [("dog", "fit", false), ("phone", "fit", true), ("phone", "fill", false), ("phone", "blur", false)])
  func `pictures of two shapes that leave bars are a warning`(second: String, fit: String, isWarned: Bool) async throws
  {
    let check = try await ProjectStage(Self.film(second, fit: fit)).render.check()
    #expect(check.faults.isEmpty)
    #expect(
      check.warnings.map(\.pointer.description)
        == (isWarned ? ["/composition/tracks/0/segments/0/transition"] : []))
  }

  @Test func `media of transitions are looked at once`() async throws {
    let stage = try ProjectStage(Self.film("dog", fit: "fill"))
    _ = try await stage.render.check()
    let asked = stage.renderer.record.factsAsked.flatMap(\.self)
    #expect(asked.count == 2 && Set(asked).count == 2)
  }

  @Test func `music is as long as its file says`() async throws {
    let text = Self.film("dog", fit: "fill").replacing(
      #""gstedit": 1,"#, with: #""gstedit": 1, "music": { "asset": "cat", "in": 9, "volume": 0.5 },"#)
    let plan = try await ProjectStage(text).render.plan()
    let strip = try #require(plan.sound?.strips.last)
    #expect(strip.pieces.count == 4)
    let count = try #require(plan.sound?.sampleCount)
    #expect(count == 192_000)
  }
}
