import EditServices
import EditingModel
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering
import ScriptedRendering
import Testing

/// What keeps a project from being rendered, what is asked of the renderer for it, and how times in frames become seconds.
@Suite struct ProjectCheckTests {
  @Test func `a project that can be rendered has a plan and no faults`() async throws {
    let stage = try ProjectStage(ProjectStage.project())
    let check = try await stage.render.check()
    #expect(check.faults.isEmpty)
    #expect(check.warnings.isEmpty)
    #expect(check.plan == (try await stage.render.plan()))
    #expect(stage.renderer.record.writers.isEmpty)
  }

  @Test func `every missing file and every segment beyond its media is named at its place`() async throws {
    let text = ProjectStage.project().replacing(#""in": 2, "duration": 4"#, with: #""in": 7, "duration": 4"#)
    let check = try await ProjectStage(text, missing: ["cat"]).render.check()
    #expect(check.plan == nil)
    #expect(check.faults.map(\.error.code) == [.mediaMissing, .sourceRangeBeyondMedia])
    #expect(
      check.faults.map(\.diagnostic.pointer.description) == ["/assets/cat/uri", "/composition/tracks/1/segments/0"])
  }

  @Test func `two sizes that one transform places are a warning`() async throws {
    let text = """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "phone": { "uri": "phone.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "cat", "in": 0, "duration": 2 }, { "asset": "phone", "in": 0, "duration": 2 } ] } ] },
        "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
          { "start": 0, "duration": 4, "layers": [ { "track": 1 } ] } ] } }
      """
    let check = try await ProjectStage(text).render.check()
    #expect(check.faults.isEmpty)
    #expect(check.warnings.map(\.pointer.description) == ["/composition/tracks/0/segments/1"])
    #expect(try await ProjectStage(text).render.pitfalls() == check.warnings)
  }

  @Test func `a project that cannot be rendered has no pitfalls`() async throws {
    let text = ProjectStage.project().replacing(#""in": 2, "duration": 4"#, with: #""in": 7, "duration": 4"#)
    #expect(try await ProjectStage(text).render.pitfalls().isEmpty)
    #expect(try await ProjectStage(text, missing: ["cat"]).render.pitfalls().isEmpty)
  }

  @Test func `layers that are a track which no instruction shows are a warning`() async throws {
    func places(_ layers: String) async throws -> [String] {
      let text = ProjectStage.project(#"{ "start": 0, "duration": 4, "layers": [ \#(layers) ] }"#)
        .replacing(
          #""gstedit": 1,"#, with: #""gstedit": 1, "additionalLayers": [ { "track": 9, "layers": [ {} ] } ],"#)
      let check = try await ProjectStage(text).render.check()
      #expect(check.faults.isEmpty)
      return check.warnings.map(\.pointer.description)
    }
    // Track 2 is shown by none either.
    #expect(try await places(#"{ "track": 1 }"#) == ["/additionalLayers/0", "/composition/tracks/1"])
    #expect(try await places(#"{ "track": 9 }, { "track": 1 }"#) == ["/composition/tracks/1"])
  }

  @Test func `a range that ends after the media is the film's where layers go on, and refused elsewhere`() async throws
  {
    let title = #""gstedit": 1, "titles": [ { "text": "One", "start": 3, "duration": 3 } ],"#
    let titled = ProjectStage.project().replacing(#""gstedit": 1,"#, with: title)
    let plain = ProjectStage.project()
    for (text, range, end) in [(titled, "0..6", 150), (titled, "1..", 100), (titled, "5..6", 150), (plain, "1..", 100)]
    {
      let choices = ProjectRender.Choices(timeRange: try ProjectTimeRange(range))
      let plan = try await ProjectStage(text).render.plan(choices)
      #expect(plan.picture?.range.upperBound == end, "\(range)")
      #expect(plan.sound?.range.upperBound == Int64(end) * 1920, "\(range)")
    }
    for range in ["0..6", "5..6"] {
      let choices = ProjectRender.Choices(timeRange: try ProjectTimeRange(range))
      await #expect(throws: ProjectRender.ChoiceError.self) { try await ProjectStage(plain).render.plan(choices) }
    }
  }

  @Test func `no file is looked into twice`() async throws {
    let text = ProjectStage.project().replacing(#""in": 1, "duration": 4"#, with: #""in": "25f", "duration": 4"#)
    for work in [{ _ = try await $0.check() }, { _ = try await $0.plan() }] as [(ProjectRender) async throws -> Void] {
      let stage = try ProjectStage(text)
      try await work(stage.render)
      let asked = stage.renderer.record.factsAsked.flatMap(\.self)
      #expect(asked.count == 2)
      #expect(Set(asked).count == 2)
    }
  }

  @Test func `frames are those of the media where no video composition says how long they are`() async throws {
    let text = ProjectStage.project().replacing(#""in": 1, "duration": 4"#, with: #""in": "25f", "duration": 4"#)
    let plan = try await ProjectStage(text).render.plan(
      ProjectRender.Choices(timeRange: try ProjectTimeRange("25f..50f")))
    #expect(plan.picture?.runs.first?.firstTime == .one)
    #expect(plan.picture?.range == 25..<50)
    #expect(plan.sound?.range == 48_000..<96_000)
  }

  @Test func `a preset's box is what the picture fits into, stand-in or not`() async throws {
    let instruction = #"{ "start": 0, "duration": 4, "layers": [ { "track": 1 } ] }"#
    let preset = try ExportPreset.named("1280x720")
    for text in [ProjectStage.project(), ProjectStage.project(instruction)] {
      let stage = try ProjectStage(text)
      let plain = try await stage.render.plan()
      #expect(plain.picture?.size == PixelSize(width: 640, height: 360))
      let plan = try await stage.render.plan(ProjectRender.Choices(scale: 2, preset: preset))
      #expect(plan.picture?.size == PixelSize(width: 1280, height: 720))
      let large = try await stage.render.plan(ProjectRender.Choices(scale: 3, preset: preset))
      #expect(large.picture?.size == PixelSize(width: 1280, height: 720))
      #expect(large.picture?.spans.map(\.method.name) == ["passthrough"])
    }
  }
}
