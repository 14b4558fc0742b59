import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Subtitles
import Testing

@testable import EditServices

/// Files one after another.
@Suite struct FileEditTests {
  /// A film of `pictures` seconds of pictures, 25 a second, and of `sound` seconds of sound.
  private func film(_ name: String, pictures: Int, sound: Int, size: PixelSize = PixelSize(width: 640, height: 360))
    throws
    -> MediaFacts
  {
    var facts = try ScriptedRendering.film(name, seconds: sound, size: size)
    facts.videoTracks[0].timing = .constant(start: .zero, frameDuration: try Rational(1, 25), count: 25 * pictures)
    return facts
  }

  private func picture(_ edit: EditSnapshot, _ films: [MediaFacts]) throws -> PicturePlan {
    let facts = EditFacts(media: Dictionary(uniqueKeysWithValues: films.map { ($0.asset, $0) }))
    return try #require(try edit.timed(for: .mp4).plan(settings: RenderSettings(), facts: facts).picture)
  }

  @Test(arguments: [PixelSize(width: 640, height: 360), PixelSize(width: 320, height: 240)])
  func `a picture stays until the next file begins, where its own sound goes on`(size: PixelSize) throws {
    let films = [try film("a", pictures: 1, sound: 3), try film("b", pictures: 2, sound: 2, size: size)]
    let plan = try picture(try FileEdit(joining: films, in: .mp4).edit, films)
    #expect(plan.frameCount == 75 && plan.spans.allSatisfy { !$0.method.runs.isEmpty })
    #expect(try plan.outputTime(of: 24) == Rational(24, 25))
    #expect(try plan.outputTime(of: 25) == Rational(3))
    #expect(plan.runs.map(\.source.asset) == films.map(\.asset))
    #expect(plan.runs[0].sourceFrame(at: 24) == 24 && plan.runs[1].sourceFrame(at: 25) == 0)
  }

  @Test func `the last file's pictures end where they end, unless something is drawn up to the end of its sound`()
    throws
  {
    let films = [try film("a", pictures: 1, sound: 2)]
    let edit = try FileEdit(joining: films, in: .mp4)
    let plan = try picture(edit.edit, films)
    #expect(try plan.frameCount == 25 && plan.outputDuration == .one)
    var adjustments = FileAdjustments()
    adjustments.subtitles = .init(SubtitleTrack(SubtitleDocument()), soft: false)
    let drawn = try picture(try edit.adjusted(by: adjustments).edit, films)
    #expect(drawn.frameCount == 50 && drawn.spans.allSatisfy { !$0.method.runs.isEmpty })
    #expect(drawn.runs.first?.sourceFrame(at: 49) == 24)
  }

  @Test func `of several pictures one that ends early hides none that goes on`() throws {
    var first = try film("a", pictures: 2, sound: 3)
    first.videoTracks.insert(first.videoTracks[0], at: 0)
    first.videoTracks[0].timing = .constant(start: .zero, frameDuration: try Rational(1, 25), count: 25)
    let films = [first, try film("b", pictures: 1, sound: 1)]
    let plan = try picture(try FileEdit(joining: films, in: .mp4).edit, films)
    let seen = plan.runs.filter { $0.source.asset == first.asset }.map { [$0.source.trackIndex, $0.frames.count] }
    #expect(seen == [[0, 25], [1, 25]])
    #expect(try plan.outputTime(of: 50) == Rational(3))
  }

  @Test func `a file of sound alone shows nothing`() throws {
    var sound = try film("b", pictures: 1, sound: 2)
    sound.videoTracks = []
    let films = [try film("a", pictures: 1, sound: 1), sound, try film("c", pictures: 1, sound: 1)]
    let plan = try picture(try FileEdit(joining: films, in: .mp4).edit, films)
    #expect(plan.spans.filter { $0.method.runs.isEmpty }.count == 1)
    #expect(try plan.outputTime(of: plan.frameCount - 25) == Rational(3))
  }

