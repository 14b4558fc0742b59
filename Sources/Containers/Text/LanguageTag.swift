/// Tags of languages (BCP 47): a language, and what else is said of it, as "pt" and "pt-BR".
extension String {
  /// The language of the tag, without script, region and variants (RFC 5646 §2.2.1).
  package var primaryLanguage: String { String(prefix { $0 != "-" }) }

  /// The tag, where a code of three letters does not say all of it; nil of a language alone.
  package var exactLanguage: String? { contains("-") ? self : nil }
}
