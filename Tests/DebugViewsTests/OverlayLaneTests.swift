import EditServices
import EditingModel
import Layers
import MediaTime
import ScriptedRendering
import Subtitles
import Testing

@testable import DebugViews

/// What is drawn over the picture, in a debug view.
@Suite struct OverlayLaneTests {
  private static func cue(_ start: Int64, _ end: Int64, _ words: String) -> SubtitleCue {
    SubtitleCue(start: Rational(start), end: Rational(end), text: SubtitleText(words))
  }

  /// Films with three titles (two overlap), two overlays, and subtitles of both kinds.
  private static func view() async throws -> CompositionDebugView {
    let films = try FadingFilms()
    var tool = AnimationTool()
    tool.titles = [
      Title("The first\nof them", timeRange: FadingFilms.range(0, 3)),
      Title("Second", timeRange: FadingFilms.range(2, 5)),
      Title("Third", timeRange: FadingFilms.range(3, 6)),
    ]
    tool.overlays = [PictureOverlay("folder/logo.svg"), PictureOverlay("b.png", timeRange: FadingFilms.range(1, 4))]
    var document = SubtitleDocument()
    document.cues = [cue(1, 2, "One"), cue(2, 4, "Two"), cue(3, 5, "Three")]
    tool.subtitles = [SubtitleOverlay(document)]
    // The files of overlays are not there to be looked at.
    var structure = try await films.edit.structure(renderer: ScriptedRenderer(media: [films.cat, films.dog]))
    structure.edit.subtitles = [SubtitleTrack(document, languageTag: "de")]
    structure.edit.videoComposition?.animationTool = tool
    return CompositionDebugView(structure)
  }

  @Test func `titles, pictures and subtitles have rows in which none lies upon another`() async throws {
    let view = try await Self.view()
    let lanes = view.layout.lanes.filter { $0.section == .overlays }
    #expect(
      lanes.map(\.kind) == [
        .overlays(0), .overlays(1), .titles(0), .titles(1), .subtitles(0, row: 0), .subtitles(0, row: 1),
        .subtitleTrack(0, row: 0), .subtitleTrack(0, row: 1),
      ])
    #expect(
      lanes.map { $0.boxes.map(\.label) } == [
        ["logo.svg"], ["b.png"], ["The first · of them", "Third"], ["Second"], ["One", "Two"], ["Three"],
        ["One", "Two"],
        ["Three"],
      ])
    #expect(lanes[0].boxes.map { [$0.start, $0.end] } == [[0, 10]])
    #expect(lanes[2].boxes.map { [$0.start, $0.end] } == [[0, 3], [3, 6]])
    for lane in lanes { #expect(zip(lane.boxes, lane.boxes.dropFirst()).allSatisfy { $0.end <= $1.start }) }
    #expect(lanes[6].note == "a track, de" && lanes[4].note == "drawn")
    #expect(view.text.contains("Over the picture") && view.text.contains("logo.svg"))
    #expect(view.svg.contains("Cue 2: Two"))
  }

  @Test func `more at a time than there are rows lies in the last one`() async throws {
    var films = try FadingFilms()
    var tool = AnimationTool()
    tool.titles = (0..<12).map { Title("\($0)", timeRange: FadingFilms.range(0, 5)) }
    films.edit.videoComposition?.animationTool = tool
    let lanes = try await films.view().layout.lanes.filter { $0.section == .overlays }
    #expect(lanes.count == 8 && lanes.flatMap(\.boxes).count == 12)
  }
}
