/// Subtitles of a film that a person can choose: what is said in one language.
public struct SubtitleTrack: Hashable, Sendable, Codable {
  /// The language, as in BCP 47; nil where it is not known.
  public var languageTag: String?
  /// The track's name; nil where it has none.
  public var name: String?
  /// Whether it is shown by default.
  public var isDefault: Bool
  /// Whether it is shown whatever a person chooses: what is not in the film's language, as signs.
  public var isForced: Bool
  /// The cues, in the film's time.
  public var document: SubtitleDocument

  /// A track of `document`.
  public init(
    _ document: SubtitleDocument, languageTag: String? = nil, name: String? = nil, isDefault: Bool = false,
    isForced: Bool = false
  ) {
    self.document = document
    self.languageTag = languageTag
    self.name = name
    self.isDefault = isDefault
    self.isForced = isForced
  }

  /// Whether it is in the language `tag`, or in one of its regions: "en" is what "en-GB" is, too.
  public func speaks(_ tag: String) -> Bool {
    guard let own = languageTag?.lowercased() else { return false }
    let asked = tag.lowercased()
    return own == asked || own.hasPrefix(asked + "-")
  }
}
