import EditingModel
import SeededRandom

@testable import Compositing
@testable import ReferenceCompositing

/// Random layers over a random picture: every kind of map, with and without alpha, crops and translucency, in odd sizes.
struct GoldenScene {
  /// What lies beneath.
  let background: PlanarPicture
  /// The layers, bottom to top.
  let layers: [ReferenceCompositor.Layer]

  /// The scene that follows from `seed`.
  init(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(7_000 + seed))
    let subsampling: [Subsampling] = [.both, .across, .none]
    let width = Int.random(in: 1...160, using: &random)
    let height = Int.random(in: 1...120, using: &random)
    background = try .noise(width, height, subsampling[seed % 3], using: &random)
    var layers: [ReferenceCompositor.Layer] = []
    for _ in 0..<1 + seed % 4 {
      let hasAlpha = Int.random(in: 0..<3, using: &random) == 0
      let layout = hasAlpha ? .both : subsampling[Int.random(in: 0..<3, using: &random)]
      let size = (Int.random(in: 1...150, using: &random), Int.random(in: 1...150, using: &random))
      let picture = try PlanarPicture.noise(size.0, size.1, layout, alpha: hasAlpha, using: &random)
      layers.append(try Self.layer(of: picture, width: width, height: height, using: &random))
    }
    self.layers = layers
  }

  /// `picture` somewhere on an output of `width` by `height`.
  static func layer(
    of picture: PlanarPicture, width: Int, height: Int, using random: inout SeededGenerator
  ) throws -> ReferenceCompositor.Layer {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func whole(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
    let centered = Transform.translation(x: -Double(picture.width) / 2, y: -Double(picture.height) / 2)
    let place = Transform.translation(x: number(0...Double(width)), y: number(0...Double(height)))
    let transform: Transform
    switch Int.random(in: 0..<10, using: &random) {
    case 0: transform = .identity
    case 1: transform = .translation(x: 2 * whole(-30...60), y: 2 * whole(-30...50))
    case 2: transform = .translation(x: whole(-50...120), y: whole(-50...90))
    case 3: transform = .translation(x: number(-50...120), y: number(-50...90))
    case 4:
      transform = centered.concatenating(.scale(x: number(0.3...3), y: number(-3...3))).concatenating(place)
    case 5:
      transform = centered.concatenating(.scale(x: number(0.02...0.4), y: number(0.1...0.6))).concatenating(place)
    case 6:
      let (scale, sine) = (number(0.1...3), number(-1...1))
      let cosine = (1 - sine * sine).squareRoot()
      transform = centered.concatenating(
        Transform(a: scale * cosine, b: scale * sine, c: -scale * sine, d: scale * cosine, tx: 0, ty: 0)
      ).concatenating(place)
    case 7:
      transform = centered.concatenating(
        Transform(a: number(0.2...1.5), b: number(-1...1), c: number(-1...1), d: number(-1.5...1.5), tx: 0, ty: 0)
      ).concatenating(place)
    case 8:
      transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: whole(0...150), ty: whole(-20...20))
    default:
      let zoom = number(1...1.2)
      let across = Double(width) / Double(picture.width) * zoom
      let down = Double(height) / Double(picture.height) * zoom
      transform = Transform.scale(x: across, y: down).concatenating(.translation(x: number(-9...0), y: number(-9...0)))
    }
    let crop = Rectangle(x: number(-5...60), y: number(-5...60), width: number(1...140), height: number(1...140))
    return ReferenceCompositor.Layer(
      picture: picture, transform: transform, crop: Int.random(in: 0..<3, using: &random) == 0 ? crop : nil,
      opacity: Bool.random(using: &random) ? 1 : number(0...1))
  }
}

/// FNV-1a, 64 bits: what a picture's samples are compared by.
struct SampleHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds `samples`.
  mutating func add(_ samples: some Sequence<UInt8>) {
    for sample in samples { value = (value ^ UInt64(sample)) &* 0x0000_0100_0000_01B3 }
  }
}
