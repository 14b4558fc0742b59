// What items state in the user data of 3GPP and ISO files, by the numbers of stores, by cameras, and on the radio.

extension AVMetadataIdentifier {
  /// 3GPP user data: the holder of the rights.
  public static let identifier3GPUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  /// 3GPP user data: the author.
  public static let identifier3GPUserDataAuthor = AVMetadataIdentifier("uiso/auth")
  /// 3GPP user data: the performer.
  public static let identifier3GPUserDataPerformer = AVMetadataIdentifier("uiso/perf")
  /// 3GPP user data: the genre.
  public static let identifier3GPUserDataGenre = AVMetadataIdentifier("uiso/gnre")
  /// 3GPP user data: the year of the recording.
  public static let identifier3GPUserDataRecordingYear = AVMetadataIdentifier("uiso/yrrc")
  /// 3GPP user data: the place.
  public static let identifier3GPUserDataLocation = AVMetadataIdentifier("uiso/loci")
  /// 3GPP user data: the title.
  public static let identifier3GPUserDataTitle = AVMetadataIdentifier("uiso/titl")
  /// 3GPP user data: a description.
  public static let identifier3GPUserDataDescription = AVMetadataIdentifier("uiso/dscp")
  /// 3GPP user data: the collection.
  public static let identifier3GPUserDataCollection = AVMetadataIdentifier("uiso/coll")
  /// 3GPP user data: how it is liked.
  public static let identifier3GPUserDataUserRating = AVMetadataIdentifier("uiso/urat")
  /// 3GPP user data: a small picture.
  public static let identifier3GPUserDataThumbnail = AVMetadataIdentifier("uiso/thmb")
  /// 3GPP user data: the album and the track.
  public static let identifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier("uiso/albm")
  /// 3GPP user data: words to find it by.
  public static let identifier3GPUserDataKeywordList = AVMetadataIdentifier("uiso/kywd")
  /// 3GPP user data: what kind of thing it is.
  public static let identifier3GPUserDataMediaClassification = AVMetadataIdentifier("uiso/clsf")
  /// 3GPP user data: the rating of its audience.
  public static let identifier3GPUserDataMediaRating = AVMetadataIdentifier("uiso/rtng")
  /// ISO user data: the holder of the rights.
  public static let isoUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  /// ISO user data: when it was made.
  public static let isoUserDataDate = AVMetadataIdentifier("uiso/date")
  /// ISO user data: what the track is, a word of `AVMediaCharacteristic`.
  public static let isoUserDataTaggedCharacteristic = AVMetadataIdentifier("uiso/tagc")
  /// ISO user data: a description for people who do not see or hear it.
  public static let isoUserDataAccessibilityDescription = AVMetadataIdentifier("uiso/ades")
  /// iTunes's: the kind of account that it was bought with.
  public static let iTunesMetadataAccountKind = AVMetadataIdentifier("itsk/akID")
  /// iTunes's: the account that it was bought with.
  public static let iTunesMetadataAppleID = AVMetadataIdentifier("itsk/apID")
  /// iTunes's: the artist, a number.
  public static let iTunesMetadataArtistID = AVMetadataIdentifier("itsk/atID")
  /// iTunes's: the genre, a number.
  public static let iTunesMetadataGenreID = AVMetadataIdentifier("itsk/geID")
  /// iTunes's: the album, a number.
  public static let iTunesMetadataPlaylistID = AVMetadataIdentifier("itsk/plID")
  /// iTunes's: the song, a number.
  public static let iTunesMetadataSongID = AVMetadataIdentifier("itsk/cnID")
  /// User data: what the track is called.
  public static let quickTimeUserDataTrackName = AVMetadataIdentifier("udta/tnam")
  /// User data: what the track is, a word of `AVMediaCharacteristic`.
  public static let quickTimeUserDataTaggedCharacteristic = AVMetadataIdentifier("udta/tagc")
  /// User data: the holder of the rights in the recording.
  public static let quickTimeUserDataPhonogramRights = AVMetadataIdentifier("udta/%A9phg")
  /// User data: a description for people who do not see or hear it.
  public static let quickTimeUserDataAccessibilityDescription = AVMetadataIdentifier("udta/ades")
  /// QuickTime's: whether it is to be played at its full rate.
  public static let quickTimeMetadataFullFrameRatePlaybackIntent = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
  /// QuickTime's: whether it is a montage.
  public static let quickTimeMetadataIsMontage = AVMetadataIdentifier("mdta/com.apple.quicktime.is-montage")
  /// QuickTime's: whether the camera made the live photo by itself.
  public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier("mdta/com.apple.quicktime.live-photo.auto")
  /// QuickTime's: how lively a live photo is.
  public static let quickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-score")
  /// QuickTime's: how that was measured.
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
  /// QuickTime's: how good the picture beyond the frame is.
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
  /// QuickTime's: how that was measured.
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
  /// QuickTime's: how exact the place is, in meters.
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.location.accuracy.horizontal")
  /// QuickTime's: a face.
  public static let quickTimeMetadataDetectedFace = AVMetadataIdentifier("mdta/com.apple.quicktime.detected-face")
  /// QuickTime's: a human body.
  public static let quickTimeMetadataDetectedHumanBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-human-body")
  /// QuickTime's: the body of a cat.
  public static let quickTimeMetadataDetectedCatBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-cat-body")
  /// QuickTime's: the body of a dog.
  public static let quickTimeMetadataDetectedDogBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-dog-body")
  /// QuickTime's: what catches the eye.
  public static let quickTimeMetadataDetectedSalientObject = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-salient-object")
  /// QuickTime's: how pictures are turned upright, from some time on.
  public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.video-orientation")
  /// QuickTime's: how pictures are transformed, from some time on.
  public static let quickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.preferred-affine-transform")
  /// Radio's: what is playing.
  public static let icyMetadataStreamTitle = AVMetadataIdentifier("icy/StreamTitle")
  /// Radio's: its address.
  public static let icyMetadataStreamURL = AVMetadataIdentifier("icy/StreamUrl")
}
