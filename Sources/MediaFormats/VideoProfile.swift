/// A row of the table of profiles: a named way in which a codec trades size for quality, or depth, or color.
public struct VideoProfile: Hashable, Sendable {
  /// The profile's name in settings: "hq".
  public let name: String
  /// The profile's common name: "ProRes 422 HQ".
  public let title: String
  /// The pixel formats that it holds, the usual one first.
  public let pixelFormats: [PixelFormat]

  fileprivate init(_ name: String, _ title: String, _ pixelFormats: [PixelFormat]) {
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

  /// DNxHR (SMPTE ST 2019-1).
  static let dnxHR = [
    VideoProfile("hq", "DNxHR HQ", [.yuv422p]), VideoProfile("sq", "DNxHR SQ", [.yuv422p]),
    VideoProfile("lb", "DNxHR LB", [.yuv422p]), VideoProfile("hqx", "DNxHR HQX", [.yuv422p10]),
    VideoProfile("444", "DNxHR 444", [.yuv444p10]),
  ]
}

extension VideoCodec {
  /// The profiles that can be chosen by name; empty where none can.
  public var profiles: [VideoProfile] {
    let all: [VideoProfile]
    switch self {
    case .prores: all = VideoProfile.proRes
    case .dnxhr: all = VideoProfile.dnxHR
    case .h264:
      all =
        ["baseline", "main", "high"].map { profile($0, [.cut420], depths: [8]) } + [
          profile("high10", [.cut420], depths: [10]), profile("high422", [.cut422], depths: [8, 10]),
          profile("high444", [.full], depths: [8, 10]),
        ]
    case .hevc:
      all = [
        profile("main", [.cut420], depths: [8]), profile("main10", [.cut420], depths: [10]),
        profile("main422-10", [.cut422], depths: [8, 10]), profile("main444", [.full], depths: [8]),
        profile("main444-10", [.full], depths: [10]),
      ]
    case .vp9:
      all = [
        profile("0", [.cut420], depths: [8]), profile("1", [.cut422, .full], depths: [8]),
        profile("2", [.cut420], depths: [10]), profile("3", [.cut422, .full], depths: [10]),
      ]
    case .av1:
      all = [
        profile("main", [.cut420], depths: [8, 10]), profile("high", [.full], depths: [8, 10]),
        profile("professional", [.cut422], depths: [8, 10]),
      ]
    case .vp8, .mjpeg, .ffv1, .png, .webp, .gif: all = []
    }
    return all.filter { !$0.pixelFormats.isEmpty }
  }

  /// A profile that holds what the codec is written in of these cuts of chroma and depths.
  private func profile(_ name: String, _ cuts: [PixelLayout.ChromaSubsampling], depths: [Int]) -> VideoProfile {
    let fitting = format.pixelFormats.filter { pixels in
      !pixels.isRGB && cuts.contains(pixels.layout.chroma) && depths.contains(pixels.bitDepth)
    }
    return VideoProfile(name, "The profile \(name) of \(format.title)", fitting)
  }

  /// Whether its encoder can go through a film twice.
  public var hasTwoPasses: Bool { [.h264, .hevc, .vp8, .vp9].contains(self) }
}

extension VideoSettings {
  /// The profile for pictures in `pixelFormat`: the named one, or else the usual one; nil for a codec without profiles.
  public func profile(for pixelFormat: PixelFormat) -> VideoProfile? {
    codec.profiles.first { profile in
      self.profile.map { $0 == profile.name } ?? profile.pixelFormats.contains(pixelFormat)
    }
  }
}
