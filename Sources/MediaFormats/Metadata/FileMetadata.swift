public import MediaTime

/// The metadata of a file, apart from its tracks.
public struct FileMetadata: Hashable, Sendable, Codable {
  /// Every statement, in the file's order.
  public var items: [MetadataItem]
  /// The chapters in rising order, in the file's own time.
  public var chapters: [Chapter]
  /// Notes on items left out because the file has too much of them or they cannot be read, a sentence each.
  public var notes: [String]
  /// Whether items of QuickTime's metadata (`mdta`) are written under their own keys into movies, MP4 and QuickTime, as AVFoundation does;
  /// otherwise by the four letters that older programs read, where there are some. Not encoded.
  package var keepsQuickTimeKeys = false

  private enum CodingKeys: String, CodingKey {
    case items, chapters, notes
  }

  /// These items and chapters.
  public init(items: [MetadataItem] = [], chapters: [Chapter] = [], notes: [String] = []) {
    self.items = items
    self.chapters = chapters
    self.notes = notes
  }
}

/// A part of a film or a book that has a name (`AVTimedMetadataGroup` of chapters).
public struct Chapter: Hashable, Sendable, Codable {
  /// Its exact beginning.
  package var exactStart: Rational
  /// Its exact end; nil where it lasts until the end of the file.
  package var exactEnd: Rational?
  /// Its names, the first being the one to show where no language is preferred.
  public var titles: [Title]

  /// A name in one language.
  public struct Title: Hashable, Sendable, Codable {
    /// The name.
    public var text: String
    /// Its language as the file names it; nil where it does not.
    public var languageTag: String?

    /// The name `text` in the language `languageTag`.
    public init(_ text: String, languageTag: String? = nil) {
      self.text = text
      self.languageTag = languageTag
    }
  }

  /// The chapter from `start` to `end`, which is nil where it lasts until the end of the file. A time that is not finite counts as
  /// none: zero for the start.
  public init(start: CMTime, end: CMTime?, titles: [Title]) {
    self.init(exactStart: start.rational ?? .zero, exactEnd: end?.rational, titles: titles)
  }

  /// The chapter from `exactStart` to `exactEnd`.
  package init(exactStart: Rational, exactEnd: Rational?, titles: [Title]) {
    (self.exactStart, self.exactEnd, self.titles) = (exactStart, exactEnd, titles)
  }

  private enum CodingKeys: String, CodingKey {
    case exactStart = "start"
    case exactEnd = "end"
    case titles
  }

  /// Its beginning. (`AVTimedMetadataGroup.timeRange`)
  public var start: CMTime {
    get { CMTime(notAfter: exactStart) }
    set { exactStart = newValue.rational ?? .zero }
  }

  /// Its end; nil where it lasts until the end of the file.
  public var end: CMTime? {
    get { exactEnd.map { CMTime(notAfter: $0) } }
    set { exactEnd = newValue?.rational }
  }

  /// The first of its names; empty where it has none.
  public var title: String { titles.first?.text ?? "" }
}

/// A picture that stands for a file: its cover.
public struct Artwork: Hashable, Sendable {
  /// The media type of the picture ("image/jpeg"); nil where neither the file nor the picture's first bytes say.
  public var mediaType: String?
  /// The picture's file.
  public var bytes: [UInt8]

  /// The picture of `mediaType` in `bytes`.
  public init(mediaType: String?, bytes: [UInt8]) {
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
