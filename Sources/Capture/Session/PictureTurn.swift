import Compositing
import EditingModel
import MediaFormats
import Rendering

/// The rotation and the mirroring of a captured picture before it is delivered.
///
/// ```
///  taken        turned by 90      … and mirrored
///  ┌──────┐     ┌────┐            ┌────┐
///  │ F    │     │ F'→│            │←'F │
///  └──────┘     └────┘            └────┘
/// ```
struct PictureTurn: Hashable, Sendable {
  /// The rotation, clockwise, in degrees: 0, 90, 180 or 270.
  var angle = 0
  /// Whether left and right change places, of the turned picture.
  var isMirrored = false

  /// Whether it changes nothing.
  var isIdentity: Bool { angle == 0 && !isMirrored }
  /// Whether width and height change places.
  var swapsSides: Bool { angle == 90 || angle == 270 }

  /// `size`, turned.
  func size(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// `picture`, turned; itself where nothing changes.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a format whose samples stand in groups, and by 90 or 270 degrees for one whose chroma is
  ///   halved one way only.
  func callAsFunction(_ picture: PixelBuffer) throws(RenderError) -> PixelBuffer {
    guard !isIdentity else { return picture }
    let layout = picture.format.layout
    let sample = layout.bitDepth > 8 ? 2 : 1
    var units: [Int] = []
    for plane in layout.planes {
      switch plane {
      case .luma, .chroma: units.append(sample)
      case .chromaPair: units.append(2 * sample)
      case .packed(let samples): units.append(samples * sample)
      case .groups: throw Self.refusal(picture)
      }
    }
    guard !swapsSides || layout.chroma.across == layout.chroma.down else { throw Self.refusal(picture) }
    let target = size(PixelSize(width: picture.width, height: picture.height))
    let aspect = picture.pixelAspectRatio
    return try RenderError.catching {
      let turned = try PixelBuffer(
        format: picture.format, width: target.width, height: target.height,
        pixelAspectRatio: swapsSides
          ? PixelAspectRatio(horizontalSpacing: aspect.verticalSpacing, verticalSpacing: aspect.horizontalSpacing)
          : aspect)
      for (plane, unit) in units.enumerated() { try copy(plane, unit, of: picture, to: turned) }
      return turned
    }
  }

  /// Copies plane `plane`, whose samples or groups of them have `unit` bytes.
  private func copy(_ plane: Int, _ unit: Int, of picture: PixelBuffer, to turned: PixelBuffer) throws {
    let (from, onto) = (picture.planes[plane], turned.planes[plane])
    let (sourceWidth, sourceHeight) = (from.rowByteCount / unit, from.height)
    let width = onto.rowByteCount / unit
    try picture.withBytes(ofPlane: plane) { source in
      try turned.withMutableBytes(ofPlane: plane) { target in
        for y in 0..<onto.height {
          var place = y * onto.bytesPerRow
          for x in 0..<width {
            let across = isMirrored ? width - 1 - x : x
            let (column, row) =
              switch angle {
              case 90: (y, sourceHeight - 1 - across)
              case 180: (sourceWidth - 1 - across, sourceHeight - 1 - y)
              case 270: (sourceWidth - 1 - y, across)
              default: (across, y)
              }
            let start = row * from.bytesPerRow + column * unit
            for byte in 0..<unit { target[place + byte] = source[start + byte] }
            place += unit
          }
        }
      }
    }
  }

  private static func refusal(_ picture: PixelBuffer) -> RenderError {
    RenderError(
      .unsupported, "A picture of \(picture) cannot be turned as its connection says.",
      remedy: "Capture 4:2:0, 4:4:4 or RGB, or turn it by 0 or 180 degrees.")
  }
}
