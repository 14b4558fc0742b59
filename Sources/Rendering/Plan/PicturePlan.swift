public import MediaFormats
public import MediaTime

/// How the picture is made: a fixed number of frames on an exact grid, in spans of one method each.
public struct PicturePlan: Hashable, Sendable {
  /// The output grid: frame n is presented at n·d.
  public var grid: FrameGrid
  /// The composition time of frame 0: less than a frame, and zero unless a range is rendered that starts between frames.
  public var origin: Rational
  /// How many frames the whole composition has: ceil(duration / d).
  public var frameCount: Int
  /// The frames that are rendered; all of them unless only a range is.
  public var range: Range<Int>
  /// The output's size, render scale included.
  public var size: PixelSize
  /// The output's pixel format.
  public var pixelFormat: PixelFormat
  /// What the output's colors are tagged as, and converted to.
  public var colorimetry: Colorimetry
  /// What must be decoded, in order of the first frame that needs it.
  public var runs: [SourceRun]
  /// The trees of layers that are tracks, in the order of the animation tool.
  public var layerTracks: [LayerTrack]
  /// How the frames are made: contiguous, in order, covering every frame.
  public var spans: [PictureSpan]
  /// The layers that are drawn with finished frames; nil for none.
  public var overlay: LayerOverlay?
  /// Whether the media's pictures are decoded by the machine's hardware, where it has some for them.
  public var hardwareDecoding = HardwareAcceleration.off

  /// A picture of `frameCount` frames, of which `range` is rendered: all of them if nil.
  public init(
    grid: FrameGrid, origin: Rational, frameCount: Int, range: Range<Int>? = nil, size: PixelSize,
    pixelFormat: PixelFormat,
    colorimetry: Colorimetry, runs: [SourceRun], layerTracks: [LayerTrack] = [], spans: [PictureSpan],
    overlay: LayerOverlay? = nil
  ) {
    self.grid = grid
    self.origin = origin
    self.frameCount = frameCount
    self.range = range ?? 0..<frameCount
    self.size = size
    self.pixelFormat = pixelFormat
    self.colorimetry = colorimetry
    self.runs = runs
    self.layerTracks = layerTracks
    self.spans = spans
    self.overlay = overlay
  }

  /// What all media say of the light of a film in PQ, where they say the same; nil otherwise.
  public var light: MasteringLight? {
    let said = Set(runs.map(\.facts.light))
    return colorimetry.transfer == 16 && said.count == 1 ? said.first ?? nil : nil
  }

  /// The span that makes output frame `frame`; nil where there is no such frame.
  public func span(at frame: Int) -> PictureSpan? {
    spans.first(partitionedBy: { $0.frames.upperBound > frame }).flatMap { $0.frames.contains(frame) ? $0 : nil }
  }
}
