import CGStreamer

// SAFETY: the functions take C strings for the length of the call and give constants of the library.

/// Codes of languages.
///
/// Threads: any.
public enum LanguageCode {
  /// The code of three letters (ISO 639-2/T: "deu") of the language with the ISO 639 code `code`; nil for one that is
  /// not known or not determined. C: `gst_tag_get_language_code_iso_639_2T`.
  public static func terminological(_ code: String) -> String? {
    isDetermined(code) ? unsafe gst_tag_get_language_code_iso_639_2T(code).map { unsafe String(cString: $0) } : nil
  }

  /// The code of three letters by the language's English name (ISO 639-2/B: "ger") of the language with the ISO 639 code `code`; nil
  /// for one that is not known or not determined. C: `gst_tag_get_language_code_iso_639_2B`.
  public static func bibliographic(_ code: String) -> String? {
    isDetermined(code) ? unsafe gst_tag_get_language_code_iso_639_2B(code).map { unsafe String(cString: $0) } : nil
  }

  /// The shortest code, as BCP 47 wants it ("de"), of the language with the ISO 639 code `code`; nil for one that is not
  /// known or not determined. C: `gst_tag_get_language_code_iso_639_1`.
  public static func shortest(_ code: String) -> String? {
    guard isDetermined(code) else { return nil }
    return unsafe gst_tag_get_language_code_iso_639_1(code).map { unsafe String(cString: $0) } ?? terminological(code)
  }

  private static func isDetermined(_ code: String) -> Bool { !["", "und", "mis", "zxx", "mul"].contains(code) }
}
