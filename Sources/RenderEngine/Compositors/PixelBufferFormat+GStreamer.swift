import Compositing
import MediaFormats
import Rendering

extension PixelFormat {
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
