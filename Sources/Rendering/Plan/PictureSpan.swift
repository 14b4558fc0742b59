public import EditingModel
public import MediaFormats

/// A maximal run of output frames that the same layers make by the same method.
public struct PictureSpan: Hashable, Sendable {
  /// The output frames.
  public var frames: Range<Int>
  /// The method of their rendering.
  public var method: Method
  /// The reasons for their method: contiguous, in order, over `frames`; empty in a plan that no model was made into.
  public var origins: [Origin]

  /// `frames`, made by `method` for `origins`.
  public init(frames: Range<Int>, method: Method, origins: [Origin] = []) {
    self.frames = frames
    self.method = method
    self.origins = origins
  }

  /// The origin of output frame `frame`; nil where none is known.
  public func origin(at frame: Int) -> Origin? {
    origins.first(partitionedBy: { $0.frames.upperBound > frame }).flatMap { $0.frames.contains(frame) ? $0 : nil }
  }

  /// The part of the video composition that some frames of a span show.
  ///
  /// It is separate from the layers, because instructions with equal drawings share a span.
  public struct Origin: Hashable, Sendable, Codable {
    /// The output frames.
    public var frames: Range<Int>
    /// The number of the applying instruction of the video composition, from 0; of the stand-in's where none is given.
    public var instruction: Int
    /// For each of the method's `feeds`, in their order, which of the instruction's `layerInstructions` it feeds, from 0:
    /// 0 for the track of a passthrough instruction, nil for a track that a custom compositor gets without a layer.
    public var layers: [Int?]

    /// `frames`, made for instruction number `instruction` and for `layers` of it.
    public init(frames: Range<Int>, instruction: Int, layers: [Int?]) {
      self.frames = frames
      self.instruction = instruction
      self.layers = layers
    }
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
    /// Whatever a custom compositor makes of the source frames.
    case custom(CustomCompositing)

    /// The feeds of the frames, bottom to top; of a custom compositor's in the instruction's order.
    public var feeds: [LayerFeed] {
      switch self {
      case .empty: []
      case .passthrough(let run): [.run(run)]
      case .mix(_, let layers): layers.map { .run($0.run) }
      case .warp(_, let layers): layers.map(\.feed)
      case .custom(let call): call.sources.map(\.feed)
      }
    }

    /// The runs that feed the frames: indices into `PicturePlan.runs`.
    public var runs: [Int] { feeds.compactMap(\.run) }

    /// The method's name, in the plan's text and wherever a plan is shown.
    public var name: String {
      switch self {
      case .empty: "empty"
      case .passthrough: "passthrough"
      case .mix: "mix"
      case .warp: "warp"
      case .custom: "custom"
      }
    }
  }
}

/// A layer of a `mix` span: an upright rectangle with an opacity over time, which may move by whole pixels.
public struct MixLayer: Hashable, Sendable, Codable {
  /// An index into `PicturePlan.runs`.
  public var run: Int
  /// The backdrop that is made of the stored frame first, and then placed in its stead; nil where there is none.
  public var backdrop: Backdrop?
  /// The part of the stored frame that is shown, in its own pixels, whose edges may lie between them; nil for all of it.
  public var crop: Rectangle?
  /// The orientation of that part, before it is placed.
  public var orientation: Orientation
  /// Its place in the output, scaled to fit exactly; at first, where it moves.
  public var place: PixelRectangle
  /// Its distance from `place` over the span's frames: at each of them by whole pixels that keep chroma samples in
  /// their places, but for what arithmetic loses. nil where it stays.
  public var motion: FrameCurve<Point>?
  /// 0…1 over the span's frames.
  public var opacity: FrameCurve<Double>

  /// The layer fed by run number `run`.
  public init(
    run: Int, backdrop: Backdrop? = nil, crop: Rectangle?, orientation: Orientation, place: PixelRectangle,
    motion: FrameCurve<Point>? = nil, opacity: FrameCurve<Double>
  ) {
    self.run = run
    self.backdrop = backdrop
    self.crop = crop
    self.orientation = orientation
    self.place = place
    self.motion = motion
    self.opacity = opacity
  }
}

extension MixLayer {
  /// Its place in the output at frame `frame`.
  public func place(at frame: Int) -> PixelRectangle {
    guard let offset = motion?.value(at: frame) else { return place }
    var place = place
    place.x += Int(offset.x.rounded())
    place.y += Int(offset.y.rounded())
    return place
  }
}

/// A layer of a `warp` span: any affine map, crop and opacity over time.
public struct WarpLayer: Hashable, Sendable, Codable {
  /// The feed of its pictures. Those of a tree of layers are the output's size.
  public var feed: LayerFeed
  /// The backdrop that is made of the stored frame first, and then drawn in its stead; nil where there is none.
  public var backdrop: Backdrop?
  /// From the stored frame's pixels to the output's: pixel aspect, orientation, fit, the layer's own transform and the
  /// render scale, in one.
  public var transform: FrameCurve<Transform>
  /// The part of the stored frame that is shown, in its own pixels; nil for all of it.
  public var crop: FrameCurve<Rectangle>?
  /// 0…1 over the span's frames.
  public var opacity: FrameCurve<Double>

  /// The layer fed by `feed`.
  public init(
    feed: LayerFeed, backdrop: Backdrop? = nil, transform: FrameCurve<Transform>, crop: FrameCurve<Rectangle>?,
    opacity: FrameCurve<Double>
  ) {
    self.feed = feed
    self.backdrop = backdrop
    self.transform = transform
    self.crop = crop
    self.opacity = opacity
  }
}

/// The call of a compositor of the user's by a `custom` span.
public struct CustomCompositing: Hashable, Sendable, Codable {
  /// The compositor.
  public var compositor: CompositorReference
  /// The instruction that applies.
  public var instruction: VideoCompositionInstruction
  /// The number of that instruction in the video composition, from 0.
  public var instructionIndex: Int
  /// The tracks whose frames the compositor gets, in the instruction's order; those in a gap are left out.
  public var sources: [Source]
  /// The factor of the render size.
  public var renderScale: Double
  /// From the render rectangle to the output's pixels.
  public var renderTransform: Transform
  /// The colorimetry of the compositor's frames, its sources and its own, where it does not take the film's colors: then the sources
  /// are converted to this, and what it makes of them to the film's. nil where they are the film's.
  public var colorimetry: Colorimetry?

  /// A track that shows something.
  public struct Source: Hashable, Sendable, Codable {
    /// The composition's track.
    public var trackID: TrackID
    /// The feed of its frames. Those of a tree of layers are the render rectangle's size.
    public var feed: LayerFeed

    /// Track `trackID`, fed by `feed`.
    public init(trackID: TrackID, feed: LayerFeed) {
      self.trackID = trackID
      self.feed = feed
    }
  }

  /// Leaves what `sources` show to `compositor`, for `instruction`.
  public init(
    compositor: CompositorReference, instruction: VideoCompositionInstruction, instructionIndex: Int,
    sources: [Source], renderScale: Double, renderTransform: Transform, colorimetry: Colorimetry? = nil
  ) {
    self.compositor = compositor
    self.instruction = instruction
    self.instructionIndex = instructionIndex
    self.sources = sources
    self.renderScale = renderScale
    self.renderTransform = renderTransform
    self.colorimetry = colorimetry
  }

  /// Whether the picture may change while the source frames do not. It may by default: a compositor can draw by the
  /// time.
  public var containsTweening: Bool { instruction.isTweening ?? true }
}
