import CHEIF
import MediaFormats

// SAFETY: the context and the handle belong to this object from `init` to `deinit`; profiles, options and images are
// freed or adopted in the function that asked for them, and the profile's array has the size that libheif states.

/// The primary picture of a HEIF or AVIF file (ISO/IEC 23008-12), upright: turned, mirrored and cropped as the file says.
///
/// Its colors become red, green and blue by the matrix that the file names, in eight bits, or in sixteen where it has more.
///
/// C: libheif.
@safe public struct HEIFPicture: ~Copyable {
  private let context: OpaquePointer
  private let handle: OpaquePointer

  /// Opens the picture in the file at `path`.
  public init(_ path: String) throws(PictureError) {
    guard let context = unsafe heif_context_alloc() else { throw Self.noMemory }
    unsafe heif_context_set_maximum_image_size_limit(context, Int32(PictureLimits.edge))
    var handle: OpaquePointer?
    do throws(PictureError) {
      try unsafe Self.check(heif_context_read_from_file(context, path, nil))
      try unsafe Self.check(heif_context_get_primary_image_handle(context, &handle))
    } catch {
      unsafe heif_context_free(context)
      throw error
    }
    guard let opened = unsafe handle else {
      unsafe heif_context_free(context)
      throw Self.noMemory
    }
    unsafe self.context = context
    unsafe self.handle = opened
  }

  deinit {
    unsafe heif_image_handle_release(handle)
    unsafe heif_context_free(context)
  }

  /// Decodes the picture.
  public func decode() throws(PictureError) -> RawPicture {
    let width = unsafe Int(heif_image_handle_get_width(handle))
    let height = unsafe Int(heif_image_handle_get_height(handle))
    try PictureLimits.check(width: width, height: height, limit: PictureLimits.still)
    let hasAlpha = unsafe heif_image_handle_has_alpha_channel(handle) != 0
    let depth = unsafe Int(heif_image_handle_get_luma_bits_per_pixel(handle))
    let isDeep = depth > 8
    let chroma =
      hasAlpha
      ? isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA
      : isDeep ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB
    var picture = try decoded(as: chroma).picture(components: hasAlpha ? 4 : 3, color: color)
    // Photographs end the search for a color at once; a gray one is decoded again to see how it is stored.
    if picture.isGray, try decoded().isLimitedGray { picture = picture.expanded(from: max(8, depth)) }
    let isMultiplied = unsafe hasAlpha && heif_image_handle_is_premultiplied_alpha(handle) != 0
    return isMultiplied ? picture.unpremultiplied : picture
  }

  /// The tags of the photograph, from TIFF's mark on (ISO/IEC 23008-12 §A.2.1); nil where there are none, or more than a megabyte.
  public func exif() -> [UInt8]? {
    var item: heif_item_id = 0
    guard unsafe heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &item, 1) == 1 else { return nil }
    let size = unsafe heif_image_handle_get_metadata_size(handle, item)
    guard (8...(1 << 20)).contains(size) else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let result = unsafe bytes.withUnsafeMutableBytes {
      unsafe heif_image_handle_get_metadata(handle, item, $0.baseAddress)
    }
    guard unsafe result.code == heif_error_Ok else { return nil }
    // The number of bytes before the mark.
    let offset = bytes.bigEndian(0, 4)
    return offset < size - 4 ? Array(bytes[(4 + offset)...]) : nil
  }

  /// The colorimetry of red, green and blue, by the file's color profile: sRGB's without one.
  private var color: Colorimetry {
    var color = Colorimetry.unspecified
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    if unsafe heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok,
      let known = unsafe profile
    {
      color.transfer = unsafe Int(known.pointee.transfer_characteristics.rawValue)
      color.primaries = unsafe Int(known.pointee.color_primaries.rawValue)
      unsafe heif_nclx_color_profile_free(known)
    }
    let size = unsafe heif_image_handle_get_raw_color_profile_size(handle)
    if color.primaries == 2, (1...(1 << 20)).contains(size) {
      var bytes = [UInt8](repeating: 0, count: size)
      let result = unsafe bytes.withUnsafeMutableBytes {
        unsafe heif_image_handle_get_raw_color_profile(handle, $0.baseAddress)
      }
      if unsafe result.code == heif_error_Ok, let primaries = ICCProfile(bytes).primaries {
        color.primaries = primaries
      }
    }
    return color.completed(from: .sRGB)
  }

  /// The picture as RGB of `chroma`; as it is stored if nil.
  private func decoded(as chroma: heif_chroma? = nil) throws(PictureError) -> HEIFImage {
    guard let options = unsafe heif_decoding_options_alloc() else { throw Self.noMemory }
    defer { unsafe heif_decoding_options_free(options) }
    // A picture with missing tiles is an error.
    unsafe options.pointee.strict_decoding = 1
    var image: OpaquePointer?
    try unsafe Self.check(
      heif_decode_image(
        handle, &image, chroma == nil ? heif_colorspace_undefined : heif_colorspace_RGB,
        chroma ?? heif_chroma_undefined, options))
    guard let image = unsafe image else { throw Self.noMemory }
    return unsafe HEIFImage(adopting: image)
  }

  private static func check(_ error: heif_error) throws(PictureError) {
    guard unsafe error.code != heif_error_Ok else { return }
    let said = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    let words = said.split(separator: "\n").first ?? "no reason is given"
    let isUnsupported = unsafe [heif_error_Unsupported_feature, heif_error_Unsupported_filetype].contains(error.code)
    throw PictureError(
      isUnsupported ? .unsupported : .unreadable, "The HEIF picture cannot be decoded: \(words).",
      remedy: isUnsupported ? "Convert it to PNG or JPEG." : "Copy or download it again, or check that it opens.")
  }

  private static var noMemory: PictureError {
    PictureError(.unsupported, "There is no memory for the picture.", remedy: "Make it smaller.")
  }
}
