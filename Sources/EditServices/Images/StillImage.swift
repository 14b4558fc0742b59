import EditingModel
import MediaFormats
import Rendering

/// Formats of an image of a still picture, chosen so that it equals the picture: its own size, its alpha, its chroma at
/// full size, and its depth as far as films have it.
///
/// | the still | is planned in | is given as |
/// |---|---|---|
/// | eight bits | luma and chroma of ten bits, which convert back to eight-bit RGB exactly | RGB |
/// | more | the same | luma and chroma of ten bits |
/// | with alpha | the same with alpha | the same with alpha, unless a format without it is asked for: then over black |
struct StillImage {
  /// The pixel format of the plan's pictures.
  let planned: PixelFormat
  /// The pixel format of images.
  let given: PixelFormat

  /// The image of the still that `facts` are about, given in the format `asked`; in its own if nil.
  init(of facts: VideoTrackFacts, in asked: PixelFormat?) {
    let isDeep = PixelFormat.bitDepth(storedAs: facts.format) > 8
    let own: PixelFormat =
      facts.hasAlpha ? (isDeep ? .yuva444p10 : .rgba) : isDeep ? .yuv444p10 : .rgb24
    given = asked ?? own
    planned = facts.hasAlpha && given.hasAlpha ? .yuva444p10 : .yuv444p10
  }

  /// `settings` of a plan of the still alone.
  func planning(_ settings: RenderSettings) -> RenderSettings {
    var settings = settings
    settings.pixelFormat = planned
    settings.keepsStillSize = true
    return settings
  }
}
