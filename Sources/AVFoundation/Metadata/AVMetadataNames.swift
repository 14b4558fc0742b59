/// Identifier of an item's statement, with its key space: "mdta/com.apple.quicktime.title" (`AVMetadataIdentifier`).
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// Space and key.
  public var rawValue: String
  /// The identifier of this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The identifier of this text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// A title, in any kind of file.
  public static let commonIdentifierTitle = AVMetadataIdentifier("comn/title")
  /// The manufacturer.
  public static let commonIdentifierCreator = AVMetadataIdentifier("comn/creator")
  /// The subject.
  public static let commonIdentifierSubject = AVMetadataIdentifier("comn/subject")
  /// A description.
  public static let commonIdentifierDescription = AVMetadataIdentifier("comn/description")
  /// The date at which it was made.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("comn/creationDate")
  /// The place where it was made.
  public static let commonIdentifierLocation = AVMetadataIdentifier("comn/location")
  /// The holder of the rights.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier("comn/copyrights")
  /// The album.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier("comn/albumName")
  /// The author.
  public static let commonIdentifierAuthor = AVMetadataIdentifier("comn/author")
  /// The artist.
  public static let commonIdentifierArtist = AVMetadataIdentifier("comn/artist")
  /// A picture.
  public static let commonIdentifierArtwork = AVMetadataIdentifier("comn/artwork")
  /// The maker of the camera.
  public static let commonIdentifierMake = AVMetadataIdentifier("comn/make")
  /// The camera.
  public static let commonIdentifierModel = AVMetadataIdentifier("comn/model")
  /// The program.
  public static let commonIdentifierSoftware = AVMetadataIdentifier("comn/software")
  /// The publisher.
  public static let commonIdentifierPublisher = AVMetadataIdentifier("comn/publisher")
  /// QuickTime's title.
  public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
  /// QuickTime's description.
  public static let quickTimeMetadataDescription = AVMetadataIdentifier("mdta/com.apple.quicktime.description")
  /// QuickTime's comment.
  public static let quickTimeMetadataComment = AVMetadataIdentifier("mdta/com.apple.quicktime.comment")
  /// QuickTime's date.
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
  /// QuickTime's place.
  public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.location.ISO6709")
  /// QuickTime's author.
  public static let quickTimeMetadataAuthor = AVMetadataIdentifier("mdta/com.apple.quicktime.author")
  /// QuickTime's artist.
  public static let quickTimeMetadataArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.artist")
  /// QuickTime's album.
  public static let quickTimeMetadataAlbum = AVMetadataIdentifier("mdta/com.apple.quicktime.album")
  /// QuickTime's copyright.
  public static let quickTimeMetadataCopyright = AVMetadataIdentifier("mdta/com.apple.quicktime.copyright")
  /// QuickTime's maker of the camera.
  public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
  /// QuickTime's camera.
  public static let quickTimeMetadataModel = AVMetadataIdentifier("mdta/com.apple.quicktime.model")
  /// QuickTime's program.
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
  /// iTunes's title.
  public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
  /// iTunes's artist.
  public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
  /// iTunes's album.
  public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
  /// iTunes's picture.
  public static let iTunesMetadataCoverArt = AVMetadataIdentifier("itsk/covr")
}

/// A space of keys (`AVMetadataKeySpace`).
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The space's name.
  public var rawValue: String
  /// The space of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The space of this name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Keys that mean the same in all kinds of file.
  public static let common = AVMetadataKeySpace("comn")
  /// QuickTime's metadata.
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  /// QuickTime's user data.
  public static let quickTimeUserData = AVMetadataKeySpace("udta")
  /// iTunes's list.
  public static let iTunes = AVMetadataKeySpace("itsk")
  /// ID3.
  public static let id3 = AVMetadataKeySpace("org.id3")
  /// User data of ISO and 3GPP files.
  public static let isoUserData = AVMetadataKeySpace("uiso")
  /// Attributes of a stream's date ranges (`EXT-X-DATERANGE`).
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")
  /// Statements of radio streams.
  public static let icy = AVMetadataKeySpace("icy")
}

/// A key of a space (`AVMetadataKey`).
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The key.
  public var rawValue: String
  /// The key of this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The key of this text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// A title.
  public static let commonKeyTitle = AVMetadataKey("title")
  /// The manufacturer.
  public static let commonKeyCreator = AVMetadataKey("creator")
  /// The subject.
  public static let commonKeySubject = AVMetadataKey("subject")
  /// A description.
  public static let commonKeyDescription = AVMetadataKey("description")
  /// The date at which it was made.
  public static let commonKeyCreationDate = AVMetadataKey("creationDate")
  /// The place where it was made.
  public static let commonKeyLocation = AVMetadataKey("location")
  /// The holder of the rights.
  public static let commonKeyCopyrights = AVMetadataKey("copyrights")
  /// The album.
  public static let commonKeyAlbumName = AVMetadataKey("albumName")
  /// The author.
  public static let commonKeyAuthor = AVMetadataKey("author")
  /// The artist.
  public static let commonKeyArtist = AVMetadataKey("artist")
  /// A picture.
  public static let commonKeyArtwork = AVMetadataKey("artwork")
  /// The maker of the camera.
  public static let commonKeyMake = AVMetadataKey("make")
  /// The camera.
  public static let commonKeyModel = AVMetadataKey("model")
  /// The program.
  public static let commonKeySoftware = AVMetadataKey("software")
  /// QuickTime's title.
  public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
  /// QuickTime's place.
  public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
}

/// A kind of metadata that a file has (`AVMetadataFormat`).
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The kind's name.
  public var rawValue: String
  /// The kind of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// QuickTime's metadata.
  public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
  /// QuickTime's user data.
  public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
  /// iTunes's list.
  public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
  /// ID3.
  public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
  /// User data of ISO and 3GPP files.
  public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")

  /// The kind of the keys of `space`.
  init(_ space: AVMetadataKeySpace) {
    switch space {
    case .quickTimeMetadata: self = .quickTimeMetadata
    case .quickTimeUserData: self = .quickTimeUserData
    case .iTunes: self = .iTunesMetadata
    case .isoUserData: self = .isoUserData
    default: self.init(rawValue: space.rawValue)
    }
  }
}
