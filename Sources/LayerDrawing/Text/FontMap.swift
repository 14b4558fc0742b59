import CPangoCairo

/// The fonts of layouts, which move from thread to thread with the drawing work: Pango's default map belongs to the
/// thread that made a layout, which may lay out other text in it at the same time. C: `PangoFontMap`.
///
/// Threads: one at a time, with all layouts that are made of it.
@safe final class FontMap {
  // SAFETY: the map is there as long as this is; layouts keep it by a reference of their own.
  let map: UnsafeMutablePointer<PangoFontMap>

  /// Nil where there is no memory for it.
  init?() {
    guard let map = unsafe pango_cairo_font_map_new() else { return nil }
    unsafe self.map = map
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(map)) }
}
