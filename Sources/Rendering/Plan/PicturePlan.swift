public import EditingModel
public import MediaFormats
public import MediaTime

/// The plan of the picture: a fixed number of frames at exact times, in spans of one method each.
public struct PicturePlan: Hashable, Sendable {
  /// The grid of frames that last as they usually do: the film's rate. On a grid, frame n is presented at n·d.
  public var grid: FrameGrid
  /// The rule of frames' times and pictures.
  public var rule = FrameTimingRule.grid
  /// The presentation time of each frame, counted from `origin`.
  public var timing: FrameTiming
  /// The composition time from which frames are counted: zero unless a range is rendered. On a grid it is less than a frame,
  /// and zero where the range starts with a frame; elsewhere it is the range's start.
  public var origin: Rational
  /// The frames that are rendered; all of them unless only a range is.
  public var range: Range<Int>
  /// The output's size, render scale included.
  public var size: PixelSize
  /// The output's pixel format.
  public var pixelFormat: PixelFormat
  /// The colorimetry with which the output is tagged, and to which it is converted.
  public var colorimetry: Colorimetry
  /// The runs that must be decoded, in order of the first frame that needs them.
  public var runs: [SourceRun]
  /// The trees of layers that are tracks, in the order of the animation tool.
  public var layerTracks: [LayerTrack]
  /// The spans: contiguous, in order, covering every frame.
  public var spans: [PictureSpan]
  /// The layers that are drawn with finished frames; nil for none.
  public var overlay: LayerOverlay?
  /// Whether the media's pictures are decoded by the machine's hardware, where it has some for them.
  public var hardwareDecoding = HardwareAcceleration.off

  /// The number of frames of the whole: on a grid ceil(duration / d).
  public var frameCount: Int { timing.count }

  /// A picture of `frameCount` frames of `grid`, or at the times of `timing`; `range` is the part to render, all frames
  /// if nil.
  public init(
    grid: FrameGrid, timing: FrameTiming? = nil, origin: Rational, frameCount: Int, range: Range<Int>? = nil,
    size: PixelSize,
    pixelFormat: PixelFormat,
    colorimetry: Colorimetry, runs: [SourceRun], layerTracks: [LayerTrack] = [], spans: [PictureSpan],
    overlay: LayerOverlay? = nil
  ) {
    self.grid = grid
    self.timing = timing ?? .constant(start: .zero, frameDuration: grid.frameDuration, count: frameCount)
    self.origin = origin
    self.range = range ?? 0..<frameCount
    self.size = size
    self.pixelFormat = pixelFormat
    self.colorimetry = colorimetry
    self.runs = runs
    self.layerTracks = layerTracks
    self.spans = spans
    self.overlay = overlay
  }

  /// The beginning of frame `frame`, counted from `origin`; the end of the last, for a number past it.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits, as in no planned picture.
  public func time(of frame: Int) throws(RationalError) -> Rational { try timing.border(frame) }

  /// The composition time at which the output begins: that of the first rendered frame, or where a picture begins later than its
  /// sound, of the first sample.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits, as in no planned picture.
  public var outputStart: Rational {
    get throws(RationalError) { range.lowerBound == 0 ? origin : try origin + time(of: range.lowerBound) }
  }

  /// The beginning of frame `frame` in the output; the end of the last, for a number past it.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits, as in no planned picture.
  public func outputTime(of frame: Int) throws(RationalError) -> Rational {
    try origin + time(of: frame) - outputStart
  }

  /// The duration of the output: from its start to the end of the last rendered frame.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits, as in no planned picture.
  public var outputDuration: Rational { get throws(RationalError) { try outputTime(of: range.upperBound) } }

  /// The common mastering light of all media of a film in PQ; nil where they differ.
  public var light: MasteringLight? {
    let said = Set(runs.map(\.facts.light))
    return colorimetry.transfer == 16 && said.count == 1 ? said.first ?? nil : nil
  }

  /// The span that makes output frame `frame`; nil where there is no such frame.
  public func span(at frame: Int) -> PictureSpan? {
    spans.first(partitionedBy: { $0.frames.upperBound > frame }).flatMap { $0.frames.contains(frame) ? $0 : nil }
  }
}
