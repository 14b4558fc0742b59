import CPangoCairo
import EditingModel
import Layers

// SAFETY: the context is the surface's. A run's glyphs belong to the layout that gave it, which is held while it is
// drawn.

/// Text on a surface.
extension Surface {
  /// Draws `layout`: its box, the colors behind the letters, their outlines, and the letters with their lines, all colors multiplied by `tint`.
  ///
  /// Letters are filled as paths, which can begin between two pixels; those that are pictures (emoji) are drawn as such. An outline is
  /// as wide as it says around the letters and does not thin them.
  func draw(_ layout: TextLayout, tint: Color) {
    drawBox(of: layout, tint: tint)
    let runs = layout.runs
    for run in runs {
      guard let color = run.attributes.backgroundColor else { continue }
      let box = Rectangle(
        x: run.origin.x, y: run.origin.y - run.ascent, width: run.width, height: run.ascent + run.descent)
      fill(.rectangle(box), with: color.multiplied(by: tint))
    }
    for run in runs {
      guard let color = run.attributes.strokeColor, let width = run.attributes.strokeWidth, width > 0,
        !run.isPicture
      else { continue }
      addPath(of: run)
      set(color.multiplied(by: tint))
      unsafe cairo_set_line_width(context, 2 * width)
      unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      unsafe cairo_set_dash(context, nil, 0, 0)
      unsafe cairo_stroke(context)
    }
    for run in runs {
      let color = (run.attributes.foregroundColor ?? .white).multiplied(by: tint)
      set(color)
      if !run.isPicture {
        addPath(of: run)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        unsafe cairo_fill(context)
      } else {
        unsafe cairo_new_path(context)
        unsafe cairo_move_to(context, run.origin.x, run.origin.y)
        unsafe pango_cairo_show_glyph_string(
          context, run.glyphs.pointee.item.pointee.analysis.font, run.glyphs.pointee.glyphs)
        unsafe cairo_new_path(context)
      }
      drawLines(of: run, with: color)
    }
  }

  private func drawBox(of layout: TextLayout, tint: Color) {
    guard let box = layout.box else { return }
    var shape = Layer()
    shape.bounds = box
    shape.cornerRadius = layout.text.boxCornerRadius
    if let color = layout.text.boxColor { fill(shape.outline(), with: color.multiplied(by: tint)) }
    guard let color = layout.text.boxEdgeColor, layout.text.boxEdgeWidth > 0 else { return }
    preserved {
      clip(to: shape.outline())
      let width = layout.text.boxEdgeWidth
      let left = layout.text.alignmentMode == .right ? box.maxX - width : box.x
      let edge = Rectangle(x: left, y: box.y, width: width, height: box.height)
      fill(.rectangle(edge), with: color.multiplied(by: tint))
    }
  }

  /// Makes the letters of `run` the pen's path.
  private func addPath(of run: TextLayout.Run) {
    unsafe cairo_new_path(context)
    unsafe cairo_move_to(context, run.origin.x, run.origin.y)
    unsafe pango_cairo_glyph_string_path(
      context, run.glyphs.pointee.item.pointee.analysis.font, run.glyphs.pointee.glyphs)
  }

  /// Draws the lines under and through `run`, where and as thick as its font says.
  private func drawLines(of run: TextLayout.Run, with color: Color) {
    let (under, through) = (run.attributes.underlineStyle ?? .none, run.attributes.strikethroughStyle ?? .none)
    guard under != .none || through != .none,
      let metrics = unsafe pango_font_get_metrics(run.glyphs.pointee.item.pointee.analysis.font, nil)
    else { return }
    defer { unsafe pango_font_metrics_unref(metrics) }
    unsafe draw(
      under, of: run, at: Double(units: pango_font_metrics_get_underline_position(metrics)),
      thickness: Double(units: pango_font_metrics_get_underline_thickness(metrics)), color)
    unsafe draw(
      through, of: run, at: Double(units: pango_font_metrics_get_strikethrough_position(metrics)),
      thickness: Double(units: pango_font_metrics_get_strikethrough_thickness(metrics)), color)
  }

  private func draw(
    _ style: TextLineStyle, of run: TextLayout.Run, at height: Double, thickness: Double, _ color: Color
  ) {
    func line(_ top: Double, _ thickness: Double) {
      let box = Rectangle(x: run.origin.x, y: run.origin.y - top, width: run.width, height: thickness)
      fill(.rectangle(box), with: color)
    }
    switch style {
    case .none: break
    case .single: line(height, thickness)
    case .thick: line(height + thickness / 2, 2 * thickness)
    case .double:
      line(height + thickness / 2, thickness)
      line(height - 3 * thickness / 2, thickness)
    }
  }
}

extension Color {
  /// The color with its parts and its opacity multiplied by those of `other`.
  func multiplied(by other: Color) -> Color {
    Color(red: red * other.red, green: green * other.green, blue: blue * other.blue, alpha: alpha * other.alpha)
  }
}
