import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What the output's colors are tagged as: limited range, by the film's size and all of its clips.
struct OutputColorimetryTests {
  private func colorimetry(_ first: MediaFacts, _ second: MediaFacts? = nil) throws -> Colorimetry? {
    var segments = [CompositionTrackSegment(first.asset.name, time(1), at: .zero)]
    if let second { segments.append(CompositionTrackSegment(second.asset.name, time(1), at: time(1))) }
    return try plan(Composition(video: [segments]), films: [first] + [second].compactMap(\.self)).picture?.colorimetry
  }

  private func film(lines: Int, _ colorimetry: Colorimetry) throws -> MediaFacts {
    try .film("a", size: PixelSize(width: 640, height: lines), colorimetry: colorimetry)
  }

  private static let hlg = FilmColor.hlg.colorimetry

  @Test func `from 720 lines up it is BT 709, whatever the clips say`() throws {
    let pal = Colorimetry(isFullRange: false, matrix: 5, transfer: 1, primaries: 5)
    #expect(try colorimetry(film(lines: 1080, pal)) == .bt709)
    #expect(try colorimetry(film(lines: 720, .bt601)) == .bt709)
  }

  @Test func `below, it is what all clips say`() throws {
    #expect(try colorimetry(film(lines: 240, .bt709)) == .bt709)
    var second = try film(lines: 480, .bt709)
    second.asset = AssetReference("b")
    #expect(try colorimetry(film(lines: 480, .bt601), second) == .bt601)
    #expect(try colorimetry(film(lines: 480, .bt709), second) == .bt709)
  }

  @Test func `what a video composition says comes first`() throws {
    let instruction = VideoCompositionInstruction(
      timeRange: range(.zero, time(1)), layerInstructions: [LayerInstruction(trackID: 1)])
    let wide = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 720), color: .bt2020,
      instructions: [instruction])
    let made = try plan(
      Composition(video: [[CompositionTrackSegment("a", time(1), at: .zero)]]), wide,
      films: [film(lines: 720, .bt709)])
    #expect(made.picture?.colorimetry == FilmColor.bt2020.colorimetry)
  }

  @Test func `high dynamic range is kept where all clips have it and the format has ten bits`() throws {
    let clips = [CompositionTrackSegment("a", time(1), at: .zero)]
    var deep = RenderSettings()
    deep.highDynamicRangeFormat = .yuv420p10
    let bright = try film(lines: 1080, Self.hlg)
    let kept = try plan(Composition(video: [clips]), films: [bright], settings: deep).picture
    #expect(kept?.colorimetry == Self.hlg && kept?.pixelFormat == .yuv420p10)
    #expect(try colorimetry(bright) == .bt709)
    var second = try film(lines: 1080, .bt709)
    second.asset = AssetReference("b")
    let mixed = try plan(
      Composition(video: [clips + [CompositionTrackSegment("b", time(1), at: time(1))]]), films: [bright, second],
      settings: deep
    ).picture
    #expect(mixed?.colorimetry == .bt709 && mixed?.pixelFormat == .yuv420p)
  }

  @Test func `what is not said follows the number of lines`() throws {
    #expect(try colorimetry(film(lines: 576, .unspecified)) == .bt601)
    #expect(try colorimetry(film(lines: 578, .unspecified)) == .bt709)
    let half = Colorimetry(isFullRange: false, matrix: 1, transfer: 2, primaries: 2)
    #expect(
      try colorimetry(film(lines: 480, half)) == Colorimetry(isFullRange: false, matrix: 1, transfer: 6, primaries: 6))
  }

  @Test func `the range is always limited`() throws {
    let full = Colorimetry(isFullRange: true, matrix: 6, transfer: 6, primaries: 6)
    #expect(try colorimetry(film(lines: 480, full)) == .bt601)
  }

  @Test func `stills alone give BT 709`() throws {
    let still = MediaFacts.still("s", size: PixelSize(width: 640, height: 480))
    #expect(try colorimetry(still) == .bt709)
    #expect(try colorimetry(still, film(lines: 480, .bt601)) == .bt601)
  }
}
