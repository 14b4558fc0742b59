import EditingModel
import Foundation
import Layers
import MediaFormats
import MediaTime
import SeededRandom
import Testing

@testable import LayerDrawing

/// A frame follows from its tree alone.
@Suite struct SameBytesTests {
  private static let size = PixelSize(width: 40, height: 40)

  /// Trees of everything, with texts and shadows.
  private func trees() throws -> (trees: [PresentationLayer], pictures: [LayerContents: ReferencePicture]) {
    var random = try RandomDrawingTree(seed: 77)
    let trees = try (0..<12).map { index in
      var tree = random.tree(size: 40)
      var text = TextLayer(AttributedText("Text \(index) 😀"))
      text.fontSize = 14
      tree.sublayers.append(
        Layer(.text(text), x: Double(index) - 2.3, y: 7.7, width: 30, height: 20) {
          $0.shadowOpacity = 0.7
          $0.shadowRadius = 2
        })
      tree.sublayers[0].shadowOpacity = 0.5
      if index % 3 == 0 {
        tree.sublayers[0].transform = Transform3D.rotation(0.5, x: 1, y: 1, z: 0).concatenating(
          .perspective(distance: 90))
      }
      return try tree.present()
    }
    return (trees, random.pictures)
  }

  @Test func `a tree gives the same bytes whatever was drawn before`() throws {
    let (trees, pictures) = try trees()
    let buffers = pictures.mapValues(\.buffer)
    let first = try trees.map { try DrawnFrame($0, size: Self.size, pictures: buffers) }
    let renderer = LayerRenderer(size: Self.size, pictures: buffers)
    var generator = SeededGenerator(seed: 1)
    for index in (Array(trees.indices) + Array(trees.indices)).shuffled(using: &generator) {
      let again = try DrawnFrame(renderer.draw(trees[index]), size: Self.size)
      #expect(again == first[index], "tree \(index)")
    }
  }

  /// Random trees that move: 1,000 with `GSTEDIT_FULL=1`.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a moving tree is the same forwards, backwards and at random`(part: UInt64) throws {
    let size = PixelSize(width: 24, height: 24)
    for seed in stride(from: part, to: RandomTreeTests.count, by: 4) {
      var random = try RandomDrawingTree(seed: 10_000 + seed)
      var tree = random.tree(size: 24)
      for index in tree.sublayers.indices {
        tree.sublayers[index].animations = [
          Self.moving(.positionX, from: 0, to: 24), Self.moving(.opacity, from: 0.2, to: 1),
          Self.moving(.transformRotationZ, from: 0, to: 3),
        ]
        tree.sublayers[index].timing.beginTime = 0.1 * Double(index)
      }
      let pictures = random.pictures.mapValues(\.buffer)
      let times = (0..<8).map { CMTime(value: $0, timescale: 7) }
      func drawn(_ time: CMTime, by renderer: LayerRenderer) throws -> DrawnFrame {
        try DrawnFrame(tree.presentation(at: time).flatMap(renderer.draw), size: size)
      }
      let alone = try times.map { try drawn($0, by: LayerRenderer(size: size, pictures: pictures)) }
      let renderer = LayerRenderer(size: size, pictures: pictures)
      var generator = SeededGenerator(seed: seed)
      let order = Array(times.indices) + times.indices.reversed() + times.indices.shuffled(using: &generator)
      for index in order {
        #expect(try drawn(times[index], by: renderer) == alone[index], "tree \(seed) at \(times[index])")
      }
    }
  }

  private static func moving(_ keyPath: LayerKeyPath, from: Double, to: Double) -> LayerAnimation {
    var animation = BasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (.number(from), .number(to))
    animation.duration = 0.8
    return .basic(animation)
  }

  @Test func `the area never cuts what is drawn`() throws {
    let (trees, pictures) = try trees()
    let resources = LayerResources(pictures.mapValues(\.buffer))
    for (index, tree) in trees.enumerated() {
      let whole = try Surface(covering: PixelRectangle(x: -60, y: -60, width: 160, height: 160))
      try LayerPainter(resources: resources, frame: nil)
        .paint(tree, on: whole, in: .identity, through: .identity, tint: .white)
      let size = PixelSize(width: 160, height: 160)
      let area = PixelRectangle(x: 0, y: 0, width: 160, height: 160)
      let huge = try DrawnFrame(.init(area: area, picture: whole.picture()), size: size)
      let drawn = try DrawnFrame(tree, size: Self.size, pictures: pictures.mapValues(\.buffer))
      let pixels = huge.pixels
      let cut = ReferenceFrame(size: Self.size) { x, y in pixels[(y + 60) * 160 + x + 60] }
      // An edge that a surface cuts is found again with other roundings: by one of the fifteen lines that a pixel has.
      let (mean, largest) = cut.difference(from: drawn)
      #expect(mean <= 0.05 && largest <= 20, "tree \(index): mean \(mean), largest \(largest)")
    }
  }

  @Test func `a tree with many layers in one another is drawn in bands that do not show`() throws {
    func nested(_ depth: Int) -> Layer {
      Layer(x: 0, y: 0, width: 1000, height: 700) {
        $0.opacity = 0.99
        if depth > 0 {
          $0.sublayers = [nested(depth - 1)]
        } else {
          $0.backgroundColor = .white
          $0.cornerRadius = 300
          $0.shadowOpacity = 1
          $0.shadowRadius = 20
        }
      }
    }
    let size = PixelSize(width: 1000, height: 700)
    let tree = try nested(3).present()
    let whole = try Surface(covering: PixelRectangle(x: 0, y: 0, width: 1000, height: 700))
    let painter = LayerPainter(resources: LayerResources([:]), frame: nil)
    try painter.paint(tree, on: whole, in: .identity, through: .identity, tint: .white)
    let area = PixelRectangle(x: 0, y: 0, width: 1000, height: 700)
    let expected = try DrawnFrame(.init(area: area, picture: whole.picture()), size: size)
    let bands = try Surface(covering: area)
    for top in stride(from: 0, to: 700, by: 100) {
      let part = try Surface(covering: PixelRectangle(x: 0, y: top, width: 1000, height: 100), beside: bands)
      try painter.paint(tree, on: part, in: .identity, through: .identity, tint: .white)
      bands.draw(part)
    }
    #expect(try DrawnFrame(.init(area: area, picture: bands.picture()), size: size) == expected)
  }
}
