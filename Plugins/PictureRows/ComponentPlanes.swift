import Compositing

extension PixelBuffer {
  /// The components of a picture in `rgba`: red, green, blue and alpha, each row by row without padding.
  func componentPlanes() throws -> [[UInt8]] {
    let plane = planes[0]
    return try withBytes(ofPlane: 0) { bytes in
      (0..<4).map { component in
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height)
        for row in 0..<height {
          for index in stride(from: plane.row(row).lowerBound + component, to: plane.row(row).upperBound, by: 4) {
            samples.append(bytes[index])
          }
        }
        return samples
      }
    }
  }

  /// A picture in `rgba` of red, green and blue that are multiplied by `alpha`, which it divides out.
  convenience init(premultiplied colors: [[UInt8]], alpha: [UInt8], width: Int, height: Int) throws {
    try self.init(format: .rgba, width: width, height: height)
    let (red, green, blue) = (colors[0], colors[1], colors[2])
    try withMutableBytes(ofPlane: 0) { bytes in
      for (pixel, alpha) in alpha.enumerated() where alpha > 0 {
        let share = UInt32(alpha)
        let index = 4 &* pixel
        bytes[index] = Self.divided(red[pixel], by: share)
        bytes[index &+ 1] = Self.divided(green[pixel], by: share)
        bytes[index &+ 2] = Self.divided(blue[pixel], by: share)
        bytes[index &+ 3] = alpha
      }
    }
  }

  /// `sample` over `share` of 255, rounded to nearest.
  private static func divided(_ sample: UInt8, by share: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(255, (UInt32(sample) &* 255 &+ share / 2) / share))
  }
}
