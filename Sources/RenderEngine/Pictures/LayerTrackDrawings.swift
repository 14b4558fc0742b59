import Containers
import MediaFormats
import Rendering

/// The drawings of the trees of layers that are a plan's tracks: made when the first span shows one, and kept.
///
/// Threads: one at a time.
final class LayerTrackDrawings {
  private let plan: PicturePlan
  private let media: SourceMedia
  private let cancellation: Cancellation
  private var placed: [Int: LayerTreeDrawing] = [:]

  /// The trees of `plan`, whose pictures are read from the files of `media`.
  init(_ plan: PicturePlan, media: SourceMedia, cancellation: Cancellation) {
    self.plan = plan
    self.media = media
    self.cancellation = cancellation
  }

  /// The drawing of tree number `tree` as layers among others.
  func drawing(of tree: Int) throws -> LayerTreeDrawing {
    if let drawing = placed[tree] { return drawing }
    let drawing = try drawing(of: tree, use: .asTrack)
    placed[tree] = drawing
    return drawing
  }

  /// The drawing of tree number `tree` as source frames of a custom compositor, in `format` and `colorimetry`.
  func source(of tree: Int, in format: PixelFormat, _ colorimetry: Colorimetry) throws -> LayerTreeDrawing {
    try drawing(of: tree, use: .asSource(format, colorimetry, plan.layerTracks[tree].renderSize))
  }

  private func drawing(of tree: Int, use: LayerTreeDrawing.Use) throws -> LayerTreeDrawing {
    guard plan.layerTracks.indices.contains(tree) else {
      throw RenderError(.engineFailed, "The plan has no layers \(tree) that are a track.")
    }
    return try LayerTreeDrawing(
      plan.layerTracks[tree].drawing, use: use, of: plan, media: media, cancellation: cancellation)
  }
}
