import MediaTime
import ModelValues
import Testing

@testable import Layers

/// Titles as layers, and when something of a tree may be seen.
struct TitleTests {
  private static let size = Size(width: 1000, height: 500)

  private static func title(_ style: TitleStyle, text: String = "One\ntwo") -> Layer {
    Title(
      text, timeRange: CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 4, timescale: 1)),
      style: style
    ).layer(in: size)
  }

  @Test func `each style is free of problems, and there exactly while its title is`() throws {
    for (name, style) in TitleStyle.standards {
      var root = Layer()
      root.sublayers = [Self.title(style)]
      #expect(root.problems() == [], "\(name)")
      for (time, isThere) in [(199, false), (200, true), (599, true), (600, false)] {
        let tree = try #require(try root.presentation(at: CMTime(value: CMTimeValue(time), timescale: 100)))
        #expect(tree.sublayers.isEmpty == !isThere, "\(name) at \(time)")
      }
    }
  }

  @Test(arguments: TitlePlace.allCases) func `a title lies in the safe area`(place: TitlePlace) throws {
    var style = TitleStyle()
    style.place = place
    style.width = 0.5
    let title = Self.title(style)
    let corner = title.transformToSuperlayer.projected(Point(x: 0, y: 0))
    let opposite = title.transformToSuperlayer.projected(Point(x: title.bounds.width, y: title.bounds.height))
    #expect(abs(try #require(corner).x - (50 + 450 * place.part.x)) < 1e-9 && corner?.y == 25)
    #expect(abs(try #require(opposite).x - (500 + 450 * place.part.x)) < 1e-9 && opposite?.y == 475)
  }

  @Test func `letters that are typed do not move those before`() throws {
    let title = Self.title(.typewriter, text: "abc")
    func seen(_ time: Double) throws -> (text: String, clear: String) {
      let tree = try title.presentation(at: Rational(CMTime(seconds: time)))
      let string = try #require(tree?.sublayers.first?.layer.kind.text?.string)
      let clear = string.runs.filter { $0.attributes.foregroundColor?.alpha == 0 }.map(\.text).joined()
      return (string.text, clear)
    }
    #expect(try seen(2).clear == "abc")
    #expect(try seen(5).clear == "")
    #expect(try seen(2.13).text == "abc")
  }

  @Test func `a count ends with its last number`() throws {
    var style = TitleStyle.counter
    (style.countFrom, style.countTo) = (10, 0)
    let title = Self.title(style, text: "{count}!")
    func text(_ time: Double) throws -> String? {
      try title.presentation(at: Rational(CMTime(seconds: time)))?.sublayers.first?.layer.kind.text?.string.text
    }
    #expect(try text(2) == "10!")
    #expect(try text(5.9) == "0!")
  }

  @Test func `times are those at which something may be seen`() {
    var root = Layer()
    #expect(root.visibleTimes() == [])
    root.sublayers = [Self.title(.title), Self.title(.caption)]
    root.sublayers[1].timing.beginTime = 10
    let times = root.visibleTimes()
    #expect(times.count == 2 && abs(times[0].lowerBound - 2) < 1e-6 && abs(times[0].upperBound - 6) < 1e-6)
    #expect(abs(times[1].lowerBound - 10) < 1e-6)
    root.isHidden = true
    #expect(root.visibleTimes() == [])
    root.isHidden = false
    root.backgroundColor = .black
    let whole = root.visibleTimes()
    #expect(whole.count == 1 && whole[0].lowerBound <= 0 && whole[0].upperBound == .infinity)
  }

  @Test func `what is clear is seen while an animation shows it`() {
    var layer = Layer(.shape(ShapeLayer(path: .rectangle(Rectangle(x: 0, y: 0, width: 9, height: 9)))))
    layer.opacity = 0
    var animation = BasicAnimation(keyPath: .opacity)
    animation.toValue = 1
    animation.beginTime = 3
    animation.duration = 2
    layer.animations = [.basic(animation)]
    let times = layer.visibleTimes()
    #expect(times.count == 1 && abs(times[0].lowerBound - 3) < 1e-6 && abs(times[0].upperBound - 5) < 1e-6)
  }

  @Test func `a title that stands looks the same from moment to moment`() throws {
    let title = Self.title(.title)
    func tree(_ tenths: Int64) throws -> PresentationLayer? { try title.presentation(at: Rational(tenths, 10)) }
    let (early, late) = (try tree(35), try tree(40))
    #expect(early != late && early?.appearance == late?.appearance)
    #expect(try tree(21)?.appearance != late?.appearance)
  }

  @Test func `a trimmed path is that part of its length`() {
    let path = BezierPath([.move(Point(x: 0, y: 0)), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 30))])
    let part = path.trimmed(from: 0.125, to: 0.5)
    let box = part.controlBox
    #expect(abs((box?.x ?? 0) - 5) < 1e-9 && abs((box?.maxY ?? 0) - 10) < 1e-9)
    #expect(path.trimmed(from: 0, to: 1) == path)
    #expect(path.trimmed(from: 0.5, to: 0.5).isEmpty)
    #expect(path.trimmed(from: 0.7, to: 0.2).isEmpty)
  }

  @Test func `the pictures of a tree are all that it may show`() {
    var layer = Layer()
    layer.contents = .image(uri: "a.png")
    var cell = EmitterCell()
    cell.contents = .image(uri: "b.png")
    var emitter = EmitterLayer()
    emitter.emitterCells = [cell]
    var animation = BasicAnimation(keyPath: .contents)
    animation.toValue = .contents(.dissolve(from: .image(uri: "c.png"), to: nil, fraction: 0.5))
    var sublayer = Layer(.emitter(emitter))
    sublayer.animations = [.basic(animation)]
    layer.mask = sublayer
    #expect(layer.pictures == Set(["a.png", "b.png", "c.png"].map(LayerContents.image)))
  }
}

extension CMTime {
  fileprivate init(seconds: Double) { self.init(value: CMTimeValue((seconds * 1000).rounded()), timescale: 1000) }
}

extension Rational {
  fileprivate init(_ time: CMTime) { self = time.rational ?? .zero }
}

extension TitleTests {
  @Test func `a title that is wiped in at the right comes from the right`() throws {
    var style = TitleStyle.lowerThird
    for (place, side) in [(TitlePlace.bottomLeft, 0.0), (.bottomRight, 1)] {
      style.place = place
      let layer = Title(
        "One", timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 1)), style: style
      ).layer(in: Size(width: 1000, height: 500))
      #expect(layer.mask?.anchorPoint.x == side)
      #expect(layer.sublayers.first?.kind.text?.alignmentMode == (side == 0 ? .left : .right))
    }
  }

  @Test func `a watermark has an outline, which is seen on white`() throws {
    #expect(try #require(TitleStyle.watermark.outlineColor).alpha > 0.2)
  }
}
