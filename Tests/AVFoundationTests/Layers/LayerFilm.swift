import AVFoundation
import TestSupport
import Testing

/// A dark film of a second, 320 × 180, with layers over its frames.
struct LayerFilm {
  static let size = CGSize(width: 320, height: 180)

  /// The film, drawn with `layers` in one of its size.
  static func film(_ layers: [CALayer]) async throws -> (asset: AVURLAsset, composition: AVMutableVideoComposition) {
    let asset = AVURLAsset(url: try await FlatFilm(luma: 40) { $0.frameCount = 30 }.url())
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(origin: .zero, size: size)
    video.frame = parent.bounds
    parent.addSublayer(video)
    for layer in layers { parent.addSublayer(layer) }
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
    return (asset, composition)
  }

  /// Its frame at `time`, in thirtieths of a second.
  static func frame(_ layers: [CALayer], at time: Int64 = 0) async throws -> Pixels {
    let (asset, composition) = try await film(layers)
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition
    return Pixels(try await generator.image(at: frames(time)).image)
  }

  /// The error of an export of it that is refused.
  static func refusal(_ layers: [CALayer]) async throws -> String? {
    let (asset, composition) = try await film(layers)
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    session.videoComposition = composition
    let folder = try ScratchFolder()
    await #expect(throws: AVError(.operationNotSupportedForAsset)) {
      try await session.export(to: folder.url("film.mov"), as: .mov)
    }
    return session.error?.localizedDescription
  }
}

/// A picture's pixels, from the top left.
struct Pixels {
  /// Red, green and blue of one, and its opacity.
  struct Pixel: Equatable {
    var red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8

    /// Whether its colors are all within `tolerance` of these.
    func isNear(_ red: Int, _ green: Int, _ blue: Int, _ tolerance: Int = 12) -> Bool {
      zip([self.red, self.green, self.blue], [red, green, blue]).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }
    /// Whether it is bright.
    var isBright: Bool { max(red, green, blue) > 180 }
  }

  let width: Int
  let height: Int
  private let bytes: [UInt8]
  private let rowBytes: Int
  private let step: Int
  private let hasAlpha: Bool

  /// Those of `image`, which has red, green and blue first.
  init(_ image: CGImage) {
    (width, height, rowBytes, step) = (image.width, image.height, image.bytesPerRow, image.bitsPerPixel / 8)
    bytes = [UInt8]((image.dataProvider?.data as Data?) ?? Data())
    hasAlpha = [.premultipliedLast, .last].contains(image.alphaInfo)
  }

  /// That in a column and a row.
  subscript(column: Int, row: Int) -> Pixel {
    let place = row * rowBytes + column * step
    return Pixel(
      red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], alpha: hasAlpha ? bytes[place + 3] : 255)
  }

  /// The rows that hold a bright pixel.
  var brightRows: [Int] { (0..<height).filter { row in (0..<width).contains { self[$0, row].isBright } } }
  /// The columns that hold a bright pixel.
  var brightColumns: [Int] { (0..<width).filter { column in (0..<height).contains { self[column, $0].isBright } } }
}

/// A bitmap of RGB with opacity, clear at first.
func bitmap(_ width: Int, _ height: Int) throws -> CGContext {
  try #require(
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
}

/// A picture of `side` pixels each way whose upper half is green and whose lower half is red.
func greenOverRed(_ side: Int = 10) throws -> CGImage {
  let context = try bitmap(side, side)
  context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  context.fill(CGRect(x: 0, y: 0, width: side, height: side))
  context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  context.fill(CGRect(x: 0, y: side / 2, width: side, height: side - side / 2))
  return try #require(context.makeImage())
}

/// A white picture of `side` pixels each way.
func whitePicture(_ side: Int) throws -> CGImage {
  let context = try bitmap(side, side)
  context.setFillColor(CGColor(gray: 1, alpha: 1))
  context.fill(CGRect(x: 0, y: 0, width: side, height: side))
  return try #require(context.makeImage())
}

/// A layer of one color.
func plate(_ frame: CGRect, _ color: CGColor = .white) -> CALayer {
  let layer = CALayer()
  (layer.frame, layer.backgroundColor) = (frame, color)
  return layer
}
