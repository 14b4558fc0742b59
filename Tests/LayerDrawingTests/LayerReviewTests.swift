import EditingModel
import LayerDrawing
import Layers
import MediaTime
import Testing

/// Findings about layers and titles that can be drawn and are probable mistakes.
struct LayerReviewTests {
  private static let size = Size(width: 640, height: 360)

  private static func title(
    _ text: String, from start: Int64 = 0, lasting duration: Int64 = 2, _ change: (inout TitleStyle) -> Void = { _ in }
  ) -> Title {
    var style = TitleStyle.title
    change(&style)
    return Title(
      text,
      timeRange: CMTimeRange(
        start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1)),
      style: style)
  }

  private static func square(_ change: (inout Layer) -> Void = { _ in }) -> Layer {
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 50, height: 50)
    layer.position = Point(x: 100, y: 100)
    layer.backgroundColor = .white
    change(&layer)
    return layer
  }

  private static func remarks(_ layers: [Layer], _ titles: [Title] = []) -> [String] {
    var root = Layer()
    root.sublayers = layers
    return LayerReview.remarks(on: AnimationTool(layer: root, titles: titles), in: size, lasting: Rational(4))
      .map { "\($0.location): \($0.message)" }
  }

  @Test func `layers that are seen have no remarks`() {
    let fading = Self.square { layer in
      layer.opacity = 0
      var fade = BasicAnimation(keyPath: .opacity)
      fade.toValue = 1
      fade.duration = 2
      layer.animations = [.basic(fade)]
    }
    let coming = Self.square { layer in
      layer.position.x = -100
      var move = BasicAnimation(keyPath: .positionX)
      move.toValue = 200
      move.duration = 3
      layer.animations = [.basic(move)]
    }
    let styles = TitleStyle.standards.map { name, style in
      Title("A Day\nat the Sea {count}", timeRange: Self.title("").timeRange, style: style)
    }
    #expect(Self.remarks([Self.square(), fading, coming], styles) == [])
  }

  @Test func `particles are looked for where they are, without their picture`() {
    func emitter(at place: Point) -> Layer {
      var cell = EmitterCell()
      cell.contents = .image(uri: "spark.png")
      cell.birthRate = 20
      cell.lifetime = 1
      var emitter = EmitterLayer()
      emitter.emitterCells = [cell]
      emitter.emitterPosition = place
      return Layer(.emitter(emitter))
    }
    #expect(Self.remarks([emitter(at: Point(x: 100, y: 100))]).isEmpty)
    #expect(Self.remarks([emitter(at: Point(x: -100, y: 100))]).map { $0.contains("outside of the picture") } == [true])
  }

  @Test func `layers that are never seen are named with the reason`() {
    var group = Layer()
    group.sublayers = [Self.square(), Self.square { $0.isHidden = true }]
    let remarks = Self.remarks([
      Self.square { $0.opacity = 0 }, Self.square { $0.isHidden = true }, Self.square { $0.position.x = 900 },
      Self.square { $0.timing.beginTime = 5 }, Self.square { $0.transform = .scale(x: 0, y: 1, z: 1) }, group,
    ])
    let reasons = [
      "its opacity is 0", "it is hidden", "it lies outside of the picture", "its time lies outside of the film",
      "its transform flattens it", "it is hidden",
    ]
    #expect(remarks.count == reasons.count)
    for (remark, reason) in zip(remarks, reasons) { #expect(remark.contains("never seen: \(reason)")) }
    #expect(remarks.last?.contains("sublayers[5].sublayers[1]") == true)
  }

  @Test func `titles beyond the picture or the film, in missing fonts, or of little contrast, are named`() {
    let remarks = Self.remarks(
      [],
      [
        Self.title("Late", from: 9), Self.title(Array(repeating: "line", count: 40).joined(separator: "\n")),
        Self.title("Letters") { $0.fontFamily = "No Such Family" },
        Self.title("Gray") {
          $0.boxColor = Color(red: 0.5, green: 0.5, blue: 0.5)
          $0.color = Color(red: 0.6, green: 0.6, blue: 0.6)
        },
      ])
    let reasons = ["time lies outside", "beyond the picture", "“No Such Family”", "hardly differ"]
    #expect(remarks.count == reasons.count, "\(remarks)")
    for (remark, reason) in zip(remarks, reasons) {
      #expect(remark.contains(reason.replacing("“", with: "\"").replacing("”", with: "\"")) || remark.contains(reason))
    }
  }

  @Test func `text of a layer that reaches beyond the picture is named by its place in the tree`() {
    var text = TextLayer(AttributedText("A line that is far too long for its place"))
    text.fontSize = 60
    var layer = Layer(.text(text))
    layer.name = "line"
    layer.bounds = Rectangle(x: 0, y: 0, width: 600, height: 80)
    layer.position = Point(x: 500, y: 100)
    var group = Layer()
    group.sublayers = [Self.square(), layer]
    let remarks = Self.remarks([Self.square(), group])
    #expect(remarks.count == 1 && remarks[0].contains("sublayers[1].sublayers[1]"), "\(remarks)")
  }

  @Test func `a missing family has a substitute, and generic ones are there`() {
    let families: Set<String> = ["sans", "Serif", "monospace", "No Such Family", "No Such Family, DejaVu Sans"]
    #expect(Array(FontFamilies.substitutes(for: families).keys) == ["No Such Family"])
  }
}
