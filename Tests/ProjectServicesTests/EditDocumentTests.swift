import EditServices
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering
import ScriptedRendering
import Testing

/// A format that is none of the program's: a line a cut, each with a file, its first frame and how many.
///
///     cat.mp4 25 50
///     dog.mp4 0 25
///
/// How long a frame lasts is the media's to say.
private struct CutList: EditDocument, DocumentLocator {
  let cuts: [(asset: AssetReference, start: Int64, count: Int64)]

  init(_ text: String) throws {
    cuts = try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      try #require(words.count == 3)
      let asset = AssetReference(
        url: URL(filePath: "/media/\(words[0])"), name: String(words[0].prefix { $0 != "." }))
      return (asset, try #require(Int64(words[1])), try #require(Int64(words[2])))
    }
  }

  func resolve(with media: MediaInspector, countingFrames: Bool) async throws -> ResolvedDocument {
    let facts = try await media.facts(of: Array(Set(cuts.map(\.asset))))
    let frame = try #require(facts.values.first?.defaultVideo?.timing.nominalFrameDuration)
    func time(_ frames: Int64) throws -> CMTime { try CMTime(exactly: frame * Rational(frames)) }
    var track = CompositionTrack(id: 1, mediaType: .video)
    for cut in cuts {
      track.segments.append(
        CompositionTrackSegment(
          source: CompositionTrackSegment.Source(asset: cut.asset, trackIndex: 0),
          sourceRange: CMTimeRange(start: try time(cut.start), duration: try time(cut.count)),
          targetRange: CMTimeRange(start: track.duration, duration: try time(cut.count))))
    }
    return ResolvedDocument(
      ResolvedProject(composition: Composition(tracks: [track]), locator: self), frameDuration: try time(1),
      facts: facts)
  }

  func pointer(to part: DocumentPart) -> JSONPointer {
    guard case .asset(let asset) = part, let line = cuts.firstIndex(where: { $0.asset == asset }) else {
      return JSONPointer()
    }
    return JSONPointer(["cuts"]).appending(line).appending("file")
  }

  func pointer(to location: ModelLocation) -> JSONPointer {
    if case .segment(_, let index) = location.part { JSONPointer(["cuts"]).appending(index) } else { JSONPointer() }
  }

  func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic {
    let line = pointer.tokens.dropFirst().first.flatMap { Int($0) } ?? 0
    return ProjectDiagnostic(at: pointer, line: line + 1, column: 1, message, expected: expected)
  }
}

/// All that is done with a project is done with a document of another format: it resolves, and says where things stand.
@Suite struct EditDocumentTests {
  private static let text = "cat.mp4 25 50\ndog.mp4 0 25\n"

  private func render(_ text: String, missing: Set<String> = []) throws -> ProjectRender {
    ProjectRender(try CutList(text), renderer: try ProjectStage(ProjectStage.project(), missing: missing).renderer)
  }

  @Test func `its plan is that of the project that says the same`() async throws {
    let project = """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "dog": { "uri": "dog.mp4" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
          { "asset": "cat", "in": 1, "duration": 2 }, { "asset": "dog", "in": 0, "duration": 1 } ] } ] } }
      """
    let plan = try await render(Self.text).plan()
    #expect(plan == (try await ProjectStage(project).render.plan()))
    #expect(plan.picture?.frameCount == 75)
  }

  @Test func `a range of it counts its frames`() async throws {
    var choices = ProjectRender.Choices()
    choices.timeRange = try ProjectTimeRange(start: ProjectTime("10f"), duration: ProjectTime("20f"))
    let plan = try await render(Self.text).plan(choices)
    #expect(plan.picture?.range == 10..<30)
  }

  @Test func `what is shown at a time has its place in the list`() async throws {
    let explained = try await render(Self.text).explain(at: try ProjectTime("60f"))
    let clip = try #require(explained.explanation.picture?.layers.first?.clip)
    #expect(clip.reference.asset.name == "dog")
    #expect(explained.model.pointer(to: clip.location).description == "/cuts/1")
  }

  @Test func `a cut beyond its file, and a file that is missing, are faults at their lines`() async throws {
    let beyond = try await render("cat.mp4 25 50\ndog.mp4 240 25\n").check()
    #expect(beyond.faults.map(\.error.code) == [.sourceRangeBeyondMedia])
    #expect(beyond.faults.map(\.diagnostic.line) == [2])
    #expect(beyond.faults.map(\.diagnostic.pointer.description) == ["/cuts/1"])
    // Its own lookup fails, before there is a model.
    let missing = try await render(Self.text, missing: ["dog"]).check()
    #expect(missing.faults.map(\.error.code) == [.mediaMissing])
    #expect(missing.faults.map(\.diagnostic.pointer.description) == ["/cuts/1/file"])
  }

  @Test func `its film is written`() async throws {
    let stage = try ProjectStage(ProjectStage.project())
    let session = try await ProjectRender(try CutList(Self.text), renderer: stage.renderer)
      .session(to: FileManager.default.temporaryDirectory.appending(path: "cuts-of-a-list.mp4"), replacing: true)
    try await session.export()
    #expect(stage.renderer.record.writers.count == 1)
  }
}
