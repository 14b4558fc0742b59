/// The languages of QuickTime's media headers, which number them as Macintoshes did (QuickTime File Format, "Language
/// code values").
package enum QuickTimeLanguage {
  /// The ISO 639 code of the language with number `code`; "und" for a number that stands for none.
  package static func code(_ code: Int) -> String {
    if codes.indices.contains(code) { return String(codes[code]) }
    return laterCodes.indices.contains(code - 128) ? String(laterCodes[code - 128]) : "und"
  }

  /// Codes from 0 on.
  private static let codes = """
    en fr de it nl sv es da pt no he ja ar fi el is mt tr hr zh ur hi th ko lt pl hu et lv se fo fa ru zh nl ga sq ro cs \
    sk sl yi sr mk bg uk be uz kk az az hy ka ro ky tg tk mn mn ps ku ks sd bo ne sa mr bn as gu pa or ml kn ta te si my \
    km lo vi id tl ms ms am ti om so sw rw rn ny mg eo
    """.split(separator: " ")

  /// Codes from 128 on.
  private static let laterCodes = "cy eu ca la qu gn ay tt ug dz jv".split(separator: " ")
}
