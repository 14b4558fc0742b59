public import MediaFormats
public import MediaTime

/// The parameters of a render beyond the model.
public struct RenderSettings: Hashable, Sendable {
  /// The part of the composition that is rendered; all of it if nil.
  public var timeRange: CMTimeRange?
  /// Multiplies the render size, on top of the video composition's own scale; greater than zero.
  public var scale: Double
  /// Whether there is a picture at all.
  public var includesPicture: Bool
  /// Whether there is sound at all.
  public var includesSound: Bool
  /// The output's pixel format.
  public var pixelFormat: PixelFormat
  /// The output's pixel format where all clips have high dynamic range, which it then keeps; nil where `pixelFormat` is
  /// meant for all films.
  public var highDynamicRangeFormat: PixelFormat?
  /// Whether a film whose clips all have high dynamic range keeps it where `pixelFormat` has ten bits: not in a file of
  /// RGB, which has no fields for it.
  public var keepsHighDynamicRange = true
  /// Whether a film of a single still without a stated size has exactly the still's size, odd sides and large sizes
  /// included. Otherwise films have even sides and a bounded size, as their codecs require.
  public var keepsStillSize = false
  /// Whether a film may have odd sides, as images have that are no film: its own, and those that a scale gives. Where `pixelFormat` has no
  /// chroma for each pixel, one that does takes its place then.
  public var allowsOddSides = false
  /// Samples a second; if nil, the sources' where they agree, else 48,000.
  public var sampleRate: Int?
  /// The rates that a codec supports, from low to high: a common rate of the sources that is not among them is replaced
  /// by the next higher one, or else by the highest, where `sampleRate` is nil. Empty for any.
  public var possibleSampleRates: [Int] = []
  /// Channels; if nil, the sources' where they agree, else 2.
  public var channels: Int?

  /// Whether the media's pictures are decoded by the machine's hardware, where it has some for them.
  public var hardwareDecoding = HardwareAcceleration.off

  /// The whole composition, picture and sound, by default.
  public init(
    timeRange: CMTimeRange? = nil, scale: Double = 1, includesPicture: Bool = true, includesSound: Bool = true,
    pixelFormat: PixelFormat = .yuv420p, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.timeRange = timeRange
    self.scale = scale
    self.includesPicture = includesPicture
    self.includesSound = includesSound
    self.pixelFormat = pixelFormat
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
