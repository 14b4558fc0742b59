import Compositing
import EditingModel
public import Layers
import MediaFormats

/// A part of a tree that is drawn by itself, and laid over a frame after those below it.
///
/// A layer that moves or fades as a whole is drawn once for each place that it takes between pixels, and laid where it is by then:
///
/// ```
///  a layer's place ─► the nearest eighth of a pixel ─► whole steps of pixels (offset)
///                                                   └► what is left of it: the drawing (tree)
/// ```
///
/// libass and others place letters to an eighth of a pixel; motion in such steps is not visible.
public struct LayerPart: Sendable {
  /// The number of the layer, by its place in the tree.
  public let number: Int
  /// The tree with this part alone, where it is drawn: equal to that of another time at which the same picture is laid.
  public let tree: PresentationLayer
  /// The same of the part wherever it is: equal to that of another time that it only moved or faded from.
  public let atRest: PresentationLayer
  /// The pixels by which the drawing is moved to the right, a multiple of the renderer's step.
  public let x: Int
  /// The pixels by which the drawing is moved down, a multiple of the renderer's step.
  public let y: Int
  /// The opacity at which it is laid, over 0 up to 1.
  public let opacity: Double
  /// The pixels that are drawn at most.
  let limit: PixelRectangle
}

extension LayerRenderer {
  /// Parts of a pixel that a layer is placed at.
  private static let places = 8.0

  /// The parts of `tree`, from the bottom up: its root's sublayers where nothing is done to all of them, else the whole of it. What
  /// lies outside of the frame is left out.
  ///
  /// - Throws: as `draw`.
  public func parts(of tree: PresentationLayer) throws -> [LayerPart] {
    guard tree.isGroup else { return [whole(tree.appearance)] }
    var root = tree
    root.sublayers = []
    root = root.appearance
    return try tree.sublayersInDrawingOrder.compactMap { try part($0, of: root) }
  }

  /// `part` of a tree as a picture, to be laid over a frame where `part` says; nil where nothing is seen of it.
  ///
  /// - Throws: as for a tree.
  public func draw(_ part: LayerPart) throws -> Drawing? { try draw(part.tree, within: part.limit) }

  /// `item` of a tree whose root is `root`, without its sublayers and its time.
  private func part(_ item: PresentationLayer, of root: PresentationLayer) throws -> LayerPart? {
    guard !item.layer.isHidden, item.layer.opacity > 0, !item.isMaskedOut else { return nil }
    var alone = root
    alone.sublayers = [item.appearance]
    // The opacity of a layer that preserves depth is that of each layer in it.
    let opacity = item.layer.preservesDepth ? 1 : min(1, item.layer.opacity)
    if !item.layer.preservesDepth { alone.sublayers[0].layer.opacity = 1 }
    guard let plane = planeOfSublayers(of: root), let back = plane.inverted else {
      return whole(alone, number: item.number, opacity: opacity)
    }
    let place = plane.apply(to: alone.sublayers[0].layer.moveToOrigin())
    guard let (x, restX) = Self.steps(to: place.x, of: step.width),
      let (y, restY) = Self.steps(to: place.y, of: step.height)
    else { return nil }
    let atRest = alone
    alone.sublayers[0].layer.position = back.apply(to: Point(x: restX, y: restY))
    let seen = PixelRectangle(x: frame.x - x, y: frame.y - y, width: frame.width, height: frame.height)
    guard let area = try area(of: alone, within: .drawable), let visible = area.intersection(seen) else { return nil }
    // A part that is much larger than the frame, or reaches too far, is drawn as far as it is seen.
    let isLarge = area.width * area.height > max(frame.width * frame.height / 2, Self.smallArea)
    if visible != area, isLarge || !area.isInside(.drawable) {
      alone.sublayers[0].layer.position = back.apply(to: Point(x: restX + Double(x), y: restY + Double(y)))
      return whole(alone, number: item.number, opacity: opacity)
    }
    return LayerPart(number: item.number, tree: alone, atRest: atRest, x: x, y: y, opacity: opacity, limit: .drawable)
  }

  /// As many pixels are always drawn, seen or not.
  private static let smallArea = 1 << 16

  private func whole(_ tree: PresentationLayer, number: Int = 0, opacity: Double = 1) -> LayerPart {
    LayerPart(number: number, tree: tree, atRest: tree, x: 0, y: 0, opacity: opacity, limit: frame)
  }

  /// The map of the plane of the root's sublayers to the frame's; nil for one in perspective, in which a move turns what moves.
  private func planeOfSublayers(of tree: PresentationLayer) -> Transform? {
    let space = tree.layer.transformOfSublayers.concatenating(tree.layer.transformToSuperlayer)
    guard space.isFlat else { return nil }
    return Homography(space).concatenating(map).affine
  }

  /// The whole `step`s of pixels before `place`, as pixels, and the rest to the place nearest to it; nil for one that
  /// no frame has.
  private static func steps(to place: Double, of step: Int) -> (whole: Int, rest: Double)? {
    guard abs(place) < 1e6 else { return nil }
    let nearest = (place * places).rounded() / places
    let whole = Int((nearest / Double(step)).rounded(.down)) * step
    return (whole, nearest - Double(whole))
  }
}

extension PixelRectangle {
  /// Whether it lies in `other` and meets none of its edges.
  fileprivate func isInside(_ other: PixelRectangle) -> Bool {
    x > other.x && y > other.y && x + width < other.x + other.width && y + height < other.y + other.height
  }
}

extension Layer {
  /// Takes the layer to where its superlayer's plane begins, and says where it was.
  fileprivate mutating func moveToOrigin() -> Point {
    var place = position
    position = Point(x: 0, y: 0)
    if transform.isFlat {
      place.x += transform[3, 0]
      place.y += transform[3, 1]
      transform[3, 0] = 0
      transform[3, 1] = 0
    }
    return place
  }
}

extension Transform3D {
  /// Whether nothing looks smaller for being far away.
  fileprivate var isFlat: Bool { self[0, 3] == 0 && self[1, 3] == 0 && self[2, 3] == 0 && self[3, 3] == 1 }
}

extension PresentationLayer {
  /// Whether the layer only holds its sublayers, so that each can be laid over a frame by itself.
  fileprivate var isGroup: Bool {
    layer.isPlain && layer.kind == .layer && layer.backgroundColor == nil && layer.contents == nil
      && !layer.masksToBounds
      && mask == nil && !isMaskedOut && transition == nil && !sublayers.contains(where: \.mixesWithWhatIsBelow)
  }

  /// Whether it, or something in it, looks otherwise for what other layers show below it.
  private var mixesWithWhatIsBelow: Bool {
    if layer.blendMode != .normal { return true }
    if case .emitter(let emitter) = layer.kind, emitter.renderMode == .additive { return true }
    return sublayers.contains(where: \.mixesWithWhatIsBelow)
      || instances.contains { $0.sublayers.contains(where: \.mixesWithWhatIsBelow) }
  }
}
