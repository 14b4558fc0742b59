public import Compositing
public import EditingModel
public import Layers
public import MediaFormats

/// Draws trees of layers (`CARenderer`): what a tree is at a time as a picture with opacity, to be laid over a frame.
///
/// ```swift
/// let renderer = LayerRenderer(size: PixelSize(width: 1280, height: 720))
/// if let title = try tree.presentation(at: time), let drawn = try renderer.draw(title) {
///   // drawn.picture covers the pixels drawn.area of the frame
/// }
/// ```
///
/// A picture follows from the tree alone, whatever was drawn before it. Colors are sRGB and mix as they are, as Core Animation's do, in
/// premultiplied 8 bits. Edges are anti-aliased, and nothing is fitted to the pixel grid. Approximate are blur (three means of a box,
/// within 3 % of a Gaussian) and what is seen in perspective (up to sixteen points a pixel). Layers in one another that are drawn by
/// themselves first, as translucent ones are, take some 512 MB at most: where they would take more, a frame is drawn in bands.
///
/// Threads: one at a time.
public final class LayerRenderer {
  /// The drawing of a tree: the smallest picture that holds everything that is seen of it.
  public struct Drawing {
    /// The pixels of the frame that it covers.
    public let area: PixelRectangle
    /// The picture, in `bgra`, colors not multiplied by opacity.
    public let picture: PixelBuffer
  }

  /// Clear pixels that stay around what is seen, for what looks at a pixel's neighbors.
  private static let margin = 4

  /// The frame's size.
  private let size: PixelSize
  /// The map from a root layer's superlayer to the frame's pixels.
  let map: Homography
  /// The alignment of areas, in pixels.
  let step: PixelSize
  private let border: Int
  private let resources: LayerResources

  /// Draws onto frames of `size`, to whose pixels `transform` takes a root layer's superlayer.
  ///
  /// `pictures` are what layers and particles show, each an `rgba`, `bgra` or `rgb24` one; contents that are not among them are not drawn.
  /// Areas begin and end at multiples of `step`, or at the frame's edge, so that they hold whole samples of chroma, and have `border`
  /// clear pixels around what is seen: a picture that is to be turned or scaled needs some, so that its edges look as those in a whole
  /// frame would.
  public init(
    size: PixelSize, transform: Transform = .identity, pictures: [LayerContents: PixelBuffer] = [:],
    step: PixelSize = PixelSize(width: 1, height: 1), border: Int = 0
  ) {
    self.size = size
    map = Homography(transform)
    self.step = step
    self.border = border
    resources = LayerResources(pictures, seenThrough: transform)
  }

  /// The pixels that `tree` may cover; nil where nothing is seen of it.
  ///
  /// - Throws: as `draw`.
  public func area(of tree: PresentationLayer) throws -> PixelRectangle? { try area(of: tree, within: frame) }

  /// The pixels of `limit` that the tree covers.
  func area(of tree: PresentationLayer, within limit: PixelRectangle) throws -> PixelRectangle? {
    guard let extent = try LayerExtent(resources: resources).rectangle(of: tree) else { return nil }
    let own = Homography(tree.layer.transformToSuperlayer).concatenating(map)
    guard let box = own.boundingBox(of: extent) else { return limit }
    return PixelRectangle(touchedBy: box, in: limit).map {
      $0.expanded(by: border, in: limit).expanded(toStepsOf: step, in: limit)
    }
  }

  /// `tree` as a picture to be laid over a frame; nil where nothing is seen of it. Layers of video show nothing.
  ///
  /// - Throws: `CompositingError` where there is no memory for it, its layers need more than 1 GB even in bands, or a picture is in a
  /// format
  ///   that is not drawn.
  public func draw(_ tree: PresentationLayer) throws -> Drawing? { try draw(tree, within: frame) }

  /// The drawing of the tree within `limit`.
  func draw(_ tree: PresentationLayer, within limit: PixelRectangle) throws -> Drawing? {
    guard let area = try area(of: tree, within: limit) else { return nil }
    let surface = try Surface(covering: area)
    try paint(tree, on: surface, frame: nil)
    guard let seen = surface.seen?.expanded(by: Self.margin, in: area).expanded(toStepsOf: step, in: limit) else {
      return nil
    }
    guard seen != area else { return Drawing(area: area, picture: try surface.picture()) }
    let part = try Surface(covering: seen, beside: surface)
    part.draw(surface)
    return Drawing(area: seen, picture: try part.picture())
  }

  /// The picture that `tree` makes of `video`, which its layers of video show (nothing, if nil), over `background`: of the frame's size in
  /// `bgra`, colors not multiplied by opacity.
  ///
  /// - Throws: as `draw`.
  public func compose(_ tree: PresentationLayer?, with video: PixelBuffer?, over background: Color = .black) throws
    -> PixelBuffer
  {
    let surface = try Surface(covering: frame)
    surface.fill(.rectangle(frame.rectangle), with: background)
    if let tree { try paint(tree, on: surface, frame: try video.map { try Surface($0) }) }
    return try surface.picture()
  }

  /// The frame's pixels.
  var frame: PixelRectangle { PixelRectangle(x: 0, y: 0, width: size.width, height: size.height) }

  /// Draws `tree` over what `surface` shows.
  private func paint(_ tree: PresentationLayer, on surface: Surface, frame: Surface?) throws {
    let painter = LayerPainter(resources: resources, frame: frame)
    let area = surface.area
    for band in bands(of: area, depth: tree.groupDepth) {
      let part = band == area ? surface : try Surface(covering: band, beside: surface)
      try painter.paint(tree, on: part, in: .identity, through: map, tint: .white)
      if band != area { surface.draw(part) }
    }
  }

  /// The bands that `area` is drawn in, one after another: one, unless pictures of its size, as many as are kept at once, take too much.
  private func bands(of area: PixelRectangle, depth: Int) -> [PixelRectangle] {
    let rows = max(16, Surface.memory / (4 * area.width * (depth + 1)))
    return stride(from: 0, to: area.height, by: rows).map {
      PixelRectangle(x: area.x, y: area.y + $0, width: area.width, height: min(rows, area.height - $0))
    }
  }
}

extension PixelRectangle {
  /// The rectangle with `margin` more on each side, within `limit`.
  fileprivate func expanded(by margin: Int, in limit: PixelRectangle) -> PixelRectangle {
    let (left, top) = (max(limit.x, x - margin), max(limit.y, y - margin))
    let right = min(limit.x + limit.width, x + width + margin)
    let bottom = min(limit.y + limit.height, y + height + margin)
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle around this one whose edges are multiples of `step`, or those of `limit`.
  fileprivate func expanded(toStepsOf step: PixelSize, in limit: PixelRectangle) -> PixelRectangle {
    func edges(_ start: Int, _ length: Int, _ step: Int, _ limit: Range<Int>) -> (start: Int, length: Int) {
      func floor(_ place: Int) -> Int { place - (place % step + step) % step }
      let lower = max(limit.lowerBound, floor(start))
      return (lower, min(limit.upperBound, floor(start + length + step - 1)) - lower)
    }
    let across = edges(x, width, step.width, limit.x..<limit.x + limit.width)
    let down = edges(y, height, step.height, limit.y..<limit.y + limit.height)
    return PixelRectangle(x: across.start, y: down.start, width: across.length, height: down.length)
  }
}
