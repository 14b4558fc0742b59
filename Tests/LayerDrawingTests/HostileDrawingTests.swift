import Compositing
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Testing

@testable import LayerDrawing
@testable import Layers

@Suite struct HostileDrawingTests {
  private static let size = PixelSize(width: 48, height: 36)
  private static let picture = LayerContents.pixelBuffer(name: "picture")

  private static func kinds() -> [LayerKind] {
    var text: TextLayer = "Text"
    text.isWrapped = true
    text.truncationMode = .end
    var shape = ShapeLayer(path: .ellipse(in: Rectangle(x: 1, y: 1, width: 20, height: 20)))
    shape.strokeColor = .white
    shape.lineDashPattern = [2, 1]
    var cell = EmitterCell()
    cell.contents = picture
    (cell.birthRate, cell.lifetime, cell.beginTime, cell.velocity) = (9, 2, -2, 5)
    var emitter = EmitterLayer()
    emitter.emitterCells = [cell]
    var replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    return [
      .layer, .text(text), .shape(shape), .gradient(GradientLayer(colors: [.white, .black])), .emitter(emitter),
      .replicator(replicator), .video(VideoLayer()),
    ]
  }

  private func draw(_ layer: Layer) throws {
    guard let tree = try? layer.presentation(at: CMTime(value: 1, timescale: 3)) else { return }
    let picture = try PixelBuffer(format: .rgba, width: 4, height: 3)
    do {
      _ = try LayerRenderer(size: Self.size, pictures: [Self.picture: picture]).compose(tree, with: picture)
    } catch let error as CompositingError {
      #expect("\(error)".hasSuffix("."))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e-300, 1e9, 1e308])
  func `bad numbers in any property give a picture or an error`(number: Double) throws {
    for kind in Self.kinds() {
      for keyPath in LayerKeyPath.all {
        var layer = Layer(kind, x: 2, y: 2, width: 40, height: 30) {
          $0.backgroundColor = .white
          $0.borderWidth = 2
          $0.cornerRadius = 4
          $0.contents = Self.picture
          $0.shadowOpacity = keyPath.rawValue.hasPrefix("shadow") ? 1 : 0
          $0.sublayers = [Layer(x: 1, y: 1, width: 9, height: 9) { $0.backgroundColor = .black }]
        }
        guard let value = layer.value(for: keyPath), let components = value.components, !components.isEmpty else {
          continue
        }
        layer.set(value.with(components: components.map { _ in number }), for: keyPath)
        layer.masksToBounds = keyPath.rawValue.count.isMultiple(of: 2)
        try draw(layer)
      }
    }
  }

  @Test func `maps that flatten or reverse everything give a picture`() throws {
    let flat: [Transform3D] = [
      .scale(x: 0, y: 1), .scale(x: 1e-9, y: 1e-9), .scale(x: 1e9, y: 1e9), .rotation(.pi / 2, x: 0, y: 1, z: 0),
      Transform3D.rotation(1.57, x: 0, y: 1, z: 0).concatenating(.perspective(distance: 1e-3)),
      Transform3D.translation(x: 0, y: 0, z: 500).concatenating(.perspective(distance: 400)),
      Transform3D.scale(x: 0, y: 0, z: 0),
    ]
    for transform in flat {
      for kind in Self.kinds().prefix(4) {
        try draw(
          Layer(kind, x: 2, y: 2, width: 40, height: 30) {
            $0.transform = transform
            $0.backgroundColor = .white
            $0.shadowOpacity = 1
            $0.contents = Self.picture
          })
      }
    }
  }

  @Test func `layers in one another, as many as may be, are drawn in time and memory`() throws {
    func nested(_ depth: Int, _ change: (inout Layer) -> Void) -> Layer {
      var layer = Layer(x: 0, y: 0, width: 300, height: 200) { $0.backgroundColor = depth == 0 ? .white : nil }
      for _ in 0..<depth {
        let inner = layer
        layer = Layer(x: 0, y: 0, width: 300, height: 200) {
          $0.sublayers = [inner]
          change(&$0)
        }
      }
      return layer
    }
    let changes: [(inout Layer) -> Void] = [
      { $0.opacity = 0.99 }, { $0.masksToBounds = true }, { $0.mask = $0.sublayers.first?.sublayers.first },
      { layer in
        layer.shadowOpacity = 0.5
        layer.shadowRadius = 1
      },
      { $0.transform = Transform3D.rotation(0.01, x: 1, y: 0, z: 0).concatenating(.perspective(distance: 900)) },
    ]
    for change in changes {
      let tree = nested(30, change)
      if let present = try? tree.present() { _ = try DrawnFrame(present, size: PixelSize(width: 300, height: 200)) }
    }
  }

  @Test func `pictures of a hundred translucent layers in one another do not add up`() throws {
    var layer = Layer(x: 0, y: 0, width: 3840, height: 2160) { $0.backgroundColor = .white }
    for _ in 0..<LayerLimits.depth - 1 {
      let inner = layer
      layer = Layer(x: 0, y: 0, width: 3840, height: 2160) {
        $0.opacity = 0.999
        $0.sublayers = [inner]
      }
    }
    let tree = try layer.present()
    #expect(tree.groupDepth == LayerLimits.depth - 1)
    let before = Self.peakMemory
    _ = try LayerRenderer(size: PixelSize(width: 3840, height: 2160)).draw(tree)
    // Ninety-nine pictures of 33 MB would be 3,130 MiB; the other tests of the process have their share of what is less.
    #expect(Self.peakMemory - before < 3000 << 20)
  }

  @Test func `a text of very many letters is drawn`() throws {
    var text = TextLayer(AttributedText(String(repeating: "words of a text ", count: LayerLimits.characters / 16)))
    (text.isWrapped, text.fontSize) = (true, 10)
    try draw(Layer(.text(text), x: 0, y: 0, width: 48, height: 36))
  }

  @Test func `nothing gives nothing`() throws {
    for kind in Self.kinds() + [.text(TextLayer("")), .shape(ShapeLayer()), .gradient(GradientLayer())] {
      try draw(Layer(kind))
      try draw(Layer(kind, x: 900, y: 900, width: 5, height: 5))
    }
    #expect(try LayerRenderer(size: Self.size).draw(Layer().present()) == nil)
  }

  /// The most memory that the process has had, in bytes.
  private static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }
}
