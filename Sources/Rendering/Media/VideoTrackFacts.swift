public import MediaFormats
public import MediaTime

/// What one video track of a file holds.
public struct VideoTrackFacts: Hashable, Sendable, Codable {
  /// The codec, in words ("H.264").
  public var codec: String
  /// The stored picture, before `pixelAspect` and `orientation`.
  public var size: PixelSize
  /// How wide a stored pixel is, over its height.
  public var pixelAspect: Rational
  /// How the stored picture is turned to stand upright.
  public var orientation: Orientation
  /// When the frames are presented.
  public var timing: FrameTiming
  /// The decoded format in GStreamer's words ("I420", "I420_10LE", "RGBA").
  public var format: String
  /// Whether decoded frames carry per-pixel alpha.
  public var hasAlpha: Bool
  /// Whether frames hold two fields.
  public var isInterlaced: Bool
  /// What the source says its colors are.
  public var colorimetry: Colorimetry

  /// A track of these properties.
  public init(
    codec: String, size: PixelSize, pixelAspect: Rational, orientation: Orientation, timing: FrameTiming,
    format: String, hasAlpha: Bool, isInterlaced: Bool, colorimetry: Colorimetry
  ) {
    self.codec = codec
    self.size = size
    self.pixelAspect = pixelAspect
    self.orientation = orientation
    self.timing = timing
    self.format = format
    self.hasAlpha = hasAlpha
    self.isInterlaced = isInterlaced
    self.colorimetry = colorimetry
  }
}
