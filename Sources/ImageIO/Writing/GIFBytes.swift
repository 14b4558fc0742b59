import CoreGraphics
import PictureFiles
import Rendering

/// A GIF of pictures that are shown one after another.
struct GIFBytes {
  /// The file.
  let bytes: Data

  /// The file of `pictures`, all of the first one's size, with the loop count of `properties`; without one they are
  /// shown once.
  ///
  /// - Throws: `RenderError` for a picture of another size, and for one of more than 65,535 pixels either way.
  init(_ pictures: [DestinationPicture], _ properties: [String: Any]) throws {
    var hasAlpha = false
    for picture in pictures where !hasAlpha { hasAlpha = try ImagePixels(picture.fitted(properties)).hasClearPixels }
    var file: [UInt8] = []
    var encoder: (GIFEncoder, width: Int, height: Int)?
    for (number, picture) in pictures.enumerated() {
      let pixels = try ImagePixels(picture.fitted(properties))
      guard max(pixels.width, pixels.height) <= 65_535 else {
        throw RenderError(.unsupported, "A GIF has at most 65,535 pixels each way.", remedy: "Write a PNG.")
      }
      if encoder == nil {
        let first = GIFEncoder(width: pixels.width, height: pixels.height, hasAlpha: hasAlpha)
        file = first.head(repetitions: Self.repetitions(properties))
        encoder = (first, pixels.width, pixels.height)
      }
      guard encoder?.width == pixels.width, encoder?.height == pixels.height else {
        throw RenderError(
          .unsupported,
          "Picture \(number) has \(pixels.width) × \(pixels.height) pixels, and the first one of the GIF others.",
          remedy: "Give all pictures one size.")
      }
      let content = hasAlpha ? pixels.bytes : pixels.opaque(over: nil)
      file += encoder?.0.frame(content, hundredths: Self.hundredths(picture.properties, properties)) ?? []
    }
    bytes = Data(file + GIFEncoder.trailer)
  }

  /// The number of times that all pictures are shown again: 0 for ever; nil where they are shown once.
  private static func repetitions(_ properties: [String: Any]) -> Int? {
    let gif = properties.dictionary(kCGImagePropertyGIFDictionary)
    return gif.integer(kCGImagePropertyGIFLoopCount).map { min(max($0, 0), 65_535) }
  }

  /// The duration of a picture, by its own properties or else by the file's.
  private static func hundredths(_ own: [String: Any], _ file: [String: Any]) -> Int {
    let times = [own, file].map { $0.dictionary(kCGImagePropertyGIFDictionary) }
    let seconds = times.lazy.compactMap {
      $0.number(kCGImagePropertyGIFUnclampedDelayTime) ?? $0.number(kCGImagePropertyGIFDelayTime)
    }.first
    return Int((min(max((seconds ?? 0) * 100, 0), 65_535)).rounded())
  }
}
