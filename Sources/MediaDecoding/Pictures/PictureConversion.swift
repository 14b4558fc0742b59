import ColorConversion
package import EditingModel
package import GStreamer
package import MediaFormats
import Rendering

/// The format of decoded pictures: their bytes, and their colorimetry.
package struct DecodedPicture: Sendable {
  /// The layout of their bytes.
  package var format: VideoFormat
  /// The colorimetry of their samples.
  package var color: Colorimetry
  /// The chroma location.
  package var chromaSite: ChromaSite
  /// In PQ, their brightest light in cd/m²; nil where nothing says it.
  package var peakLuminance: Double?

  package init(
    format: VideoFormat, color: Colorimetry, chromaSite: ChromaSite = .left, peakLuminance: Double? = nil
  ) {
    (self.format, self.color, self.chromaSite, self.peakLuminance) = (format, color, chromaSite, peakLuminance)
  }

  /// The pictures, cropped to `crop`, all of them if nil, as one end of a conversion.
  package func picture(showing crop: Rectangle?) -> VideoConverter.Picture {
    VideoConverter.Picture(
      format, color: color, chromaSite: chromaSite,
      window: crop.map { .init(left: $0.x, top: $0.y, width: $0.width, height: $0.height) },
      peakLuminance: peakLuminance)
  }
}

/// Converts decoded pictures from one format to another, or leaves them as they are.
///
/// Threads: one at a time.
package struct PictureConversion: Sendable {
  /// The converter; nil where nothing is to be done.
  private let converter: VideoConverter?

  /// The conversion of pictures as `decoded` describes them, cropped to `crop` and turned by `orientation`, to
  /// `target`.
  package init(
    from decoded: DecodedPicture, to target: PictureFormat, crop: Rectangle? = nil, orientation: Orientation = .up
  ) throws {
    let (source, color, chromaSite) = (decoded.format, decoded.color, decoded.chromaSite)
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
      from: decoded.picture(showing: crop), to: VideoConverter.Picture(target.video, color: target.color),
      orientation: orientation)
  }

  /// The conversion of whole pictures of `format` in the colors `color` to `target`, turned by `orientation`.
  package init(
    from format: VideoFormat, color: Colorimetry, to target: PictureFormat, orientation: Orientation = .up
  ) throws {
    try self.init(from: DecodedPicture(format: format, color: color), to: target, orientation: orientation)
  }

  /// Whether the conversion leaves pictures unchanged.
  package var isIdentity: Bool { converter == nil }

  /// `picture`, converted.
  package func apply(to picture: Buffer) throws -> Buffer {
    try converter?.convert(picture) ?? picture
  }
}
