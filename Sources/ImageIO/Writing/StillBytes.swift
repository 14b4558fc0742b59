import Compositing
import CoreGraphics
import GstEdit
import ModelValues
import Rendering

/// The file of one picture: PNG, JPEG or WebP, as the engine writes them, with what is said of the picture.
struct StillBytes {
  /// The file.
  let bytes: Data

  /// The file of `picture` in `format`, with metadata of `properties`. Blocks.
  ///
  /// - Throws: `RenderError` where the engine cannot write it.
  init(_ picture: DestinationPicture, _ properties: [String: Any], _ format: DestinationFormat) throws {
    guard let type = format.imageType else {
      throw RenderError(.unsupported, "A file of one picture is no \(format.rawValue).")
    }
    let said = properties.merged(with: picture.properties)
    let pixels = try ImagePixels(picture.fitted(said))
    let keepsAlpha = pixels.hasAlpha && format != .jpeg
    let background = format == .jpeg && pixels.hasAlpha ? Self.background(said) : nil
    let buffer = try PixelBuffer(
      keepsAlpha ? .rgba : .rgb24, width: pixels.width, height: pixels.height,
      bytes: keepsAlpha ? pixels.bytes : pixels.opaque(over: background))
    let quality = said.number(kCGImageDestinationLossyCompressionQuality).map { min(max($0, 0), 1) }
    let file = try buffer.data(as: type, quality: quality ?? ImageType.usualQuality)
    bytes = Data(TagBlock(said).tagged(Array(file), format))
  }

  /// The color beneath a picture with alpha: white unless another one is given.
  private static func background(_ properties: [String: Any]) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let color = (properties[kCGImageDestinationBackgroundColor] as? CGColor ?? .white).color
    func level(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
    return (level(color.red), level(color.green), level(color.blue))
  }
}
