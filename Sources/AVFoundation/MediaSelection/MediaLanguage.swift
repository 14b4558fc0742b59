import Foundation

/// A language of media, as tags of BCP 47 and codes of ISO 639 name it: "de", "deu", "ger" and "de-CH" are one
/// language, the last with a region.
struct MediaLanguage: Hashable {
  /// The English name, which is the same for codes of one language; the code where it has none.
  let name: String
  /// Script of the language ("Hant"); nil where that is not known.
  let script: String?
  /// Region in which it is spoken so ("CH"); nil where the tag does not say.
  let region: String?

  /// The codes of no language in particular.
  private static let none: Set<String> = ["", "und", "mis", "mul", "zxx"]
  private static let english = Locale(identifier: "en")

  /// The language that `tag` means; nil where that is nil, or none in particular.
  init?(_ tag: String?) {
    guard let tag else { return nil }
    let code = tag.split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
    guard !Self.none.contains(code) else { return nil }
    let language = Locale(identifier: tag).language
    name = Self.english.localizedString(forLanguageCode: code) ?? code
    (script, region) = (language.script?.identifier, language.region?.identifier)
  }

  /// Whether it is `other`, written in the same way as far as that is known, wherever it is spoken.
  func isSame(as other: MediaLanguage) -> Bool {
    name == other.name && (script == nil || other.script == nil || script == other.script)
  }

  /// Whether it is `other`, and of the same country, where both say one.
  func fits(_ other: MediaLanguage) -> Bool {
    isSame(as: other) && (region == nil || other.region == nil || region == other.region)
  }

  /// The place among `languages`, tags in the order in which they are preferred, of the first that is this one; nil where none is.
  func place(among languages: [String]) -> Int? {
    languages.firstIndex { MediaLanguage($0).map(isSame) ?? false }
  }

  /// The elements of `all` whose language, which `tag` gives, is among `languages`: by the order of those, of one language those of the same country
  /// first, and else as they were.
  static func sorted<Element>(
    _ all: [Element], by languages: [String], _ tag: (Element) -> String?
  ) -> [Element] {
    var found: [(rank: (place: Int, isElsewhere: Int, number: Int), element: Element)] = []
    for (number, element) in all.enumerated() {
      guard let language = MediaLanguage(tag(element)), let place = language.place(among: languages) else { continue }
      let isHere = MediaLanguage(languages[place])?.region == language.region
      found.append(((place, isHere ? 0 : 1, number), element))
    }
    return found.sorted { $0.rank < $1.rank }.map(\.element)
  }
}
