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
        ? Self.widened(samples, stride: Int(stride), count: width * components, from: depth) : [UInt8](samples),
      rowBytes: isDeep ? 2 * width * components : Int(stride), color: color, isDeep: isDeep)
  }

  /// Whether it has luma alone, in limited range: libheif takes that for red, green and blue as it is.
  var isLimitedGray: Bool {
    guard unsafe heif_image_get_colorspace(pointer) == heif_colorspace_monochrome else { return false }
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard unsafe heif_image_get_nclx_color_profile(pointer, &profile).code == heif_error_Ok, let known = unsafe profile
    else { return false }
    defer { unsafe heif_nclx_color_profile_free(known) }
    return unsafe known.pointee.full_range_flag == 0
  }

  /// The first `count` samples of each row, which have `depth` bits in two bytes, in sixteen bits each.
  private static func widened(
    _ samples: UnsafeBufferPointer<UInt8>, stride: Int, count: Int, from depth: Int
  ) -> [UInt8] {
    let rows = samples.count / stride
    let largest = (1 << depth) - 1
    return unsafe [UInt8](unsafeUninitializedCapacity: 2 * rows * count) { target, filled in
      for row in 0..<rows {
        for sample in 0..<count {
          let at = row * stride + 2 * sample
          let stored = unsafe min(largest, Int(samples[at]) | Int(samples[at + 1]) << 8)
          let value = (stored * 65_535 + largest / 2) / largest
          let place = 2 * (row * count + sample)
          unsafe target[place] = UInt8(truncatingIfNeeded: value)
          unsafe target[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
        }
      }
      filled = 2 * rows * count
    }
  }
}

extension RawPicture {
  /// The picture with alpha, its colors divided by it.
  var unpremultiplied: RawPicture {
    var picture = self
    picture.bytes = isDeep ? Self.deepUnpremultiplied(bytes) : Self.unpremultiplied(bytes)
    return picture
  }

  /// Whether each pixel's red, green and blue are the same.
  var isGray: Bool {
    let (sample, pixel) = (isDeep ? 2 : 1, (layout == .rgb ? 3 : 4) * (isDeep ? 2 : 1))
    return (0..<height).allSatisfy { row in
      (0..<width).allSatisfy { column in
        let start = row * rowBytes + column * pixel
        return (start..<start + sample).allSatisfy {
          bytes[$0] == bytes[$0 + sample] && bytes[$0] == bytes[$0 + 2 * sample]
        }
      }
    }
  }

  /// The picture, whose colors have limited range in codes of `depth` bits, in full range.
  func expanded(from depth: Int) -> RawPicture {
    var picture = self
    let parts = layout == .rgb ? 3 : 4
    let (black, span, largest) = (16 << (depth - 8), 219 << (depth - 8), (1 << depth) - 1)
    let full = isDeep ? 65_535 : 255
    for row in 0..<height {
      for index in 0..<width * parts where parts == 3 || index % 4 != 3 {
        let place = row * rowBytes + (isDeep ? 2 * index : index)
        let value = isDeep ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : Int(bytes[place])
        // As it was stored.
        let code = (value * largest + full / 2) / full
        let expanded = max(0, min(full, ((code - black) * full + span / 2) / span))
        picture.bytes[place] = UInt8(truncatingIfNeeded: expanded)
        if isDeep { picture.bytes[place + 1] = UInt8(truncatingIfNeeded: expanded >> 8) }
      }
    }
    return picture
  }

  private static func deepUnpremultiplied(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    func value(_ place: Int) -> Int { Int(pixels[place]) | Int(pixels[place + 1]) << 8 }
    for start in stride(from: 0, to: pixels.count - 7, by: 8) {
      let alpha = value(start + 6)
      guard alpha > 0, alpha < 65_535 else { continue }
      for place in stride(from: start, to: start + 6, by: 2) {
        let full = min(65_535, (value(place) * 65_535 + alpha / 2) / alpha)
        straight[place] = UInt8(truncatingIfNeeded: full)
        straight[place + 1] = UInt8(truncatingIfNeeded: full >> 8)
      }
    }
    return straight
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
