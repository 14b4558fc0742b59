// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The frames of ID3, by the names of ID3 2.3 and 2.4.

extension AVMetadataKey {
  /// ID3: how the sound is encrypted.
  public static let id3MetadataKeyAudioEncryption = AVMetadataKey("AENC")
  /// ID3: a picture.
  public static let id3MetadataKeyAttachedPicture = AVMetadataKey("APIC")
  /// ID3: where one may seek to.
  public static let id3MetadataKeyAudioSeekPointIndex = AVMetadataKey("ASPI")
  /// ID3: a comment.
  public static let id3MetadataKeyComments = AVMetadataKey("COMM")
  /// ID3: what it costs.
  public static let id3MetadataKeyCommercial = AVMetadataKey("COMR")
  /// ID3: how frames are encrypted.
  public static let id3MetadataKeyEncryption = AVMetadataKey("ENCR")
  /// ID3: the equalizer of version 2.3.
  public static let id3MetadataKeyEqualization = AVMetadataKey("EQUA")
  /// ID3: the equalizer of version 2.4.
  public static let id3MetadataKeyEqualization2 = AVMetadataKey("EQU2")
  /// ID3: when things happen in it.
  public static let id3MetadataKeyEventTimingCodes = AVMetadataKey("ETCO")
  /// ID3: any file.
  public static let id3MetadataKeyGeneralEncapsulatedObject = AVMetadataKey("GEOB")
  /// ID3: what belongs together.
  public static let id3MetadataKeyGroupIdentifier = AVMetadataKey("GRID")
  /// ID3: the participants, in version 2.3.
  public static let id3MetadataKeyInvolvedPeopleList_v23 = AVMetadataKey("IPLS")
  /// ID3: what stands in another file.
  public static let id3MetadataKeyLink = AVMetadataKey("LINK")
  /// ID3: the compact disc it is from.
  public static let id3MetadataKeyMusicCDIdentifier = AVMetadataKey("MCDI")
  /// ID3: where its packets stand.
  public static let id3MetadataKeyMPEGLocationLookupTable = AVMetadataKey("MLLT")
  /// ID3: the buyer.
  public static let id3MetadataKeyOwnership = AVMetadataKey("OWNE")
  /// ID3: what a program keeps.
  public static let id3MetadataKeyPrivate = AVMetadataKey("PRIV")
  /// ID3: how often it was played.
  public static let id3MetadataKeyPlayCounter = AVMetadataKey("PCNT")
  /// ID3: how it is liked.
  public static let id3MetadataKeyPopularimeter = AVMetadataKey("POPM")
  /// ID3: where it was tuned in.
  public static let id3MetadataKeyPositionSynchronization = AVMetadataKey("POSS")
  /// ID3: the buffer that a server recommends.
  public static let id3MetadataKeyRecommendedBufferSize = AVMetadataKey("RBUF")
  /// ID3: the gain of version 2.3.
  public static let id3MetadataKeyRelativeVolumeAdjustment = AVMetadataKey("RVAD")
  /// ID3: the gain of version 2.4.
  public static let id3MetadataKeyRelativeVolumeAdjustment2 = AVMetadataKey("RVA2")
  /// ID3: the room.
  public static let id3MetadataKeyReverb = AVMetadataKey("RVRB")
  /// ID3: where the next tag stands.
  public static let id3MetadataKeySeek = AVMetadataKey("SEEK")
  /// ID3: the signature.
  public static let id3MetadataKeySignature = AVMetadataKey("SIGN")
  /// ID3: the words, with times.
  public static let id3MetadataKeySynchronizedLyric = AVMetadataKey("SYLT")
  /// ID3: the tempo, with times.
  public static let id3MetadataKeySynchronizedTempoCodes = AVMetadataKey("SYTC")
  /// ID3: the album.
  public static let id3MetadataKeyAlbumTitle = AVMetadataKey("TALB")
  /// ID3: the beats in a minute.
  public static let id3MetadataKeyBeatsPerMinute = AVMetadataKey("TBPM")
  /// ID3: the composer.
  public static let id3MetadataKeyComposer = AVMetadataKey("TCOM")
  /// ID3: the genre.
  public static let id3MetadataKeyContentType = AVMetadataKey("TCON")
  /// ID3: the holder of the rights.
  public static let id3MetadataKeyCopyright = AVMetadataKey("TCOP")
  /// ID3: the day and the month.
  public static let id3MetadataKeyDate = AVMetadataKey("TDAT")
  /// ID3: when it was encoded.
  public static let id3MetadataKeyEncodingTime = AVMetadataKey("TDEN")
  /// ID3: the silence before what follows.
  public static let id3MetadataKeyPlaylistDelay = AVMetadataKey("TDLY")
  /// ID3: when it came out at first.
  public static let id3MetadataKeyOriginalReleaseTime = AVMetadataKey("TDOR")
  /// ID3: when it was recorded.
  public static let id3MetadataKeyRecordingTime = AVMetadataKey("TDRC")
  /// ID3: when it came out.
  public static let id3MetadataKeyReleaseTime = AVMetadataKey("TDRL")
  /// ID3: when it was tagged.
  public static let id3MetadataKeyTaggingTime = AVMetadataKey("TDTG")
  /// ID3: the encoder's name.
  public static let id3MetadataKeyEncodedBy = AVMetadataKey("TENC")
  /// ID3: the lyricist.
  public static let id3MetadataKeyLyricist = AVMetadataKey("TEXT")
  /// ID3: what kind of sound it is.
  public static let id3MetadataKeyFileType = AVMetadataKey("TFLT")
  /// ID3: the hour and the minute.
  public static let id3MetadataKeyTime = AVMetadataKey("TIME")
  /// ID3: the participants, in version 2.4.
  public static let id3MetadataKeyInvolvedPeopleList_v24 = AVMetadataKey("TIPL")
  /// ID3: what it belongs to.
  public static let id3MetadataKeyContentGroupDescription = AVMetadataKey("TIT1")
  /// ID3: the title.
  public static let id3MetadataKeyTitleDescription = AVMetadataKey("TIT2")
  /// ID3: the subtitle.
  public static let id3MetadataKeySubTitle = AVMetadataKey("TIT3")
  /// ID3: the key that it begins in.
  public static let id3MetadataKeyInitialKey = AVMetadataKey("TKEY")
  /// ID3: the language.
  public static let id3MetadataKeyLanguage = AVMetadataKey("TLAN")
  /// ID3: how long it is, in milliseconds.
  public static let id3MetadataKeyLength = AVMetadataKey("TLEN")
  /// ID3: the musicians and their instruments.
  public static let id3MetadataKeyMusicianCreditsList = AVMetadataKey("TMCL")
  /// ID3: what it was copied from.
  public static let id3MetadataKeyMediaType = AVMetadataKey("TMED")
  /// ID3: the mood.
  public static let id3MetadataKeyMood = AVMetadataKey("TMOO")
  /// ID3: the album that it was on at first.
  public static let id3MetadataKeyOriginalAlbumTitle = AVMetadataKey("TOAL")
  /// ID3: what its file was called.
  public static let id3MetadataKeyOriginalFilename = AVMetadataKey("TOFN")
  /// ID3: the lyricist at first.
  public static let id3MetadataKeyOriginalLyricist = AVMetadataKey("TOLY")
  /// ID3: the first artist.
  public static let id3MetadataKeyOriginalArtist = AVMetadataKey("TOPE")
  /// ID3: the year in which it came out at first.
  public static let id3MetadataKeyOriginalReleaseYear = AVMetadataKey("TORY")
  /// ID3: whose file it is.
  public static let id3MetadataKeyFileOwner = AVMetadataKey("TOWN")
  /// ID3: the artist.
  public static let id3MetadataKeyLeadPerformer = AVMetadataKey("TPE1")
  /// ID3: the band.
  public static let id3MetadataKeyBand = AVMetadataKey("TPE2")
  /// ID3: the conductor.
  public static let id3MetadataKeyConductor = AVMetadataKey("TPE3")
  /// ID3: the remixer.
  public static let id3MetadataKeyModifiedBy = AVMetadataKey("TPE4")
  /// ID3: the disc.
  public static let id3MetadataKeyPartOfASet = AVMetadataKey("TPOS")
  /// ID3: the holder of the rights in the recording.
  public static let id3MetadataKeyProducedNotice = AVMetadataKey("TPRO")
  /// ID3: the publisher.
  public static let id3MetadataKeyPublisher = AVMetadataKey("TPUB")
  /// ID3: the track.
  public static let id3MetadataKeyTrackNumber = AVMetadataKey("TRCK")
  /// ID3: the days of the recording.
  public static let id3MetadataKeyRecordingDates = AVMetadataKey("TRDA")
  /// ID3: the station.
  public static let id3MetadataKeyInternetRadioStationName = AVMetadataKey("TRSN")
  /// ID3: whose station it is.
  public static let id3MetadataKeyInternetRadioStationOwner = AVMetadataKey("TRSO")
  /// ID3: how many bytes it has.
  public static let id3MetadataKeySize = AVMetadataKey("TSIZ")
  /// ID3: what the album is sorted by.
  public static let id3MetadataKeyAlbumSortOrder = AVMetadataKey("TSOA")
  /// ID3: what the artist is sorted by.
  public static let id3MetadataKeyPerformerSortOrder = AVMetadataKey("TSOP")
  /// ID3: what the title is sorted by.
  public static let id3MetadataKeyTitleSortOrder = AVMetadataKey("TSOT")
  /// ID3: the recording's number.
  public static let id3MetadataKeyInternationalStandardRecordingCode = AVMetadataKey("TSRC")
  /// ID3: what encoded it.
  public static let id3MetadataKeyEncodedWith = AVMetadataKey("TSSE")
  /// ID3: what the disc is called.
  public static let id3MetadataKeySetSubtitle = AVMetadataKey("TSST")
  /// ID3: the year.
  public static let id3MetadataKeyYear = AVMetadataKey("TYER")
  /// ID3: any text.
  public static let id3MetadataKeyUserText = AVMetadataKey("TXXX")
  /// ID3: the number that a list has for it.
  public static let id3MetadataKeyUniqueFileIdentifier = AVMetadataKey("UFID")
  /// ID3: what one may do with it.
  public static let id3MetadataKeyTermsOfUse = AVMetadataKey("USER")
  /// ID3: the words.
  public static let id3MetadataKeyUnsynchronizedLyric = AVMetadataKey("USLT")
  /// ID3: where it is sold.
  public static let id3MetadataKeyCommercialInformation = AVMetadataKey("WCOM")
  /// ID3: the page of the copyright's terms.
  public static let id3MetadataKeyCopyrightInformation = AVMetadataKey("WCOP")
  /// ID3: its own page.
  public static let id3MetadataKeyOfficialAudioFileWebpage = AVMetadataKey("WOAF")
  /// ID3: the artist's page.
  public static let id3MetadataKeyOfficialArtistWebpage = AVMetadataKey("WOAR")
  /// ID3: the page of what it is from.
  public static let id3MetadataKeyOfficialAudioSourceWebpage = AVMetadataKey("WOAS")
  /// ID3: the station's page.
  public static let id3MetadataKeyOfficialInternetRadioStationHomepage = AVMetadataKey("WORS")
  /// ID3: where it is paid.
  public static let id3MetadataKeyPayment = AVMetadataKey("WPAY")
  /// ID3: the publisher's page.
  public static let id3MetadataKeyOfficialPublisherWebpage = AVMetadataKey("WPUB")
  /// ID3: any address.
  public static let id3MetadataKeyUserURL = AVMetadataKey("WXXX")
}
