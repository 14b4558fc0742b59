public import MediaFormats

extension PixelBuffer {
  /// The layout of a picture's samples in memory.
  public typealias Format = PixelFormat
}

extension PixelFormat {
  /// The extents of each plane of a picture of `width` × `height` pixels: bytes of a row, and rows. Chroma of an odd size is
  /// rounded up.
  package func extents(width: Int, height: Int) -> [(rowByteCount: Int, height: Int)] {
    layout.extents(of: PixelSize(width: width, height: height))
  }
}

extension PixelFormat {
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
    case .yuva420p10: 17
    case .yuva422p10: 18
    case .yuva444p10: 19
    }
  }

  /// The format that plug-ins call `number`.
  package init?(pluginNumber number: UInt32) {
    guard let format = Self.allCases.first(where: { $0.pluginNumber == number }) else { return nil }
    self = format
  }
}
