import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Profiles, levels, constant bit rates, passes and hardware: what is asked of an encoder beyond its codec and quality.
extension VideoEncoding {
  /// The element that encodes `settings`; nil of codecs that are encoded here.
  static func choice(_ settings: VideoSettings) throws(RenderError) -> EncoderChoice? {
    try EncoderChoice(settings, usual: usualEncoder(of: settings.codec))
  }

  private static func usualEncoder(of codec: VideoCodec) -> ElementName? {
    switch codec {
    case .h264: .h264Encoder
    case .hevc: .h265Encoder
    case .vp8: .vp8Encoder
    case .vp9: .vp9Encoder
    case .prores: .proResEncoder
    case .mjpeg: .motionJPEGEncoder
    case .ffv1: .ffv1Encoder
    case .png: .pngEncoder
    case .webp: .webPEncoder
    default: nil
    }
  }

  /// The elements around `encoder`, which takes pictures as its device does.
  static func hardware(
    _ encoder: ElementName, _ family: HardwareFamily, _ settings: VideoSettings
  ) throws -> [Element] {
    let element = try encoder.make()
    for (name, value) in family.properties(settings) { try element.set(name, value) }
    let parser: ElementName = settings.codec == .hevc ? .h265Parser : .h264Parser
    return [try ElementName.videoConvert.make(), element] + (try profileFilter(settings)) + [try parser.make()]
  }

  /// The elements that have the encoder in front of them keep to the profile of `settings`.
  static func profileFilter(_ settings: VideoSettings) throws -> [Element] {
    guard let profile = settings.profile else { return [] }
    let filter = try ElementName.capsFilter.make()
    let name =
      switch profile {
      // Players' name for the part of it that the main profile has, too.
      case "baseline": "constrained-baseline"
      case "high10": "high-10"
      case "high422": "high-4:2:2"
      case "high444": "high-4:4:4"
      case "main10": "main-10"
      case "main422-10": "main-422-10"
      case "main444": "main-444"
      case "main444-10": "main-444-10"
      default: profile
      }
    try filter.set(
      "caps", try Caps("video/x-\(settings.codec == .hevc ? "h265" : "h264"),profile=(string)\(name)"))
    return [filter]
  }

  /// The name of x264's pass over `pictures`; sets the statistics file of `encoder`. Nil for a single pass.
  static func pass(of pictures: WriterSettings.Pictures, of encoder: Element) throws -> String? {
    switch pictures.pass {
    case nil: return nil
    case .first(let statistics)?:
      try encoder.set("multipass-cache-file", statistics)
      return "pass1"
    case .last(let statistics)?:
      try encoder.set("multipass-cache-file", statistics)
      return "pass2"
    }
  }

  /// Sets libvpx's pass over `pictures`.
  static func setPass(of pictures: WriterSettings.Pictures, of encoder: Element) throws {
    guard let pass = pictures.pass else { return }
    switch pass {
    case .first(let statistics):
      try encoder.set("multipass-cache-file", statistics)
      try encoder.set("multipass-mode", "first-pass")
    case .last(let statistics):
      try encoder.set("multipass-cache-file", statistics)
      try encoder.set("multipass-mode", "last-pass")
    }
    // Its fastest mode supports no passes.
    try encoder.set("deadline", 1_000_000)
  }

  /// x264's options for the level and the bit rate of `settings`; sets the properties of `encoder` that would override
  /// them.
  static func h264Rates(
    _ settings: VideoSettings, of pictures: WriterSettings.Pictures, telling encoder: Element
  ) throws -> [String] {
    var options: [String] = []
    // Milliseconds of the bit rate that a decoder holds. Without a buffer nothing is capped; by default 2 Mbit/s would be.
    var buffer = 0
    if let name = settings.level {
      let level = try EncodingLevel.named(name, of: .h264)
      let kept = min(usualReferences(settings.speed ?? .medium), max(1, level.keptPictures(of: pictures.size)))
      options.append("level=\(level.name):ref=\(kept)")
      if let bitrate = settings.rateControl?.bitrate {
        buffer = min(10_000, level.bitrate * 1_000 / max(1, bitrate))
      } else {
        try encoder.set("bitrate", level.bitrate / 1_000)
        buffer = 1_000
      }
    }
    if settings.rateControl?.bitrate == nil, let most = pictures.maximumBitrate {
      let level = try settings.level.map { try EncodingLevel.named($0, of: .h264).bitrate } ?? most
      try encoder.set("bitrate", max(1, min(level, most) / 1_000))
      buffer = 1_000
    }
    if settings.rateControl?.bitrateMode == .constant {
      buffer = 1_000
      // Easy pictures are filled up.
      options.append("nal-hrd=cbr")
    }
    try encoder.set("vbv-buf-capacity", buffer)
    return options
  }

  /// x265's options for the level, the bit rate and the pass of `settings`.
  static func h265Rates(
    _ settings: VideoSettings, of pictures: WriterSettings.Pictures
  ) throws(RenderError) -> [String] {
    var options: [String] = []
    if let name = settings.level {
      let level = try EncodingLevel.named(name, of: .hevc)
      options.append("level-idc=\(level.name):high-tier=0")
      if settings.rateControl?.bitrateMode != .constant { options.append(buffer(level.bitrate)) }
    }
    if case .constantBitrate(let bitrate)? = settings.rateControl { options.append(buffer(bitrate) + ":strict-cbr=1") }
    if settings.rateControl?.bitrate == nil, let most = pictures.maximumBitrate {
      let level = try settings.level.map { (name) throws(RenderError) in
        try EncodingLevel.named(name, of: .hevc).bitrate
      }
      options.append(buffer(min(level ?? most, most)))
    }
    switch pictures.pass {
    case nil: break
    case .first(let statistics)?: options.append("pass=1:stats=\(try Self.named(statistics))")
    case .last(let statistics)?: options.append("pass=2:stats=\(try Self.named(statistics))")
    }
    return options
  }

  /// The buffer of a decoder that gets `bitrate`: a second's.
  private static func buffer(_ bitrate: Int) -> String {
    let kilobits = max(1, bitrate / 1_000)
    return "vbv-maxrate=\(kilobits):vbv-bufsize=\(kilobits)"
  }

  /// x265's options are parted by colons.
  private static func named(_ path: String) throws(RenderError) -> String {
    guard path.contains(":") else { return path }
    throw RenderError(
      .unsupported, "The statistics of two passes cannot stand in \(path): HEVC's encoder takes no colon in a name.",
      remedy: "Name another temporary folder, or another place for the output.")
  }

  /// The reference pictures of x264 by its preset.
  private static func usualReferences(_ speed: EncoderSpeed) -> Int {
    switch speed {
    case .ultrafast, .superfast, .veryfast: 1
    case .faster, .fast: 2
    case .medium: 3
    case .slow: 5
    case .slower: 8
    case .veryslow: 16
    }
  }
}
