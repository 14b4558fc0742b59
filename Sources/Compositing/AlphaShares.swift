extension PlanarPicture {
  /// The alphas, as shares, at the samples of a plane that `sampling` describes: a sample that several pixels share has
  /// their average, rounded to nearest. Nil where there is no alpha.
  func alphaShares(at sampling: PlaneSampling) -> [UInt16]? {
    guard hasAlpha else { return nil }
    let alphas = planes[3]
    return Array(capacity: sampling.count) { shares in
      guard sampling.isSubsampled else {
        for alpha in alphas {
          shares.append(Self.share(ofAlphas: UInt32(alpha), count: 1))
        }
        return
      }
      for row in 0..<sampling.height {
        let pixelRows = sampling.pixelRows(of: row)
        for column in 0..<sampling.width {
          let pixelColumns = sampling.pixelColumns(of: column)
          var sum: UInt32 = 0
          for pixelRow in pixelRows {
            let start = pixelRow &* width
            for pixel in pixelColumns {
              sum &+= UInt32(alphas[start &+ pixel])
            }
          }
          let count = UInt32(truncatingIfNeeded: pixelRows.count &* pixelColumns.count)
          shares.append(Self.share(ofAlphas: sum, count: count))
        }
      }
    }
  }

  /// The share that is the average of `count` alphas that add up to `sum`: 255 is all.
  @inline(__always)
  private static func share(ofAlphas sum: UInt32, count: UInt32) -> UInt16 {
    let opaque = 255 &* count
    return UInt16(truncatingIfNeeded: (sum &* Share.one &+ opaque / 2) / opaque)
  }
}
