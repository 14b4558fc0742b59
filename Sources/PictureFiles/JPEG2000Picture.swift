import CJPEG2000
import FoundationEssentials
import MediaFormats

/// A JPEG 2000 picture (ITU-T T.800), as a file of boxes or as bare code, in eight bits, or in sixteen where it has more.
/// C: libopenjp2.
@safe public enum JPEG2000Picture {
  /// Decodes the picture in the file at `path`.
  public static func decode(_ path: String) throws(PictureError) -> RawPicture {
    let isBare = try AnimationFile.bytes(of: path).starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    guard let stream = unsafe opj_stream_create_default_file_stream(path, OPJ_TRUE) else { throw damaged }
    defer { unsafe opj_stream_destroy(stream) }
    guard let codec = unsafe opj_create_decompress(isBare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2) else { throw damaged }
    defer { unsafe opj_destroy_codec(codec) }
    var parameters = opj_dparameters_t()
    unsafe opj_set_default_decoder_parameters(&parameters)
    var image: UnsafeMutablePointer<opj_image_t>?
    defer { if let image = unsafe image { unsafe opj_image_destroy(image) } }
    // Without the strict mode what is missing of a file that is cut short would be gray.
    guard unsafe opj_setup_decoder(codec, &parameters) == OPJ_TRUE,
      unsafe opj_decoder_set_strict_mode(codec, OPJ_TRUE) == OPJ_TRUE,
      unsafe opj_read_header(stream, codec, &image) == OPJ_TRUE, let header = unsafe image
    else { throw damaged }
    let width = unsafe Int(header.pointee.x1) - Int(header.pointee.x0)
    let height = unsafe Int(header.pointee.y1) - Int(header.pointee.y0)
    try PictureLimits.check(width: width, height: height, limit: PictureLimits.still)
    guard unsafe (1...4).contains(header.pointee.numcomps), unsafe header.pointee.color_space != OPJ_CLRSPC_CMYK else {
      throw PictureError(
        .unsupported, "The JPEG 2000 picture is neither gray nor RGB, as with the inks of printing.",
        remedy: "Convert it to PNG.")
    }
    guard unsafe opj_decode(codec, stream, header) == OPJ_TRUE, unsafe opj_end_decompress(codec, stream) == OPJ_TRUE
    else { throw damaged }
    let count = unsafe Int(header.pointee.numcomps)
    let isDeep = (0..<count).contains { unsafe header.pointee.comps[$0].prec > 8 }
    let components = try (0..<count).map { index throws(PictureError) in
      try unsafe Component(
        header.pointee.comps[index], width: width, height: height, left: header.pointee.x0, top: header.pointee.y0,
        largest: isDeep ? 65_535 : 255)
    }
    return picture(components, width: width, height: height, space: unsafe header.pointee.color_space)
  }

  /// The picture of one component a sample: gray or red, green and blue, and maybe alpha.
  private static func picture(
    _ components: [Component], width: Int, height: Int, space: OPJ_COLOR_SPACE
  ) -> RawPicture {
    let isGray = components.count < 3
    let hasAlpha = components.count % 2 == 0
    let isHalved = !isGray && components[1].across > 1
    // A bare codestream does not state its colors; subsampled components cannot be red and blue.
    let isYCC = !isGray && (space == OPJ_CLRSPC_SYCC || space == OPJ_CLRSPC_EYCC || isHalved)
    let largest = components[0].largest
    let isDeep = largest > 255
    let size = (hasAlpha ? 4 : 3) * (isDeep ? 2 : 1)
    var bytes = [UInt8](repeating: 0, count: width * height * size)
    func put(_ sample: Int, _ part: Int, of pixel: Int) {
      guard isDeep else { return bytes[pixel + part] = UInt8(sample) }
      bytes[pixel + 2 * part] = UInt8(truncatingIfNeeded: sample)
      bytes[pixel + 2 * part + 1] = UInt8(truncatingIfNeeded: sample >> 8)
    }
    for y in 0..<height {
      for x in 0..<width {
        let at = (y * width + x) * size
        let first = components[0].sample(x, y)
        var color = (first, first, first)
        if !isGray {
          color = (first, components[1].sample(x, y), components[2].sample(x, y))
          let middle = (largest + 1) / 2
          if isYCC {
            color = Self.color(luma: color.0, blue: color.1 - middle, red: color.2 - middle, largest: largest)
          }
        }
        put(color.0, 0, of: at)
        put(color.1, 1, of: at)
        put(color.2, 2, of: at)
        if hasAlpha { put(components[components.count - 1].sample(x, y), 3, of: at) }
      }
    }
    return RawPicture(
      width: width, height: height, layout: hasAlpha ? .rgba : .rgb, bytes: bytes, rowBytes: width * size,
      color: .sRGB, isDeep: isDeep)
  }

  /// Red, green and blue of full-range BT.601 (IEC 61966-2-1, sYCC), in 65,536ths.
  private static func color(luma: Int, blue: Int, red: Int, largest: Int) -> (Int, Int, Int) {
    func clipped(_ sum: Int) -> Int { max(0, min(largest, (luma << 16 + sum + 1 << 15) >> 16)) }
    return (clipped(91_881 * red), clipped(-22_554 * blue - 46_802 * red), clipped(116_130 * blue))
  }

  private static var damaged: PictureError {
    PictureError(.unreadable, "The JPEG 2000 picture is damaged or cut short.")
  }
}

/// The samples of one component. C: `opj_image_comp_t`.
private struct Component {
  /// The number of pixels that a sample covers.
  let across: Int
  private let down: Int
  private let width: Int
  private let samples: [UInt16]
  /// The largest value of a sample.
  let largest: Int

  /// The samples of `component`, up to `largest`, for a picture of `width` by `height` pixels that begins at `left` and `top`.
  @safe init(
    _ component: opj_image_comp_t, width pixelsAcross: Int, height pixelsDown: Int, left: UInt32, top: UInt32,
    largest full: Int
  ) throws(PictureError) {
    let (across, down) = unsafe (max(1, Int(component.dx)), max(1, Int(component.dy)))
    let (width, height, depth) = unsafe (Int(component.w), Int(component.h), Int(component.prec))
    guard let data = unsafe component.data, left % UInt32(across) == 0, top % UInt32(down) == 0,
      (pixelsAcross - 1) / across < width, (pixelsDown - 1) / down < height, (1...24).contains(depth)
    else {
      throw PictureError(
        .unsupported, "The JPEG 2000 picture's components do not cover it.", remedy: "Convert it to PNG.")
    }
    let largest = (1 << depth) - 1
    let lowest = unsafe component.sgnd != 0 ? -(1 << (depth - 1)) : 0
    // SAFETY: libopenjp2 allocates `w` times `h` numbers for a decoded component.
    samples = unsafe UnsafeBufferPointer(start: data, count: width * height).map { sample in
      UInt16((max(0, min(largest, Int(sample) - lowest)) * full + largest / 2) / largest)
    }
    (self.across, self.down, self.width, self.largest) = (across, down, width, full)
  }

  /// The sample of a pixel.
  func sample(_ x: Int, _ y: Int) -> Int { Int(samples[y / down * width + x / across]) }
}
