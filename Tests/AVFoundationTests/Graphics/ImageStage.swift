import AVFoundation
import ImageIO
import TestSupport
import Testing

/// Tests on files of pictures of six fields.
protocol ImageStage {}

extension ImageStage {
  /// Three columns of red, green and blue over three of white, grey and black, ten pixels wide and high each, shifted by `shift`.
  func picture(shift: Int = 0, size: Int = 10) throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: 3 * size, height: 2 * size, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
    for number in 0..<6 {
      let level = Self.colors[(number + shift) % 6].map { CGFloat($0) / 255 }
      context.setFillColor(red: level[0], green: level[1], blue: level[2], alpha: 1)
      context.fill(CGRect(x: number % 3 * size, y: (1 - number / 3) * size, width: size, height: size))
    }
    return try #require(context.makeImage())
  }

  /// The colors of the six fields.
  static var colors: [[UInt8]] {
    [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [128, 128, 128], [0, 0, 0]]
  }

  /// The colors in the middle of the six fields of `image`.
  func fields(_ image: CGImage) throws -> [[UInt8]] {
    let data = try #require(image.dataProvider?.data) as Data
    return (0..<6).map { number in
      let (column, row) = ((2 * (number % 3) + 1) * image.width / 6, (2 * (number / 3) + 1) * image.height / 4)
      let place = row * image.bytesPerRow + column * image.bitsPerPixel / 8
      return Array(data[place..<place + 3])
    }
  }

  /// The colors in the middle of six fields of the first picture of a file, as ffmpeg reads it.
  func fieldsByWitness(_ file: URL, width: Int, height: Int, frame: Int = 0) async throws -> [[UInt8]] {
    let bytes = try await MediaTools.ffmpegOutput([
      "-i", file.path, "-vf", "select=eq(n\\,\(frame))", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
    ])
    try #require(bytes.count == 3 * width * height)
    return (0..<6).map { number in
      let place =
        3 * ((2 * (number / 3) + 1) * height / 4 * width + (2 * (number % 3) + 1) * width / 6) + bytes.startIndex
      return Array(bytes[place..<place + 3])
    }
  }

  func distance(_ left: [[UInt8]], _ right: [[UInt8]]) -> Int {
    zip(left.joined(), right.joined()).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  func write(
    _ images: [CGImage], to url: URL, as type: String, file: [String: Any]? = nil, each: [String: Any]? = nil
  ) throws -> Bool {
    let destination = try #require(
      CGImageDestinationCreateWithURL(url as CFURL, type as CFString, images.count, nil))
    if let file { CGImageDestinationSetProperties(destination, file as CFDictionary) }
    for image in images { CGImageDestinationAddImage(destination, image, each as CFDictionary?) }
    return CGImageDestinationFinalize(destination)
  }

  func source(_ url: URL) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
  }

  func properties(_ url: URL, _ index: Int = 0) throws -> [String: Any] {
    try #require(CGImageSourceCopyPropertiesAtIndex(source(url), index, nil))
  }
}
