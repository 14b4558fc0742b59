public import MediaFormats

/// A picture as the conversion sees it: its size, how its samples lie, and what they mean.
public struct PictureDescription: Hashable, Sendable {
  /// Pixels across and down.
  public var size: PixelSize
  /// The part that is shown, in pixels and parts of them; nil for all of it.
  public var window: Window?
  /// The layout of samples in memory.
  public var samples: SampleArrangement
  /// The colorimetry of its samples.
  public var color: Colorimetry
  /// The chroma location.
  public var chromaSite: ChromaSite
  /// The brightest light of a picture in PQ, in cd/m²; nil where nothing says it.
  public var peakLuminance: Double?

  /// A part of a picture, whose edges may lie between pixels.
  public struct Window: Hashable, Sendable {
    /// The left edge.
    public var left: Double
    /// The upper edge.
    public var top: Double
    /// The width, greater than zero.
    public var width: Double
    /// The height, greater than zero.
    public var height: Double

    /// The part of `width` by `height` at `left`, `top`.
    public init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }

    /// All of `rectangle`.
    public init(_ rectangle: PixelRectangle) {
      self.init(
        left: Double(rectangle.x), top: Double(rectangle.y), width: Double(rectangle.width),
        height: Double(rectangle.height))
    }
  }

  /// A picture of `size` whose `samples` mean `color`.
  public init(
    size: PixelSize, window: Window? = nil, samples: SampleArrangement, color: Colorimetry,
    chromaSite: ChromaSite = .left, peakLuminance: Double? = nil
  ) {
    self.size = size
    self.window = window
    self.samples = samples
    self.color = color
    self.chromaSite = chromaSite
    self.peakLuminance = peakLuminance
  }
}
