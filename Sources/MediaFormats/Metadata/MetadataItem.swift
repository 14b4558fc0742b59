/// One statement that a file makes about itself (`AVMetadataItem`): a title, a date, a place, a cover.
///
/// ```swift
/// let items = try await asset.load(.metadata)
/// let title = items.first { $0.commonKey == .title }?.text
/// ```
public struct MetadataItem: Hashable, Sendable, Codable {
  /// The key, in the words of the file's own kind.
  public var identifier: MetadataIdentifier
  /// The value.
  public var value: MetadataValue
  /// The language of the value as the file names it ("deu", "de-CH"); nil where it does not.
  public var languageTag: String?
  /// The file's number of the track that it is about; nil of the file as a whole.
  public var trackNumber: Int32?

  /// The statement that `identifier` is `value`.
  public init(
    _ identifier: MetadataIdentifier, _ value: MetadataValue, languageTag: String? = nil, trackNumber: Int32? = nil
  ) {
    self.identifier = identifier
    self.value = value
    self.languageTag = languageTag
    self.trackNumber = trackNumber
  }

  /// The common key; nil where the item means nothing that other kinds of file have, too.
  public var commonKey: CommonMetadataKey? { CommonMetadataKey(identifier) }

  /// The value as text; nil of data (`AVMetadataItem.stringValue`).
  public var text: String? {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .data: nil
    }
  }

  /// The value as a number, also where the file stores it as text; nil where it is none (`AVMetadataItem.numberValue`).
  public var number: Double? {
    switch value {
    case .text(let text): Double(text)
    case .integer(let number): Double(number)
    case .real(let number): number
    case .data: nil
    }
  }
}

/// The identifier of an item, in the words of the kind of file: a key within the space of all keys of that kind
/// (`AVMetadataIdentifier`, as "itsk/©nam").
public struct MetadataIdentifier: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kind of file that the key belongs to.
  public var keySpace: MetadataKeySpace
  /// The key as the file has it ("©nam", "com.apple.quicktime.location.ISO6709", "ARTIST", "TIT2").
  public var key: String

  /// The key `key` of `keySpace`.
  public init(_ keySpace: MetadataKeySpace, _ key: String) {
    self.keySpace = keySpace
    self.key = key
  }

  /// Space and key: "itsk/©nam".
  public var description: String { "\(keySpace.rawValue)/\(key)" }
}

/// A space of keys (`AVMetadataKeySpace`). Those that Apple's systems know have Apple's values.
public struct MetadataKeySpace: RawRepresentable, Hashable, Sendable, Codable {
  /// The space's name, as machine-readable output spells it.
  public var rawValue: String

  /// The space called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// iTunes's list in MP4 (`ilst`).
  public static let iTunes = MetadataKeySpace(rawValue: "itsk")
  /// QuickTime's metadata, whose keys are written out (`mdta`).
  public static let quickTimeMetadata = MetadataKeySpace(rawValue: "mdta")
  /// QuickTime's and 3GPP's user data (`udta`).
  public static let quickTimeUserData = MetadataKeySpace(rawValue: "udta")
  /// ID3, of MP3 and others.
  public static let id3 = MetadataKeySpace(rawValue: "org.id3")
  /// The header of a movie (`mvhd`), which has dates.
  public static let movieHeader = MetadataKeySpace(rawValue: "mvhd")
  /// Matroska's and WebM's tags and segment information.
  public static let matroska = MetadataKeySpace(rawValue: "matroska")
  /// Vorbis comments, of Ogg and FLAC. Their keys are in capitals.
  public static let vorbisComment = MetadataKeySpace(rawValue: "vorbis")
  /// The list INFO of WAVE and AVI, and their broadcast extension.
  public static let riff = MetadataKeySpace(rawValue: "riff")
  /// The text chunks of AIFF.
  public static let aiff = MetadataKeySpace(rawValue: "aiff")
  /// Exif, of photographs. Keys are the names of its tags ("DateTimeOriginal"); "Location" is where it was taken.
  public static let exif = MetadataKeySpace(rawValue: "exif")
  /// The text chunks of PNG.
  public static let png = MetadataKeySpace(rawValue: "png")
}

/// The value of an item.
public enum MetadataValue: Hashable, Sendable, Codable {
  /// Text. Dates and places are text, too: see ``MetadataItem/date`` and ``MetadataItem/location``.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// Bytes, as of a picture.
  case data(MetadataData)
}

/// Bytes that an item holds.
public struct MetadataData: Hashable, Sendable, Codable {
  /// Their media type ("image/jpeg"); nil where the file does not say.
  public var mediaType: String?
  /// The number of bytes.
  public var byteCount: Int
  /// The bytes; nil where they have not been read, as they are not unless they are asked for.
  public var bytes: [UInt8]?

  /// An item of `byteCount` bytes of `mediaType`.
  public init(mediaType: String?, byteCount: Int, bytes: [UInt8]? = nil) {
    self.mediaType = mediaType
    self.byteCount = byteCount
    self.bytes = bytes
  }
}
