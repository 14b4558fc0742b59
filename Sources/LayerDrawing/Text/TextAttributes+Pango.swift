import CPangoCairo
import EditingModel
import Layers

// SAFETY: Pango copies the description of the font; the list takes over each attribute that is inserted.

extension TextAttributes {
  /// The attributes, with those of `layer` where they are nil.
  func completed(by layer: TextLayer) -> TextAttributes {
    var whole = self
    whole.fontFamily = fontFamily ?? layer.fontFamily
    whole.fontSize = fontSize ?? layer.fontSize
    whole.fontWeight = fontWeight ?? layer.fontWeight
    whole.foregroundColor = foregroundColor ?? layer.foregroundColor
    return whole
  }

  /// Adds the attributes for the bytes from `start` to `end` of a layout, as far as they change letters' places. Colors
  /// and lines are drawn by runs; `number` prevents the merging of a run with the next.
  func add(to list: OpaquePointer?, from start: UInt32, to end: UInt32, number: Int) {
    guard start < end else { return }
    let font = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_family(font, fontFamily ?? "sans")
    unsafe pango_font_description_set_absolute_size(
      font, Double(max(1, Int32(units: min(10_000, fontSize ?? 0)))))
    unsafe pango_font_description_set_weight(
      font, PangoWeight(rawValue: UInt32(max(100, min(1000, (fontWeight ?? 400).rounded())))))
    unsafe pango_font_description_set_style(font, isItalic == true ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    var attributes = unsafe [pango_attr_font_desc_new(font)]
    // Its color says which run it is; nothing is drawn with it.
    unsafe attributes.append(
      pango_attr_foreground_new(UInt16(truncatingIfNeeded: number), UInt16(truncatingIfNeeded: number >> 16), 0))
    if let kern, kern != 0 { unsafe attributes.append(pango_attr_letter_spacing_new(Int32(units: kern))) }
    if let baselineOffset, baselineOffset != 0 {
      unsafe attributes.append(pango_attr_rise_new(Int32(units: baselineOffset)))
    }
    if let language { unsafe attributes.append(pango_attr_language_new(pango_language_from_string(language))) }
    for index in 0..<(unsafe attributes.count) {
      unsafe attributes[index]?.pointee.start_index = start
      unsafe attributes[index]?.pointee.end_index = end
      unsafe pango_attr_list_insert(list, attributes[index])
    }
  }
}
