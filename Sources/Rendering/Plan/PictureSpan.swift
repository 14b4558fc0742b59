public import EditingModel

/// A maximal run of output frames that the same layers make by the same method.
public struct PictureSpan: Hashable, Sendable {
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
    /// Whatever a custom compositor makes of the source frames.
    case custom(CustomCompositing)

    /// The runs that feed the frames: indices into `PicturePlan.runs`.
    public var runs: [Int] {
      switch self {
      case .empty: []
      case .passthrough(let run): [run]
      case .mix(_, let layers): layers.map(\.run)
      case .warp(_, let layers): layers.map(\.run)
      case .custom(let call): call.sources.map(\.run)
      }
    }

    /// The way's name, in the plan's text and wherever a plan is shown.
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
