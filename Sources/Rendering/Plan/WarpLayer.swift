public import EditingModel

/// A layer of a `warp` span: any affine map, crop and opacity over time.
public struct WarpLayer: Hashable, Sendable {
  /// An index into `PicturePlan.runs`.
  public var run: Int
  /// From the stored frame's pixels to the output's: pixel aspect, orientation, the layer's own transform and the
  /// render scale, in one.
  public var transform: FrameCurve<Transform>
  /// The part of the stored frame that is shown, in its own pixels; nil for all of it.
  public var crop: FrameCurve<Rectangle>?
  /// 0…1 over the span's frames.
  public var opacity: FrameCurve<Double>

  /// The layer fed by run number `run`.
  public init(
    run: Int, transform: FrameCurve<Transform>, crop: FrameCurve<Rectangle>?, opacity: FrameCurve<Double>
  ) {
    self.run = run
    self.transform = transform
    self.crop = crop
    self.opacity = opacity
  }
}
