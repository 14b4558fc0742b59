import MediaFormats
import MediaTime
import PacketEncoders
package import Rendering

// QUIRK: AV1, written: `av1enc` takes pictures of eight bits alone. In: GStreamer 1.22. Test: "Profiles and depths are those that
// were asked for, of the right frames and colors".
// QUIRK: DNxHR, written: `avenc_dnxhd` takes pictures of two sizes alone. In: GStreamer 1.22. Test: "Profiles and depths are
// those that were asked for, of the right frames and colors".

/// The encodings of pictures by libavcodec's own encoders: those for which GStreamer has none that fits.
enum LibraryEncoding {
  /// libavcodec's encoder of `codec`; nil for one that GStreamer encodes.
  private static func encoder(of codec: VideoCodec) -> String? {
    switch codec {
    case .av1: "libaom-av1"
    case .dnxhr: "dnxhd"
    case .h264, .hevc, .vp8, .vp9, .prores, .mjpeg, .ffv1, .png, .webp, .gif: nil
    }
  }

  /// - Throws: `RenderError` with `.missingPlugin` where the encoder of `codec` is not there.
  static func check(_ codec: VideoCodec) throws(RenderError) {
    guard let name = encoder(of: codec), !PictureEncoder.exists(name) else { return }
    throw .missingInLibrary("encoder", name, for: codec.format.title)
  }

  /// The encoding of `pictures` as `settings` state; nil where GStreamer does it.
  ///
  /// - Throws: `RenderError` with `.unsupported` for pictures that the codec does not have.
  static func coding(
    _ settings: VideoSettings, of pictures: WriterSettings.Pictures
  ) throws(RenderError) -> PictureCoding? {
    guard let name = encoder(of: settings.codec) else { return nil }
    let (size, colors) = (pictures.size, settings.codec.colorimetry(in: pictures.colorimetry))
    var coding = PictureCoding(name, size, pictures.pixelFormat, colors, frameDuration: pictures.frameDuration)
    coding.keyframeInterval = settings.keyframeInterval ?? settings.codec.format.keyframeInterval
    coding.threads = encoderThreads(for: pictures)
    if let least = settings.codec.minimumSize, size.width < least.width || size.height < least.height {
      throw RenderError(
        .unsupported, "\(settings.codec.format.title) has pictures of \(least) pixels at least, and these are \(size).",
        remedy: "Scale the film up, or choose prores.")
    }
    if settings.codec == .dnxhr {
      coding.keyframeInterval = 1
      coding.options["profile"] = settings.profile(for: pictures.pixelFormat).map { "dnxhr_" + $0.name }
    } else {
      describe(settings, size, in: &coding)
    }
    return coding
  }

  /// libaom's options: the same number of threads on every machine.
  private static func describe(_ settings: VideoSettings, _ size: PixelSize, in coding: inout PictureCoding) {
    let effort = effort(settings.speed ?? .medium)
    coding.options["usage"] = effort > 6 ? "realtime" : "good"
    // libavcodec's own option ends at 8.
    coding.options["aom-params"] = "cpu-used=\(effort)"
    coding.options["row-mt"] = "1"
    // Each column of tiles is encoded and decoded by a thread of its own.
    coding.options["tile-columns"] = size.width >= 2_560 ? "2" : (size.width >= 1_280 ? "1" : "0")
    // Pictures ahead would be kept in memory, and the packets of some would show none.
    coding.options["lag-in-frames"] = "0"
    if let bitrate = settings.rateControl?.bitrate {
      coding.bitrate = bitrate
      // libaom's settings of a constant bit rate.
      if settings.rateControl?.bitrateMode == .constant {
        for option in ["minrate", "maxrate", "bufsize"] { coding.options[option] = "\(bitrate)" }
      }
    } else {
      let level = "\(Int(VideoEncoding.quality(settings)))"
      for option in ["crf", "qmin", "qmax"] { coding.options[option] = level }
    }
  }

  /// libaom counts the other way: a higher `cpu-used` is faster. Above 6 there is only its real-time profile, five times
  /// as fast for files as large.
  private static func effort(_ speed: EncoderSpeed) -> Int {
    switch speed {
    case .ultrafast, .superfast: 9
    case .veryfast, .faster: 8
    case .fast, .medium: 7
    case .slow: 6
    case .slower: 4
    case .veryslow: 2
    }
  }
}

extension PictureCoding {
  /// The encoding of pictures of `size` in `pixelFormat`, of `colors`, by the encoder `name`, each shown for
  /// `frameDuration`.
  init(
    _ name: String, _ size: PixelSize, _ pixelFormat: PixelFormat, _ colors: Colorimetry, frameDuration: Rational
  ) {
    self.init(
      name, width: size.width, height: size.height, pixelFormat: pixelFormat.nameInFFmpeg ?? pixelFormat.rawValue,
      colors: Colors(
        isFullRange: colors.isFullRange == true, matrix: colors.matrix, transfer: colors.transfer,
        primaries: colors.primaries),
      frameDuration: frameDuration)
  }
}

extension RenderError {
  /// libavcodec was made without its `kind` `name` of `codec`.
  package static func missingInLibrary(_ kind: String, _ name: String, for codec: String) -> RenderError {
    RenderError(
      .missingPlugin, "libavcodec has no \(kind) “\(name)” for \(codec).",
      remedy: "Install one that has it: apt-get install libavcodec59.")
  }
}
