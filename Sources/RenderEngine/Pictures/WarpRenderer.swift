import Compositing
import EditingModel
import GStreamer
import MediaTime
import Rendering

/// Makes the frames of a `warp` span with the built-in affine compositor: layers are read where the decoder or the
/// conversion left them, and drawn into buffers of a pool.
///
/// Threads: one at a time.
final class WarpRenderer: SpanRenderer {
  private struct Layer {
    let plan: WarpLayer
    let source: LayerSource
    let factory: PixelBufferFactory
    var last: (buffer: Buffer, picture: PixelBuffer)?
  }

  private var layers: [Layer]
  private let background: (UInt8, UInt8, UInt8)
  private let output: PixelBufferFactory

  /// The frames of `layers`, bottom to top, over `background`.
  init(background: Color, layers: [WarpLayer], plan: PicturePlan, scheduler: RunScheduler) throws {
    self.background = BackgroundPicture(background, in: try PictureFormat(plan)).samples
    guard let pixelFormat = PixelBuffer.Format(gstreamerName: plan.pixelFormat.gstreamerName) else {
      throw RenderError(.engineFailed, "Layers cannot be drawn in \(plan.pixelFormat).")
    }
    output = try PixelBufferFactory(pixelFormat, size: plan.size, plan: plan)
    self.layers = try layers.map { layer in
      let facts = plan.runs[layer.run].facts
      guard !facts.hasAlpha || plan.pixelFormat == .yuv420p else {
        throw RenderError(
          .unsupported, "Pictures with alpha are drawn only in yuv420p.",
          remedy: "Leave \"pixelFormat\" out, or use a picture without alpha.", clip: plan.runs[layer.run].clip)
      }
      let factory = try PixelBufferFactory(facts.hasAlpha ? .yuva420p : pixelFormat, size: facts.size, plan: plan)
      return Layer(
        plan: layer, source: LayerSource(run: layer.run, of: scheduler, as: factory.format), factory: factory)
    }
  }

  func picture(at frame: Int) throws -> Buffer {
    var visible: [AffineLayer] = []
    for index in layers.indices {
      let buffer = try layers[index].source.picture(at: frame)
      let layer = layers[index].plan
      let opacity = layer.opacity.value(at: frame) ?? 1
      guard opacity > 0 else { continue }
      visible.append(
        AffineLayer(
          picture: try pixelBuffer(buffer, of: index), transform: layer.transform.value(at: frame) ?? .identity,
          crop: layer.crop?.value(at: frame), opacity: opacity))
    }
    let target = try output.makeWritable()
    try AffineCompositor().draw(visible, over: background, on: target)
    return try output.buffer(of: target)
  }

  /// The layer's picture in place; the same one as long as the picture repeats.
  private func pixelBuffer(_ buffer: Buffer, of index: Int) throws -> PixelBuffer {
    if let last = layers[index].last, last.buffer === buffer { return last.picture }
    let picture = try layers[index].factory.wrap(buffer)
    layers[index].last = (buffer, picture)
    return picture
  }
}
