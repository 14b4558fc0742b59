// swift-format-ignore-file: AlwaysUseLowerCamelCase

// What the frames of ID3 state, by the names of ID3 2.3 and 2.4.

extension AVMetadataIdentifier {
  /// ID3: how the sound is encrypted.
  public static let id3MetadataAudioEncryption = AVMetadataIdentifier("id3/AENC")
  /// ID3: a picture.
  public static let id3MetadataAttachedPicture = AVMetadataIdentifier("id3/APIC")
  /// ID3: where one may seek to.
  public static let id3MetadataAudioSeekPointIndex = AVMetadataIdentifier("id3/ASPI")
  /// ID3: a comment.
  public static let id3MetadataComments = AVMetadataIdentifier("id3/COMM")
  /// ID3: what it costs.
  public static let id3MetadataCommercial = AVMetadataIdentifier("id3/COMR")
  /// ID3: how frames are encrypted.
  public static let id3MetadataEncryption = AVMetadataIdentifier("id3/ENCR")
  /// ID3: the equalizer of version 2.3.
  public static let id3MetadataEqualization = AVMetadataIdentifier("id3/EQUA")
  /// ID3: the equalizer of version 2.4.
  public static let id3MetadataEqualization2 = AVMetadataIdentifier("id3/EQU2")
  /// ID3: when things happen in it.
  public static let id3MetadataEventTimingCodes = AVMetadataIdentifier("id3/ETCO")
  /// ID3: any file.
  public static let id3MetadataGeneralEncapsulatedObject = AVMetadataIdentifier("id3/GEOB")
  /// ID3: what belongs together.
  public static let id3MetadataGroupIdentifier = AVMetadataIdentifier("id3/GRID")
  /// ID3: the participants, in version 2.3.
  public static let id3MetadataInvolvedPeopleList_v23 = AVMetadataIdentifier("id3/IPLS")
  /// ID3: what stands in another file.
  public static let id3MetadataLink = AVMetadataIdentifier("id3/LINK")
  /// ID3: the compact disc it is from.
  public static let id3MetadataMusicCDIdentifier = AVMetadataIdentifier("id3/MCDI")
  /// ID3: where its packets stand.
  public static let id3MetadataMPEGLocationLookupTable = AVMetadataIdentifier("id3/MLLT")
  /// ID3: the buyer.
  public static let id3MetadataOwnership = AVMetadataIdentifier("id3/OWNE")
  /// ID3: what a program keeps.
  public static let id3MetadataPrivate = AVMetadataIdentifier("id3/PRIV")
  /// ID3: how often it was played.
  public static let id3MetadataPlayCounter = AVMetadataIdentifier("id3/PCNT")
  /// ID3: how it is liked.
  public static let id3MetadataPopularimeter = AVMetadataIdentifier("id3/POPM")
  /// ID3: where it was tuned in.
  public static let id3MetadataPositionSynchronization = AVMetadataIdentifier("id3/POSS")
  /// ID3: the buffer that a server recommends.
  public static let id3MetadataRecommendedBufferSize = AVMetadataIdentifier("id3/RBUF")
  /// ID3: the gain of version 2.3.
  public static let id3MetadataRelativeVolumeAdjustment = AVMetadataIdentifier("id3/RVAD")
  /// ID3: the gain of version 2.4.
  public static let id3MetadataRelativeVolumeAdjustment2 = AVMetadataIdentifier("id3/RVA2")
  /// ID3: the room.
  public static let id3MetadataReverb = AVMetadataIdentifier("id3/RVRB")
  /// ID3: where the next tag stands.
  public static let id3MetadataSeek = AVMetadataIdentifier("id3/SEEK")
  /// ID3: the signature.
  public static let id3MetadataSignature = AVMetadataIdentifier("id3/SIGN")
  /// ID3: the words, with times.
  public static let id3MetadataSynchronizedLyric = AVMetadataIdentifier("id3/SYLT")
  /// ID3: the tempo, with times.
  public static let id3MetadataSynchronizedTempoCodes = AVMetadataIdentifier("id3/SYTC")
  /// ID3: the album.
  public static let id3MetadataAlbumTitle = AVMetadataIdentifier("id3/TALB")
  /// ID3: the beats in a minute.
  public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier("id3/TBPM")
  /// ID3: the composer.
  public static let id3MetadataComposer = AVMetadataIdentifier("id3/TCOM")
  /// ID3: the genre.
  public static let id3MetadataContentType = AVMetadataIdentifier("id3/TCON")
  /// ID3: the holder of the rights.
  public static let id3MetadataCopyright = AVMetadataIdentifier("id3/TCOP")
  /// ID3: the day and the month.
  public static let id3MetadataDate = AVMetadataIdentifier("id3/TDAT")
  /// ID3: when it was encoded.
  public static let id3MetadataEncodingTime = AVMetadataIdentifier("id3/TDEN")
  /// ID3: the silence before what follows.
  public static let id3MetadataPlaylistDelay = AVMetadataIdentifier("id3/TDLY")
  /// ID3: when it came out at first.
  public static let id3MetadataOriginalReleaseTime = AVMetadataIdentifier("id3/TDOR")
  /// ID3: when it was recorded.
  public static let id3MetadataRecordingTime = AVMetadataIdentifier("id3/TDRC")
  /// ID3: when it came out.
  public static let id3MetadataReleaseTime = AVMetadataIdentifier("id3/TDRL")
  /// ID3: when it was tagged.
  public static let id3MetadataTaggingTime = AVMetadataIdentifier("id3/TDTG")
  /// ID3: the encoder's name.
  public static let id3MetadataEncodedBy = AVMetadataIdentifier("id3/TENC")
  /// ID3: the lyricist.
  public static let id3MetadataLyricist = AVMetadataIdentifier("id3/TEXT")
  /// ID3: what kind of sound it is.
  public static let id3MetadataFileType = AVMetadataIdentifier("id3/TFLT")
  /// ID3: the hour and the minute.
  public static let id3MetadataTime = AVMetadataIdentifier("id3/TIME")
  /// ID3: the participants, in version 2.4.
  public static let id3MetadataInvolvedPeopleList_v24 = AVMetadataIdentifier("id3/TIPL")
  /// ID3: what it belongs to.
  public static let id3MetadataContentGroupDescription = AVMetadataIdentifier("id3/TIT1")
  /// ID3: the title.
  public static let id3MetadataTitleDescription = AVMetadataIdentifier("id3/TIT2")
  /// ID3: the subtitle.
  public static let id3MetadataSubTitle = AVMetadataIdentifier("id3/TIT3")
  /// ID3: the key that it begins in.
  public static let id3MetadataInitialKey = AVMetadataIdentifier("id3/TKEY")
  /// ID3: the language.
  public static let id3MetadataLanguage = AVMetadataIdentifier("id3/TLAN")
  /// ID3: how long it is, in milliseconds.
  public static let id3MetadataLength = AVMetadataIdentifier("id3/TLEN")
  /// ID3: the musicians and their instruments.
  public static let id3MetadataMusicianCreditsList = AVMetadataIdentifier("id3/TMCL")
  /// ID3: what it was copied from.
  public static let id3MetadataMediaType = AVMetadataIdentifier("id3/TMED")
  /// ID3: the mood.
  public static let id3MetadataMood = AVMetadataIdentifier("id3/TMOO")
  /// ID3: the album that it was on at first.
  public static let id3MetadataOriginalAlbumTitle = AVMetadataIdentifier("id3/TOAL")
  /// ID3: what its file was called.
  public static let id3MetadataOriginalFilename = AVMetadataIdentifier("id3/TOFN")
  /// ID3: the lyricist at first.
  public static let id3MetadataOriginalLyricist = AVMetadataIdentifier("id3/TOLY")
  /// ID3: the first artist.
  public static let id3MetadataOriginalArtist = AVMetadataIdentifier("id3/TOPE")
  /// ID3: the year in which it came out at first.
  public static let id3MetadataOriginalReleaseYear = AVMetadataIdentifier("id3/TORY")
  /// ID3: whose file it is.
  public static let id3MetadataFileOwner = AVMetadataIdentifier("id3/TOWN")
  /// ID3: the artist.
  public static let id3MetadataLeadPerformer = AVMetadataIdentifier("id3/TPE1")
  /// ID3: the band.
  public static let id3MetadataBand = AVMetadataIdentifier("id3/TPE2")
  /// ID3: the conductor.
  public static let id3MetadataConductor = AVMetadataIdentifier("id3/TPE3")
  /// ID3: the remixer.
  public static let id3MetadataModifiedBy = AVMetadataIdentifier("id3/TPE4")
  /// ID3: the disc.
  public static let id3MetadataPartOfASet = AVMetadataIdentifier("id3/TPOS")
  /// ID3: the holder of the rights in the recording.
  public static let id3MetadataProducedNotice = AVMetadataIdentifier("id3/TPRO")
  /// ID3: the publisher.
  public static let id3MetadataPublisher = AVMetadataIdentifier("id3/TPUB")
  /// ID3: the track.
  public static let id3MetadataTrackNumber = AVMetadataIdentifier("id3/TRCK")
  /// ID3: the days of the recording.
  public static let id3MetadataRecordingDates = AVMetadataIdentifier("id3/TRDA")
  /// ID3: the station.
  public static let id3MetadataInternetRadioStationName = AVMetadataIdentifier("id3/TRSN")
  /// ID3: whose station it is.
  public static let id3MetadataInternetRadioStationOwner = AVMetadataIdentifier("id3/TRSO")
  /// ID3: how many bytes it has.
  public static let id3MetadataSize = AVMetadataIdentifier("id3/TSIZ")
  /// ID3: what the album is sorted by.
  public static let id3MetadataAlbumSortOrder = AVMetadataIdentifier("id3/TSOA")
  /// ID3: what the artist is sorted by.
  public static let id3MetadataPerformerSortOrder = AVMetadataIdentifier("id3/TSOP")
  /// ID3: what the title is sorted by.
  public static let id3MetadataTitleSortOrder = AVMetadataIdentifier("id3/TSOT")
  /// ID3: the recording's number.
  public static let id3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier("id3/TSRC")
  /// ID3: what encoded it.
  public static let id3MetadataEncodedWith = AVMetadataIdentifier("id3/TSSE")
  /// ID3: what the disc is called.
  public static let id3MetadataSetSubtitle = AVMetadataIdentifier("id3/TSST")
  /// ID3: the year.
  public static let id3MetadataYear = AVMetadataIdentifier("id3/TYER")
  /// ID3: any text.
  public static let id3MetadataUserText = AVMetadataIdentifier("id3/TXXX")
  /// ID3: the number that a list has for it.
  public static let id3MetadataUniqueFileIdentifier = AVMetadataIdentifier("id3/UFID")
  /// ID3: what one may do with it.
  public static let id3MetadataTermsOfUse = AVMetadataIdentifier("id3/USER")
  /// ID3: the words.
  public static let id3MetadataUnsynchronizedLyric = AVMetadataIdentifier("id3/USLT")
  /// ID3: where it is sold.
  public static let id3MetadataCommercialInformation = AVMetadataIdentifier("id3/WCOM")
  /// ID3: the page of the copyright's terms.
  public static let id3MetadataCopyrightInformation = AVMetadataIdentifier("id3/WCOP")
  /// ID3: its own page.
  public static let id3MetadataOfficialAudioFileWebpage = AVMetadataIdentifier("id3/WOAF")
  /// ID3: the artist's page.
  public static let id3MetadataOfficialArtistWebpage = AVMetadataIdentifier("id3/WOAR")
  /// ID3: the page of what it is from.
  public static let id3MetadataOfficialAudioSourceWebpage = AVMetadataIdentifier("id3/WOAS")
  /// ID3: the station's page.
  public static let id3MetadataOfficialInternetRadioStationHomepage = AVMetadataIdentifier("id3/WORS")
  /// ID3: where it is paid.
  public static let id3MetadataPayment = AVMetadataIdentifier("id3/WPAY")
  /// ID3: the publisher's page.
  public static let id3MetadataOfficialPublisherWebpage = AVMetadataIdentifier("id3/WPUB")
  /// ID3: any address.
  public static let id3MetadataUserURL = AVMetadataIdentifier("id3/WXXX")
}
