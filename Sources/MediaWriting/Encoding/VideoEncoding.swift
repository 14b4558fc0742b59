import EditingModel
import Foundation
import GStreamer
package import MediaDecoding
package import MediaFormats
import MediaTime
package import Rendering

/// The elements that encode pictures, from raw to what a muxer takes.
package struct VideoEncoding {
  /// The elements in order; the first takes raw pictures.
  let elements: [Element]

  /// The encoding of `pictures` that `settings` ask for, in a file of `fileType`.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`.
  init(_ settings: VideoSettings, of pictures: WriterSettings.Pictures, in fileType: FileType) throws {
    if let choice = try Self.choice(settings), let family = choice.family {
      elements = try Self.hardware(choice.element, family, settings)
      return
    }
    switch settings.codec {
    // MP4's configuration of VP9 says what only the stream does.
    case .vp9 where fileType == .mp4:
      elements = try Self.vpx(settings, pictures) + [ElementName.vp9Parser.make()]
    case .h264: elements = try Self.h264(settings, pictures)
    case .vp8, .vp9: elements = try Self.vpx(settings, pictures)
    case .ffv1: elements = try Self.ffv1(pictures.size)
    case .hevc: elements = try Self.hevc(settings, pictures)
    case .prores: elements = [try Self.proRes(settings, pictures)]
    case .png: elements = [try ElementName.pngEncoder.make()]
    case .mjpeg: elements = [try Self.jpeg(settings)]
    case .gif, .av1, .dnxhr: elements = []
    case .webp:
      let encoder = try ElementName.webPEncoder.make()
      try encoder.set("lossless", true)
      elements = [encoder]
    }
  }

  /// The elements that `settings` need, installed or not.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a quality or a bit rate that the codec does not have.
  package static func needs(_ settings: VideoSettings) throws(RenderError) -> [ElementName] {
    let quality = quality(settings)
    let choice = try choice(settings)
    // libx264 takes fractions, and `x264enc` overwrites its options by its own properties; libx265 takes them through
    // its element.
    if settings.codec != .hevc || choice?.family != nil, quality != quality.rounded() {
      throw RenderError(
        .unsupported, "The quality is \(quality), and \(settings.codec.rawValue) has whole numbers alone.",
        remedy: "Ask for \(Int(quality.rounded())).")
    }
    if settings.codec == .mjpeg, settings.rateControl?.bitrate != nil {
      throw RenderError(
        .unsupported, "Motion JPEG is written in a constant quality alone.",
        remedy: "Choose a quality from 1, the best, to 31.")
    }
    if let choice, choice.family != nil {
      return [.videoConvert, choice.element, settings.codec == .hevc ? .h265Parser : .h264Parser]
    }
    switch settings.codec {
    case .h264: return [.h264Encoder, .h264Parser]
    case .vp8: return [.vp8Encoder]
    case .vp9: return [.vp9Encoder, .vp9Parser]
    case .ffv1: return [.ffv1Encoder]
    case .hevc: return [.h265Encoder, .h265Parser]
    case .prores: return [.proResEncoder]
    case .png: return [.pngEncoder]
    case .mjpeg: return [.motionJPEGEncoder]
    case .webp: return [.webPEncoder]
    case .gif: return []
    case .av1, .dnxhr:
      try LibraryEncoding.check(settings.codec)
      return []
    }
  }

  private static func h264(_ settings: VideoSettings, _ pictures: WriterSettings.Pictures) throws -> [Element] {
    let encoder = try ElementName.h264Encoder.make()
    try encoder.set("speed-preset", (settings.speed ?? .medium).rawValue)
    try encoder.set("threads", threads(for: pictures, settings.speed ?? .medium))
    try encoder.set("key-int-max", settings.keyframeInterval ?? settings.codec.format.keyframeInterval)
    try encoder.set("aud", false)
    var options: [String] = []
    if let bitrate = settings.rateControl?.bitrate {
      try encoder.set("pass", try pass(of: pictures, of: encoder) ?? "cbr")
      try encoder.set("bitrate", max(1, bitrate / 1_000))
    } else {
      try encoder.set("pass", "qual")
      try encoder.set("quantizer", Int(quality(settings)))
    }
    if let lookahead = lookahead(for: pictures.size, settings.speed ?? .medium) {
      try encoder.set("rc-lookahead", lookahead)
    }
    if isHuge(pictures.size) {
      try encoder.set("sliced-threads", true)
      options.append("sync-lookahead=0:ref=1:bframes=0")
    }
    // At the highest speeds x264 leaves out the tools that distinguish these profiles from the simpler ones.
    if let profile = settings.profile, profile != "baseline" {
      try encoder.set("cabac", true)
      if profile != "main" { try encoder.set("dct8x8", true) }
    }
    options += try h264Rates(settings, of: pictures, telling: encoder)
    if pictures.parameterSet > 0 { options.append("sps-id=\(pictures.parameterSet)") }
    if hasAVX512, (pictures.size.width + 15) / 16 % 8 != 0 { options.append("asm=AVX2") }
    if !options.isEmpty { try encoder.set("option-string", options.joined(separator: ":")) }
    return [encoder] + (try profileFilter(settings)) + [try ElementName.h264Parser.make()]
  }

  private static func hevc(_ settings: VideoSettings, _ pictures: WriterSettings.Pictures) throws -> [Element] {
    let encoder = try ElementName.h265Encoder.make()
    try encoder.set("speed-preset", (settings.speed ?? .medium).rawValue)
    try encoder.set("key-int-max", settings.keyframeInterval ?? settings.codec.format.keyframeInterval)
    // x265's decisions depend on how many frames it encodes at a time, and on whether it has threads for the rows of one,
    // which otherwise follow from the machine: without /sys it finds no processors, and has none. Groups of pictures are
    // closed, so that a film can be cut at each.
    let threads = encoderThreads(for: pictures)
    var options = ["frame-threads=\(min(4, threads / 2))", "pools=\(threads)", "open-gop=0", "repeat-headers=0"]
    if let bitrate = settings.rateControl?.bitrate {
      try encoder.set("bitrate", max(1, bitrate / 1_000))
    } else {
      options.append("crf=\(quality(settings))")
    }
    options += try h265Rates(settings, of: pictures)
    if pictures.colorimetry.isHighDynamicRange {
      options.append("hdr10-opt=\(pictures.colorimetry.transfer == 16 ? 1 : 0)")
    }
    if let display = pictures.light?.display, display.chromaticities.count == 8 {
      let c = display.chromaticities
      options.append(
        "master-display=G(\(c[2]),\(c[3]))B(\(c[4]),\(c[5]))R(\(c[0]),\(c[1]))WP(\(c[6]),\(c[7]))"
          + "L(\(display.maximum),\(display.minimum))")
    }
    if let content = pictures.light?.content { options.append("max-cll=\(content.maximum),\(content.average)") }
    try encoder.set("option-string", options.joined(separator: ":"))
    // An unreadable packet passes unchanged; the parser reports it.
    let count = HEVCPictureCount()
    try encoder.pad("sink").probeBuffers { _, _ in
      count.increment()
      return .pass
    }
    try encoder.pad("src").replaceBuffers { packet in
      let timed = count.hasReliableDecodeTimes ? nil : try? packet.decodedAtPresentation()
      return (try? HEVCAccessUnit.withoutCopiedHeaders(timed ?? packet)) ?? timed
    }
    return [encoder] + (try profileFilter(settings)) + [try ElementName.h265Parser.make()]
  }

  /// The scale is FFmpeg's (`-q:v`).
  private static func jpeg(_ settings: VideoSettings) throws -> Element {
    let encoder = try ElementName.motionJPEGEncoder.make()
    try encoder.set("qmin", Int(quality(settings)))
    try encoder.set("qmax", Int(quality(settings)))
    return encoder
  }

  private static func proRes(_ settings: VideoSettings, _ pictures: WriterSettings.Pictures) throws -> Element {
    let encoder = try ElementName.proResEncoder.make()
    if let profile = settings.profile(for: pictures.pixelFormat) { try encoder.set("profile", profile.name) }
    return encoder
  }

  /// Whether pictures of `size` are larger than films' (4,096 × 2,160): photographs. Each thread of the encoder would hold
  /// several.
  private static func isHuge(_ size: PixelSize) -> Bool { size.width * size.height > 4_096 * 2_160 }

  /// The number of x264's threads. At high speeds it is the decoder that is waited for, and each thread more is two
  /// pictures more in memory, as they come in and as x264 keeps them, interpolated: 95 MB at 2160p. A picture of that
  /// size takes a thread some 60 ms at `veryfast`, so that eight threads encode 130 a second, more than are decoded and
  /// converted. The processor's time is the same with any number; at `fast` and slower a machine of many cores gains by
  /// all of them.
  private static func threads(for pictures: WriterSettings.Pictures, _ speed: EncoderSpeed) -> Int {
    let usual = encoderThreads(for: pictures)
    return switch speed {
    case .ultrafast, .superfast: min(usual, 4)
    case .veryfast, .faster: min(usual, 8)
    case .fast, .medium, .slow, .slower, .veryslow: usual
    }
  }

  /// The look-ahead of x264 by its preset, in pictures.
  private static func usualLookahead(_ speed: EncoderSpeed) -> Int {
    switch speed {
    case .ultrafast, .superfast: 0
    case .veryfast: 10
    case .faster: 20
    case .fast: 30
    case .medium: 40
    case .slow: 50
    case .slower, .veryslow: 60
    }
  }

  /// The look-ahead for pictures of `size`, where the usual one would take too much memory; it depends on the size
  /// alone, as the bytes do.
  private static func lookahead(for size: PixelSize, _ speed: EncoderSpeed) -> Int? {
    // A picture of x264's is five times as large as its luma: it keeps it interpolated.
    let (picture, budget) = (size.width * size.height * 5, isHuge(size) ? 256 << 20 : 512 << 20)
    let lookahead = max(1, budget / picture)
    return lookahead < usualLookahead(speed) ? lookahead : nil
  }

  /// Whether the processor has AVX-512. With it x264 (of version 164) reads memory that it has not written where a row
  /// is not whole groups of eight macroblocks, and its choices depend on that; with AVX2 they are the same everywhere.
  private static let hasAVX512 = Framework.hasAVX512

  /// The constant quality, on the codec's scale.
  static func quality(_ settings: VideoSettings) -> Double {
    settings.rateControl?.quality ?? settings.codec.format.qualityScale?.usual ?? 0
  }

  private static func vpx(_ settings: VideoSettings, _ pictures: WriterSettings.Pictures) throws -> [Element] {
    let isVP8 = settings.codec == .vp8
    let encoder = try (isVP8 ? ElementName.vp8Encoder : .vp9Encoder).make()
    // The threads of VP8's encoder spin while they wait for each other: beside other work they make it slower by far.
    try encoder.set("threads", isVP8 ? 1 : encoderThreads(for: pictures))
    try encoder.set("keyframe-max-dist", settings.keyframeInterval ?? settings.codec.format.keyframeInterval)
    // Hidden frames between the visible ones would make the packet count differ from the frame count.
    try encoder.set("auto-alt-ref", isVP8 ? "false" : "0")
    try encoder.set("deadline", 1)
    try encoder.set("cpu-used", vpxEffort(settings.speed ?? .medium, isVP8: isVP8))
    // libvpx counts time in frames of the stated rate, and refuses two pictures in one of them.
    if let timescale = pictures.timescale { try encoder.set("timebase", "1/\(timescale)") }
    if !isVP8 {
      try encoder.set("row-mt", false)
      // Without a picture to look ahead at, libvpx leaves out pictures in which hardly anything changes.
      try encoder.set("lag-in-frames", 1)
    }
    if let bitrate = settings.rateControl?.bitrate {
      try encoder.set("end-usage", settings.rateControl?.bitrateMode == .constant ? "cbr" : "vbr")
      try encoder.set("target-bitrate", bitrate)
      try setPass(of: pictures, of: encoder)
    } else {
      try encoder.set("end-usage", "cq")
      try encoder.set("cq-level", Int(quality(settings)))
      // Constrained quality is bounded by the bit rate, and without one by almost none.
      try encoder.set("target-bitrate", pictures.size.width * pictures.size.height * 60)
    }
    return [encoder]
  }

  /// libvpx counts the other way: a higher `cpu-used` is faster. A positive one lets VP8 adapt to the clock, so that
  /// the output would depend on the machine's load; a negative one is fixed.
  private static func vpxEffort(_ speed: EncoderSpeed, isVP8: Bool) -> Int {
    let effort = vpxNumber(speed, isVP8: isVP8)
    return isVP8 ? -effort : effort
  }

  private static func vpxNumber(_ speed: EncoderSpeed, isVP8: Bool) -> Int {
    switch speed {
    case .ultrafast: isVP8 ? 16 : 8
    case .superfast: isVP8 ? 12 : 7
    case .veryfast: isVP8 ? 10 : 6
    case .faster: isVP8 ? 8 : 6
    case .fast: isVP8 ? 6 : 5
    case .medium: isVP8 ? 4 : 5
    case .slow: isVP8 ? 3 : 4
    case .slower: 2
    case .veryslow: 1
    }
  }

  private static func ffv1(_ size: PixelSize) throws -> [Element] {
    let encoder = try ElementName.ffv1Encoder.make()
    // Tiny pictures cannot be divided.
    try encoder.set("slices", min(size.width, size.height) < 16 ? 1 : 4)
    try encoder.set("slicecrc", "1")
    try encoder.set("gop-size", 1)
    return [encoder]
  }
}

/// The number of threads of an encoder of `pictures`: two where there are several segments, which are encoded side by
/// side.
///
/// x264's and libvpx' output depends on the number, so it depends on the picture alone, never on the machine: the same
/// project gives the same bytes everywhere.
func encoderThreads(for pictures: WriterSettings.Pictures) -> Int {
  guard pictures.segmentCount ?? 1 == 1 else { return 2 }
  return switch pictures.size.width * pictures.size.height {
  case ...(640 * 480): 4
  case ...(1_280 * 720): 6
  case ...(1_920 * 1_088): 8
  default: 12
  }
}
