import Compositing
import MediaFormats
import Rendering

extension PixelFormat {
  /// The format that GStreamer calls `name`; nil for one that `PixelFormat` does not have.
  init?(gstreamerName name: String) {
    guard let format = Self.allCases.first(where: { $0.gstreamerName == name }) else { return nil }
    self = format
  }

  /// The colorimetry of a picture in this format, in an output of colorimetry `output`.
  func colorimetry(in output: Colorimetry) -> Colorimetry {
    guard isRGB else { return output }
    return Colorimetry(isFullRange: true, matrix: 0, transfer: output.transfer, primaries: output.primaries)
  }

  /// The format among `wanted` (any, if nil) for the frames of a track: their own if possible, else the first that keeps
  /// their alpha, else the first.
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
