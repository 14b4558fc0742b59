import EditingModel
import Foundation
import Layers
import MediaFormats
import Testing

@testable import LayerDrawing

@Suite struct TextTests {
  private let size = PixelSize(width: 220, height: 120)

  private func frame(
    _ words: AttributedText, x: Double = 10, y: Double = 10, width: Double = 200, height: Double = 100,
    _ change: (inout TextLayer) -> Void = { _ in }
  ) throws -> DrawnFrame {
    var text = TextLayer(words)
    text.fontFamily = "DejaVu Sans"
    text.fontSize = 20
    change(&text)
    return try DrawnFrame(Layer(.text(text), x: x, y: y, width: width, height: height).present(), size: size)
  }

  private func box(_ frame: DrawnFrame) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
    let box = try #require(frame.box)
    return (box.x, box.y, box.x + box.width, box.y + box.height)
  }

  /// How many lines there are: runs of rows with letters.
  private func lines(_ frame: DrawnFrame) -> Int {
    let rows = (0..<size.height).map { row in (0..<size.width).contains { frame.alpha($0, row) > 0 } }
    return zip([false] + rows, rows).count { !$0 && $1 }
  }

  @Test func `a line is as wide and as high as Pango measures it`() throws {
    let words = "HxHxH"
    var text = TextLayer(AttributedText(words))
    (text.fontFamily, text.fontSize) = ("DejaVu Sans", 20)
    let layout = try #require(TextLayout(text, in: Rectangle(x: 10, y: 10, width: 200, height: 100)))
    let canvas = try Canvas(size: size, background: .black)
    let measured = canvas.size(of: words, in: TextStyle(family: "DejaVu Sans", size: 20, color: .white))
    // The canvas fits letters to pixels.
    #expect(abs(layout.lines.width - measured.width) < 4 && abs(layout.lines.height - measured.height) < 2)
    #expect(layout.lines.x == 10 && layout.lines.y == 10)
    let drawn = try box(frame(AttributedText(words)))
    #expect(Double(drawn.left) >= layout.extent.x.rounded(.down) && Double(drawn.right) <= layout.extent.maxX + 1)
  }

  @Test func `lines stand where the alignment says, whichever way they run`() throws {
    for (words, start) in [("Left to right", TextAlignmentMode.left), ("שלום עולם", .right)] {
      for mode in TextAlignmentMode.allCases {
        for isWrapped in [false, true] {
          let drawn = try box(
            frame(AttributedText(words)) {
              $0.alignmentMode = mode
              $0.isWrapped = isWrapped
            })
          let side = mode == .natural || mode == .justified ? start : mode
          let comment: Comment = "\(words) \(mode) \(isWrapped)"
          switch side {
          case .right: #expect(abs(drawn.right - 210) <= 4 && drawn.left > 40, comment)
          case .center: #expect(abs(drawn.left + drawn.right - 220) <= 6, comment)
          default: #expect(abs(drawn.left - 10) <= 4 && drawn.right < 180, comment)
          }
        }
      }
    }
  }

  @Test func `lines break at the width, and are truncated by mode`() throws {
    let words: AttributedText = "several words that need more than one line"
    let wrapped = try frame(words, width: 120) { $0.isWrapped = true }
    let drawn = try box(wrapped)
    #expect(drawn.right <= 131 && lines(wrapped) >= 3)
    for mode in [TextTruncationMode.start, .middle, .end] {
      let cut = try frame(words, width: 120) { $0.truncationMode = mode }
      #expect(lines(cut) == 1)
      #expect(try box(cut).right <= 131, "\(mode)")
      var text = TextLayer(words)
      text.truncationMode = mode
      #expect(TextLayout(text, in: Rectangle(x: 0, y: 0, width: 120, height: 30))?.isTruncated == true)
    }
  }

  @Test(arguments: [0.5, 3, 9, -1])
  func `a line with room between its letters does not break where it may not`(kern: Double) throws {
    var attributes = TextAttributes()
    attributes.kern = kern
    var text = TextLayer(AttributedText([.init("DUNE & SONS AND MORE", attributes)]))
    (text.fontFamily, text.fontSize) = ("DejaVu Sans", 20)
    for mode in TextAlignmentMode.allCases {
      text.alignmentMode = mode
      let layout = try #require(TextLayout(text, in: Rectangle(x: 0, y: 0, width: 100, height: 50)))
      #expect(layout.lines.height < 30, "\(mode)")
    }
  }

  @Test func `lines have their spacing and alignment`() throws {
    func baselines(_ change: (inout TextLayer) -> Void) throws -> Int {
      let drawn = try box(frame("H\nH", change))
      return drawn.bottom - drawn.top
    }
    let plain = try baselines { _ in }
    #expect(abs(try baselines { $0.lineSpacing = 10 } - plain - 10) <= 1)
    // DejaVu's lines are 1.164 em apart.
    #expect(abs(Double(try baselines { $0.lineHeightMultiple = 2 } - plain) - 23.3) <= 1.5)
    let tops = try TextVerticalAlignmentMode.allCases.map { mode in
      try box(frame("H") { $0.verticalAlignmentMode = mode }).top
    }
    #expect(abs(tops[1] - tops[0] - 38) <= 2 && abs(tops[2] - tops[0] - 77) <= 2, "\(tops)")
  }

  @Test func `kern and baseline offset move letters by as many pixels`() throws {
    func run(_ change: (inout TextAttributes) -> Void) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
      var attributes = TextAttributes()
      change(&attributes)
      return try box(frame(AttributedText([.init("x"), .init("HH", attributes), .init("x")])))
    }
    let plain = try run { _ in }
    #expect(abs(try run { $0.kern = 8 }.right - plain.right - 16) <= 1)
    let raised = try run { $0.baselineOffset = 6 }
    #expect(abs((raised.bottom - raised.top) - (plain.bottom - plain.top) - 6) <= 1)
  }

  @Test func `a family that is missing gives way to one that is there, and which is known`() throws {
    var text: TextLayer = "Text"
    text.fontFamily = "No Such Family At All"
    let layout = try #require(TextLayout(text, in: Rectangle(x: 0, y: 0, width: 100, height: 50)))
    #expect(layout.fontFamilies.count == 1 && layout.fontFamilies != ["No Such Family At All"])
    #expect(layout.missingGlyphCount == 0)
  }

  @Test func `a text moves evenly by parts of pixels`() throws {
    let start = try frame("Moving").centerOfGravity
    for step in 1...16 {
      let way = Double(step) / 8
      let across = try frame("Moving", x: 10 + way).centerOfGravity
      #expect(abs(across.x - start.x - way) < 0.03 && abs(across.y - start.y) < 0.03, "\(way) across")
      // Fifteen lines of a pixel weigh level strokes, and so letters that have many, in fifteenths.
      let down = try frame("Moving", y: 10 + way).centerOfGravity
      #expect(abs(down.y - start.y - way) < 0.06 && abs(down.x - start.x) < 0.1, "\(way) down")
      #expect(abs(down.mass - start.mass) / start.mass < 0.01)
    }
  }

  @Test func `an outline does not thin letters`() throws {
    let plain = try frame("Outline").pixels
    var attributes = TextAttributes()
    (attributes.strokeColor, attributes.strokeWidth) = (.black, 3)
    let outlined = try frame(AttributedText([.init("Outline", attributes)])).pixels
    for (before, after) in zip(plain, outlined) {
      #expect(after.red >= before.red - 0.01 && after.alpha >= before.alpha - 0.01)
    }
    #expect(outlined.reduce(0) { $0 + $1.alpha } > 1.5 * plain.reduce(0) { $0 + $1.alpha })
  }

  @Test func `a paragraph does not end with a single short word`() throws {
    let words: AttributedText = "The last line of this one is a"
    func bottom(_ avoids: Bool, in width: Double) throws -> (lines: Int, width: Int) {
      let frame = try frame(words, width: width) {
        ($0.isWrapped, $0.avoidsWidows) = (true, avoids)
      }
      // How wide the last line is.
      let rows = (0..<size.height).filter { row in (0..<size.width).contains { frame.alpha($0, row) > 0 } }
      let last = try #require(rows.last)
      let columns = (0..<size.width).filter { column in
        (max(0, last - 14)...last).contains { frame.alpha(column, $0) > 0 }
      }
      return (lines(frame), columns.count)
    }
    // A width in which the one letter has a line of its own.
    let width = try #require(
      try stride(from: 60.0, through: 200, by: 2).reversed().first { width in
        let plain = try bottom(false, in: width)
        return plain.lines > 1 && plain.width < 20
      })
    let (plain, joined) = (try bottom(false, in: width), try bottom(true, in: width))
    #expect(plain.lines == joined.lines)
    #expect(joined.width > plain.width + 10, "\(plain) \(joined) in \(width)")
  }

  @Test func `the bar of a box stands where the lines do`() throws {
    for (mode, isLeft) in [(TextAlignmentMode.left, true), (.right, false)] {
      let frame = try frame("Name") {
        $0.alignmentMode = mode
        $0.boxColor = Color(red: 0, green: 0, blue: 0)
        $0.boxPadding = 6
        $0.boxEdgeColor = Color(red: 1, green: 0, blue: 0)
        $0.boxEdgeWidth = 4
      }
      let box = try box(frame)
      let row = (box.top + box.bottom) / 2
      func red(_ x: Int) -> UInt8 { frame.bytes[(row * size.width + x) * 4 + 2] }
      #expect(red(isLeft ? box.left + 1 : box.right - 2) > 200)
      #expect(red(isLeft ? box.right - 2 : box.left + 1) < 50)
    }
  }
}
