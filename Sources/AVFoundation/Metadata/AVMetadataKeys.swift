// Keys of spaces, beyond what most programs ask for.

extension AVMetadataKey {
  /// The contributors.
  public static let commonKeyContributor = AVMetadataKey("contributor")
  /// The date of the last change.
  public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
  /// The kind of the work.
  public static let commonKeyType = AVMetadataKey("type")
  /// The format.
  public static let commonKeyFormat = AVMetadataKey("format")
  /// The identifier, for programs.
  public static let commonKeyIdentifier = AVMetadataKey("identifier")
  /// The source that it was made from.
  public static let commonKeySource = AVMetadataKey("source")
  /// The language.
  public static let commonKeyLanguage = AVMetadataKey("language")
  /// A work that belongs to it.
  public static let commonKeyRelation = AVMetadataKey("relation")
  /// A description for people who do not see or hear it.
  public static let commonKeyAccessibilityDescription = AVMetadataKey("accessibilityDescription")
  /// The publisher.
  public static let commonKeyPublisher = AVMetadataKey("publisher")
  /// QuickTime's: the author.
  public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
  /// QuickTime's: a comment.
  public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
  /// QuickTime's: the holder of the rights.
  public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
  /// QuickTime's: when it was made.
  public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
  /// QuickTime's: the director.
  public static let quickTimeMetadataKeyDirector = AVMetadataKey("com.apple.quicktime.director")
  /// QuickTime's: the name to be shown.
  public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
  /// QuickTime's: what else there is to say.
  public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
  /// QuickTime's: words to find it by.
  public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
  /// QuickTime's: the producer.
  public static let quickTimeMetadataKeyProducer = AVMetadataKey("com.apple.quicktime.producer")
  /// QuickTime's: the publisher.
  public static let quickTimeMetadataKeyPublisher = AVMetadataKey("com.apple.quicktime.publisher")
  /// QuickTime's: the album.
  public static let quickTimeMetadataKeyAlbum = AVMetadataKey("com.apple.quicktime.album")
  /// QuickTime's: the artist.
  public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
  /// QuickTime's: a picture.
  public static let quickTimeMetadataKeyArtwork = AVMetadataKey("com.apple.quicktime.artwork")
  /// QuickTime's: a description.
  public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
  /// QuickTime's: the program.
  public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
  /// QuickTime's: the year.
  public static let quickTimeMetadataKeyYear = AVMetadataKey("com.apple.quicktime.year")
  /// QuickTime's: the genre.
  public static let quickTimeMetadataKeyGenre = AVMetadataKey("com.apple.quicktime.genre")
  /// QuickTime's: what iXML says.
  public static let quickTimeMetadataKeyiXML = AVMetadataKey("com.apple.quicktime.iXML")
  /// QuickTime's: the maker of the camera.
  public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
  /// QuickTime's: the camera.
  public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
  /// QuickTime's: the arranger.
  public static let quickTimeMetadataKeyArranger = AVMetadataKey("com.apple.quicktime.arranger")
  /// QuickTime's: the encoder's name.
  public static let quickTimeMetadataKeyEncodedBy = AVMetadataKey("com.apple.quicktime.encodedby")
  /// QuickTime's: the first artist.
  public static let quickTimeMetadataKeyOriginalArtist = AVMetadataKey("com.apple.quicktime.originalartist")
  /// QuickTime's: the performer.
  public static let quickTimeMetadataKeyPerformer = AVMetadataKey("com.apple.quicktime.performer")
  /// QuickTime's: the composer.
  public static let quickTimeMetadataKeyComposer = AVMetadataKey("com.apple.quicktime.composer")
  /// QuickTime's: the credits.
  public static let quickTimeMetadataKeyCredits = AVMetadataKey("com.apple.quicktime.credits")
  /// QuickTime's: the holder of the rights in the recording.
  public static let quickTimeMetadataKeyPhonogramRights = AVMetadataKey("com.apple.quicktime.phonogramrights")
  /// QuickTime's: which camera.
  public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey("com.apple.quicktime.camera.identifier")
  /// QuickTime's: how long the camera reads a picture, in microseconds.
  public static let quickTimeMetadataKeyCameraFrameReadoutTime = AVMetadataKey(
    "com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// QuickTime's: the collection.
  public static let quickTimeMetadataKeyCollectionUser = AVMetadataKey("com.apple.quicktime.collection.user")
  /// QuickTime's: the rating.
  public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
  /// QuickTime's: the name of the place.
  public static let quickTimeMetadataKeyLocationName = AVMetadataKey("com.apple.quicktime.location.name")
  /// QuickTime's: the planet.
  public static let quickTimeMetadataKeyLocationBody = AVMetadataKey("com.apple.quicktime.location.body")
  /// QuickTime's: a note about the place.
  public static let quickTimeMetadataKeyLocationNote = AVMetadataKey("com.apple.quicktime.location.note")
  /// QuickTime's: what the place is to the film.
  public static let quickTimeMetadataKeyLocationRole = AVMetadataKey("com.apple.quicktime.location.role")
  /// QuickTime's: when it was there.
  public static let quickTimeMetadataKeyLocationDate = AVMetadataKey("com.apple.quicktime.location.date")
  /// QuickTime's: where the camera looks.
  public static let quickTimeMetadataKeyDirectionFacing = AVMetadataKey("com.apple.quicktime.direction.facing")
  /// QuickTime's: where the camera moves.
  public static let quickTimeMetadataKeyDirectionMotion = AVMetadataKey("com.apple.quicktime.direction.motion")
  /// QuickTime's: what a photo and its film share.
  public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
  /// QuickTime's: a description for people who do not see it.
  public static let quickTimeMetadataKeyAccessibilityDescription = AVMetadataKey(
    "com.apple.quicktime.accessibility.description")
  /// User data: the album.
  public static let quickTimeUserDataKeyAlbum = AVMetadataKey("\u{A9}alb")
  /// User data: the arranger.
  public static let quickTimeUserDataKeyArranger = AVMetadataKey("\u{A9}arg")
  /// User data: the artist.
  public static let quickTimeUserDataKeyArtist = AVMetadataKey("\u{A9}ART")
  /// User data: the author.
  public static let quickTimeUserDataKeyAuthor = AVMetadataKey("\u{A9}aut")
  /// User data: a chapter.
  public static let quickTimeUserDataKeyChapter = AVMetadataKey("\u{A9}chp")
  /// User data: a comment.
  public static let quickTimeUserDataKeyComment = AVMetadataKey("\u{A9}cmt")
  /// User data: the composer.
  public static let quickTimeUserDataKeyComposer = AVMetadataKey("\u{A9}com")
  /// User data: the holder of the rights.
  public static let quickTimeUserDataKeyCopyright = AVMetadataKey("\u{A9}cpy")
  /// User data: when it was made.
  public static let quickTimeUserDataKeyCreationDate = AVMetadataKey("\u{A9}day")
  /// User data: a description.
  public static let quickTimeUserDataKeyDescription = AVMetadataKey("\u{A9}des")
  /// User data: the director.
  public static let quickTimeUserDataKeyDirector = AVMetadataKey("\u{A9}dir")
  /// User data: what it does not promise.
  public static let quickTimeUserDataKeyDisclaimer = AVMetadataKey("\u{A9}dis")
  /// User data: the encoder's name.
  public static let quickTimeUserDataKeyEncodedBy = AVMetadataKey("\u{A9}enc")
  /// User data: the title.
  public static let quickTimeUserDataKeyFullName = AVMetadataKey("\u{A9}nam")
  /// User data: the genre.
  public static let quickTimeUserDataKeyGenre = AVMetadataKey("\u{A9}gen")
  /// User data: the machine.
  public static let quickTimeUserDataKeyHostComputer = AVMetadataKey("\u{A9}hst")
  /// User data: what else there is to say.
  public static let quickTimeUserDataKeyInformation = AVMetadataKey("\u{A9}inf")
  /// User data: words to find it by.
  public static let quickTimeUserDataKeyKeywords = AVMetadataKey("\u{A9}key")
  /// User data: the maker of the camera.
  public static let quickTimeUserDataKeyMake = AVMetadataKey("\u{A9}mak")
  /// User data: the camera.
  public static let quickTimeUserDataKeyModel = AVMetadataKey("\u{A9}mod")
  /// User data: the first artist.
  public static let quickTimeUserDataKeyOriginalArtist = AVMetadataKey("\u{A9}ope")
  /// User data: how it was stored at first.
  public static let quickTimeUserDataKeyOriginalFormat = AVMetadataKey("\u{A9}fmt")
  /// User data: what it was made from.
  public static let quickTimeUserDataKeyOriginalSource = AVMetadataKey("\u{A9}src")
  /// User data: the performer.
  public static let quickTimeUserDataKeyPerformers = AVMetadataKey("\u{A9}prf")
  /// User data: the producer.
  public static let quickTimeUserDataKeyProducer = AVMetadataKey("\u{A9}prd")
  /// User data: the product.
  public static let quickTimeUserDataKeyProduct = AVMetadataKey("\u{A9}PRD")
  /// User data: the publisher.
  public static let quickTimeUserDataKeyPublisher = AVMetadataKey("\u{A9}pub")
  /// User data: the program.
  public static let quickTimeUserDataKeySoftware = AVMetadataKey("\u{A9}swr")
  /// User data: what playing it needs.
  public static let quickTimeUserDataKeySpecialPlaybackRequirements = AVMetadataKey("\u{A9}req")
  /// User data: the track.
  public static let quickTimeUserDataKeyTrack = AVMetadataKey("\u{A9}trk")
  /// User data: a warning.
  public static let quickTimeUserDataKeyWarning = AVMetadataKey("\u{A9}wrn")
  /// User data: the writer.
  public static let quickTimeUserDataKeyWriter = AVMetadataKey("\u{A9}wrt")
  /// User data: an address.
  public static let quickTimeUserDataKeyURLLink = AVMetadataKey("\u{A9}url")
  /// User data: the place.
  public static let quickTimeUserDataKeyLocationISO6709 = AVMetadataKey("\u{A9}xyz")
  /// iTunes's: the album.
  public static let iTunesMetadataKeyAlbum = AVMetadataKey("\u{A9}alb")
  /// iTunes's: the artist.
  public static let iTunesMetadataKeyArtist = AVMetadataKey("\u{A9}ART")
  /// iTunes's: a comment.
  public static let iTunesMetadataKeyUserComment = AVMetadataKey("\u{A9}cmt")
  /// iTunes's: a picture.
  public static let iTunesMetadataKeyCoverArt = AVMetadataKey("covr")
  /// iTunes's: the holder of the rights.
  public static let iTunesMetadataKeyCopyright = AVMetadataKey("cprt")
  /// iTunes's: when it came out.
  public static let iTunesMetadataKeyReleaseDate = AVMetadataKey("\u{A9}day")
  /// iTunes's: the encoder's name.
  public static let iTunesMetadataKeyEncodedBy = AVMetadataKey("\u{A9}enc")
  /// iTunes's: the genre, as a number.
  public static let iTunesMetadataKeyPredefinedGenre = AVMetadataKey("gnre")
  /// iTunes's: the genre.
  public static let iTunesMetadataKeyUserGenre = AVMetadataKey("\u{A9}gen")
  /// iTunes's: the title.
  public static let iTunesMetadataKeySongName = AVMetadataKey("\u{A9}nam")
  /// iTunes's: the subtitle.
  public static let iTunesMetadataKeyTrackSubTitle = AVMetadataKey("\u{A9}st3")
  /// iTunes's: what encoded it.
  public static let iTunesMetadataKeyEncodingTool = AVMetadataKey("\u{A9}too")
  /// iTunes's: the composer.
  public static let iTunesMetadataKeyComposer = AVMetadataKey("\u{A9}wrt")
  /// iTunes's: the album's artist.
  public static let iTunesMetadataKeyAlbumArtist = AVMetadataKey("aART")
  /// iTunes's: whether it is a compilation.
  public static let iTunesMetadataKeyDiscCompilation = AVMetadataKey("cpil")
  /// iTunes's: the disc.
  public static let iTunesMetadataKeyDiscNumber = AVMetadataKey("disk")
  /// iTunes's: the group.
  public static let iTunesMetadataKeyGrouping = AVMetadataKey("grup")
  /// iTunes's: the rating of its audience.
  public static let iTunesMetadataKeyContentRating = AVMetadataKey("rtng")
  /// iTunes's: the beats in a minute.
  public static let iTunesMetadataKeyBeatsPerMin = AVMetadataKey("tmpo")
  /// iTunes's: the track.
  public static let iTunesMetadataKeyTrackNumber = AVMetadataKey("trkn")
  /// iTunes's: the art director.
  public static let iTunesMetadataKeyArtDirector = AVMetadataKey("\u{A9}ard")
  /// iTunes's: the arranger.
  public static let iTunesMetadataKeyArranger = AVMetadataKey("\u{A9}arg")
  /// iTunes's: the author.
  public static let iTunesMetadataKeyAuthor = AVMetadataKey("\u{A9}aut")
  /// iTunes's: the words.
  public static let iTunesMetadataKeyLyrics = AVMetadataKey("\u{A9}lyr")
  /// iTunes's: acknowledgements.
  public static let iTunesMetadataKeyAcknowledgement = AVMetadataKey("\u{A9}cak")
  /// iTunes's: the conductor.
  public static let iTunesMetadataKeyConductor = AVMetadataKey("\u{A9}con")
  /// iTunes's: a description.
  public static let iTunesMetadataKeyDescription = AVMetadataKey("\u{A9}des")
  /// iTunes's: the director.
  public static let iTunesMetadataKeyDirector = AVMetadataKey("\u{A9}dir")
  /// iTunes's: the equalizer.
  public static let iTunesMetadataKeyEQ = AVMetadataKey("\u{A9}equ")
  /// iTunes's: the notes.
  public static let iTunesMetadataKeyLinerNotes = AVMetadataKey("\u{A9}lnt")
  /// iTunes's: the company.
  public static let iTunesMetadataKeyRecordCompany = AVMetadataKey("\u{A9}mak")
  /// iTunes's: the first artist.
  public static let iTunesMetadataKeyOriginalArtist = AVMetadataKey("\u{A9}ope")
  /// iTunes's: the holder of the rights in the recording.
  public static let iTunesMetadataKeyPhonogramRights = AVMetadataKey("\u{A9}phg")
  /// iTunes's: the producer.
  public static let iTunesMetadataKeyProducer = AVMetadataKey("\u{A9}prd")
  /// iTunes's: the performer.
  public static let iTunesMetadataKeyPerformer = AVMetadataKey("\u{A9}prf")
  /// iTunes's: the publisher.
  public static let iTunesMetadataKeyPublisher = AVMetadataKey("\u{A9}pub")
  /// iTunes's: the engineer.
  public static let iTunesMetadataKeySoundEngineer = AVMetadataKey("\u{A9}sne")
  /// iTunes's: the soloist.
  public static let iTunesMetadataKeySoloist = AVMetadataKey("\u{A9}sol")
  /// iTunes's: the credits.
  public static let iTunesMetadataKeyCredits = AVMetadataKey("\u{A9}src")
  /// iTunes's: the thanks.
  public static let iTunesMetadataKeyThanks = AVMetadataKey("\u{A9}thx")
  /// iTunes's: an address.
  public static let iTunesMetadataKeyOnlineExtras = AVMetadataKey("\u{A9}url")
  /// iTunes's: the executive producer.
  public static let iTunesMetadataKeyExecProducer = AVMetadataKey("\u{A9}xpd")
}
