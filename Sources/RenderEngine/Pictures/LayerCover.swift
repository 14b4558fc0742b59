import Compositing
import EditingModel
import LayerDrawing
import Layers
import MediaFormats

/// The pictures of layers, and their places on frames: one picture or several, from the bottom up.
struct LayerCover: Sendable {
  /// A picture of layers.
  enum Picture: Sendable {
    case resting(StaticLayer, PixelRectangle)
    /// On frames with alpha, or placed among layers.
    case translucent(PixelBuffer, PixelRectangle)

    /// Its approximate size in memory, in bytes.
    fileprivate var byteCount: Int {
      switch self {
      case .resting(let layer, _): layer.byteCount
      case .translucent(let picture, _): picture.planes.reduce(0) { $0 + $1.byteCount }
      }
    }
  }

  /// A picture, how far from where it was drawn it lies, and how opaque.
  struct Placed: Sendable {
    let picture: Picture
    let x: Int
    let y: Int
    let opacity: Double
  }

  let pictures: [Placed]

  /// Lays it over what `frame` shows.
  func draw(on frame: PixelBuffer) throws {
    for placed in pictures {
      switch placed.picture {
      case .resting(let layer, let area):
        try layer.draw(on: frame, x: area.x + placed.x, y: area.y + placed.y, opacity: placed.opacity)
      case .translucent(let picture, let area):
        let place = Transform.translation(x: Double(area.x + placed.x), y: Double(area.y + placed.y))
        try AffineCompositor().draw(
          [AffineLayer(picture: picture, transform: place, opacity: placed.opacity)], on: frame)
      }
    }
  }
}

/// The pictures of a tree's parts that were drawn last, one for each place between pixels where a part was seen, for as long as the part
/// looks the same.
struct DrawnLayerParts {
  /// The limit of kept bytes of one part: letters of a line have some hundred kilobytes a place, for up to 256 places.
  private static let limit = 32 << 20

  private struct Part {
    let atRest: PresentationLayer
    var drawn: [(tree: PresentationLayer, picture: LayerCover.Picture?)] = []
    var byteCount = 0
  }

  private var parts: [Int: Part] = [:]

  /// The picture of `part`, by `draw` where it was not seen at its place yet.
  mutating func picture(of part: LayerPart, draw: () throws -> LayerCover.Picture?) rethrows -> LayerCover.Picture? {
    if let last = parts[part.number], last.atRest == part.atRest {
      if let drawn = last.drawn.first(where: { $0.tree == part.tree }) { return drawn.picture }
    } else {
      parts[part.number] = Part(atRest: part.atRest)
    }
    let picture = try draw()
    let byteCount = picture?.byteCount ?? 0
    if let kept = parts[part.number]?.byteCount, kept + byteCount > Self.limit {
      parts[part.number] = Part(atRest: part.atRest)
    }
    parts[part.number]?.drawn.append((part.tree, picture))
    parts[part.number]?.byteCount += byteCount
    return picture
  }

  /// Forgets the parts that are not among `numbers`.
  mutating func keep(_ numbers: some Sequence<Int>) {
    let kept = Set(numbers)
    parts = parts.filter { kept.contains($0.key) }
  }
}
