import Compositing
import CoreGraphics

/// The pixels of an image: red, green, blue and alpha of eight bits each, colors not multiplied.
struct ImagePixels {
  /// Pixels across and down.
  let width: Int, height: Int
  /// Four bytes a pixel, row by row.
  let bytes: [UInt8]
  /// Whether the image has alpha.
  let hasAlpha: Bool

  /// The pixels of `image`.
  ///
  /// - Throws: `CompositingError` where there is no memory for them.
  init(_ image: CGImage) throws {
    let picture = try image.straightPicture()
    (width, height) = (picture.width, picture.height)
    hasAlpha = ![.none, .noneSkipLast, .noneSkipFirst].contains(image.alphaInfo)
    let plane = picture.planes[0]
    bytes = try picture.withBytes(ofPlane: 0) { span in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(plane.rowByteCount * plane.height)
      for row in 0..<plane.height { for index in plane.row(row) { bytes.append(span[index]) } }
      return bytes
    }
  }

  /// Whether some pixel is as good as clear, where one bit tells: below 128.
  var hasClearPixels: Bool { hasAlpha && stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 128 } }

  /// The pixels without their alpha, three bytes each: over `background` where that is not nil.
  func opaque(over background: (red: UInt8, green: UInt8, blue: UInt8)?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(3 * width * height)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[place + 3])
      guard let background, hasAlpha, alpha < 255 else {
        result.append(bytes[place])
        result.append(bytes[place + 1])
        result.append(bytes[place + 2])
        continue
      }
      func mixed(_ above: UInt8, _ below: UInt8) -> UInt8 {
        UInt8((Int(above) * alpha + Int(below) * (255 - alpha) + 127) / 255)
      }
      result.append(mixed(bytes[place], background.red))
      result.append(mixed(bytes[place + 1], background.green))
      result.append(mixed(bytes[place + 2], background.blue))
    }
    return result
  }
}

extension PixelBuffer {
  /// A picture of `format`, whose pixels stand in `bytes` without a gap.
  ///
  /// - Throws: `CompositingError` for a size that no picture has.
  convenience init(_ format: Format, width: Int, height: Int, bytes: [UInt8]) throws {
    try self.init(format: format, width: width, height: height)
    let plane = planes[0]
    let count = bytes.count / max(1, height)
    try withMutableBytes(ofPlane: 0) { target in
      for row in 0..<height {
        let start = plane.row(row).lowerBound
        for index in 0..<count { target[start + index] = bytes[row * count + index] }
      }
    }
  }
}
