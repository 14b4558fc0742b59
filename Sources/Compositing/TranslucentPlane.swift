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

  /// `samples` with as many `alphas`, shares that have yet to be multiplied into them.
  init(_ area: PlaneArea, samples: [UInt8], alphas: [UInt16]) {
    let colors = Array(capacity: samples.count) { colors in
      for (sample, alpha) in zip(samples, alphas) {
        let product = UInt32(sample) << 8 &* UInt32(alpha)
        colors.append(UInt16(truncatingIfNeeded: (product &+ Share.half) >> Share.bits))
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
  func contribution(at index: Int) -> PremultipliedSample {
    PremultipliedSample(color: UInt32(colors[index]), alpha: UInt32(alphas[index]))
  }

  /// The mixed samples and alphas.
  @inline(__always)
  func contribution(at taps: BilinearTaps) -> PremultipliedSample {
    PremultipliedSample(color: taps.value(in: colors, precision: 0), alpha: taps.value(in: alphas, precision: 0))
  }
}
