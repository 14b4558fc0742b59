public import MediaFormats

/// A decoded picture of eight bits a sample, or of sixteen.
public struct RawPicture: Hashable, Sendable {
  /// The layout of a pixel's bytes.
  public enum Layout: Hashable, Sendable {
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, and alpha that the colors are not multiplied with.
    case rgba
    /// Red, green, blue, and nothing.
    case rgbx
  }

  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int
  /// The layout of a pixel's bytes.
  public var layout: Layout
  /// The pixels, row by row.
  public var bytes: [UInt8]
  /// Bytes from one row to the next.
  public var rowBytes: Int
  /// The colorimetry of the samples.
  public var color: Colorimetry
  /// Whether samples have sixteen bits, in two bytes with the lower one first: of RGB with or without alpha.
  public var isDeep = false
}
