import CPangoCairo
import Compositing
import EditingModel
import MediaFormats

// SAFETY: the image and its context belong to this object from `init` to `deinit`. Its pixels are reached between
// flush and mark, `area.width` times `area.height` of four bytes, since rows of that format have no padding.

/// A part of a picture's plane with premultiplied colors of 8 bits, and a pen on it. C: `cairo_image_surface_t` with its `cairo_t`.
///
/// Places are those of the whole picture's plane, in pixels, whatever part of it the surface covers. What is drawn outside is lost.
///
/// Threads: one at a time.
@safe final class Surface {
  /// Limit of the bytes of a drawing's surfaces, as nearly as they are known before.
  static let memory = 512 << 20

  /// The pixels of the plane that it covers.
  let area: PixelRectangle
  /// The memory.
  let image: OpaquePointer
  /// The pen.
  let context: OpaquePointer

  /// The memory of this surface and of those that are drawn for it.
  private let ledger: Ledger

  /// The memory in use.
  private final class Ledger { var bytes = 0 }

  /// A clear surface over `area`, which is not empty. What is first drawn on it and then on `other` shares its memory with that.
  ///
  /// - Throws: `invalidPictureFormat` where no picture has that size, or there is no memory for it: both surfaces, and all others beside
  ///   them, take more than twice ``memory``.
  init(covering area: PixelRectangle, beside other: Surface? = nil) throws(CompositingError) {
    self.area = area
    ledger = other?.ledger ?? Ledger()
    guard other == nil || ledger.bytes + 4 * area.width * area.height <= 2 * Self.memory else {
      throw CompositingError(
        .invalidPictureFormat,
        "The layers need more than \(2 * Self.memory >> 20) MB of pictures at once, the next one of \(area.size) pixels.",
        remedy: "Have fewer layers in one another that are translucent or masked, or throw shadows.")
    }
    guard (1...32_767).contains(area.width), (1...32_767).contains(area.height),
      let image = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height)),
      unsafe cairo_surface_status(image) == CAIRO_STATUS_SUCCESS, let context = unsafe cairo_create(image)
    else {
      throw CompositingError(
        .invalidPictureFormat, "A picture of \(area.size) pixels cannot be drawn.",
        remedy: "Give it a width and a height of 1 to 32767, and less than 2 GB in all.")
    }
    unsafe self.image = image
    unsafe self.context = context
    unsafe cairo_translate(context, -Double(area.x), -Double(area.y))
    ledger.bytes += 4 * area.width * area.height
  }

  deinit {
    ledger.bytes -= 4 * area.width * area.height
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(image)
  }

  /// Runs `body` with the pen's map, clip and color as they are, which come back after it.
  func preserved<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe cairo_save(context)
    defer { unsafe cairo_restore(context) }
    return try body()
  }

  /// Draws in the plane that `transform` maps to this one from now on.
  func concatenate(_ transform: Transform) {
    var matrix = transform.matrix
    unsafe cairo_transform(context, &matrix)
  }

  /// The map from the plane that is drawn in to that of the surface.
  var map: Transform {
    var matrix = cairo_matrix_t()
    unsafe cairo_get_matrix(context, &matrix)
    return Transform(
      a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0 + Double(area.x),
      ty: matrix.y0 + Double(area.y))
  }

  /// Blends later drawings with the present contents in `mode`.
  func blend(_ mode: LayerBlend) { unsafe cairo_set_operator(context, mode.cairo) }

  /// Draws `other`, each pixel onto the same one of the plane; the map plays no part, the clip does.
  func draw(_ other: Surface, opacity: Double = 1, blend mode: LayerBlend = .over) {
    preserved {
      unsafe cairo_identity_matrix(context)
      blend(mode)
      unsafe cairo_set_source_surface(
        context, other.image, Double(other.area.x - area.x), Double(other.area.y - area.y))
      if opacity < 1 { unsafe cairo_paint_with_alpha(context, opacity) } else { unsafe cairo_paint(context) }
    }
  }

  /// The pixels, each blue, green, red and opacity from its lowest byte up, in rows of `area.width`.
  func withPixels<Result>(_ body: (inout MutableSpan<UInt32>) throws -> Result) rethrows -> Result {
    unsafe cairo_surface_flush(image)
    defer { unsafe cairo_surface_mark_dirty(image) }
    let count = area.width * area.height
    // Rows of 32 bits a pixel have no padding (`cairo_format_stride_for_width`).
    guard let bytes = unsafe cairo_image_surface_get_data(image) else {
      var none = MutableSpan<UInt32>()
      return try body(&none)
    }
    return try unsafe bytes.withMemoryRebound(to: UInt32.self, capacity: count) { pixels in
      var span = unsafe MutableSpan(_unsafeStart: pixels, count: count)
      return try body(&span)
    }
  }

  /// The smallest rectangle around all pixels that are not clear; nil where all are.
  var seen: PixelRectangle? {
    withPixels { pixels in
      let (width, height) = (area.width, area.height)
      var (left, right, top, bottom) = (width, 0, height, 0)
      for row in 0..<height {
        let line = pixels.span.extracting(row * width..<(row + 1) * width)
        var first = 0
        // Only what may widen the rectangle is looked at.
        while first < width, line[first] == 0 { first += 1 }
        guard first < width else { continue }
        var last = width - 1
        while last > right, line[last] == 0 { last -= 1 }
        (left, right) = (min(left, first), max(right, last))
        (top, bottom) = (min(top, row), row)
      }
      guard left <= right, top <= bottom else { return nil }
      return PixelRectangle(x: area.x + left, y: area.y + top, width: right + 1 - left, height: bottom + 1 - top)
    }
  }
}

/// The blend of a drawing with the present contents. C: `cairo_operator_t`.
enum LayerBlend {
  /// Over it (Porter and Duff's).
  case over
  /// The sum of both.
  case add
  /// The present contents within the drawing's opacity.
  case destinationIn
  /// As a layer's mode says.
  case mode(cairo_operator_t)

  var cairo: cairo_operator_t {
    switch self {
    case .over: CAIRO_OPERATOR_OVER
    case .add: CAIRO_OPERATOR_ADD
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .mode(let mode): mode
    }
  }
}

extension Transform {
  /// The map as Cairo has it.
  var matrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}

extension PixelRectangle {
  /// The pixels that `rectangle` touches, of those in `limit`; nil where there are none.
  init?(touchedBy rectangle: Rectangle, in limit: PixelRectangle) {
    let within = rectangle.intersection(
      Rectangle(x: Double(limit.x), y: Double(limit.y), width: Double(limit.width), height: Double(limit.height)))
    guard let within else { return nil }
    let (left, top) = (Int(within.x.rounded(.down)), Int(within.y.rounded(.down)))
    self.init(
      x: left, y: top, width: Int(within.maxX.rounded(.up)) - left, height: Int(within.maxY.rounded(.up)) - top)
  }

  /// The rectangle in the plane.
  var rectangle: Rectangle { Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }

  /// The pixels of both; nil where they share none.
  func intersection(_ other: PixelRectangle) -> PixelRectangle? {
    PixelRectangle(touchedBy: rectangle, in: other)
  }
}
