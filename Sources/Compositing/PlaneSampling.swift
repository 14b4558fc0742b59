import Composition

/// How the samples of one plane lie over the pixels of its picture.
///
/// Two systems of coordinates: the picture's, in which pixel i covers [i, i + 1), and the plane's, in which sample i
/// does, with its value at the centre. For luma they are the same.
struct PlaneSampling: Hashable {
  /// Samples across.
  let width: Int
  /// Samples down.
  let height: Int
  /// Pixels across that share a sample, as a power of two.
  let widthShift: Int
  /// Pixels down that share a sample, as a power of two.
  let heightShift: Int

  /// The samples that a picture needs where some of its pixels share one.
  init(pictureWidth: Int, pictureHeight: Int, widthShift: Int, heightShift: Int) {
    self.width = (pictureWidth + (1 << widthShift) - 1) >> widthShift
    self.height = (pictureHeight + (1 << heightShift) - 1) >> heightShift
    self.widthShift = widthShift
    self.heightShift = heightShift
  }

  /// Samples in all.
  var count: Int { width * height }

  /// From the picture's coordinates to the plane's: co-sited with the first pixel across, centred down.
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
