/// A row of the table of profiles: a named way in which a codec trades size for quality, or depth, or color.
public struct VideoProfile: Hashable, Sendable {
  /// What it is called in settings: "hq".
  public let name: String
  /// What people call it: "ProRes 422 HQ".
  public let title: String
  /// The pixel formats that it holds, the usual one first.
  public let pixelFormats: [PixelFormat]

  private init(_ name: String, _ title: String, _ pixelFormats: [PixelFormat]) {
    self.name = name
    self.title = title
    self.pixelFormats = pixelFormats
  }
}

extension VideoProfile {
  /// ProRes (SMPTE RDD 36): the first of those that hold a pixel format is the usual one for it.
  static let proRes: [VideoProfile] = {
    let (subsampled, full): ([PixelFormat], [PixelFormat]) = ([.yuv422p10], [.yuv444p10, .yuva444p10])
    return [
      VideoProfile("hq", "ProRes 422 HQ", subsampled), VideoProfile("standard", "ProRes 422", subsampled),
      VideoProfile("lt", "ProRes 422 LT", subsampled), VideoProfile("proxy", "ProRes 422 Proxy", subsampled),
      VideoProfile("4444", "ProRes 4444", full), VideoProfile("4444xq", "ProRes 4444 XQ", full),
    ]
  }()
}

extension VideoCodec {
  /// The profiles that can be chosen by name; empty where none can.
  public var profiles: [VideoProfile] {
    switch self {
    case .prores: VideoProfile.proRes
    case .h264, .hevc, .vp8, .vp9, .av1, .mjpeg, .ffv1, .png, .webp, .gif: []
    }
  }
}

extension VideoSettings {
  /// The profile that is written for pictures in `pixelFormat`: the one that is named, or else the usual one; nil for a codec
  /// without profiles.
  public func profile(for pixelFormat: PixelFormat) -> VideoProfile? {
    codec.profiles.first { profile in
      self.profile.map { $0 == profile.name } ?? profile.pixelFormats.contains(pixelFormat)
    }
  }
}
