/// The layout of a picture's samples in memory: the beginning of each component, and the distance of its samples.
///
/// ```
///  NV12:  Y  plane 0, 0 bytes in, 1 byte on      UYVY:  Y  plane 0, 1 byte in,  2 bytes on
///         Cb plane 1, 0 bytes in, 2 bytes on            Cb plane 0, 0 bytes in, 4 bytes on
///         Cr plane 1, 1 byte in,  2 bytes on            Cr plane 0, 2 bytes in, 4 bytes on
/// ```
public struct SampleArrangement: Hashable, Sendable {
  /// The places of each component's samples: Y, Cb, Cr or R, G, B, and alpha if there is any. A picture of greys has
  /// luma alone.
  public var components: [Component]
  /// Bits of a sample, 8…16; up to 8 lie in one byte, more in two.
  public var bitDepth: Int
  /// The number of low bits of two bytes that hold nothing.
  public var unusedLowBits: Int
  /// Whether the higher one of two bytes comes first.
  public var isBigEndian: Bool
  /// The halvings of chroma, across and down; 0…2.
  public var chromaShifts: ChromaShifts
  /// Whether samples are red, green and blue instead of luma and chroma.
  public var isRGB: Bool

  /// The places of one component's samples.
  public struct Component: Hashable, Sendable {
    /// The plane.
    public var plane: Int
    /// Bytes from a row's start to its first sample.
    public var offset: Int
    /// Bytes from one sample to the next.
    public var step: Int

    /// Samples in plane `plane`, `offset` bytes in and `step` bytes apart.
    public init(plane: Int, offset: Int = 0, step: Int) {
      self.plane = plane
      self.offset = offset
      self.step = step
    }
  }

  /// The halvings of a size.
  public struct ChromaShifts: Hashable, Sendable {
    /// Across.
    public var across: Int
    /// Down.
    public var down: Int

    /// Halved `across` times across and `down` times down.
    public init(across: Int, down: Int) {
      self.across = across
      self.down = down
    }

    /// As many chroma samples as pixels.
    public static let none = Self(across: 0, down: 0)
  }

  /// Samples of `components`, each of `bitDepth` bits.
  public init(
    _ components: [Component], bitDepth: Int = 8, unusedLowBits: Int = 0, isBigEndian: Bool = false,
    chromaShifts: ChromaShifts = .none, isRGB: Bool = false
  ) {
    self.components = components
    self.bitDepth = bitDepth
    self.unusedLowBits = unusedLowBits
    self.isBigEndian = isBigEndian
    self.chromaShifts = chromaShifts
    self.isRGB = isRGB
  }

  /// Each component in a plane of its own, without gaps: three of them, or four with alpha.
  public static func planar(
    bitDepth: Int = 8, chromaShifts: ChromaShifts = .none, isRGB: Bool = false, hasAlpha: Bool = false
  ) -> SampleArrangement {
    SampleArrangement(
      (0..<(hasAlpha ? 4 : 3)).map { Component(plane: $0, step: bitDepth > 8 ? 2 : 1) }, bitDepth: bitDepth,
      chromaShifts: chromaShifts, isRGB: isRGB)
  }

  /// Whether pixels carry alpha.
  public var hasAlpha: Bool { components.count == 4 }
  /// Whether there is luma alone.
  var isGrey: Bool { components.count == 1 }
  /// Bytes of a sample.
  var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }
  /// The number of planes.
  var planeCount: Int { (components.map(\.plane).max() ?? 0) + 1 }

  /// The halvings of component `component`.
  func shifts(ofComponent component: Int) -> ChromaShifts { component == 1 || component == 2 ? chromaShifts : .none }
}
