import Foundation

/// The colors of an image between its pixels.
struct ImageSampler {
  private let bytes: Data
  private let layout: BitmapLayout
  private let width: Int
  private let height: Int
  private let bytesPerRow: Int
  private let isNearest: Bool

  /// The most pixels of the image, along a side, whose average is taken for one.
  private static let most = 16

  /// The colors of `image`; nil where its pixels cannot be read.
  init?(_ image: CGImage, quality: CGInterpolationQuality) {
    guard let layout = image.layout, let data = image.dataProvider?.content else { return nil }
    (bytes, self.layout, isNearest) = (data, layout, quality == .none)
    (width, height, bytesPerRow) = (image.width, image.height, image.bytesPerRow)
  }

  /// The image's pixels on one of the bitmap's, across and down, where it is drawn over `rect` under `map`.
  func scale(in rect: CGRect, under map: CGAffineTransform) -> (across: Double, down: Double) {
    let across = hypot(Double(map.a * rect.width), Double(map.b * rect.width))
    let down = hypot(Double(map.c * rect.height), Double(map.d * rect.height))
    return (across > 0 ? Double(width) / across : 1, down > 0 ? Double(height) / down : 1)
  }

  /// The color at (`x`, `y`), both 0…1 from the top left: of as many pixels as come to lie on one.
  func color(x: Double, y: Double, pixels: (across: Double, down: Double)) -> PremultipliedColor {
    if isNearest { return pixel(Int((x * Double(width)).rounded(.down)), Int((y * Double(height)).rounded(.down))) }
    func count(_ pixels: Double) -> Int { min(Self.most, max(1, Int(pixels.rounded(.up)))) }
    let (across, down) = (count(pixels.across), count(pixels.down))
    var sum = PremultipliedColor.clear
    for row in 0..<down {
      for column in 0..<across {
        let u = x * Double(width) + ((Double(column) + 0.5) / Double(across) - 0.5) * pixels.across
        let v = y * Double(height) + ((Double(row) + 0.5) / Double(down) - 0.5) * pixels.down
        sum = sum + between(across > 1 ? u : x * Double(width), down > 1 ? v : y * Double(height))
      }
    }
    return sum.faded(by: 1 / Double(across * down))
  }

  /// The color at (`u`, `v`), in pixels: linear between the four nearest centers.
  private func between(_ u: Double, _ v: Double) -> PremultipliedColor {
    let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (right, below) = (u - 0.5 - left, v - 0.5 - top)
    let (column, row) = (Int(left), Int(top))
    if right == 0, below == 0 { return pixel(column, row) }
    return pixel(column, row).faded(by: (1 - right) * (1 - below))
      + pixel(column + 1, row).faded(by: right * (1 - below)) + pixel(column, row + 1).faded(by: (1 - right) * below)
      + pixel(column + 1, row + 1).faded(by: right * below)
  }

  private func pixel(_ column: Int, _ row: Int) -> PremultipliedColor {
    let place =
      bytes.startIndex + min(max(row, 0), height - 1) * bytesPerRow
      + min(max(column, 0), width - 1) * layout.bytesPerPixel
    return layout.color { bytes[place + $0] }
  }
}
