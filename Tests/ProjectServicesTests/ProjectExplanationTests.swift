import EditServices
import EditingModel
import MediaTime
import ProjectFile
import ProjectServices
import Rendering
import Testing

/// What is shown and played at a time, read off the plan, without an engine.
@Suite struct ProjectExplanationTests {
  private func picture(_ text: String, at time: String) async throws -> PictureExplanation {
    let explained = try await ProjectStage(text).render.explain(at: try ProjectTime(time))
    return try #require(explained.explanation.picture)
  }

  @Test func `a layer stands with its instruction, its frame and its place in the model`() async throws {
    let text = ProjectStage.project(
      """
      { "start": 0, "duration": 2, "layers": [ { "track": 1 }, { "track": 2 } ] },
      { "start": 2, "duration": 2, "layers": [ { "track": 2 } ] }
      """)
    let first = try await picture(text, at: "1")
    #expect([first.instruction, first.frame, first.frameCount] == [0, 25, 100])
    #expect(first.layers.map(\.visibility) == [.shown, .covered])
    #expect(first.layers[0].clip?.reference.asset.name == "cat")
    #expect(first.layers[0].clip?.sourceTime == CMTime(value: 2, timescale: 1))
    #expect(first.layers[0].sourceFrame?.number == 50)
    #expect(first.layers[0].location == ModelLocation(.layer(instruction: 0, index: 0)))
    #expect(first.layers[0].clip?.location == ModelLocation(.segment(track: 0, index: 0)))
    let second = try await picture(text, at: "3")
    #expect(second.instruction == 1)
    #expect(second.layers.map(\.trackID) == [2])
  }

  @Test func `two instructions that are drawn alike are distinguished`() async throws {
    let text = ProjectStage.project(
      """
      { "start": 0, "duration": 2, "layers": [ { "track": 1 } ] },
      { "start": 2, "duration": 2, "layers": [ { "track": 1 }, { "track": 2 } ] }
      """)
    #expect(try await ProjectStage(text).render.plan().picture?.spans.count == 1)
    #expect(try await picture(text, at: "49f").instruction == 0)
    let second = try await picture(text, at: "50f")
    #expect(second.instruction == 1)
    #expect(second.layers.map(\.visibility) == [.shown, .covered])
  }

  @Test func `of two layers of one track and one opacity, the one that is seen is shown`() async throws {
    let text = ProjectStage.project(
      """
      { "start": 0, "duration": 4, "layers": [
        { "track": 1, "transform": [ { "at": 0, "value": [1, 0, 0, 1, 900, 0] } ] },
        { "track": 1, "transform": [ { "at": 0, "value": [0.5, 0, 0, 0.5, 20, 40] } ] } ] }
      """)
    let picture = try await picture(text, at: "1")
    #expect(picture.layers.map(\.visibility) == [.outside, .shown])
    #expect(picture.layers[1].place == Rectangle(x: 20, y: 40, width: 320, height: 180))
  }

  @Test func `a compositor's tracks stand with their layers, and those without one at the end`() async throws {
    let text = ProjectStage.project(
      #"{ "start": 0, "duration": 4, "requiredTracks": [1, 2], "layers": [ { "track": 2 } ] }"#,
      compositor: #""customCompositor": { "name": "wipe" },"#)
    let picture = try await picture(text, at: "1")
    #expect(picture.method == "custom")
    #expect(picture.layers.map(\.trackID) == [2, 1])
    #expect(picture.layers.map(\.visibility) == [.shown, .shown])
    #expect(
      picture.layers.map(\.location) == [
        ModelLocation(.layer(instruction: 0, index: 0)), ModelLocation(.instruction(0), .requiredSourceTrackIDs),
      ])
  }

  @Test func `without a video composition the layers are the stacked tracks, and stand nowhere`() async throws {
    let picture = try await picture(ProjectStage.project(), at: "1")
    #expect(picture.instruction == nil)
    #expect(picture.layers.map(\.visibility) == [.shown, .covered])
    #expect(picture.layers.map(\.location) == [nil, nil])
  }

  @Test func `sound stands with its segment and its gain`() async throws {
    let explained = try await ProjectStage(ProjectStage.project()).render.explain(at: try ProjectTime("1.5"))
    let sound = try #require(explained.explanation.sound)
    #expect(sound.sample == 72_000)
    #expect(sound.tracks.map(\.audibility) == [.heard])
    #expect(sound.tracks[0].clip?.sourceTime == CMTime(value: 3, timescale: 2))
    #expect(sound.tracks[0].gain == 1)
  }

  @Test func `a time behind the end is a choice that does not fit`() async throws {
    let render = try ProjectStage(ProjectStage.project()).render
    await #expect(throws: ProjectRender.ChoiceError.self) { try await render.explain(at: try ProjectTime("4")) }
  }
}