  // MARK: What goes along

  @Test func `each file has its chapters in the film, and among such files one without any is one`() async throws {
    let films = [
      try film("a.mp4", pictures: 4, sound: 4), try film("b.mp4", pictures: 3, sound: 3),
      try film("c.mp4", pictures: 5, sound: 5),
    ]
    func time(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: scale) }
    let stated = FileMetadata(chapters: [
      Chapter(start: .zero, end: nil, titles: [.init("One")]),
      Chapter(start: time(2), end: nil, titles: [.init("Two")]),
    ])
    let inspector = MediaInspector(
      renderer: ScriptedRenderer(media: films, metadata: [films[0].asset: stated, films[2].asset: stated]))
    var edit = try FileEdit(joining: films, in: .mp4)
    func chapters(in range: CMTimeRange? = nil, overlap: Rational = .zero) async throws -> [String] {
      try await edit.metadata(of: films, overlap: overlap, in: range, passing: .forSharing, inspector: inspector)
        .chapters.map { "\($0.title) \($0.exactStart) \($0.exactEnd ?? .zero)" }
    }
    #expect(try await chapters() == ["One 0 2", "Two 2 4", "b 4 7", "One 7 9", "Two 9 12"])
    let part = CMTimeRange(start: time(3), duration: time(5))
    #expect(try await chapters(in: part) == ["Two 0 1", "b 1 4", "One 4 5"])
    var adjustments = FileAdjustments()
    adjustments.speedFactor = Rational(2)
    edit = try edit.adjusted(by: adjustments)
    #expect(try await chapters() == ["One 0 1", "Two 1 2", "b 2 7/2", "One 7/2 9/2", "Two 9/2 6"])
    let silent = MediaInspector(renderer: ScriptedRenderer(media: films))
    #expect(
      try await edit.metadata(of: films, overlap: .zero, in: nil, passing: .forSharing, inspector: silent)
        == FileMetadata())
  }

  @Test func `data, pictures and sounds that find no place are named`() async throws {
    var facts = try film("phone.mov", pictures: 1, sound: 1)
    facts.videoTracks += facts.videoTracks
    facts.audioTracks += facts.audioTracks
    facts.ancillaryTracks = [
      AncillaryTrack(number: 5, kind: .timecode, codecType: "tmcd"),
      AncillaryTrack(number: 6, kind: .metadata, codecType: "mebx"),
      AncillaryTrack(number: 7, kind: .metadata, codecType: "mebx"),
      // These say how the others are streamed.
      AncillaryTrack(number: 8, kind: .other, codecType: "rtp "),
      AncillaryTrack(number: 9, kind: .other, codecType: "mp4s"),
    ]
    let inspector = MediaInspector(renderer: ScriptedRenderer(media: [facts]))
    func notes(_ fileType: FileType, isPassthrough: Bool = false) async throws -> [String] {
      let film = try FileEdit(joining: [facts], in: fileType)
      var request = ExportRequest(
        film.edit, as: ExportRules.defaults(for: fileType), to: facts.asset.url.appendingPathExtension("new"))
      request.isPassthrough = isPassthrough
      try await request.takeTracks(of: film, made: [facts], inspector: inspector)
      return request.notes
    }
    #expect(
      try await notes(.mp4) == [
        "phone.mov: timecode (tmcd), timed metadata (mebx) in 3 tracks are left behind.",
        "phone.mov: 2 tracks of pictures become one, the first on top.",
      ])
    #expect(
      try await notes(.flac) == [
        "phone.mov: of its 2 sounds the first is kept, for a file of type flac has room for one. They can be mixed."
      ])
    #expect(try await notes(.mp4, isPassthrough: true) == [])
    facts.videoStorage = [TrackStorage(), TrackStorage()]
    facts.videoStorage[1].isEnabled = false
    #expect(try await notes(.mp4).last == "phone.mov: of its 2 tracks of pictures 1 is not enabled and left out.")
  }
}
