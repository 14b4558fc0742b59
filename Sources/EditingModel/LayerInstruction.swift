/// How one track appears while an instruction runs (`AVVideoCompositionLayerInstruction`).
///
/// All times in the ramps are composition times, not relative to the instruction.
public struct LayerInstruction: Hashable, Sendable, Codable {
  /// The composition's video track that is shown.
  public var trackID: TrackID
  /// 0…1; 1 before the first entry.
  public var opacity: Ramps<Double>
  /// From the source's pixels, square but not turned upright, to the render rectangle's; identity before the first entry.
  public var transform: Ramps<Transform>
  /// The part of the source that is shown, in source pixels; all of it before the first entry.
  public var cropRectangle: Ramps<Rectangle>

  /// Shows track `trackID`, opaque, unmoved and whole, unless the ramps say otherwise.
  public init(
    trackID: TrackID, opacity: Ramps<Double> = Ramps(), transform: Ramps<Transform> = Ramps(),
    cropRectangle: Ramps<Rectangle> = Ramps()
  ) {
    self.trackID = trackID
    self.opacity = opacity
    self.transform = transform
    self.cropRectangle = cropRectangle
  }

  /// Shows `assetTrack`, a track of the composition, as it is until something is set (`init(assetTrack:)`).
  public init(assetTrack: CompositionTrack) {
    self.init(trackID: assetTrack.id)
  }
}
