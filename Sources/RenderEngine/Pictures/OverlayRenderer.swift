import Compositing
import Containers
import EditingModel
import GStreamer
import Layers
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Draws a plan's layers with finished frames: over them, or around them where the tree shows the frame.
///
/// ```
///  frame ──────────────────────────────────────┬─► drawn upon, where it is covered
///  tree at the frame's time ─► drawn ─► converted ─┘      the last drawing stays, for as long as the tree looks the same
/// ```
///
/// Threads: one at a time; drawing runs on the drawing threads.
final class OverlayRenderer {
  private let overlay: LayerOverlay
  private let plan: PicturePlan
  private let output: PixelBufferFactory
  private let drawing: LayerTreeDrawing
  private let cancellation: Cancellation

  /// The layers of `overlay`, whose pictures are read from the files of `media`, on frames of `plan`.
  init(_ overlay: LayerOverlay, plan: PicturePlan, media: SourceMedia, cancellation: Cancellation) throws {
    self.overlay = overlay
    self.plan = plan
    self.cancellation = cancellation
    output = try PixelBufferFactory(plan.pixelFormat, size: plan.size, plan: plan)
    drawing = try LayerTreeDrawing(overlay, use: .withFrames, of: plan, media: media, cancellation: cancellation)
  }

  /// Frame `frame` of `frames` with the layers; nil where nothing is seen of them, and the frame is not asked for.
  func picture(at frame: Int, of frames: any SpanRenderer) throws -> PendingPicture? {
    guard overlay.covers(frame) else { return nil }
    let time = try plan.origin + plan.time(of: frame)
    let (picture, isExclusive) = try frames.takePicture(at: frame)
    return PendingPicture(on: DrawingThreads.queue) { [output, drawing, cancellation] in
      let below = try picture.buffer(cancellation)
      switch try drawing.layers(at: time, with: { try output.wrap(below) }) {
      case nil: return below
      case .frame(let picture): return try output.buffer(of: picture)
      case .over(let cover):
        let target = try output.makeWritable(showing: below, isExclusive: isExclusive)
        try cover.draw(on: target)
        return try output.buffer(of: target)
      }
    }
  }
}
