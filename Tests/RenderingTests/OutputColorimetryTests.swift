import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What the output's colors are tagged as: limited range, and otherwise what the first picture says.
struct OutputColorimetryTests {
  private func colorimetry(_ first: MediaFacts, _ second: MediaFacts? = nil) throws -> Colorimetry? {
    var segments = [CompositionTrackSegment(first.asset.name, time(1), at: .zero)]
    if let second { segments.append(CompositionTrackSegment(second.asset.name, time(1), at: time(1))) }
    return try plan(Composition(video: [segments]), films: [first] + [second].compactMap(\.self)).picture?.colorimetry
  }

  private func film(lines: Int, _ colorimetry: Colorimetry) throws -> MediaFacts {
    try .film("a", size: PixelSize(width: 640, height: lines), colorimetry: colorimetry)
  }

  @Test func `what is said is kept`() throws {
    let pal = Colorimetry(isFullRange: false, matrix: 5, transfer: 1, primaries: 5)
    #expect(try colorimetry(film(lines: 1080, pal)) == pal)
    #expect(try colorimetry(film(lines: 240, .bt709)) == .bt709)
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

  @Test func `stills give BT 709`() throws {
    let still = MediaFacts.still("s", size: PixelSize(width: 640, height: 480))
    #expect(try colorimetry(still) == .bt709)
    #expect(try colorimetry(still, film(lines: 480, .bt601)) == .bt709)
  }

  @Test func `the first picture decides`() throws {
    var second = try film(lines: 1080, .bt709)
    second.asset = AssetReference("b")
    #expect(try colorimetry(film(lines: 480, .bt601), second) == .bt601)
  }
}
