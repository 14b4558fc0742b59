import CHEIF
import MediaFormats

/// A decoded picture of libheif's, whose samples lie side by side. C: `heif_image`.
@safe struct HEIFImage: ~Copyable {
  private let pointer: OpaquePointer

  init(adopting pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe heif_image_release(pointer) }

  /// The picture of `components` samples a pixel, whose colors are `color`.
  func picture(components: Int, color: Colorimetry) throws(PictureError) -> RawPicture {
    let width = unsafe Int(heif_image_get_width(pointer, heif_channel_interleaved))
    let height = unsafe Int(heif_image_get_height(pointer, heif_channel_interleaved))
    let depth = unsafe Int(heif_image_get_bits_per_pixel_range(pointer, heif_channel_interleaved))
    try PictureLimits.check(width: width, height: height, limit: PictureLimits.still)
    var stride: Int32 = 0
    guard let start = unsafe heif_image_get_plane_readonly(pointer, heif_channel_interleaved, &stride),
      Int(stride) >= width * components * (depth > 8 ? 2 : 1)
    else { throw PictureError(.unreadable, "The HEIF picture has no pixels.") }
    // SAFETY: libheif allocates `stride` bytes for each of the channel's rows.
    let samples = unsafe UnsafeBufferPointer(start: start, count: Int(stride) * height)
    let isDeep = depth > 8
    return unsafe RawPicture(
      width: width, height: height, layout: components == 4 ? .rgba : .rgb,
      bytes: isDeep
        ? Self.reduced(samples, stride: Int(stride), count: width * components, from: depth) : [UInt8](samples),
      rowBytes: isDeep ? width * components : Int(stride), color: color)
  }

  /// The first `count` samples of each row, which have `depth` bits in two bytes, in eight bits each.
  private static func reduced(
    _ samples: UnsafeBufferPointer<UInt8>, stride: Int, count: Int, from depth: Int
  ) -> [UInt8] {
    let rows = samples.count / stride
    let largest = (1 << depth) - 1
    return unsafe [UInt8](unsafeUninitializedCapacity: rows * count) { target, filled in
      for row in 0..<rows {
        for sample in 0..<count {
          let at = row * stride + 2 * sample
          let value = unsafe min(largest, Int(samples[at]) | Int(samples[at + 1]) << 8)
          unsafe target[row * count + sample] = UInt8((value * 255 + largest / 2) / largest)
        }
      }
      filled = rows * count
    }
  }
}

extension RawPicture {
  /// The picture of four bytes a pixel, its colors divided by their alpha.
  var unpremultiplied: RawPicture {
    var picture = self
    picture.bytes = Self.unpremultiplied(bytes)
    return picture
  }

  /// Pixels of four bytes, the colors divided by their alpha.
  package static func unpremultiplied(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let alpha = Int(pixels[start + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for index in start..<start + 3 {
        straight[index] = UInt8(min(255, (Int(pixels[index]) * 255 + alpha / 2) / alpha))
      }
    }
    return straight
  }
}
