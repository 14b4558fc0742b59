import ModelValues
import SeededRandom
import Testing

@testable import Layers

/// SVG 2, chapter "Paths".
@Suite struct PathTests {
  /// Texts, and the text that is written of them.
  static let texts: [(String, String)] = [
    ("", ""), ("M 1 2", "M1 2"), ("m1,2l3,4", "M1 2 L4 6"), ("M0 0 10 10 20 0", "M0 0 L10 10 L20 0"),
    ("m 1 1 2 2", "M1 1 L3 3"), ("M1 1h4v-2H0V9", "M1 1 L5 1 L5 -1 L0 -1 L0 9"),
    ("M0 0C1 2 3 4 5 6s1 1 2 2", "M0 0 C1 2 3 4 5 6 C7 8 6 7 7 8"), ("M0 0S1 1 2 2", "M0 0 C0 0 1 1 2 2"),
    ("M0 0Q1 2 4 0T8 0", "M0 0 Q1 2 4 0 Q7 -2 8 0"), ("M0 0T1 1", "M0 0 Q0 0 1 1"),
    ("M5 5 10 5Zl1 1", "M5 5 L10 5 Z L6 6"), ("M.5-.5.25.125", "M0.5 -0.5 L0.25 0.125"),
    ("M1e2-1E-1+3 4", "M100 -0.1 L3 4"), (" M\t1\n,2 ", "M1 2"), ("M0 0zm1 1l1 0", "M0 0 Z M1 1 L2 1"),
    ("M0 0A0 5 0 0 1 9 9", "M0 0 L9 9"), ("M3 3a5 5 0 1 1 0 0L1 1", "M3 3 L1 1"),
  ]

  @Test(arguments: texts.indices) func `a path is read, and written so that it reads the same`(index: Int) throws {
    let (text, expected) = Self.texts[index]
    let path = try BezierPath(svg: text)
    #expect(path.svg == expected)
    #expect(try BezierPath(svg: path.svg) == path)
  }

  @Test func `arcs are curves on their ellipse`() throws {
    // A half circle about (50, 0), by the top.
    let half = try BezierPath(svg: "M0 0 A 50 50 0 0 1 100 0")
    #expect(half.segments.count == 2)
    for segment in half.segments {
      for step in 0...10 {
        let point = segment.point(at: Double(step) / 10)
        let radius = ((point.x - 50) * (point.x - 50) + point.y * point.y).squareRoot()
        #expect(near(radius, 50, 0.02))
        #expect(point.y <= 1e-9)
      }
    }
    // Flags may stand together; radii that are too small grow.
    let flags = try BezierPath(svg: "M0 0a10 5 30 01 100 0")
    #expect(flags == (try BezierPath(svg: "M0 0 a 10 5 30 0 1 100 0")))
    #expect(flags.segments.last?.end == Point(x: 100, y: 0))
    // The large arc the other way: three quarters.
    let large = try BezierPath(svg: "M10 0A10 10 0 1 0 0 10")
    #expect(near(large.segments.map { $0.length() }.reduce(0, +), 1.5 * .pi * 10, 0.05))
  }

  @Test(arguments: [
    ("L1 1", 1), ("M1", 2), ("M1 2 3", 6), ("M1 2 X", 5), ("M0 0A1 1 0 2 0 1 1", 11), ("M1 nan", 3), ("M1 1e999", 3),
    ("z", 1), ("M--1 0", 1),
    ("M0 0 \u{1F600}", 5),
  ]) func `what is no path is an error with its place`(_ text: String, _ offset: Int) {
    do {
      _ = try BezierPath(svg: text)
      Issue.record("\(text) is a path")
    } catch {
      #expect(error.offset == offset, "\(error)")
      #expect(!error.message.isEmpty && error.expected != nil)
    }
  }

  @Test func `paths of any numbers come back the same`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      func point() -> Point {
        Point(x: .random(in: -1e6...1e6, using: &generator), y: .random(in: -1e-6...1e-6, using: &generator))
      }
      var elements: [BezierPath.Element] = [.move(point())]
      for _ in 0..<20 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: elements.append(.move(point()))
        case 1: elements.append(.line(point()))
        case 2: elements.append(.quadraticCurve(control: point(), to: point()))
        case 3: elements.append(.curve(control1: point(), control2: point(), to: point()))
        default: elements.append(.close)
        }
      }
      let path = BezierPath(elements)
      #expect(try BezierPath(svg: path.svg) == path)
    }
  }

  @Test func `texts of any bytes are read or refused`() {
    var generator = SeededGenerator(seed: 4)
    let letters = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE ,\n\u{0}é")
    for _ in 0..<3000 {
      let length = Int.random(in: 0..<40, using: &generator)
      let text = "M0 0" + String((0..<length).map { _ in letters.randomElement(using: &generator) ?? " " })
      if let path = try? BezierPath(svg: text) {
        #expect(path.coordinates.allSatisfy { !$0.isNaN })
        _ = path.segments.map { $0.length() }
      }
    }
  }

  @Test func `segments know lengths, places and directions`() {
    let path = BezierPath([
      .move(Point(x: 0, y: 0)), .line(Point(x: 3, y: 4)), .move(Point(x: 10, y: 0)),
      .quadraticCurve(control: Point(x: 15, y: 0), to: Point(x: 20, y: 0)), .close,
    ])
    #expect(path.segments.map(\.isDetached) == [false, true, false])
    #expect(path.segments.map { $0.length() }.enumerated().allSatisfy { near($0.element, [5, 10, 10][$0.offset]) })
    #expect(near(path.segments[1].parameter(atLength: 2.5), 0.25))
    let bent = PathSegment(
      start: Point(x: 0, y: 0), control1: Point(x: 0, y: 0), control2: Point(x: 90, y: -40), end: Point(x: 3, y: 50),
      isDetached: false)
    for part in [0, 1e-6, 0.1, 0.5, 0.999, 1, 2] {
      let length = min(1, part) * bent.length()
      #expect(near(bent.length(to: bent.parameter(atLength: part * bent.length())), length, 1e-9))
    }
    #expect(bent.parameter(atLength: .nan) == 0)
    // The length of y = x² over 0…1: √5/2 + asinh(2)/4.
    let parabola = BezierPath([
      .move(Point(x: 0, y: 0)), .quadraticCurve(control: Point(x: 0.5, y: 0), to: Point(x: 1, y: 1)),
    ])
    #expect(near(parabola.segments.first?.length(), 1.478_942_857_544_597_4, 1e-10))
    let still = PathSegment(
      start: Point(x: 0, y: 0), control1: Point(x: 0, y: 0), control2: Point(x: 1, y: 1), end: Point(x: 1, y: 1),
      isDetached: false)
    #expect(still.tangent(at: 0).x > 0)
  }
}
