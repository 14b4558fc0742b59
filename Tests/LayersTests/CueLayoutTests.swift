import MediaTime
import ModelValues
import Subtitles
import Testing

@testable import Layers

/// Where the letters of subtitles stand, and when.
struct CueLayoutTests {
  private static let size = Size(width: 1000, height: 500)

  private func cue(_ text: String, _ start: Int64 = 1, _ end: Int64 = 3) -> SubtitleCue {
    SubtitleCue(start: Rational(start), end: Rational(end), text: SubtitleText(text))
  }

  private func layers(_ cues: [SubtitleCue], regions: [SubtitleRegion] = []) -> [Layer] {
    var document = SubtitleDocument(cues)
    document.regions = regions
    return SubtitleOverlay(document).layers(in: Self.size)
  }

  private func text(_ layer: Layer) throws -> TextLayer {
    guard case .text(let text)? = layer.sublayers.first?.kind else {
      throw LayerProblem(.invalidTime, at: "", "No text.")
    }
    return text
  }

  @Test func `a cue is there from its start up to its end, to the frame`() throws {
    var cue = cue("A")
    for (start, end) in [(41, 53), (3, 4), (1, 7)] as [(Int64, Int64)] {
      (cue.start, cue.end) = (try Rational(start, 10), try Rational(end, 10))
      var root = Layer()
      root.sublayers = layers([cue])
      for frame in 0..<200 as Range<Int64> {
        let time = try Rational(frame, 25)
        let isThere = try root.presentation(at: time)?.sublayers.isEmpty == false
        #expect(isThere == (time >= cue.start && time < cue.end), "\(time)")
      }
    }
  }

  @Test func `without a place it stands at the bottom, in the middle of the safe area`() throws {
    let layer = try #require(layers([cue("A")]).first)
    #expect(layer.position == Point(x: 50, y: 25) && layer.bounds == Rectangle(x: 0, y: 0, width: 900, height: 450))
    let text = try text(layer)
    #expect(text.alignmentMode == .center && text.verticalAlignmentMode == .bottom && text.isWrapped)
  }

  @Test func `cues at the same time stand above one another, and fall no more once they are there`() throws {
    let found = layers([cue("A", 1, 4), cue("B", 2, 5), cue("C", 4, 6)])
    let down = found.map { $0.sublayers[0].position.y - $0.bounds.height / 2 }
    #expect(down[0] == 0)
    #expect(down[1] < -20)
    // A is gone: C takes its place below B.
    #expect(down[2] == 0)
    // The same text twice is a glow, and stays where it is.
    let glow = layers([cue("A"), cue("A")])
    #expect(glow.allSatisfy { $0.sublayers[0].position.y == $0.bounds.height / 2 })
  }

  @Test func `places of WebVTT are parts of the picture`() throws {
    var cue = cue("A")
    (cue.placement.line, cue.placement.position, cue.placement.alignment) = (.part(0.2), 0.1, .left)
    cue.placement.size = 0.5
    var layer = try #require(layers([cue]).first)
    #expect(layer.position == Point(x: 100, y: 100) && layer.bounds.width == 500)
    #expect(try text(layer).verticalAlignmentMode == .top && text(layer).alignmentMode == .left)
    (cue.placement.line, cue.placement.lineAlignment) = (.part(0.8), .end)
    layer = try #require(layers([cue]).first)
    #expect(layer.position.y + layer.bounds.height == 400)
    cue.placement = SubtitlePlacement()
    cue.placement.line = .number(0)
    #expect(try text(try #require(layers([cue]).first)).verticalAlignmentMode == .top)
    cue.placement.line = .number(-2)
    layer = try #require(layers([cue]).first)
    #expect(layer.position.y + layer.bounds.height < 475)
    // What lies below the picture comes back into it.
    cue.placement.line = .part(1)
    #expect(try #require(layers([cue]).first).position.y < 470)
  }

  @Test func `regions hold cues, in their color`() throws {
    var region = SubtitleRegion("r")
    (region.anchor, region.viewport, region.width, region.height) = (
      Point(x: 0, y: 0), Point(x: 0.1, y: 0.2), 0.4, .part(0.2)
    )
    (region.displayAlignment, region.backgroundColor) = (.start, .black)
    var cue = cue("A")
    cue.placement.region = "r"
    let layer = try #require(layers([cue], regions: [region]).first)
    #expect(layer.position == Point(x: 100, y: 100) && layer.bounds.height == 100 && layer.backgroundColor == .black)
    #expect(try text(layer).verticalAlignmentMode == .top)
  }

  @Test func `words light up when they are said, and runs look as they say`() throws {
    var cue = cue("", 0, 4)
    var one = SubtitleText.Run("one ")
    var two = SubtitleText.Run("two")
    one.style.isBold = true
    one.style.fontSize = 0.1
    (two.time, two.style.color, two.style.unsaidColor) = (
      Rational(1), Color(red: 0, green: 1, blue: 0), Color(red: 1, green: 0, blue: 0)
    )
    two.annotation = "2"
    cue.text = SubtitleText([one, two])
    var root = Layer()
    root.sublayers = layers([cue])
    func color(at time: Rational) throws -> Color? {
      let shown = try #require(try root.presentation(at: time)?.sublayers.first?.sublayers.first)
      guard case .text(let text) = shown.layer.kind else { return nil }
      #expect(text.string.text == "one two(2)")
      #expect(text.string.runs[0].attributes.fontWeight == 700 && text.string.runs[0].attributes.fontSize == 50)
      return text.string.runs[1].attributes.foregroundColor
    }
    #expect(try color(at: Rational(1, 2)) == Color(red: 1, green: 0, blue: 0))
    #expect(try color(at: Rational(1)) == Color(red: 0, green: 1, blue: 0))
    #expect(try color(at: Rational(7, 2)) == Color(red: 0, green: 1, blue: 0))
  }

  @Test func `fades come and go`() throws {
    var cue = cue("A", 0, 4)
    (cue.fadeIn, cue.fadeOut) = (Rational(1), Rational(2))
    var root = Layer()
    root.sublayers = layers([cue])
    func opacity(at time: Rational) throws -> Double? {
      try root.presentation(at: time)?.sublayers.first?.layer.opacity
    }
    #expect(try opacity(at: .zero) == 0)
    #expect(try opacity(at: Rational(1, 2)) == 0.5)
    #expect(try opacity(at: Rational(3, 2)) == 1)
    #expect(try opacity(at: Rational(3)) == 0.5)
  }

  @Test func `nothing in a file keeps a layer from being drawn`() {
    var random = cue(String(repeating: "long ", count: 3_000))
    random.placement.line = .number(.max)
    random.placement.position = 1
    random.placement.size = 0
    random.text.runs[0].style.fontSize = 1
    #expect(layers([random]).flatMap { $0.problems() }.isEmpty)
    random.placement.line = .number(.min)
    #expect(layers([random]).flatMap { $0.problems() }.isEmpty)
  }
}
