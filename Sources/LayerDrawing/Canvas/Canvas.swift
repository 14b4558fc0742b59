import CPangoCairo
public import Compositing
public import EditingModel
public import MediaFormats

/// A picture that is drawn into: rectangles, pictures and text, each on top of what is there. C: `cairo_t`, `PangoLayout`.
///
/// Places are in pixels from the top left corner; colors are sRGB, and opacity mixes them as they are.
///
/// ```swift
/// let canvas = try Canvas(size: PixelSize(width: 640, height: 360), background: .black)
/// canvas.fill(Rectangle(x: 0, y: 300, width: 640, height: 60), with: Color(red: 0.1, green: 0.1, blue: 0.1))
/// canvas.draw("A title", in: TextStyle(size: 32, color: .white), within: Rectangle(x: 20, y: 310, width: 600, height: 40))
/// let png = try await renderer.imageData(of: canvas.picture(), as: .png)
/// ```
///
/// Threads: one at a time.
@safe public final class Canvas {
  /// The picture's size.
  public let size: PixelSize
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A canvas of `size` that is `background` everywhere.
  ///
  /// - Throws: `CompositingError` with `.invalidPictureFormat` where no picture has that size.
  public init(size: PixelSize, background: Color) throws(CompositingError) {
    self.size = size
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height),
      let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height)),
      unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = unsafe cairo_create(surface)
    else {
      throw CompositingError(
        .invalidPictureFormat, "A picture of \(size) pixels cannot be drawn.",
        remedy: "Give it a width and a height of 1 to 32767, and less than 2 GB in all.")
    }
    unsafe self.surface = surface
    unsafe self.context = context
    fill(Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), with: background)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Fills `rectangle`; its corners are rounded by `radius` pixels.
  public func fill(_ rectangle: Rectangle, with color: Color, radius: Double = 0) {
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    guard radius > 0 else {
      unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
      return unsafe cairo_fill(context)
    }
    let radius = min(radius, rectangle.width / 2, rectangle.height / 2)
    let (left, top) = (rectangle.x + radius, rectangle.y + radius)
    let (right, bottom) = (rectangle.x + rectangle.width - radius, rectangle.y + rectangle.height - radius)
    let quarter = Double.pi / 2
    unsafe cairo_new_sub_path(context)
    for (number, corner) in [(right, top), (right, bottom), (left, bottom), (left, top)].enumerated() {
      unsafe cairo_arc(
        context, corner.0, corner.1, radius, Double(number - 1) * quarter, Double(number) * quarter)
    }
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
  }

  /// Draws `picture`, which is RGB of 8 bits (`rgb24`), with its top left corner at `place`, as large as it is.
  ///
  /// - Throws: `CompositingError` where the picture has another format, or cannot be read.
  public func draw(_ picture: PixelBuffer, at place: Point) throws {
    guard picture.format == .rgb24 else {
      throw CompositingError(
        .invalidPictureFormat, "A picture in \(picture.format.rawValue) is drawn.", remedy: "Convert it to rgb24.")
    }
    let (left, top) = (Self.pixel(place.x), Self.pixel(place.y))
    let columns = max(0, -left)..<max(max(0, -left), min(picture.width, size.width - left))
    let plane = picture.planes[0]
    unsafe cairo_surface_flush(surface)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    let pixels = unsafe cairo_image_surface_get_data(surface)
    try picture.withBytes(ofPlane: 0) { bytes in
      for row in max(0, -top)..<max(max(0, -top), min(picture.height, size.height - top)) {
        let start = plane.row(row).lowerBound
        for column in columns {
          let place = start + 3 * column
          let color = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
          unsafe pixels?.advanced(by: (top + row) * stride + (left + column) * 4)
            .withMemoryRebound(to: UInt32.self, capacity: 1) { unsafe $0.pointee = color }
        }
      }
    }
    unsafe cairo_surface_mark_dirty(surface)
  }

  /// Draws one line of text, its middle on that of `rectangle`; what is wider than the rectangle ends with "…".
  public func draw(
    _ text: String, in style: TextStyle, within rectangle: Rectangle, aligned alignment: TextAlignment = .left
  ) {
    guard (0.1...1e6).contains(rectangle.width), let layout = unsafe layout(of: text, in: style) else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_width(layout, Int32(rectangle.width * Double(PANGO_SCALE)))
    unsafe pango_layout_set_alignment(
      layout,
      [.left: PANGO_ALIGN_LEFT, .center: PANGO_ALIGN_CENTER, .right: PANGO_ALIGN_RIGHT][alignment] ?? PANGO_ALIGN_LEFT)
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe pango_layout_get_pixel_size(layout, &width, &height)
    unsafe cairo_set_source_rgba(context, style.color.red, style.color.green, style.color.blue, style.color.alpha)
    unsafe cairo_move_to(
      context, rectangle.x, (rectangle.y + (rectangle.height - Double(height)) / 2).rounded())
    unsafe pango_cairo_show_layout(context, layout)
  }

  /// How wide and how high one line of `text` is, in pixels.
  public func size(of text: String, in style: TextStyle) -> Size {
    guard let layout = unsafe layout(of: text, in: style) else { return Size(width: 0, height: 0) }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe pango_layout_get_pixel_size(layout, &width, &height)
    return Size(width: Double(width), height: Double(height))
  }

  /// The picture as it is now, in RGB of 8 bits (`rgb24`).
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  public func picture() throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .rgb24, width: size.width, height: size.height)
    unsafe cairo_surface_flush(surface)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    let pixels = unsafe cairo_image_surface_get_data(surface)
    let plane = picture.planes[0]
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      for row in 0..<size.height {
        let start = plane.row(row).lowerBound
        for column in 0..<size.width {
          let color =
            unsafe pixels?.advanced(by: row * stride + column * 4)
            .withMemoryRebound(to: UInt32.self, capacity: 1) { unsafe $0.pointee } ?? 0
          bytes[start + 3 * column] = UInt8(truncatingIfNeeded: color >> 16)
          bytes[start + 3 * column + 1] = UInt8(truncatingIfNeeded: color >> 8)
          bytes[start + 3 * column + 2] = UInt8(truncatingIfNeeded: color)
        }
      }
    }
    return picture
  }

  /// The pixel at `place`, or one far outside.
  private static func pixel(_ place: Double) -> Int { place.isFinite ? Int(max(-1e6, min(1e6, place))) : 1_000_000 }

  private func layout(of text: String, in style: TextStyle) -> OpaquePointer? {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return nil }
    let font = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_family(font, style.family)
    unsafe pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
    unsafe pango_font_description_set_weight(font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_text(layout, text, -1)
    return unsafe layout
  }
}

extension Color {
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
}
