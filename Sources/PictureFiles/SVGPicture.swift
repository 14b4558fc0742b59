import CSVG
import FoundationEssentials
import MediaFormats

/// A drawing in SVG (SVG 1.1, parts of SVG 2), as pixels. C: librsvg.
///
/// Only what stands in the file itself is drawn: pictures, styles and entities elsewhere are not looked for, neither among files nor on a
/// network. Time does not pass in it.
@safe public enum SVGPicture {
  /// Bytes of a file.
  private static let fileSize = 32 << 20
  /// Pixels.
  private static let limit = 1 << 24
  /// The size of a drawing that says none: a viewport of CSS.
  private static let usualSize = (width: 300.0, height: 150.0)

  /// Whether a file that begins with `head` is a drawing in SVG, as far as that tells.
  public static func isMarked(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard text.hasPrefix("<") else { return false }
    return text.hasPrefix("<svg") || (text.hasPrefix("<?xml") || text.hasPrefix("<!")) && text.contains("<svg")
  }

  /// The drawing in the file at `path`, as large as it says, or as its view box is.
  public static func decode(_ path: String) throws(PictureError) -> RawPicture {
    let bytes = try AnimationFile.bytes(of: path)
    guard bytes.count <= fileSize else {
      throw PictureError(
        .unsupported, "The drawing has more than \(fileSize >> 20) MB.", remedy: "Make a picture of it first.")
    }
    try SVGText([UInt8](bytes)).check()
    // Without an address of its own nothing in it can refer to another file.
    let handle = try unsafe open(bytes)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
    let size = unsafe size(of: handle)
    let (width, height) = (size.width.rounded(.up), size.height.rounded(.up))
    guard width.isFinite, height.isFinite, width >= 1, height >= 1, width * height <= Double(limit) else {
      throw PictureError(
        .unsupported, "The drawing says that it is \(size.width) × \(size.height) pixels large.",
        remedy: "Give it a width and a height of 1 or more, and at most \(limit >> 20) million pixels in all.")
    }
    return try unsafe draw(handle, width: Int(width), height: Int(height))
  }

  private static func open(_ bytes: Data) throws(PictureError) -> UnsafeMutablePointer<RsvgHandle> {
    var error: UnsafeMutablePointer<GError>?
    let handle = unsafe bytes.withUnsafeBytes { bytes in
      unsafe rsvg_handle_new_from_data(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &error)
    }
    guard let handle = unsafe handle else { throw unsafe failed(error) }
    return unsafe handle
  }

  /// The drawing's own size, in pixels.
  private static func size(of handle: UnsafeMutablePointer<RsvgHandle>) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    if unsafe rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, width > 0, height > 0 {
      return (width, height)
    }
    var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
    var (lengths, box) = ((RsvgLength(), RsvgLength()), RsvgRectangle())
    unsafe rsvg_handle_get_intrinsic_dimensions(
      handle, &hasWidth, &lengths.0, &hasHeight, &lengths.1, &hasBox, &box)
    return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : usualSize
  }

  private static func draw(
    _ handle: UnsafeMutablePointer<RsvgHandle>, width: Int, height: Int
  ) throws(PictureError) -> RawPicture {
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let context = unsafe cairo_create(surface)
    else { throw PictureError(.unsupported, "There is no memory for the drawing.") }
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    var error: UnsafeMutablePointer<GError>?
    guard unsafe rsvg_handle_render_document(handle, context, &viewport, &error) != 0 else {
      throw unsafe failed(error)
    }
    unsafe cairo_surface_flush(surface)
    let count = 4 * width * height
    var pixels = [UInt8](repeating: 0, count: count)
    if let data = unsafe cairo_image_surface_get_data(surface) {
      // SAFETY: the surface has four bytes a pixel and no padding between rows.
      unsafe pixels.withUnsafeMutableBufferPointer { unsafe $0.baseAddress?.update(from: data, count: count) }
    }
    // From blue, green, red and alpha, multiplied, to straight red, green, blue and alpha.
    for index in stride(from: 0, to: count, by: 4) { pixels.swapAt(index, index + 2) }
    return RawPicture(
      width: width, height: height, layout: .rgba, bytes: pixels, rowBytes: 4 * width, color: .sRGB
    ).unpremultiplied
  }

  /// The error in the words of `error`, which is freed.
  private static func failed(_ error: UnsafeMutablePointer<GError>?) -> PictureError {
    defer { unsafe g_error_free(error) }
    let words = unsafe error?.pointee.message.map { unsafe String(cString: $0) }?.split(separator: "\n").first
    return PictureError(
      .unreadable, "The drawing (SVG) cannot be read\(words.map { ": \($0)" } ?? "").",
      remedy: "Check that a browser shows it.")
  }
}
