import CPangoCairo
import EditingModel
import Layers

// SAFETY: the layout belongs to this object from `init` to `deinit`, and nothing changes it once it is laid out, so
// its lines and runs stay; iterators, lists and descriptions are released where they are made, and texts copied.

/// A layer's text, laid out in its bounds. C: `PangoLayout`.
///
/// Letters are not fitted to the pixel grid: a text that moves or grows slowly does so evenly.
@safe final class TextLayout {
  /// A piece of text that looks one way, and lies in one direction.
  @safe struct Run {
    /// Its look.
    var attributes: TextAttributes
    /// The beginning of its baseline, in the layer's bounds.
    var origin: Point
    /// Its width.
    var width: Double
    /// The reach of its line above and below the baseline.
    var ascent: Double
    var descent: Double
    /// Pango's glyphs of it, for as long as the layout is there.
    var glyphs: UnsafeMutablePointer<PangoGlyphItem>

    /// Whether its letters are pictures in colors of their own, such as emoji, and have no outline.
    var isPicture: Bool {
      guard let font = unsafe pango_font_get_hb_font(glyphs.pointee.item.pointee.analysis.font),
        let face = unsafe hb_font_get_face(font)
      else { return false }
      return unsafe hb_ot_color_has_png(face) != 0 || hb_ot_color_has_svg(face) != 0
        || hb_ot_color_has_layers(face) != 0
    }
  }

  /// The text and how it looks.
  let text: TextLayer
  /// The rectangle that its letters, outlines and backgrounds cover, in the layer's bounds.
  private(set) var extent = Rectangle(.zero)
  /// The rectangle of its lines.
  private(set) var lines = Rectangle(.zero)
  private let layout: OpaquePointer
  private var origin = Point(x: 0, y: 0)

