import ColorConversion
import GStreamer
import MediaFormats
import Rendering

/// Converts decoded pictures from one format to another, or leaves them as they are.
///
/// Threads: one at a time.
struct PictureConversion: Sendable {
  /// What converts them; nil where nothing is to be done.
  private let converter: VideoConverter?

  /// The conversion of pictures of `source` in the colors `color`, whose chroma lies on `chromaSite` and of which `crop` is
  /// shown, turned by `orientation`, to `target`. In PQ, `peakLuminance` is their brightest light in cd/m².
  init(
    from source: VideoFormat, color: Colorimetry, chromaSite: ChromaSite = .left, peakLuminance: Double? = nil,
    to target: PictureFormat, crop: PixelRectangle? = nil, orientation: Orientation = .up
  ) throws {
    let isSited = chromaSite == .left || source.chromaShifts == (0, 0) || source.isRGB
    let isSameColor =
      color.primaries == target.color.primaries && color.isFullRange == target.color.isFullRange
      && color.matrix == target.color.matrix
      && (color.transfer == target.color.transfer
        || !color.isHighDynamicRange && !target.color.isHighDynamicRange)
    guard
      source.name != target.video.name || source.width != target.size.width || source.height != target.size.height
        || crop != nil || orientation != .up || !isSited || !isSameColor
    else {
      converter = nil
      return
    }
    converter = try VideoConverter(
      from: VideoConverter.Picture(
        source, color: color, chromaSite: chromaSite, window: crop.map(PictureDescription.Window.init),
        peakLuminance: peakLuminance),
      to: VideoConverter.Picture(target.video, color: target.color), orientation: orientation)
  }

  /// Whether the conversion leaves pictures unchanged.
  var changesNothing: Bool { converter == nil }

  /// `picture`, converted.
  func apply(to picture: Buffer) throws -> Buffer {
    try converter?.convert(picture) ?? picture
  }
}
