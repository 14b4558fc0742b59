package import GStreamer
package import MediaFormats
package import MediaTime
package import Rendering

extension VideoTrackFacts {
  /// The facts of a track whose decoded pictures are described by `picture`, and its packets by `stream`.
  ///
  /// Colorimetry that the pictures leave unspecified is taken from the container.
  package init(
    identity: TrackIdentity = TrackIdentity(), codec: String, picture caps: Caps, stream: Caps? = nil,
    timing: FrameTiming, orientation: Orientation
  ) throws {
    let format = try VideoFormat(caps)
    // Read from the caps and not from the format, in which GStreamer fills in a guess.
    let colors = [caps, stream].compactMap { $0?.string("colorimetry") }.compactMap { Colorimetry(capsField: $0) }
    var color = colors.reduce(Colorimetry.unspecified) { $0.completed(from: $1) }
    // JPEG's samples are full range (JFIF 1.02); decoders do not state it for gray ones.
    if color.isFullRange == nil, codec.hasSuffix("JPEG") { color.isFullRange = true }
    self.init(
      identity: identity, codec: codec, size: PixelSize(width: format.width, height: format.height),
      pixelAspect: try Self.pixelAspect(of: format, stream: stream),
      orientation: orientation, timing: timing, format: format.name, hasAlpha: format.hasAlpha,
      isInterlaced: format.isInterlaced, colorimetry: color,
      light: color.isHighDynamicRange ? Self.light(in: [caps, stream].compactMap(\.self)) : nil)
  }

  /// The mastering light in the first of `caps` that has it.
  private static func light(in caps: [Caps]) -> MasteringLight? {
    func numbers(_ field: String, count: Int) -> [Int]? {
      caps.lazy.compactMap { $0.string(field)?.split(separator: ":").compactMap { Int($0) } }
        .first { $0.count == count }
    }
    // C: gst_video_mastering_display_info_to_string, gst_video_content_light_level_to_string.
    return MasteringLight(
      display: numbers("mastering-display-info", count: 10).map {
        MasteringLight.Display(chromaticities: Array($0.prefix(8)), maximum: $0[8], minimum: $0[9])
      },
      content: numbers("content-light-level", count: 2).map {
        MasteringLight.Content(maximum: $0[0], average: $0[1])
      })
  }

  /// The width of a pixel over its height, of decoded pictures of `format`; where the decoder has none, that of
  /// `stream` by the container. Demuxers pass on invalid values.
  private static func pixelAspect(of format: VideoFormat, stream: Caps?) throws -> Rational {
    let said =
      [(format.pixelAspect.numerator, format.pixelAspect.denominator)]
      + [stream?.fraction("pixel-aspect-ratio")].compactMap { $0.map { ($0.numerator, $0.denominator) } }
    for (numerator, denominator) in said where numerator > 0 && denominator > 0 && numerator != denominator {
      return try Rational(Int64(numerator), Int64(denominator))
    }
    return .one
  }
}

extension Orientation {
  /// The orientation of GStreamer's tag `image-orientation` (`GST_TAG_IMAGE_ORIENTATION`).
  package init(imageOrientationTag tag: String?) {
    self =
      switch tag {
      case "rotate-90": .right
      case "rotate-180": .down
      case "rotate-270": .left
      case "flip-rotate-0": .upMirrored
      case "flip-rotate-90": .rightMirrored
      case "flip-rotate-180": .downMirrored
      case "flip-rotate-270": .leftMirrored
      default: .up
      }
  }
}

extension Caps {
  /// The frame duration in seconds; nil without a rate.
  package func frameDuration() throws -> Rational? {
    guard let rate = fraction("framerate"), rate.numerator > 0, rate.denominator > 0 else { return nil }
    return try Rational(Int64(rate.denominator), Int64(rate.numerator))
  }

  // QUIRK: AV1: `av1dec` calls RGB luma and chroma at full size, of the matrix that leaves green, blue and red as they are. In:
  // GStreamer 1.22. Test: "AV1 in RGB has its own colors".
  /// The same pictures by the name of their samples.
  func namedByMatrix() throws -> Caps {
    guard let format = string("format"), let name = Self.rgbNames[format],
      let color = string("colorimetry"), Colorimetry(capsField: color)?.matrix == 0
    else { return self }
    return try Caps(description.replacing("format=(string)\(format)", with: "format=(string)\(name)"))
  }

  /// The same pictures without their alpha, which is meaningless: libtiff's always have an alpha channel.
  func withoutAlpha() throws -> Caps {
    try Caps(description.replacing("format=(string)RGBA,", with: "format=(string)RGBx,"))
  }

  private static let rgbNames = ["Y444": "GBR", "Y444_10LE": "GBR_10LE", "Y444_12LE": "GBR_12LE"]
}
