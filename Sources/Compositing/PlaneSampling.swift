import EditingModel

/// How the samples of one plane lie over the pixels of its picture.
///
/// Two systems of coordinates: the picture's, in which pixel i covers [i, i + 1), and the plane's, in which sample i
/// does, with its value at the centre. For luma they are the same.
struct PlaneSampling: Hashable {
  /// Pixels across.
  let pictureWidth: Int
  /// Pixels down.
  let pictureHeight: Int
  /// Pixels across that share a sample, as a power of two.
  let widthShift: Int
  /// Pixels down that share a sample, as a power of two.
  let heightShift: Int

  /// Samples across.
  var width: Int { (pictureWidth + (1 << widthShift) - 1) >> widthShift }

  /// Samples down.
  var height: Int { (pictureHeight + (1 << heightShift) - 1) >> heightShift }

  /// Whether pixels share samples.
  var isSubsampled: Bool { widthShift > 0 || heightShift > 0 }

  /// Samples in all.
  var count: Int { width * height }

  /// The columns of pixels that share the samples of `column`.
  func pixelColumns(of column: Int) -> Range<Int> {
    column << widthShift..<min((column + 1) << widthShift, pictureWidth)
  }

  /// The rows of pixels that share the samples of `row`.
  func pixelRows(of row: Int) -> Range<Int> {
    row << heightShift..<min((row + 1) << heightShift, pictureHeight)
  }

  /// The columns whose samples serve some of the columns `pixels`, of which one at least is the picture's.
  func columns(servingSomeOf pixels: Range<Int>) -> Range<Int> {
    (pixels.lowerBound >> widthShift..<(pixels.upperBound - 1) >> widthShift + 1).clamped(to: 0..<width)
  }

  /// The rows whose samples serve some of the rows `pixels`, of which one at least is the picture's.
  func rows(servingSomeOf pixels: Range<Int>) -> Range<Int> {
    (pixels.lowerBound >> heightShift..<(pixels.upperBound - 1) >> heightShift + 1).clamped(to: 0..<height)
  }

  /// The columns whose samples serve none but the columns `pixels`.
  func columns(servingOnly pixels: Range<Int>) -> Range<Int> {
    let first = (pixels.lowerBound + (1 << widthShift) - 1) >> widthShift
    let end = pixels.upperBound == pictureWidth ? width : pixels.upperBound >> widthShift
    return first..<max(first, end)
  }

  /// From the picture's coordinates to the plane's: on the first pixel across, in the middle down.
  var fromPicture: Transform {
    let across = 1 / Double(1 << widthShift)
    let down = 1 / Double(1 << heightShift)
    return Transform(a: across, b: 0, c: 0, d: down, tx: (1 - across) / 2, ty: 0)
  }

  /// From the plane's coordinates to the picture's.
  var toPicture: Transform {
    let across = Double(1 << widthShift)
    let down = Double(1 << heightShift)
    return Transform(a: across, b: 0, c: 0, d: down, tx: (1 - across) / 2, ty: 0)
  }
}
