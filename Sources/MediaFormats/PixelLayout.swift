/// A row of the table of pixel formats: what a picture's samples are, and in which planes they lie.
public struct PixelLayout: Hashable, Sendable {
  /// The chroma subsampling.
  public let chroma: ChromaSubsampling
  /// Bits of a sample.
  public let bitDepth: Int
  /// Whether pixels carry alpha; it is not multiplied into the colors.
  public let hasAlpha: Bool
  /// Whether samples are red, green and blue instead of luma and chroma.
  public let isRGB: Bool
  /// The planes in memory, one after another.
  public let planes: [Plane]

  /// The number of pixels that share one chroma sample.
  public struct ChromaSubsampling: Hashable, Sendable {
    /// Pixels across.
    public let across: Int
    /// Pixels down.
    public let down: Int

    /// 4:2:0.
    public static let cut420 = Self(across: 2, down: 2)
    /// 4:2:2.
    public static let cut422 = Self(across: 2, down: 1)
    /// 4:4:4, and RGB.
    public static let full = Self(across: 1, down: 1)
  }

  /// The samples of a plane's rows.
  public enum Plane: Hashable, Sendable {
    /// A sample for each pixel: luma, or alpha.
    case luma
    /// A sample for each chroma place.
    case chroma
    /// Two samples for each chroma place.
    case chromaPair
    /// A number of samples for each pixel.
    case packed(Int)
    /// Whole groups of pixels, with a number of bytes each.
    case groups(pixels: Int, bytes: Int)
  }

  init(
    _ chroma: ChromaSubsampling, bitDepth: Int = 8, hasAlpha: Bool = false, isRGB: Bool = false, planes: [Plane]
  ) {
    self.chroma = chroma
    self.bitDepth = bitDepth
    self.hasAlpha = hasAlpha
    self.isRGB = isRGB
    self.planes = planes
  }

  /// The extents of each plane of a picture of `size`: bytes of a row without padding, and rows. Chroma of an odd size is
  /// rounded up.
  public func extents(of size: PixelSize) -> [(rowByteCount: Int, height: Int)] {
    func quotient(_ length: Int, _ part: Int) -> Int { (length + part - 1) / part }
    let sampleBytes = bitDepth > 8 ? 2 : 1
    let chromaRow = quotient(size.width, chroma.across) * sampleBytes
    let chromaHeight = quotient(size.height, chroma.down)
    return planes.map { plane in
      switch plane {
      case .luma: (size.width * sampleBytes, size.height)
      case .chroma: (chromaRow, chromaHeight)
      case .chromaPair: (2 * chromaRow, chromaHeight)
      case .packed(let samples): (samples * size.width * sampleBytes, size.height)
      case .groups(let pixels, let bytes): (quotient(size.width, pixels) * bytes, size.height)
      }
    }
  }
}
