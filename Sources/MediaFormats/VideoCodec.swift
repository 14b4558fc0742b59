/// A way to encode pictures (`AVVideoCodecType`). What each one can do is its row in the table, ``format``.
public enum VideoCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case h264, hevc, vp8, vp9, av1, prores, dnxhr, mjpeg, ffv1, png, webp, gif
}

/// A row of the table of codecs of pictures: what can be chosen, and what is usual where nothing is.
public struct VideoCodecFormat: Hashable, Sendable {
  /// The codec's common name.
  public let title: String
  /// The scale of constant quality; nil where there is no choice between quality and size.
  public let qualityScale: QualityScale?
  /// The pixel formats that can be encoded, the usual one first.
  public let pixelFormats: [PixelFormat]
  /// At most this many frames from one key frame to the next, unless something else is chosen; 1 where every frame is a
  /// key frame and nothing else can be.
  public let keyframeInterval: Int

  /// A codec's scale of constant quality; lower is better.
  public struct QualityScale: Hashable, Sendable {
    /// From the best to the worst.
    public let range: ClosedRange<Double>
    /// The usual value.
    public let usual: Double
  }

  fileprivate init(
    _ title: String, quality: ClosedRange<Double>? = nil, usual: Double = 0,
    pixelFormats: [PixelFormat] = [.yuv420p], keyframeInterval: Int = 250
  ) {
    self.title = title
    self.qualityScale = quality.map { QualityScale(range: $0, usual: usual) }
    self.pixelFormats = pixelFormats
    self.keyframeInterval = keyframeInterval
  }
}

extension VideoCodec {
  /// The smallest pictures that there are; nil where any can be. Of DNxHR after SMPTE ST 2019-1.
  public var minimumSize: PixelSize? { self == .dnxhr ? PixelSize(width: 256, height: 120) : nil }

  /// The pixel format in which films of high dynamic range are usual; nil for a codec that is not used for them.
  public var highDynamicRangeFormat: PixelFormat? {
    switch self {
    case .hevc, .vp9, .av1, .prores, .dnxhr, .ffv1: format.pixelFormats.first { $0.bitDepth >= 10 }
    case .h264, .vp8, .mjpeg, .png, .webp, .gif: nil
    }
  }

  /// The colorimetry of pictures in this codec, in a film of `film`: JPEG has BT.601's matrix and the full range (JFIF,
  /// ISO/IEC 10918-5 §7).
  public func colorimetry(in film: Colorimetry) -> Colorimetry {
    guard self == .mjpeg else { return film }
    return Colorimetry(isFullRange: true, matrix: 6, transfer: film.transfer, primaries: film.primaries)
  }

  /// The codec's row.
  public var format: VideoCodecFormat {
    switch self {
    case .h264: VideoCodecFormat("H.264", quality: 0...51, usual: 23, pixelFormats: PixelFormat.outputFormats)
    case .hevc: VideoCodecFormat("HEVC", quality: 0...51, usual: 28, pixelFormats: PixelFormat.outputFormats)
    case .vp8: VideoCodecFormat("VP8", quality: 0...63, usual: 10, pixelFormats: [.yuv420p, .yuva420p])
    case .vp9:
      VideoCodecFormat(
        "VP9", quality: 0...63, usual: 31,
        pixelFormats: [.yuv420p, .yuva420p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10])
    case .av1:
      VideoCodecFormat("AV1", quality: 0...63, usual: 31, pixelFormats: PixelFormat.outputFormats)
    case .prores: VideoCodecFormat("ProRes", pixelFormats: [.yuv422p10, .yuv444p10, .yuva444p10], keyframeInterval: 1)
    case .dnxhr: VideoCodecFormat("DNxHR", pixelFormats: [.yuv422p, .yuv422p10, .yuv444p10], keyframeInterval: 1)
    case .mjpeg:
      VideoCodecFormat(
        "Motion JPEG", quality: 1...31, usual: 3, pixelFormats: [.yuv420p, .yuv422p, .yuv444p], keyframeInterval: 1)
    case .ffv1:
      VideoCodecFormat(
        "FFV1", pixelFormats: PixelFormat.outputFormats + PixelFormat.translucentOutputFormats + [.bgra],
        keyframeInterval: 1)
    case .png: VideoCodecFormat("PNG", pixelFormats: [.rgb24, .rgba], keyframeInterval: 1)
    case .gif: VideoCodecFormat("GIF", pixelFormats: [.rgb24, .rgba], keyframeInterval: 1)
    case .webp: VideoCodecFormat("WebP", pixelFormats: [.rgb24, .rgba], keyframeInterval: 1)
    }
  }
}
