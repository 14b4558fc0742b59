import EditingModel
import SeededRandom

@testable import Compositing
@testable import ReferenceCompositing

/// The ways in which chroma can be subsampled, as shifts across and down.
enum Subsampling: CaseIterable {
  case none
  case across
  case both

  var shifts: (width: Int, height: Int) {
    switch self {
    case .none: (0, 0)
    case .across: (1, 0)
    case .both: (1, 1)
    }
  }
}

extension PlanarPicture {
  /// One color.
  static func plain(
    _ samples: (UInt8, UInt8, UInt8), _ width: Int, _ height: Int, _ subsampling: Subsampling = .both,
    alpha: UInt8? = nil
  ) throws -> PlanarPicture {
    var picture = try PlanarPicture(
      filledWith: samples, width: width, height: height,
      chromaWidthShift: subsampling.shifts.width, chromaHeightShift: subsampling.shifts.height)
    if let alpha { picture.planes.append(Array(repeating: alpha, count: width * height)) }
    return picture
  }

  /// Noise: the hardest picture to be exact about.
  static func noise(
    _ width: Int, _ height: Int, _ subsampling: Subsampling = .both, alpha: Bool = false,
    using random: inout SeededGenerator
  ) throws -> PlanarPicture {
    var picture = try plain((0, 0, 0), width, height, subsampling, alpha: alpha ? 0 : nil)
    picture.planes = picture.planes.map { plane in
      plane.map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    return picture
  }

  /// The sample of plane `plane` at (`x`, `y`).
  func sample(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
    planes[plane][y * sampling(ofPlane: plane).width + x]
  }
}

/// A layer as the reference takes it.
typealias PlanarLayer = ReferenceCompositor.Layer

extension PlanarLayer {
  /// A noisy layer that is scaled by 0.15 to 3, turned and sheared, perhaps mirrored, somewhere on an output of 30 by
  /// 20; half of them have alpha, half a crop, in some cases beyond the picture.
  static func random(using random: inout SeededGenerator) throws -> PlanarLayer {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    let hasAlpha = Bool.random(using: &random)
    // There is no format with alpha whose chroma is halved across alone.
    let subsampling: [Subsampling] = hasAlpha ? [.none, .both] : Subsampling.allCases
    let picture = try PlanarPicture.noise(
      width, height, subsampling.randomElement(using: &random) ?? .both, alpha: hasAlpha, using: &random)
    let scale = number(0.15...3)
    let sine = number(-1...1)
    let cosine = (1 - sine * sine).squareRoot()
    let mirror = Bool.random(using: &random) ? -1.0 : 1.0
    let turn = Transform(
      a: scale * cosine, b: scale * sine, c: -scale * sine * number(0.3...1) * mirror, d: scale * cosine * mirror,
      tx: number(0...30), ty: number(0...20))
    let crop = Rectangle(x: number(-5...30), y: number(-5...30), width: number(1...40), height: number(1...40))
    return PlanarLayer(
      picture: picture,
      transform: .translation(x: -Double(width) / 2, y: -Double(height) / 2).concatenating(turn),
      crop: Bool.random(using: &random) ? crop : nil,
      opacity: number(0...1))
  }
}
