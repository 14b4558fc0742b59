public import Composition

/// A maximal run of output frames that the same layers make by the same method.
public struct Span: Hashable, Sendable {
  /// The output frames.
  public var frames: Range<Int>
  /// How they are made.
  public var method: Method

  /// `frames`, made by `method`.
  public init(frames: Range<Int>, method: Method) {
    self.frames = frames
    self.method = method
  }

  /// The ways to make a frame.
  public enum Method: Hashable, Sendable {
    /// Nothing is visible: one frame of the background, repeated.
    case empty(background: Color)
    /// One opaque source fills the frame; it is converted where it must be, and otherwise handed on untouched. The
    /// number is an index into `PicturePlan.runs`.
    case passthrough(run: Int)
    /// Upright opaque rectangles over a background, which GStreamer's `compositor` places exactly. Bottom to top.
    case mix(background: Color, layers: [MixLayer])
    /// Layers under any affine map, drawn by the built-in affine compositor. Bottom to top.
    case warp(background: Color, layers: [WarpLayer])
  }
}

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
