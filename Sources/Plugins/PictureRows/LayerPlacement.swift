import Compositing
import EditingModel
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
  func draw(_ source: PixelBuffer) throws -> PixelBuffer? {
    let layer = AffineLayer(picture: source, transform: transform, crop: crop)
    guard let cutout = try LayerMask(of: layer, width: width, height: height) else { return nil }
    return try PixelBuffer(showing: cutout, width: width, height: height)
  }
}
