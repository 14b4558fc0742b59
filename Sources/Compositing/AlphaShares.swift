extension PlanarPicture {
  /// The alphas, as shares, at the samples of a plane that `sampling` describes: a sample that several pixels share has
  /// their average, rounded to nearest. Nil where there is no alpha.
  func alphaShares(at sampling: PlaneSampling) -> [UInt16]? {
    guard hasAlpha else { return nil }
    let alphas = planes[3]
    guard sampling.count < alphas.count else {
      return Array(capacity: alphas.count) { shares in
        for alpha in alphas {
          shares.append(UInt16(truncatingIfNeeded: (UInt32(alpha) &* Share.one &+ 127) / 255))
        }
      }
    }
    return Array(capacity: sampling.count) { shares in
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
          let opaque = 255 &* UInt32(truncatingIfNeeded: pixelRows.count &* pixelColumns.count)
          shares.append(UInt16(truncatingIfNeeded: (sum &* Share.one &+ opaque / 2) / opaque))
        }
      }
    }
  }
}
