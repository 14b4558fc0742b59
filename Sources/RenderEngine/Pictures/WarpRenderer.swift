import Compositing
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `warp` span with the built-in affine compositor: layers are read from the buffers of
/// the decoder or the conversion, and drawn into buffers of a pool, several frames in parallel.
///
/// Threads: one at a time; drawing runs on the drawing threads.
final class WarpRenderer: SpanRenderer {
  private struct Layer {
    let plan: WarpLayer
    let source: LayerSource
    let factory: PixelBufferFactory
  }

  /// What is drawn of a layer in one frame.
  private struct DrawnLayer: Sendable {
    let picture: PendingPicture
    let factory: PixelBufferFactory
    let transform: Transform
    let crop: Rectangle?
    let opacity: Double
  }

  private let layers: [Layer]
  private let background: (UInt16, UInt16, UInt16)
  private let output: PixelBufferFactory
  private let cancellation: Cancellation

  /// The frames of `layers`, bottom to top, over `background`.
  init(
    background: Color, layers: [WarpLayer], plan: PicturePlan, scheduler: RunScheduler, cancellation: Cancellation
  ) throws {
    self.cancellation = cancellation
    let samples = BackgroundPicture(background, in: try PictureFormat(plan)).samples
    self.background = (UInt16(samples.0), UInt16(samples.1), UInt16(samples.2))
    let pixelFormat = plan.pixelFormat
    output = try PixelBufferFactory(pixelFormat, size: plan.size, plan: plan)
    self.layers = try layers.map { layer in
      let facts = plan.runs[layer.run].facts
      guard !facts.hasAlpha || plan.pixelFormat == .yuv420p else {
        throw RenderError(
          .unsupported, "Pictures with alpha are drawn only in yuv420p.",
          remedy: "Leave \"pixelFormat\" out, or use a picture without alpha.", clip: plan.runs[layer.run].clip)
      }
      let factory = try PixelBufferFactory(
        facts.hasAlpha ? .yuva420p : pixelFormat, size: layer.backdrop?.size ?? facts.size, plan: plan)
      let source = LayerSource(run: layer.run, of: scheduler, as: factory.format, backdrop: layer.backdrop)
      return Layer(plan: layer, source: source, factory: factory)
    }
  }

  func picture(at frame: Int) throws -> PendingPicture {
    var visible: [DrawnLayer] = []
    for layer in layers {
      // An invisible layer is advanced too, so that its decoder does not fall behind.
      let picture = try layer.source.picture(at: frame)
      let opacity = layer.plan.opacity.value(at: frame) ?? 1
      guard opacity > 0 else { continue }
      visible.append(
        DrawnLayer(
          picture: picture, factory: layer.factory, transform: layer.plan.transform.value(at: frame) ?? .identity,
          crop: layer.plan.crop?.value(at: frame), opacity: opacity))
    }
    return PendingPicture(on: DrawingThreads.queue) { [output, background, cancellation, visible] in
      let drawn = try visible.map { layer in
        AffineLayer(
          picture: try layer.factory.wrap(layer.picture.buffer(cancellation)), transform: layer.transform,
          crop: layer.crop, opacity: layer.opacity)
      }
      let target = try output.makeWritable()
      try AffineCompositor().draw(drawn, over: background, on: target)
      return try output.buffer(of: target)
    }
  }
}
