import CPangoCairo
public import Compositing
public import EditingModel
import Layers
public import MediaFormats

// SAFETY: the surface holds the context that is drawn in. Layouts and descriptions of fonts are released in the
// function that made them or got them.

/// A picture that is drawn into: rectangles, pictures and text, each on top of the earlier ones. C: `cairo_t`,
/// `PangoLayout`.
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
  private let surface: Surface
  private var context: OpaquePointer { unsafe surface.context }

  /// A canvas of `size` that is `background` everywhere.
  ///
  /// - Throws: `CompositingError` with `.invalidPictureFormat` where no picture has that size.
  public init(size: PixelSize, background: Color) throws(CompositingError) {
    self.size = size
    surface = try Surface(covering: PixelRectangle(x: 0, y: 0, width: size.width, height: size.height))
    // An opaque canvas stays opaque, whatever is drawn upon it.
    surface.fill(.rectangle(surface.area.rectangle), with: .black)
    fill(surface.area.rectangle, with: background)
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

  /// Draws `picture`, which is RGB of 8 bits (`rgb24`, or `rgba` and `bgra` with opacity), with its top left corner on the pixel at
  /// `place`, as large as it is.
  ///
  /// - Throws: `CompositingError` where the picture has another format, or cannot be read.
  public func draw(_ picture: PixelBuffer, at place: Point) throws {
    let drawn = try Surface(picture, from: (Self.pixel(place.x), Self.pixel(place.y)))
    surface.draw(drawn)
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

  /// The width and height of one line of `text`, in pixels.
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
    let plane = picture.planes[0]
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      surface.withPixels { pixels in
        for row in 0..<size.height {
          let start = plane.row(row).lowerBound
          for column in 0..<size.width {
            let color = pixels[row * size.width + column]
            bytes[start + 3 * column] = UInt8(truncatingIfNeeded: color >> 16)
            bytes[start + 3 * column + 1] = UInt8(truncatingIfNeeded: color >> 8)
            bytes[start + 3 * column + 2] = UInt8(truncatingIfNeeded: color)
          }
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
