import Compositing
import Composition
import MediaTime

/// Where a source's picture lies on the film's frame.
struct LayerPlacement {
  /// From the stored pixels to the film's.
  private let transform: Transform
  /// The part that is shown, in stored pixels; nil for all of it.
  private let crop: Rectangle?
  /// The film's size in pixels.
  private let width: Int
  private let height: Int
  /// Whether the picture is the frame, pixel for pixel.
  let isWhole: Bool

  /// The place of `source` under `layer` at `time`.
  init(
    of layer: LayerInstruction, at time: CMTime, showing source: PixelBuffer, in context: VideoCompositionRenderContext
  ) {
    // A layer's numbers count square pixels.
    let shape = source.pixelAspectRatio
    let stretch = Double(shape.horizontalSpacing) / Double(shape.verticalSpacing)
    transform = Transform.scale(x: stretch, y: 1)
      .concatenating(layer.transform.value(at: time, initial: .identity))
      .concatenating(context.renderTransform)
    let whole = Rectangle(x: 0, y: 0, width: Double(source.width) * stretch, height: Double(source.height))
    let shown = layer.cropRectangle.value(at: time, initial: whole)
    crop =
      shown == whole
      ? nil : Rectangle(x: shown.x / stretch, y: shown.y, width: shown.width / stretch, height: shown.height)
    width = Int(context.size.width)
    height = Int(context.size.height)
    isWhole = transform == .identity && crop == nil && source.width == width && source.height == height
  }

  /// `source` in its place, the rest transparent; nil where nothing of it is seen.
  ///
  /// The compositor draws on what is opaque only. So it draws twice on black: the picture, which gives colours times
  /// coverage, and a white one of the same shape, which gives the coverage by itself.
  func draw(_ source: PixelBuffer) throws -> PixelBuffer? {
    let planes = try source.componentPlanes()
    let isOpaque = planes[3].allSatisfy { $0 == 255 }
    let colors = try composed(planes: isOpaque ? Array(planes[..<3]) : planes, of: source)
    let white = [UInt8](repeating: 255, count: planes[0].count)
    let shape = [white, white, white]
    let coverage = try composed(planes: isOpaque ? shape : shape + [planes[3]], of: source)[0]
    guard coverage.contains(where: { $0 > 0 }) else { return nil }
    return try PixelBuffer(premultiplied: colors, alpha: coverage, width: width, height: height)
  }

  /// What the compositor makes of a picture on black.
  private func composed(planes: [[UInt8]], of source: PixelBuffer) throws -> [[UInt8]] {
    let picture = try PlanarPicture(
      width: source.width, height: source.height, chromaWidthShift: 0, chromaHeightShift: 0, planes: planes)
    let black = try PlanarPicture(
      filledWith: (0, 0, 0), width: width, height: height, chromaWidthShift: 0, chromaHeightShift: 0)
    return try AffineCompositor().compose(
      [AffineLayer(picture: picture, transform: transform, crop: crop)], over: black
    )
    .planes
  }
}