  /// `text` in `bounds`, in fonts of `fonts`; nil where it is empty.
  ///
  /// - Parameter fonts: nil for those of the calling thread, which alone may use the layout then.
  init?(_ text: TextLayer, in bounds: Rectangle, fonts: FontMap? = nil) {
    let attributes = text.string.runs.map { $0.attributes.completed(by: text) }
    guard !text.string.text.isEmpty, let context = unsafe Self.context(fonts),
      let layout = unsafe pango_layout_new(context)
    else { return nil }
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
    self.text = text
    unsafe self.layout = layout
    // Pango's text ends at a zero.
    let pieces = text.string.runs.map { $0.text.replacing("\0", with: "") }
    unsafe pango_layout_set_text(layout, pieces.joined(), -1)
    let list = unsafe pango_attr_list_new()
    var start = 0
    for (index, (piece, attributes)) in zip(pieces, attributes).enumerated() {
      let end = start + piece.utf8.count
      unsafe attributes.add(to: list, from: UInt32(clamping: start), to: UInt32(clamping: end), number: index)
      start = end
    }
    if text.lineHeightMultiple != 1, text.lineHeightMultiple > 0 {
      unsafe pango_attr_list_insert(list, pango_attr_line_height_new(text.lineHeightMultiple))
    }
    unsafe pango_layout_set_attributes(layout, list)
    unsafe pango_attr_list_unref(list)
    unsafe pango_layout_set_spacing(layout, Int32(units: text.lineSpacing))
    setDirection()
    setWidth(of: bounds)
    place(in: bounds)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The runs of all lines, in the order that they are seen.
  var runs: [Run] {
    guard let iterator = unsafe pango_layout_get_iter(layout) else { return [] }
    defer { unsafe pango_layout_iter_free(iterator) }
    var ends: [Int] = []
    for run in text.string.runs { ends.append((ends.last ?? 0) + run.text.replacing("\0", with: "").utf8.count) }
    var runs: [Run] = []
    repeat {
      guard let glyphs = unsafe pango_layout_iter_get_run_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      unsafe pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let baseline = unsafe Double(units: pango_layout_iter_get_baseline(iterator))
      let offset = unsafe Int(glyphs.pointee.item.pointee.offset)
      let index = ends.firstIndex { offset < $0 } ?? max(0, ends.count - 1)
      let rise = unsafe Double(units: glyphs.pointee.y_offset)
      let indent = unsafe Double(units: glyphs.pointee.start_x_offset)
      unsafe runs.append(
        Run(
          attributes: text.string.runs[index].attributes.completed(by: text),
          origin: Point(x: origin.x + Double(units: logical.x) + indent, y: origin.y + baseline - rise),
          width: Double(units: logical.width), ascent: baseline - Double(units: logical.y),
          descent: Double(units: logical.y + logical.height) - baseline, glyphs: glyphs))
    } while unsafe pango_layout_iter_next_run(iterator) != 0
    return runs
  }

  /// The families that the letters are drawn in, in order of their first letter: where one that is asked for is missing, another.
  var fontFamilies: [String] {
    var families: [String] = []
    for run in runs {
      guard let font = unsafe run.glyphs.pointee.item.pointee.analysis.font,
        let description = unsafe pango_font_describe(font)
      else { continue }
      defer { unsafe pango_font_description_free(description) }
      guard let name = unsafe pango_font_description_get_family(description) else { continue }
      let family = unsafe String(cString: name)
      if !families.contains(family) { families.append(family) }
    }
    return families
  }

  /// Whether letters gave way to "…".
  var isTruncated: Bool { unsafe pango_layout_is_ellipsized(layout) != 0 }

  /// The number of letters that no font has.
  var missingGlyphCount: Int { unsafe Int(pango_layout_get_unknown_glyphs_count(layout)) }

  /// The box behind the lines; nil where there is none.
  var box: Rectangle? {
    text.boxColor == nil && text.boxEdgeColor == nil ? nil : lines.expanded(by: max(0, text.boxPadding))
  }

  private func setDirection() {
    let context = unsafe pango_layout_get_context(layout)
    switch text.writingDirection {
    case .natural: unsafe pango_layout_set_auto_dir(layout, 1)
    case .leftToRight, .rightToLeft:
      unsafe pango_layout_set_auto_dir(layout, 0)
      unsafe pango_context_set_base_dir(
        context, text.writingDirection == .leftToRight ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_RTL)
      unsafe pango_layout_context_changed(layout)
    }
    // Pango's left is where a paragraph begins, which is the right for scripts that run to the left.
    let isFromRight =
      switch text.writingDirection {
      case .natural: unsafe pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
      case .leftToRight: false
      case .rightToLeft: true
      }
    switch text.alignmentMode {
    case .natural: unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .left: unsafe pango_layout_set_alignment(layout, isFromRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    case .right: unsafe pango_layout_set_alignment(layout, isFromRight ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
    case .center: unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .justified: unsafe pango_layout_set_justify(layout, 1)
    }
  }

  private func setWidth(of bounds: Rectangle) {
    let width = Int32(units: bounds.width)
    switch text.truncationMode {
    case .none: break
    case .start: unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle: unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end: unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    if text.isWrapped || text.truncationMode != .none {
      unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      unsafe pango_layout_set_width(layout, width)
      // The height is that of as many lines as fit; one line stays in any case.
      if text.isWrapped, text.truncationMode != .none {
        unsafe pango_layout_set_height(layout, max(1, Int32(units: bounds.height)))
      }
      if text.isWrapped, text.avoidsWidows { joinWidows(within: width) }
    } else {
      // Lines of their own length stand to one another as the widest of them lets them.
      unsafe pango_layout_set_width(layout, -1)
      var logical = PangoRectangle()
      unsafe pango_layout_get_extents(layout, nil, &logical)
      // Letters that end a line have none of the room between letters, so that a line may need more than it has measured.
      let room = text.string.runs.map { abs($0.attributes.kern ?? 0) }.max() ?? 0
      let needed = logical.width.addingReportingOverflow(Int32(units: room > 0 ? 2 * room + 1 : 0))
      unsafe pango_layout_set_width(layout, needed.overflow ? .max : needed.partialValue)
    }
  }

  /// Makes lines shorter, step by step, until no paragraph ends with a single short word, as long as that takes no further line.
  private func joinWidows(within width: Int32) {
    guard hasWidow else { return }
    let count = unsafe pango_layout_get_line_count(layout)
    for step in 1...16 {
      unsafe pango_layout_set_width(layout, width - width / 32 * Int32(step))
      guard unsafe pango_layout_get_line_count(layout) == count else { break }
      if !hasWidow { return }
    }
    unsafe pango_layout_set_width(layout, width)
  }

  /// Whether a paragraph of several lines ends with one word that is less than a third as long as its longest line.
  private var hasWidow: Bool {
    let text = Array(self.text.string.runs.map { $0.text.replacing("\0", with: "") }.joined().utf8)
    var longest = 0
    for number in 0..<(unsafe pango_layout_get_line_count(layout)) {
      guard let line = unsafe pango_layout_get_line_readonly(layout, number) else { continue }
      let start = unsafe min(Int(line.pointee.start_index), text.count)
      let end = unsafe min(start + Int(line.pointee.length), text.count)
      let isFirst = start == 0 || text[start - 1] == UInt8(ascii: "\n")
      let isLast = end == text.count || text[end] == UInt8(ascii: "\n")
      let letters = text[start..<end].split(separator: UInt8(ascii: " "))
      let length = letters.reduce(0) { $0 + $1.count }
      longest = isFirst ? length : max(longest, length)
      if !isFirst, isLast, letters.count == 1, length * 3 < longest { return true }
    }
    return false
  }

  /// Finds where the layout stands in `bounds`.
  private func place(in bounds: Rectangle) {
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    unsafe pango_layout_get_extents(layout, &ink, &logical)
    let given = unsafe Double(units: pango_layout_get_width(layout))
    let spare = bounds.width - given
    let alignment = unsafe pango_layout_get_alignment(layout)
    let isFromRight = unsafe pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    let x =
      switch alignment {
      case PANGO_ALIGN_CENTER: spare / 2
      case PANGO_ALIGN_RIGHT: isFromRight ? 0 : spare
      default: isFromRight ? spare : 0
      }
    let height = Double(units: logical.height)
    let y =
      switch text.verticalAlignmentMode {
      case .top: 0.0
      case .center: (bounds.height - height) / 2
      case .bottom: bounds.height - height
      }
    origin = Point(x: bounds.x + x, y: bounds.y + y)
    lines = Rectangle(
      x: origin.x + Double(units: logical.x), y: origin.y + Double(units: logical.y),
      width: Double(units: logical.width), height: height)
    let around =
      text.string.runs.map { $0.attributes.completed(by: text) }
      .map { max(0, $0.strokeWidth ?? 0) + ($0.fontSize ?? 0) / 4 }.max() ?? 0
    // Where no font has the letters, their ink is as large as Pango's units reach.
    let all = Rectangle(units: ink).union(Rectangle(units: logical))
    extent = Rectangle(
      x: origin.x + all.x - around, y: origin.y + all.y - around, width: all.width + 2 * around,
      height: all.height + 2 * around)
    extent = extent.union(box)
  }

  /// The context in which letters are measured: no hints, and places between pixels.
  private static func context(_ fonts: FontMap?) -> OpaquePointer? {
    guard let map = unsafe fonts?.map ?? pango_cairo_font_map_get_default(),
      let context = unsafe pango_font_map_create_context(map)
    else { return nil }
    let options = unsafe cairo_font_options_create()
    defer { unsafe cairo_font_options_destroy(options) }
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    return unsafe context
  }
}

extension Rectangle {
  /// Pixels, of a rectangle in Pango's units.
  fileprivate init(units: PangoRectangle) {
    self.init(
      x: Double(units: units.x), y: Double(units: units.y), width: Double(units: units.width),
      height: Double(units: units.height))
  }
}

extension Double {
  /// Pixels, of Pango's units.
  init(units: Int32) { self = Double(units) / Double(PANGO_SCALE) }
}

extension Int32 {
  /// Pango's units, of pixels; the largest where there are more.
  init(units pixels: Double) {
    let units = pixels * Double(PANGO_SCALE)
    self = units.isFinite ? Int32(Swift.max(-2e9, Swift.min(2e9, units.rounded()))) : 0
  }
}
