public import Compositing
import EditingModel
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
/// premultiplied 8 bits. Edges are anti-aliased, and nothing is fitted to the pixel grid. Approximate are blur (three means of a box, within
/// 3 % of a Gaussian) and what is seen in perspective (sixteen points a pixel).
///
/// Threads: one at a time.
public final class LayerRenderer {
  /// What a tree looks like: the smallest picture that holds everything that is seen of it.
  public struct Drawing {
    /// The pixels of the frame that it covers.
    public let area: PixelRectangle
    /// The picture, in `bgra`, colors not multiplied by opacity.
    public let picture: PixelBuffer
  }

  private let size: PixelSize
  private let scale: Double
  private let resources: LayerResources

  /// Draws onto frames of `size`, `scale` pixels of which are one of a root layer's superlayer.
  ///
  /// `pictures` are what layers and particles show, each an `rgba`, `bgra` or `rgb24` one; contents that are not among them are not drawn.
  public init(size: PixelSize, scale: Double = 1, pictures: [LayerContents: PixelBuffer] = [:]) {
    self.size = size
    self.scale = scale
    resources = LayerResources(pictures)
  }

  /// The pixels that `tree` may cover; nil where nothing is seen of it.
  ///
  /// - Throws: as `draw`.
  public func area(of tree: PresentationLayer) throws -> PixelRectangle? {
    let map = Homography(tree.layer.transformToSuperlayer).concatenating(Homography(.scale(x: scale, y: scale)))
    let frame = PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)
    guard let extent = try LayerExtent(resources: resources).rectangle(of: tree) else { return nil }
    guard let box = map.boundingBox(of: extent) else { return frame }
    return PixelRectangle(touchedBy: box, in: frame)
  }

  /// `tree` as a picture; nil where nothing is seen of it. Video layers show `frame`, or nothing without one.
  ///
  /// - Throws: `CompositingError` where there is no memory for it, or a picture is in a format that is not drawn.
  public func draw(_ tree: PresentationLayer, frame: PixelBuffer? = nil) throws -> Drawing? {
    guard let area = try area(of: tree) else { return nil }
    let surface = try Surface(covering: area)
    let painter = LayerPainter(resources: resources, frame: try frame.map { try Surface($0) })
    try painter.paint(
      tree, on: surface, in: .identity, through: Homography(.scale(x: scale, y: scale)), tint: .white)
    return Drawing(area: area, picture: try surface.picture())
  }
}
