import Compositing
import MediaFormats
import Rendering

extension PixelBuffer.Format {
  /// The format in GStreamer's words.
  var gstreamerName: String {
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
    case .rgb24: "RGB"
    case .bgra: "BGRA"
    case .argb: "ARGB"
    case .abgr: "ABGR"
    case .rgba: "RGBA"
    }
  }

  /// The format that GStreamer calls `name`, if it is one of ours.
  init?(gstreamerName name: String) {
    guard let format = Self.allCases.first(where: { $0.gstreamerName == name }) else { return nil }
    self = format
  }

  /// What the numbers of a picture in this format mean in a film whose colors are `film`.
  func colorimetry(in film: Colorimetry) -> Colorimetry {
    guard isRGB else { return film }
    return Colorimetry(isFullRange: true, matrix: 0, transfer: film.transfer, primaries: film.primaries)
  }

  /// The format of `wanted` (of all, if nil) in which the frames of a track are handed over: their own if that is among
  /// them, else the first that keeps their alpha, else the first.
  init?(for facts: VideoTrackFacts, among wanted: [Self]?) {
    let native = Self(gstreamerName: facts.format)
    guard let wanted else {
      self = native ?? (facts.hasAlpha ? .rgba : .yuv444p)
      return
    }
    let keeping = wanted.first { $0 == native } ?? wanted.first { facts.hasAlpha && $0.hasAlpha }
    guard let format = keeping ?? wanted.first else { return nil }
    self = format
  }
}

extension PixelFormat {
  /// The format as pixel buffers have it.
  var bufferFormat: PixelBuffer.Format { PixelBuffer.Format(rawValue: rawValue) ?? .yuv420p }
}
