/// A plane of a layer with alpha.
///
/// The alpha is multiplied into the samples before they are mixed, so that what is invisible does not bleed into what
/// is not.
struct TranslucentPlane: LayerPlane {
  /// The samples that may be shown.
  let area: PlaneArea
  /// Fine samples times alpha, row by row.
  let colors: [UInt16]
  /// The alpha of each sample, as a share.
  let alphas: [UInt16]

  /// Plane `plane` of `picture`, which has alpha; a sample that several pixels share has the average of their alphas.
  init(_ area: PlaneArea, ofPlane plane: Int, of picture: PlanarPicture) {
    let sampling = picture.sampling(ofPlane: plane)
    var colors = Array(repeating: UInt16(0), count: sampling.count)
    var alphas = colors
    for row in area.rows {
      for column in area.columns {
        let pixelColumns = sampling.pixelColumns(of: column)
        var sum: UInt32 = 0
        var count: UInt32 = 0
        for pixelRow in sampling.pixelRows(of: row) {
          for pixelColumn in pixelColumns {
            sum &+= UInt32(picture.planes[3][pixelRow * picture.width + pixelColumn])
            count &+= 1
          }
        }
        let index = row * area.stride + column
        let opaque = 255 * count
        colors[index] = UInt16((UInt32(picture.planes[plane][index]) << 8 * sum + opaque / 2) / opaque)
        alphas[index] = UInt16((Share.one * sum + opaque / 2) / opaque)
      }
    }
    self.init(area: area, colors: colors, alphas: alphas)
  }

  /// A plane whose samples are at hand.
  init(area: PlaneArea, colors: [UInt16], alphas: [UInt16]) {
    self.area = area
    self.colors = colors
    self.alphas = alphas
  }

  /// The plane of the averages.
  func averaged(by average: AreaAverage) -> TranslucentPlane {
    TranslucentPlane(
      area: average.averagedArea, colors: average.averages(of: colors), alphas: average.averages(of: alphas))
  }

  /// The sample and its alpha.
  @inline(__always)
  func contribution(at index: Int) -> Contribution {
    Contribution(color: UInt32(colors[index]), alpha: UInt32(alphas[index]))
  }

  /// The mixed samples and alphas.
  @inline(__always)
  func contribution(at taps: BilinearTaps) -> Contribution {
    Contribution(color: taps.value(in: colors, precision: 0), alpha: taps.value(in: alphas, precision: 0))
  }
}
