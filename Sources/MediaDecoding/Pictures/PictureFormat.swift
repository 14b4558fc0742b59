import EditingModel
package import GStreamer
package import MediaFormats
import MediaTime
package import Rendering

/// The raw pictures of a render: one format, size, rate and colorimetry.
package struct PictureFormat: Sendable {
  /// The caps that describe all of it.
  package let caps: Caps
  /// The layout of their bytes.
  package let video: VideoFormat
  /// Their colorimetry.
  package let color: Colorimetry
  /// Their size.
  package let size: PixelSize
  private let frameDuration: Rational

  /// Pictures of `plan`'s output, or of another size in the same format.
  package init(_ plan: PicturePlan, size: PixelSize? = nil) throws {
    try self.init(
      name: plan.pixelFormat.gstreamerName, size: size ?? plan.size, frameDuration: plan.grid.frameDuration,
      color: plan.colorimetry)
  }

  /// Pictures of the format that GStreamer calls `name`.
  init(name: String, size: PixelSize, frameDuration: Rational, color: Colorimetry) throws {
    self.size = size
    self.color = color
    self.frameDuration = frameDuration
    let rate = "\(frameDuration.denominator)/\(frameDuration.numerator)"
    caps = try Caps(
      "video/x-raw,format=\(name),width=\(size.width),height=\(size.height),framerate=\(rate),"
        + "pixel-aspect-ratio=1/1,interlace-mode=progressive,colorimetry=\(color.capsField)"
        + ",chroma-site=mpeg2")
    video = try VideoFormat(caps)
  }

  /// The same pictures with the given changes.
  package func with(name: String? = nil, size: PixelSize? = nil, color: Colorimetry? = nil) throws -> PictureFormat {
    try PictureFormat(
      name: name ?? video.name, size: size ?? self.size, frameDuration: frameDuration, color: color ?? self.color)
  }

  /// The halvings of chroma, across and down.
  package var chromaShifts: (width: Int, height: Int) { video.chromaShifts }
}

extension PixelFormat {
  /// GStreamer's name of the format.
  package var gstreamerName: String {
    switch self {
    case .yuv420p: "I420"
    case .nv12: "NV12"
    case .yuva420p: "A420"
    case .yuv422p: "Y42B"
    case .yuv444p: "Y444"
    case .v308: "v308"
    case .yuv420p10: "I420_10LE"
    case .p010: "P010_10LE"
    case .yuv422p10: "I422_10LE"
    case .v210: "v210"
    case .yuv444p10: "Y444_10LE"
    case .yuva420p10: "A420_10LE"
    case .yuva422p10: "A422_10LE"
    case .yuva444p10: "A444_10LE"
    case .rgb24: "RGB"
    case .bgra: "BGRA"
    case .argb: "ARGB"
    case .abgr: "ABGR"
    case .rgba: "RGBA"
    }
  }
}
