import Compositing
import EditingModel
import Foundation
import LayerDrawing
import Layers
import MediaFormats
import MediaTime

/// Trees of layers, drawn frame by frame without a film, on one processor: a title, and what moves over a whole picture.
///
/// There is no other contestant: the promise is 2 ms for a title's first frame and 12 ms for a frame of what moves.
/// Times are of the processor.
struct LayerContest {
  /// How many frames are drawn of each tree.
  private let frameCount: Int64 = 30

  /// Measures every tree, `runs` times, and says what the quickest took.
  func text(runs: Int) throws -> String {
    // The fonts of the machine are read once in a process.
    _ = try drawn(Self.title("Fonts"), size: Self.high, frames: 1)
    var lines = ["layers drawn, milliseconds of the processor a frame"]
    for (name, size, tree) in Self.trees {
      var best = (first: Double.infinity, others: Double.infinity)
      for _ in 0..<runs {
        let (first, others) = try drawn(tree, size: size, frames: frameCount)
        best = (min(best.first, first), min(best.others, others))
      }
      lines.append("  \(name): first \(Self.written(best.first)), then \(Self.written(best.others))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Draws `frames` frames of `tree` by one renderer: how long the first takes, and each of the others.
  private func drawn(_ tree: Layer, size: PixelSize, frames: Int64) throws -> (first: Double, others: Double) {
    let renderer = try LayerRenderer(size: size, pictures: [Self.star: Self.starPicture()])
    var times: [Double] = []
    for frame in 0..<frames {
      let begin = clock()
      if let state = try tree.presentation(at: CMTime(value: frame, timescale: 30)) { _ = try renderer.draw(state) }
      times.append(Double(clock() - begin) / Double(CLOCKS_PER_SEC) * 1000)
    }
    return (times[0], times.dropFirst().reduce(0, +) / Double(max(1, times.count - 1)))
  }

  private static let high = PixelSize(width: 1280, height: 720)
  private static let full = PixelSize(width: 1920, height: 1080)
  private static let star = LayerContents.pixelBuffer(name: "star")

  private static var trees: [(name: String, size: PixelSize, tree: Layer)] {
    [
      ("a lower third with a shadow, 720p", high, title("A title of just thirty letters")),
      ("what moves: text, gradient, stars, 1080p", full, show(perspective: false)),
      ("the same in perspective, 1080p", full, show(perspective: true)),
    ]
  }

  private static func box(_ kind: LayerKind, x: Double, y: Double, width: Double, height: Double) -> Layer {
    var layer = Layer(kind)
    layer.bounds = Rectangle(x: 0, y: 0, width: width, height: height)
    layer.position = Point(x: x + width / 2, y: y + height / 2)
    return layer
  }

  /// A line of text over the lower third.
  private static func title(_ words: String) -> Layer {
    var text = TextLayer(AttributedText(words))
    text.fontSize = 48
    text.fontWeight = 700
    var layer = box(.text(text), x: 80, y: 560, width: 1120, height: 64)
    layer.shadowOpacity = 0.8
    layer.shadowRadius = 6
    layer.shadowOffset = Size(width: 3, height: 4)
    return layer
  }

  /// A gradient over the whole picture, a text that moves with its shadow, and stars that turn in a ring.
  private static func show(perspective: Bool) -> Layer {
    var root = box(.layer, x: 0, y: 0, width: 1920, height: 1080)
    var gradient = GradientLayer(colors: [
      Color(red: 0.1, green: 0.1, blue: 0.4, alpha: 0.9), Color(red: 0.8, green: 0.3, blue: 0.2, alpha: 0.5),
    ])
    gradient.endPoint = Point(x: 1, y: 1)
    var words = title("A title of just thirty letters")
    words.position = Point(x: 960, y: 900)
    words.animations = [moving(.positionX, from: 700, to: 1200)]
    var shape = ShapeLayer(path: starPath(radius: 40))
    shape.fillColor = .white
    var star = box(.shape(shape), x: 560, y: 0, width: 80, height: 80)
    star.animations = [moving(.transformRotationZ, from: 0, to: 6)]
    var ring = ReplicatorLayer()
    ring.instanceCount = 24
    ring.instanceTransform = .rotation(2 * .pi / 24, x: 0, y: 0, z: 1)
    ring.instanceAlphaOffset = -0.03
    var stars = box(.replicator(ring), x: 360, y: 0, width: 1200, height: 800)
    stars.sublayers = [star]
    if perspective {
      root.sublayerTransform = .perspective(distance: 1500)
      words.transform = .rotation(0.4, x: 0, y: 1, z: 0)
    }
    root.sublayers = [box(.gradient(gradient), x: 0, y: 0, width: 1920, height: 1080), stars, words]
    return root
  }

  private static func moving(_ keyPath: LayerKeyPath, from: Double, to: Double) -> LayerAnimation {
    var animation = BasicAnimation(keyPath: keyPath)
    animation.fromValue = .number(from)
    animation.toValue = .number(to)
    animation.duration = 2
    return .basic(animation)
  }

  private static func starPath(radius: Double) -> BezierPath {
    let points = (0..<10).map { index in
      let (angle, reach) = (Double(index) * .pi / 5, index % 2 == 0 ? radius : radius / 2)
      return Point(x: radius + reach * sin(angle), y: radius - reach * cos(angle))
    }
    return BezierPath([.move(points[0])] + points.dropFirst().map { .line($0) } + [.close])
  }

  private static func starPicture() throws -> PixelBuffer { try PixelBuffer(format: .rgba, width: 16, height: 16) }

  private static func written(_ milliseconds: Double) -> String { String(format: "%.2f", milliseconds) }
}
