import Compositing
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `warp` span with the built-in affine compositor.
///
/// Threads: one at a time.
final class WarpRenderer: SpanRenderer {
  private struct Layer {
    var plan: WarpLayer
    var feed: LayerSource
    var format: PictureFormat
    var last: (buffer: Buffer, picture: PlanarPicture)?
  }

  private let cancellation: Cancellation
  private var layers: [Layer]
  private let background: PlanarPicture
  private let output: PictureFormat
  private let shifts: (width: Int, height: Int)

  /// The frames of `layers`, bottom to top, over `background`.
  init(
    background: Color, layers: [WarpLayer], plan: PicturePlan, scheduler: RunScheduler,
    cancellation: Cancellation
  ) throws {
    self.cancellation = cancellation
    let output = try PictureFormat(plan)
    self.output = output
    shifts = output.chromaShifts
    let samples = BackgroundPicture(background, in: output).samples
    self.background = try PlanarPicture(
      filledWith: samples, width: plan.size.width, height: plan.size.height, chromaWidthShift: shifts.width,
      chromaHeightShift: shifts.height)
    self.layers = try layers.map { layer in
      let facts = plan.runs[layer.run].facts
      guard !facts.hasAlpha || plan.pixelFormat == .yuv420p else {
        throw RenderError(
          .unsupported, "Pictures with alpha are drawn only in yuv420p.",
          remedy: "Leave \"pixelFormat\" out, or use a picture without alpha.", clip: plan.runs[layer.run].clip)
      }
      let format = try PictureFormat(
        name: facts.hasAlpha ? "A420" : plan.pixelFormat.gstreamerName, size: facts.size,
        frameDuration: plan.grid.frameDuration, color: plan.colorimetry)
      return Layer(plan: layer, feed: LayerSource(run: layer.run, of: scheduler, as: format), format: format)
    }
  }

  func picture(at frame: Int) throws -> PendingPicture {
    var visible: [AffineLayer] = []
    for index in layers.indices {
      let buffer = try layers[index].feed.picture(at: frame).buffer(cancellation)
      let layer = layers[index].plan
      let opacity = layer.opacity.value(at: frame) ?? 1
      guard opacity > 0 else { continue }
      visible.append(
        AffineLayer(
          picture: try planar(buffer, of: index), transform: layer.transform.value(at: frame) ?? .identity,
          crop: layer.crop?.value(at: frame), opacity: opacity))
    }
    let composed = try AffineCompositor().compose(visible, over: background)
    return PendingPicture(try Buffer(planes: composed.planes, format: output.video))
  }

  /// The layer's picture as planes; the same ones as long as the picture repeats.
  private func planar(_ buffer: Buffer, of index: Int) throws -> PlanarPicture {
    if let last = layers[index].last, last.buffer === buffer { return last.picture }
    let size = layers[index].format.size
    let picture = try PlanarPicture(
      width: size.width, height: size.height, chromaWidthShift: shifts.width, chromaHeightShift: shifts.height,
      planes: buffer.planes(of: layers[index].format.video))
    layers[index].last = (buffer, picture)
    return picture
  }
}
