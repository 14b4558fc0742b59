// What items state, beyond what most programs ask for: spaces and keys as files have them.

extension AVMetadataIdentifier {
  /// The contributors.
  public static let commonIdentifierContributor = AVMetadataIdentifier("comn/contributor")
  /// The date of the last change.
  public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier("comn/lastModifiedDate")
  /// The kind of the work.
  public static let commonIdentifierType = AVMetadataIdentifier("comn/type")
  /// The format.
  public static let commonIdentifierFormat = AVMetadataIdentifier("comn/format")
  /// The identifier, for programs.
  public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier("comn/identifier")
  /// The source that it was made from.
  public static let commonIdentifierSource = AVMetadataIdentifier("comn/source")
  /// The language.
  public static let commonIdentifierLanguage = AVMetadataIdentifier("comn/language")
  /// A work that belongs to it.
  public static let commonIdentifierRelation = AVMetadataIdentifier("comn/relation")
  /// A description for people who do not see or hear it.
  public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier("comn/accessibilityDescription")
  /// QuickTime's: the director.
  public static let quickTimeMetadataDirector = AVMetadataIdentifier("mdta/com.apple.quicktime.director")
  /// QuickTime's: the name to be shown.
  public static let quickTimeMetadataDisplayName = AVMetadataIdentifier("mdta/com.apple.quicktime.displayname")
  /// QuickTime's: what else there is to say.
  public static let quickTimeMetadataInformation = AVMetadataIdentifier("mdta/com.apple.quicktime.information")
  /// QuickTime's: words to find it by.
  public static let quickTimeMetadataKeywords = AVMetadataIdentifier("mdta/com.apple.quicktime.keywords")
  /// QuickTime's: the producer.
  public static let quickTimeMetadataProducer = AVMetadataIdentifier("mdta/com.apple.quicktime.producer")
  /// QuickTime's: the publisher.
  public static let quickTimeMetadataPublisher = AVMetadataIdentifier("mdta/com.apple.quicktime.publisher")
  /// QuickTime's: a picture.
  public static let quickTimeMetadataArtwork = AVMetadataIdentifier("mdta/com.apple.quicktime.artwork")
  /// QuickTime's: the year.
  public static let quickTimeMetadataYear = AVMetadataIdentifier("mdta/com.apple.quicktime.year")
  /// QuickTime's: the genre.
  public static let quickTimeMetadataGenre = AVMetadataIdentifier("mdta/com.apple.quicktime.genre")
  /// QuickTime's: what iXML says.
  public static let quickTimeMetadataiXML = AVMetadataIdentifier("mdta/com.apple.quicktime.iXML")
  /// QuickTime's: the arranger.
  public static let quickTimeMetadataArranger = AVMetadataIdentifier("mdta/com.apple.quicktime.arranger")
  /// QuickTime's: the encoder's name.
  public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier("mdta/com.apple.quicktime.encodedby")
  /// QuickTime's: the first artist.
  public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.originalartist")
  /// QuickTime's: the performer.
  public static let quickTimeMetadataPerformer = AVMetadataIdentifier("mdta/com.apple.quicktime.performer")
  /// QuickTime's: the composer.
  public static let quickTimeMetadataComposer = AVMetadataIdentifier("mdta/com.apple.quicktime.composer")
  /// QuickTime's: the credits.
  public static let quickTimeMetadataCredits = AVMetadataIdentifier("mdta/com.apple.quicktime.credits")
  /// QuickTime's: the holder of the rights in the recording.
  public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier("mdta/com.apple.quicktime.phonogramrights")
  /// QuickTime's: which camera.
  public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.identifier")
  /// QuickTime's: how long the camera reads a picture, in microseconds.
  public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// QuickTime's: the collection.
  public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier("mdta/com.apple.quicktime.collection.user")
  /// QuickTime's: the rating.
  public static let quickTimeMetadataRatingUser = AVMetadataIdentifier("mdta/com.apple.quicktime.rating.user")
  /// QuickTime's: the name of the place.
  public static let quickTimeMetadataLocationName = AVMetadataIdentifier("mdta/com.apple.quicktime.location.name")
  /// QuickTime's: the planet.
  public static let quickTimeMetadataLocationBody = AVMetadataIdentifier("mdta/com.apple.quicktime.location.body")
  /// QuickTime's: a note about the place.
  public static let quickTimeMetadataLocationNote = AVMetadataIdentifier("mdta/com.apple.quicktime.location.note")
  /// QuickTime's: what the place is to the film.
  public static let quickTimeMetadataLocationRole = AVMetadataIdentifier("mdta/com.apple.quicktime.location.role")
  /// QuickTime's: when it was there.
  public static let quickTimeMetadataLocationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.location.date")
  /// QuickTime's: where the camera looks.
  public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.facing")
  /// QuickTime's: where the camera moves.
  public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.motion")
  /// QuickTime's: what a photo and its film share.
  public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.content.identifier")
  /// QuickTime's: a description for people who do not see it.
  public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.accessibility.description")
  /// User data: the album.
  public static let quickTimeUserDataAlbum = AVMetadataIdentifier("udta/%A9alb")
  /// User data: the arranger.
  public static let quickTimeUserDataArranger = AVMetadataIdentifier("udta/%A9arg")
  /// User data: the artist.
  public static let quickTimeUserDataArtist = AVMetadataIdentifier("udta/%A9ART")
  /// User data: the author.
  public static let quickTimeUserDataAuthor = AVMetadataIdentifier("udta/%A9aut")
  /// User data: a chapter.
  public static let quickTimeUserDataChapter = AVMetadataIdentifier("udta/%A9chp")
  /// User data: a comment.
  public static let quickTimeUserDataComment = AVMetadataIdentifier("udta/%A9cmt")
  /// User data: the composer.
  public static let quickTimeUserDataComposer = AVMetadataIdentifier("udta/%A9com")
  /// User data: the holder of the rights.
  public static let quickTimeUserDataCopyright = AVMetadataIdentifier("udta/%A9cpy")
  /// User data: when it was made.
  public static let quickTimeUserDataCreationDate = AVMetadataIdentifier("udta/%A9day")
  /// User data: a description.
  public static let quickTimeUserDataDescription = AVMetadataIdentifier("udta/%A9des")
  /// User data: the director.
  public static let quickTimeUserDataDirector = AVMetadataIdentifier("udta/%A9dir")
  /// User data: what it does not promise.
  public static let quickTimeUserDataDisclaimer = AVMetadataIdentifier("udta/%A9dis")
  /// User data: the encoder's name.
  public static let quickTimeUserDataEncodedBy = AVMetadataIdentifier("udta/%A9enc")
  /// User data: the title.
  public static let quickTimeUserDataFullName = AVMetadataIdentifier("udta/%A9nam")
  /// User data: the genre.
  public static let quickTimeUserDataGenre = AVMetadataIdentifier("udta/%A9gen")
  /// User data: the machine.
  public static let quickTimeUserDataHostComputer = AVMetadataIdentifier("udta/%A9hst")
  /// User data: what else there is to say.
  public static let quickTimeUserDataInformation = AVMetadataIdentifier("udta/%A9inf")
  /// User data: words to find it by.
  public static let quickTimeUserDataKeywords = AVMetadataIdentifier("udta/%A9key")
  /// User data: the maker of the camera.
  public static let quickTimeUserDataMake = AVMetadataIdentifier("udta/%A9mak")
  /// User data: the camera.
  public static let quickTimeUserDataModel = AVMetadataIdentifier("udta/%A9mod")
  /// User data: the first artist.
  public static let quickTimeUserDataOriginalArtist = AVMetadataIdentifier("udta/%A9ope")
  /// User data: how it was stored at first.
  public static let quickTimeUserDataOriginalFormat = AVMetadataIdentifier("udta/%A9fmt")
  /// User data: what it was made from.
  public static let quickTimeUserDataOriginalSource = AVMetadataIdentifier("udta/%A9src")
  /// User data: the performer.
  public static let quickTimeUserDataPerformers = AVMetadataIdentifier("udta/%A9prf")
  /// User data: the producer.
  public static let quickTimeUserDataProducer = AVMetadataIdentifier("udta/%A9prd")
  /// User data: the product.
  public static let quickTimeUserDataProduct = AVMetadataIdentifier("udta/%A9PRD")
  /// User data: the publisher.
  public static let quickTimeUserDataPublisher = AVMetadataIdentifier("udta/%A9pub")
  /// User data: the program.
  public static let quickTimeUserDataSoftware = AVMetadataIdentifier("udta/%A9swr")
  /// User data: what playing it needs.
  public static let quickTimeUserDataSpecialPlaybackRequirements = AVMetadataIdentifier("udta/%A9req")
  /// User data: the track.
  public static let quickTimeUserDataTrack = AVMetadataIdentifier("udta/%A9trk")
  /// User data: a warning.
  public static let quickTimeUserDataWarning = AVMetadataIdentifier("udta/%A9wrn")
  /// User data: the writer.
  public static let quickTimeUserDataWriter = AVMetadataIdentifier("udta/%A9wrt")
  /// User data: an address.
  public static let quickTimeUserDataURLLink = AVMetadataIdentifier("udta/%A9url")
  /// User data: the place.
  public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier("udta/%A9xyz")
  /// iTunes's: a comment.
  public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
  /// iTunes's: the holder of the rights.
  public static let iTunesMetadataCopyright = AVMetadataIdentifier("itsk/cprt")
  /// iTunes's: when it came out.
  public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
  /// iTunes's: the encoder's name.
  public static let iTunesMetadataEncodedBy = AVMetadataIdentifier("itsk/%A9enc")
  /// iTunes's: the genre, as a number.
  public static let iTunesMetadataPredefinedGenre = AVMetadataIdentifier("itsk/gnre")
  /// iTunes's: the genre.
  public static let iTunesMetadataUserGenre = AVMetadataIdentifier("itsk/%A9gen")
  /// iTunes's: the subtitle.
  public static let iTunesMetadataTrackSubTitle = AVMetadataIdentifier("itsk/%A9st3")
  /// iTunes's: what encoded it.
  public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
  /// iTunes's: the composer.
  public static let iTunesMetadataComposer = AVMetadataIdentifier("itsk/%A9wrt")
  /// iTunes's: the album's artist.
  public static let iTunesMetadataAlbumArtist = AVMetadataIdentifier("itsk/aART")
  /// iTunes's: whether it is a compilation.
  public static let iTunesMetadataDiscCompilation = AVMetadataIdentifier("itsk/cpil")
  /// iTunes's: the disc.
  public static let iTunesMetadataDiscNumber = AVMetadataIdentifier("itsk/disk")
  /// iTunes's: the group.
  public static let iTunesMetadataGrouping = AVMetadataIdentifier("itsk/grup")
  /// iTunes's: the rating of its audience.
  public static let iTunesMetadataContentRating = AVMetadataIdentifier("itsk/rtng")
  /// iTunes's: the beats in a minute.
  public static let iTunesMetadataBeatsPerMin = AVMetadataIdentifier("itsk/tmpo")
  /// iTunes's: the track.
  public static let iTunesMetadataTrackNumber = AVMetadataIdentifier("itsk/trkn")
  /// iTunes's: the art director.
  public static let iTunesMetadataArtDirector = AVMetadataIdentifier("itsk/%A9ard")
  /// iTunes's: the arranger.
  public static let iTunesMetadataArranger = AVMetadataIdentifier("itsk/%A9arg")
  /// iTunes's: the author.
  public static let iTunesMetadataAuthor = AVMetadataIdentifier("itsk/%A9aut")
  /// iTunes's: the words.
  public static let iTunesMetadataLyrics = AVMetadataIdentifier("itsk/%A9lyr")
  /// iTunes's: acknowledgements.
  public static let iTunesMetadataAcknowledgement = AVMetadataIdentifier("itsk/%A9cak")
  /// iTunes's: the conductor.
  public static let iTunesMetadataConductor = AVMetadataIdentifier("itsk/%A9con")
  /// iTunes's: a description.
  public static let iTunesMetadataDescription = AVMetadataIdentifier("itsk/%A9des")
  /// iTunes's: the director.
  public static let iTunesMetadataDirector = AVMetadataIdentifier("itsk/%A9dir")
  /// iTunes's: the equalizer.
  public static let iTunesMetadataEQ = AVMetadataIdentifier("itsk/%A9equ")
  /// iTunes's: the notes.
  public static let iTunesMetadataLinerNotes = AVMetadataIdentifier("itsk/%A9lnt")
  /// iTunes's: the company.
  public static let iTunesMetadataRecordCompany = AVMetadataIdentifier("itsk/%A9mak")
  /// iTunes's: the first artist.
  public static let iTunesMetadataOriginalArtist = AVMetadataIdentifier("itsk/%A9ope")
  /// iTunes's: the holder of the rights in the recording.
  public static let iTunesMetadataPhonogramRights = AVMetadataIdentifier("itsk/%A9phg")
  /// iTunes's: the producer.
  public static let iTunesMetadataProducer = AVMetadataIdentifier("itsk/%A9prd")
  /// iTunes's: the performer.
  public static let iTunesMetadataPerformer = AVMetadataIdentifier("itsk/%A9prf")
  /// iTunes's: the publisher.
  public static let iTunesMetadataPublisher = AVMetadataIdentifier("itsk/%A9pub")
  /// iTunes's: the engineer.
  public static let iTunesMetadataSoundEngineer = AVMetadataIdentifier("itsk/%A9sne")
  /// iTunes's: the soloist.
  public static let iTunesMetadataSoloist = AVMetadataIdentifier("itsk/%A9sol")
  /// iTunes's: the credits.
  public static let iTunesMetadataCredits = AVMetadataIdentifier("itsk/%A9src")
  /// iTunes's: the thanks.
  public static let iTunesMetadataThanks = AVMetadataIdentifier("itsk/%A9thx")
  /// iTunes's: an address.
  public static let iTunesMetadataOnlineExtras = AVMetadataIdentifier("itsk/%A9url")
  /// iTunes's: the executive producer.
  public static let iTunesMetadataExecProducer = AVMetadataIdentifier("itsk/%A9xpd")
}
