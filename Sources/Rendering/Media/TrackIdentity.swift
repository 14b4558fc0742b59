/// A file's names of one of its tracks, and the track's language.
public struct TrackIdentity: Hashable, Sendable, Codable {
  /// The file's own number of the track: the track ID of a movie, the track number of Matroska, the PID of a transport
  /// stream. Nil where files of this kind number none.
  public var number: Int32?
  /// The language, ISO 639-2/T ("deu"); nil where the file does not say.
  public var languageCode: String?
  /// The language with region and script where the file names them, a BCP 47 tag ("de-CH"); nil where the file does not
  /// say.
  public var extendedLanguageTag: String?

  /// A track that is named and spoken so; nothing is known of it unless given.
  public init(number: Int32? = nil, languageCode: String? = nil, extendedLanguageTag: String? = nil) {
    self.number = number
    self.languageCode = languageCode
    self.extendedLanguageTag = extendedLanguageTag
  }
}
