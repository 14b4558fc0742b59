extension PixelBuffer {
  /// How a picture's samples lie in memory, in ffmpeg's words where it has one.
  ///
  /// Y′CbCr is 4:2:0, 4:2:2 or 4:4:4: chroma at half the width and height, at half the width, or at full size. Samples of
  /// 10 bits lie in two bytes, the lower one first. Each case names Core Video's pixel format of the same content; the
  /// planar ones without such a name hold the same samples as the packed one named.
  public enum Format: String, Hashable, Sendable, Codable, CaseIterable {
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
  }
}

extension PixelBuffer.Format {
  /// Whether pixels carry alpha; it is not multiplied into the colors.
  public var hasAlpha: Bool {
    switch self {
    case .yuva420p, .bgra, .argb, .abgr, .rgba: true
    default: false
    }
  }

  /// Whether samples are red, green and blue instead of luma and chroma.
  public var isRGB: Bool {
    switch self {
    case .rgb24, .bgra, .argb, .abgr, .rgba: true
    default: false
    }
  }

  /// Bits of a sample.
  public var bitDepth: Int {
    switch self {
    case .yuv420p10, .p010, .yuv422p10, .v210, .yuv444p10: 10
    default: 8
    }
  }

  /// How many pixels share one chroma sample, across and down.
  public var pixelsPerChroma: (across: Int, down: Int) {
    switch self {
    case .yuv420p, .nv12, .yuva420p, .yuv420p10, .p010: (2, 2)
    case .yuv422p, .yuv422p10, .v210: (2, 1)
    default: (1, 1)
    }
  }

  /// What each plane of a picture of `width` × `height` pixels holds: bytes of a row, and rows. Chroma of an odd size is
  /// rounded up.
  package func extents(width: Int, height: Int) -> [(rowByteCount: Int, height: Int)] {
    let chroma = pixelsPerChroma
    let chromaWidth = (width + chroma.across - 1) / chroma.across
    let chromaHeight = (height + chroma.down - 1) / chroma.down
    let sampleBytes = bitDepth > 8 ? 2 : 1
    let luma = (width * sampleBytes, height)
    let plane = (chromaWidth * sampleBytes, chromaHeight)
    switch self {
    case .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10: return [luma, plane, plane]
    case .yuva420p: return [luma, plane, plane, luma]
    case .nv12, .p010: return [luma, (2 * plane.0, plane.1)]
    // A row is whole groups of 48 pixels.
    case .v210: return [((width + 47) / 48 * 128, height)]
    case .v308, .rgb24: return [(3 * width, height)]
    case .bgra, .argb, .abgr, .rgba: return [(4 * width, height)]
    }
  }
}

extension PixelBuffer.Format {
  /// The number by which plug-ins call the format: `GSTEDIT_FORMAT_…` of `gstedit_compositor.h`, which never changes.
  package var pluginNumber: UInt32 {
    switch self {
    case .yuv420p: 1
    case .nv12: 2
    case .yuva420p: 3
    case .yuv422p: 4
    case .yuv444p: 5
    case .v308: 6
    case .yuv420p10: 7
    case .p010: 8
    case .yuv422p10: 9
    case .v210: 10
    case .yuv444p10: 11
    case .rgb24: 12
    case .bgra: 13
    case .argb: 14
    case .abgr: 15
    case .rgba: 16
    }
  }

  /// The format that plug-ins call `number`.
  package init?(pluginNumber number: UInt32) {
    guard let format = Self.allCases.first(where: { $0.pluginNumber == number }) else { return nil }
    self = format
  }
}
