import CPangoCairo
import EditingModel
import Layers

// SAFETY: lists, contexts, fonts and descriptions are released in the function that asked for them, and names are
// copied before; the default map is the library's own.

/// The font families of the machine, as fontconfig knows them.
public enum FontFamilies {
  /// Names that stand for whatever there is.
  private static let generic: Set<String> = [
    "sans", "sans-serif", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "",
  ]

  /// Names that Pango lists whatever is installed.
  private static let pangoAliases: Set<String> = ["sans", "serif", "monospace", "system-ui", "cursive", "fantasy"]

  /// The families of `families` that are not installed, with what is drawn instead of each. Names are compared as fontconfig does, whatever
  /// their case; of several with commas, the first that is installed counts. On a machine without any font all are missing, and
  /// nothing is drawn instead.
  public static func substitutes(for families: Set<String>) -> [String: String] {
    guard !families.isEmpty else { return [:] }
    let installed = installed
    // Pango's own stand in for whatever there is.
    guard installed.contains(where: { !pangoAliases.contains($0) }) else {
      return Dictionary(uniqueKeysWithValues: families.map { ($0, "") })
    }
    var substitutes: [String: String] = [:]
    for family in families {
      let names = family.split(separator: ",").map { $0.trimmed.lowercased() }
      guard !names.contains(where: { generic.contains($0) || installed.contains($0) }), !names.isEmpty else { continue }
      substitutes[family] = nearest(to: family) ?? "sans"
    }
    return substitutes
  }

  /// The family that most of `text` is drawn in where it asks for none; nil where a letter of it is in no font that is installed, and is
  /// drawn as a box.
  public static func family(drawing text: String) -> String? {
    guard
      let layout = TextLayout(TextLayer(AttributedText(text)), in: Rectangle(x: 0, y: 0, width: 10_000, height: 100)),
      layout.missingGlyphCount == 0
    else { return nil }
    return layout.fontFamilies.first
  }

  private static var installed: Set<String> {
    guard let map = unsafe pango_cairo_font_map_get_default() else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    unsafe pango_font_map_list_families(map, &list, &count)
    defer { unsafe g_free(list) }
    return Set(
      (0..<Int(count)).compactMap { index in
        unsafe list?[index].flatMap { unsafe pango_font_family_get_name($0) }.map {
          unsafe String(cString: $0).lowercased()
        }
      })
  }

  /// The family of the font that fontconfig gives for `family`.
  private static func nearest(to family: String) -> String? {
    guard let map = unsafe pango_cairo_font_map_get_default(), let context = unsafe pango_font_map_create_context(map)
    else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
    let wanted = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(wanted) }
    unsafe pango_font_description_set_family(wanted, family)
    guard let font = unsafe pango_font_map_load_font(map, context, wanted) else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
    guard let found = unsafe pango_font_describe(font) else { return nil }
    defer { unsafe pango_font_description_free(found) }
    return unsafe pango_font_description_get_family(found).map { unsafe String(cString: $0) }
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
