// Keys of the user data of 3GPP and ISO files, of stores, of cameras, and of the radio.

extension AVMetadataKey {
  /// 3GPP user data: the holder of the rights.
  public static let metadata3GPUserDataKeyCopyright = AVMetadataKey("cprt")
  /// 3GPP user data: the author.
  public static let metadata3GPUserDataKeyAuthor = AVMetadataKey("auth")
  /// 3GPP user data: the performer.
  public static let metadata3GPUserDataKeyPerformer = AVMetadataKey("perf")
  /// 3GPP user data: the genre.
  public static let metadata3GPUserDataKeyGenre = AVMetadataKey("gnre")
  /// 3GPP user data: the year of the recording.
  public static let metadata3GPUserDataKeyRecordingYear = AVMetadataKey("yrrc")
  /// 3GPP user data: the place.
  public static let metadata3GPUserDataKeyLocation = AVMetadataKey("loci")
  /// 3GPP user data: the title.
  public static let metadata3GPUserDataKeyTitle = AVMetadataKey("titl")
  /// 3GPP user data: a description.
  public static let metadata3GPUserDataKeyDescription = AVMetadataKey("dscp")
  /// 3GPP user data: the collection.
  public static let metadata3GPUserDataKeyCollection = AVMetadataKey("coll")
  /// 3GPP user data: how it is liked.
  public static let metadata3GPUserDataKeyUserRating = AVMetadataKey("urat")
  /// 3GPP user data: a small picture.
  public static let metadata3GPUserDataKeyThumbnail = AVMetadataKey("thmb")
  /// 3GPP user data: the album and the track.
  public static let metadata3GPUserDataKeyAlbumAndTrack = AVMetadataKey("albm")
  /// 3GPP user data: words to find it by.
  public static let metadata3GPUserDataKeyKeywordList = AVMetadataKey("kywd")
  /// 3GPP user data: what kind of thing it is.
  public static let metadata3GPUserDataKeyMediaClassification = AVMetadataKey("clsf")
  /// 3GPP user data: the rating of its audience.
  public static let metadata3GPUserDataKeyMediaRating = AVMetadataKey("rtng")
  /// ISO user data: the holder of the rights.
  public static let isoUserDataKeyCopyright = AVMetadataKey("cprt")
  /// ISO user data: when it was made.
  public static let isoUserDataKeyDate = AVMetadataKey("date")
  /// ISO user data: what the track is, a word of `AVMediaCharacteristic`.
  public static let isoUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// ISO user data: a description for people who do not see or hear it.
  public static let isoUserDataKeyAccessibilityDescription = AVMetadataKey("ades")
  /// iTunes's: the kind of account that it was bought with.
  public static let iTunesMetadataKeyAccountKind = AVMetadataKey("akID")
  /// iTunes's: the account that it was bought with.
  public static let iTunesMetadataKeyAppleID = AVMetadataKey("apID")
  /// iTunes's: the artist, a number.
  public static let iTunesMetadataKeyArtistID = AVMetadataKey("atID")
  /// iTunes's: the genre, a number.
  public static let iTunesMetadataKeyGenreID = AVMetadataKey("geID")
  /// iTunes's: the album, a number.
  public static let iTunesMetadataKeyPlaylistID = AVMetadataKey("plID")
  /// iTunes's: the song, a number.
  public static let iTunesMetadataKeySongID = AVMetadataKey("cnID")
  /// User data: what the track is called.
  public static let quickTimeUserDataKeyTrackName = AVMetadataKey("tnam")
  /// User data: what the track is, a word of `AVMediaCharacteristic`.
  public static let quickTimeUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// User data: the holder of the rights in the recording.
  public static let quickTimeUserDataKeyPhonogramRights = AVMetadataKey("©phg")
  /// User data: a description for people who do not see or hear it.
  public static let quickTimeUserDataKeyAccessibilityDescription = AVMetadataKey("ades")
  /// QuickTime's: whether it is to be played at its full rate.
  public static let quickTimeMetadataKeyFullFrameRatePlaybackIntent = AVMetadataKey(
    "com.apple.quicktime.full-frame-rate-playback-intent")
  /// QuickTime's: whether it is a montage.
  public static let quickTimeMetadataKeyIsMontage = AVMetadataKey("com.apple.quicktime.is-montage")
  /// Radio's: what is playing.
  public static let icyMetadataKeyStreamTitle = AVMetadataKey("StreamTitle")
  /// Radio's: its address.
  public static let icyMetadataKeyStreamURL = AVMetadataKey("StreamUrl")
}
