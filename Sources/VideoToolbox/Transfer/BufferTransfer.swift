import AVFoundation
import Compositing
import CoreMedia
import CoreVideo
import EditingModel
import MediaFormats

/// Brings buffers into others of another format and size.
///
/// Threads: any, one after the other.
final class BufferTransfer: Sendable {
  private let transfer = PictureTransfer()

  /// The scaling of pictures of another shape into a buffer.
  enum Scaling: Sendable {
    /// Stretched.
    case stretch
    /// Fitted inside, on black.
    case inside
    /// Filling all of it, what juts out cut off.
    case fill
    /// The part that is meant to be seen, stretched.
    case cleanAperture
  }

  /// The formats that pictures are brought from and to, the usual one first.
  static let types = PictureTransfer.types + [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]

  /// Whether pictures are brought from `source` to `target`.
  static func canTransfer(_ source: CVPixelBuffer, _ target: CVPixelBuffer) -> Bool {
    types.contains(source.format.type) && types.contains(target.format.type)
  }

  /// Brings the picture in `source`, turned by `orientation`, into `target`, and says what its colors are. They stay as they are, unless
  /// `wanted` says others, by code points.
  ///
  /// - Throws: An error that names the conversion which is not possible.
  func transfer(
    _ source: CVPixelBuffer, into target: CVPixelBuffer, _ scaling: Scaling = .stretch, orientation: Orientation = .up,
    wanted: Colorimetry = .unspecified
  ) throws {
    source.endAccess()
    target.endAccess()
    let said = source.declaredColorimetry
    let meaning = said.completed(height: source.picture.height, output: .bt709)
    let isRGB = target.format.format.isRGB
    // Of RGB nothing says by which matrix it would become luma and chroma.
    let matrix =
      isRGB
      ? 0
      : [wanted.matrix, meaning.matrix == 0 ? target.declaredColorimetry.matrix : meaning.matrix].first {
        $0 != 2 && $0 != 0
      }
        ?? Colorimetry.assumed(height: target.picture.height).matrix
    var result = Colorimetry(
      isFullRange: isRGB || target.format.isFullRange, matrix: matrix, transfer: meaning.transfer,
      primaries: meaning.primaries)
    if wanted.transfer != 2 { result.transfer = wanted.transfer }
    if wanted.primaries != 2 { result.primaries = wanted.primaries }
    try fill(target.picture, result, from: source, meaning, scaling, orientation)
    // Values that were taken for granted are not stated.
    var attached = result
    if said.transfer == 2, wanted.transfer == 2 { attached.transfer = 2 }
    if said.primaries == 2, wanted.primaries == 2 { attached.primaries = 2 }
    CVBufferPropagateAttachments(source, target)
    if isRGB { CVBufferRemoveAttachment(target, kCVImageBufferYCbCrMatrixKey) }
    target.attach(colorsOf: attached)
  }

  /// Brings the picture in `source`, stretched, into `target`, whose samples mean what `color` says; light and primaries stay as they are.
  ///
  /// - Throws: An error that names the conversion which is not possible.
  func transfer(_ source: CVPixelBuffer, into target: PixelBuffer, encodedAs color: Colorimetry) throws {
    source.endAccess()
    let meaning = source.declaredColorimetry.completed(height: source.picture.height, output: .bt709)
    let isLuma = !source.format.format.isRGB
    let result = Colorimetry(
      isFullRange: color.isFullRange, matrix: isLuma ? meaning.matrix : color.matrix, transfer: meaning.transfer,
      primaries: meaning.primaries)
    try fill(target, result, from: source, meaning, .stretch, .up)
  }

  private func fill(
    _ target: PixelBuffer, _ targetColor: Colorimetry, from source: CVPixelBuffer, _ color: Colorimetry,
    _ scaling: Scaling, _ orientation: Orientation
  ) throws {
    let picture = source.picture
    let (from, to) = (
      PixelSize(width: picture.width, height: picture.height), PixelSize(width: target.width, height: target.height)
    )
    switch scaling {
    case .inside where from.width * to.height != from.height * to.width:
      let inner = to.fitting(from)
      let made = try PixelBuffer(format: target.format, width: inner.width, height: inner.height)
      try transfer.transfer(picture, meaning: color, into: made, meaning: targetColor)
      try target.blacken(isFullRange: targetColor.isFullRange == true)
      try target.place(made, x: (to.width - inner.width) / 4 * 2, y: (to.height - inner.height) / 4 * 2)
    case .fill:
      // Of the source what has the target's shape.
      let part = from.cut(to: to)
      try transfer.transfer(picture, meaning: color, part: part, into: target, meaning: targetColor)
    case .cleanAperture:
      let clean = CVImageBufferGetCleanRect(source)
      let part = PixelRectangle(
        x: Int(clean.minX.rounded()), y: Int(clean.minY.rounded()), width: max(1, Int(clean.width.rounded())),
        height: max(1, Int(clean.height.rounded())))
      try transfer.transfer(picture, meaning: color, part: part, into: target, meaning: targetColor)
    case .stretch, .inside:
      try transfer.transfer(
        picture, meaning: color, orientation: orientation, into: target, meaning: targetColor)
    }
  }
}

extension CVBuffer {
  /// The colorimetry by its format and its attachments.
  var declaredColorimetry: Colorimetry {
    (try? CMFormatDescription(imageBuffer: self))?.format.video?.colorimetry ?? .unspecified
  }
}

extension PixelSize {
  /// The largest size within this one with the shape of `other`, of even sides where this size's are.
  fileprivate func fitting(_ other: PixelSize) -> PixelSize {
    let scale = min(Double(width) / Double(other.width), Double(height) / Double(other.height))
    func side(_ own: Int, _ other: Int) -> Int {
      let side = Double(other) * scale
      return min(own, max(2, Int((side / 2).rounded()) * 2))
    }
    return PixelSize(width: side(width, other.width), height: side(height, other.height))
  }

  /// The middle of a picture of this size that has the shape of `other`.
  fileprivate func cut(to other: PixelSize) -> PixelRectangle {
    let scale = max(Double(other.width) / Double(width), Double(other.height) / Double(height))
    let (across, down) = (
      min(width, max(1, Int((Double(other.width) / scale).rounded()))),
      min(height, max(1, Int((Double(other.height) / scale).rounded())))
    )
    return PixelRectangle(x: (width - across) / 2, y: (height - down) / 2, width: across, height: down)
  }
}
