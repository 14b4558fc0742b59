public import EditingModel
public import MediaFormats

/// A layer of a `mix` span: an upright rectangle with an opacity over time.
public struct MixLayer: Hashable, Sendable {
  /// An index into `PicturePlan.runs`.
  public var run: Int
  /// The part of the stored frame that is shown, in its own pixels; nil for all of it.
  public var crop: PixelRectangle?
  /// How that part is turned before it is placed.
  public var orientation: Orientation
  /// Where it goes in the output, scaled to fit exactly.
  public var place: PixelRectangle
  /// 0…1 over the span's frames.
  public var opacity: FrameCurve<Double>

  /// The layer fed by run number `run`.
  public init(
    run: Int, crop: PixelRectangle?, orientation: Orientation, place: PixelRectangle, opacity: FrameCurve<Double>
  ) {
    self.run = run
    self.crop = crop
    self.orientation = orientation
    self.place = place
    self.opacity = opacity
  }
}
