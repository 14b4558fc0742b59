import Foundation
import TestSupport
import Testing

/// A project that cannot be meant ends with 65, a sentence that names the culprit, and no file.
@Suite struct BadProjectTests {
  /// A mistake in a project file: the text to replace, its replacement, and a word that the error message must contain.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var name: String
    var replace: String
    var by: String
    var mentions: String

    var testDescription: String { name }
  }

  private static let good = """
    {
      "gstedit": 1,
      "assets": { "film": { "uri": "FILM" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
          { "asset": "film", "in": 0, "duration": 1 },
          { "asset": "film", "in": 1, "duration": 1, "at": 1 } ] } ] },
      "videoComposition": { "frameDuration": "1/25", "renderSize": [320, 180], "instructions": [
        { "start": 0, "duration": 1, "layers": [ { "track": 1 } ] },
        { "start": 1, "duration": 1, "layers": [ { "track": 1 } ] } ] },
      "export": { "fileType": "mkv", "video": { "codec": "ffv1" } }
    }
    """

  static let mistakes = [
    Mistake(name: "no JSON", replace: "\"gstedit\": 1,", by: "gstedit", mentions: "project.json"),
    Mistake(name: "another version", replace: "\"gstedit\": 1", by: "\"gstedit\": 2", mentions: "/gstedit"),
    Mistake(name: "an unknown key", replace: "\"kind\"", by: "\"knd\"", mentions: "knd"),
    Mistake(name: "an unknown key at the top", replace: "\"export\"", by: "\"exprot\"", mentions: "export"),
    Mistake(
      name: "an unknown asset", replace: "\"asset\": \"film\", \"in\": 0", by: "\"asset\": \"flim\", \"in\": 0",
      mentions: "flim"),
    Mistake(
      name: "an overlap of segments", replace: "\"at\": 1", by: "\"at\": 0.5",
      mentions: "/composition/tracks/0/segments/1"),
    Mistake(
      name: "a gap in the instructions", replace: "{ \"start\": 0, \"duration\": 1",
      by: "{ \"start\": 0, \"duration\": 0.9", mentions: "/videoComposition/instructions"),
    Mistake(
      name: "an overlap of instructions", replace: "{ \"start\": 0, \"duration\": 1",
      by: "{ \"start\": 0, \"duration\": 1.1", mentions: "/videoComposition/instructions"),
    Mistake(
      name: "instructions that end too early", replace: "{ \"start\": 1, \"duration\": 1",
      by: "{ \"start\": 1, \"duration\": 0.5", mentions: "/videoComposition/instructions"),
    Mistake(
      name: "an unknown track", replace: "{ \"track\": 1 } ] } ] }", by: "{ \"track\": 7 } ] } ] }",
      mentions: "7"),
    Mistake(
      name: "a track number twice", replace: "{ \"id\": 1, \"kind\"",
      by: "{ \"id\": 1, \"kind\": \"audio\", \"segments\": [] }, { \"id\": 1, \"kind\"", mentions: "1"),
    Mistake(
      name: "a source range beyond the film", replace: "\"in\": 1, \"duration\": 1",
      by: "\"in\": 100, \"duration\": 1", mentions: "film"),
    Mistake(
      name: "a source range that ends beyond the film", replace: "\"in\": 1, \"duration\": 1",
      by: "\"in\": 5.9, \"duration\": 1", mentions: "film"),
    Mistake(
      name: "a negative time", replace: "\"in\": 0", by: "\"in\": -1", mentions: "/composition/tracks/0/segments/0"),
    Mistake(
      name: "a duration of nothing", replace: "\"in\": 0, \"duration\": 1", by: "\"in\": 0, \"duration\": 0",
      mentions: "/composition/tracks/0/segments/0"),
    Mistake(name: "a time that is none", replace: "\"in\": 0", by: "\"in\": \"soon\"", mentions: "soon"),
    Mistake(name: "a time over zero", replace: "\"in\": 0", by: "\"in\": \"1/0\"", mentions: "1/0"),
    Mistake(
      name: "a time beyond all numbers", replace: "\"in\": 0", by: "\"in\": 99999999999999999999999",
      mentions: "/composition/tracks/0/segments/0"),
    Mistake(
      name: "a frame duration of nothing", replace: "\"1/25\"", by: "\"0/25\"",
      mentions: "/videoComposition/frameDuration"),
    Mistake(
      name: "a picture of no size", replace: "[320, 180]", by: "[0, 180]",
      mentions: "/videoComposition/renderSize"),
    Mistake(name: "an unknown codec", replace: "\"ffv1\"", by: "\"ffv2\"", mentions: "ffv2"),
    Mistake(name: "an unknown container", replace: "\"mkv\"", by: "\"avi\"", mentions: "avi"),
    Mistake(name: "a codec that the container cannot hold", replace: "\"mkv\"", by: "\"mp4\"", mentions: "FFV1"),
    Mistake(
      name: "a picture of a sound track", replace: "\"kind\": \"video\"", by: "\"kind\": \"audio\"",
      mentions: "Track 1"),
  ]

  @Test(arguments: mistakes)
  func `A mistake in the project is named and nothing is written`(mistake: Mistake) async throws {
    let film = IndexedFilm(film: 1) {
      $0.frameCount = 150
      $0.timing = .constant(FrameRate(25))
    }
    let text = Self.good.replacingOccurrences(of: "FILM", with: try await film.url().path)
    #expect(text.contains(mistake.replace))
    let run = try ProjectRun(text: text.replacingOccurrences(of: mistake.replace, with: mistake.by))
    let outcome = try await run.export(to: "out.mkv").outcome()
    expectFailure(outcome, 65, mentioning: mistake.mentions)
    #expect(try run.scratch.names() == ["project.json"])

    let validation = try await run.command(["validate", run.project.path]).outcome()
    #expect(validation.ending == .exited(65), "validate: \(validation.ending) \(validation.errorText)")
  }

  @Test func `The project without a mistake is exported and valid`() async throws {
    let film = IndexedFilm(film: 1) {
      $0.frameCount = 150
      $0.timing = .constant(FrameRate(25))
    }
    let run = try ProjectRun(text: Self.good.replacingOccurrences(of: "FILM", with: try await film.url().path))
    let outcome = try await run.export(to: "out.mkv").outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(try run.scratch.names() == ["out.mkv", "project.json"])
    #expect(try await run.command(["validate", run.project.path]).outcome().ending == .exited(0))
  }
}
