public import EditingModel
import MediaFormats
import MediaTime

extension VideoTrackFacts {
  /// The picture's size in square pixels, before it is turned upright: `AVAssetTrack.naturalSize`.
  ///
  /// The height is the stored one; the width is the stored one times the pixel aspect, in whole pixels. Layer transforms
  /// and crop rectangles of a video composition count in these pixels.
  public var naturalSize: Size {
    Size(width: max(1, (Double(size.width) * pixelAspect.seconds).rounded()), height: Double(size.height))
  }

  /// From stored pixels to those of ``naturalSize``.
  var naturalTransform: Transform { .scale(x: naturalSize.width / Double(size.width), y: 1) }

  /// Whether chroma is stored for blocks of pixels, so that only even places divide the picture.
  var hasSubsampledChroma: Bool {
    !["RGB", "BGR", "ARGB", "ABGR", "xRGB", "xBGR", "GBR", "GRAY", "Y444", "AYUV"].contains(where: format.hasPrefix)
  }
}
