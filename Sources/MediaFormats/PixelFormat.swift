/// The layout of a picture's samples in memory, in ffmpeg's words where it has one, which are also the project
/// format's.
///
/// Y′CbCr is 4:2:0, 4:2:2 or 4:4:4: chroma at half the width and height, at half the width, or at full size. Samples of
/// 10 bits lie in two bytes, the lower one first. Each case names Core Video's pixel format of the same content; the
/// planar ones without such a name hold the same samples as the packed one named.
///
/// The samples of each are its row in the table, ``layout``.
public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// 8-bit 4:2:0 in three planes: Y, Cb, Cr. What H.264 decodes to (`'y420'`).
  case yuv420p
  /// 8-bit 4:2:0 in two planes: Y, and Cb and Cr by turns (`'420v'`).
  case nv12
  /// 8-bit 4:2:0 with alpha in four planes: Y, Cb, Cr, A.
  case yuva420p
  /// 8-bit 4:2:2 in three planes: Y, Cb, Cr.
  case yuv422p
  /// 8-bit 4:4:4 in three planes: Y, Cb, Cr.
  case yuv444p
  /// 8-bit 4:4:4 in one plane of three bytes a pixel: Y, Cb, Cr (the content of `'v308'`).
  case v308
  /// 10-bit 4:2:0 in three planes: Y, Cb, Cr, in the low bits.
  case yuv420p10
  /// 10-bit 4:2:0 in two planes: Y, and Cb and Cr by turns, in the high bits (`'x420'`).
  case p010
  /// 10-bit 4:2:2 in three planes: Y, Cb, Cr, in the low bits.
  case yuv422p10
  /// 10-bit 4:2:2 in one plane: six pixels in 16 bytes (`'v210'`).
  case v210
  /// 10-bit 4:4:4 in three planes: Y, Cb, Cr, in the low bits (the content of `'v410'`).
  case yuv444p10
  /// 10-bit 4:2:0 with alpha in four planes: Y, Cb, Cr, A, in the low bits.
  case yuva420p10
  /// 10-bit 4:2:2 with alpha in four planes: Y, Cb, Cr, A, in the low bits.
  case yuva422p10
  /// 10-bit 4:4:4 with alpha in four planes: Y, Cb, Cr, A, in the low bits.
  case yuva444p10
  /// 8-bit RGB in one plane of three bytes a pixel (`24RGB`).
  case rgb24
  /// 8-bit RGB with alpha in one plane of four bytes a pixel: B, G, R, A (`'BGRA'`).
  case bgra
  /// 8-bit RGB with alpha in one plane of four bytes a pixel: A, R, G, B (`32ARGB`).
  case argb
  /// 8-bit RGB with alpha in one plane of four bytes a pixel: A, B, G, R (`'ABGR'`).
  case abgr
  /// 8-bit RGB with alpha in one plane of four bytes a pixel: R, G, B, A (`'RGBA'`).
  case rgba

  /// The opaque formats that a movie's pictures can be made and encoded in, the usual one first.
  public static let outputFormats: [PixelFormat] = [
    .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10,
  ]

  /// The formats with alpha that a movie's pictures can be made in.
  public static let translucentOutputFormats: [PixelFormat] = [.yuva420p, .yuva420p10, .yuva422p10, .yuva444p10]

  /// The formats that a file's pictures can be asked for in, whatever the codec.
  public static let fileFormats: [PixelFormat] = outputFormats + translucentOutputFormats + [.rgb24, .bgra, .rgba]
}

extension PixelFormat {
  /// The format's row: what it holds, and how.
  public var layout: PixelLayout {
    switch self {
    case .yuv420p: PixelLayout(.cut420, planes: [.luma, .chroma, .chroma])
    case .nv12: PixelLayout(.cut420, planes: [.luma, .chromaPair])
    case .yuva420p: PixelLayout(.cut420, hasAlpha: true, planes: [.luma, .chroma, .chroma, .luma])
    case .yuv422p: PixelLayout(.cut422, planes: [.luma, .chroma, .chroma])
    case .yuv444p: PixelLayout(.full, planes: [.luma, .chroma, .chroma])
    case .v308: PixelLayout(.full, planes: [.packed(3)])
    case .yuv420p10: PixelLayout(.cut420, bitDepth: 10, planes: [.luma, .chroma, .chroma])
    case .p010: PixelLayout(.cut420, bitDepth: 10, planes: [.luma, .chromaPair])
    case .yuv422p10: PixelLayout(.cut422, bitDepth: 10, planes: [.luma, .chroma, .chroma])
    // A row is whole groups of 48 pixels, each 128 bytes.
    case .v210: PixelLayout(.cut422, bitDepth: 10, planes: [.groups(pixels: 48, bytes: 128)])
    case .yuv444p10: PixelLayout(.full, bitDepth: 10, planes: [.luma, .chroma, .chroma])
    case .yuva420p10:
      PixelLayout(.cut420, bitDepth: 10, hasAlpha: true, planes: [.luma, .chroma, .chroma, .luma])
    case .yuva422p10:
      PixelLayout(.cut422, bitDepth: 10, hasAlpha: true, planes: [.luma, .chroma, .chroma, .luma])
    case .yuva444p10: PixelLayout(.full, bitDepth: 10, hasAlpha: true, planes: [.luma, .chroma, .chroma, .luma])
    case .rgb24: PixelLayout(.full, isRGB: true, planes: [.packed(3)])
    case .bgra, .argb, .abgr, .rgba: PixelLayout(.full, hasAlpha: true, isRGB: true, planes: [.packed(4)])
    }
  }

  /// Whether pixels carry alpha; it is not multiplied into the colors.
  public var hasAlpha: Bool { layout.hasAlpha }
  /// Whether samples are red, green and blue instead of luma and chroma.
  public var isRGB: Bool { layout.isRGB }
  /// Bits of a sample.
  public var bitDepth: Int { layout.bitDepth }
  /// FFmpeg's name of the format, where it is another one: samples of more than eight bits name the order of their bytes
  /// there, in which the lower one comes first here.
  public var nameInFFmpeg: String? {
    switch self {
    case .yuv420p10, .yuv422p10, .yuv444p10, .yuva420p10, .yuva422p10, .yuva444p10, .p010: rawValue + "le"
    default: nil
    }
  }
  /// The format called `name`, by its own name or FFmpeg's.
  public init?(name: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == name || $0.nameInFFmpeg == name }) else {
      return nil
    }
    self = format
  }
  /// The format that a film is rendered in for a file of this format: the format itself, or for eight-bit RGB ten-bit
  /// Y′CbCr, which converts back exactly.
  public var filmFormat: PixelFormat {
    guard isRGB else { return self }
    return hasAlpha ? .yuva444p10 : .yuv444p10
  }
  /// The number of pixels that share one chroma sample, across and down.
  public var pixelsPerChroma: (across: Int, down: Int) { (layout.chroma.across, layout.chroma.down) }
}
