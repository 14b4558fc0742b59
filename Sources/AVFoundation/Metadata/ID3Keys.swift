/// Keys of ID3's frames, those of music.
extension AVMetadataKey {
  /// The album (`TALB`).
  public static let id3MetadataKeyAlbumTitle = AVMetadataKey("TALB")
  /// Beats a minute (`TBPM`).
  public static let id3MetadataKeyBeatsPerMinute = AVMetadataKey("TBPM")
  /// Who composed it (`TCOM`).
  public static let id3MetadataKeyComposer = AVMetadataKey("TCOM")
  /// The genre (`TCON`).
  public static let id3MetadataKeyContentType = AVMetadataKey("TCON")
  /// Who holds the rights (`TCOP`).
  public static let id3MetadataKeyCopyright = AVMetadataKey("TCOP")
  /// Day and month (`TDAT`).
  public static let id3MetadataKeyDate = AVMetadataKey("TDAT")
  /// Who encoded it (`TENC`).
  public static let id3MetadataKeyEncodedBy = AVMetadataKey("TENC")
  /// Who wrote the words (`TEXT`).
  public static let id3MetadataKeyLyricist = AVMetadataKey("TEXT")
  /// The work that it is part of (`TIT1`).
  public static let id3MetadataKeyContentGroupDescription = AVMetadataKey("TIT1")
  /// The title (`TIT2`).
  public static let id3MetadataKeyTitleDescription = AVMetadataKey("TIT2")
  /// The subtitle (`TIT3`).
  public static let id3MetadataKeySubTitle = AVMetadataKey("TIT3")
  /// The key that it begins in (`TKEY`).
  public static let id3MetadataKeyInitialKey = AVMetadataKey("TKEY")
  /// The language (`TLAN`).
  public static let id3MetadataKeyLanguage = AVMetadataKey("TLAN")
  /// How long it is, in milliseconds (`TLEN`).
  public static let id3MetadataKeyLength = AVMetadataKey("TLEN")
  /// Who played it first (`TOPE`).
  public static let id3MetadataKeyOriginalArtist = AVMetadataKey("TOPE")
  /// Who plays it (`TPE1`).
  public static let id3MetadataKeyLeadPerformer = AVMetadataKey("TPE1")
  /// The band (`TPE2`).
  public static let id3MetadataKeyBand = AVMetadataKey("TPE2")
  /// Who conducts (`TPE3`).
  public static let id3MetadataKeyConductor = AVMetadataKey("TPE3")
  /// Who arranged it (`TPE4`).
  public static let id3MetadataKeyModifiedBy = AVMetadataKey("TPE4")
  /// The number of the disc (`TPOS`).
  public static let id3MetadataKeyPartOfASet = AVMetadataKey("TPOS")
  /// The publisher (`TPUB`).
  public static let id3MetadataKeyPublisher = AVMetadataKey("TPUB")
  /// The number on the disc (`TRCK`).
  public static let id3MetadataKeyTrackNumber = AVMetadataKey("TRCK")
  /// When it was recorded (`TDRC`).
  public static let id3MetadataKeyRecordingTime = AVMetadataKey("TDRC")
  /// When it came out (`TDRL`).
  public static let id3MetadataKeyReleaseTime = AVMetadataKey("TDRL")
  /// The code of the recording, ISRC (`TSRC`).
  public static let id3MetadataKeyInternationalStandardRecordingCode = AVMetadataKey("TSRC")
  /// What encoded it (`TSSE`).
  public static let id3MetadataKeyEncodedWith = AVMetadataKey("TSSE")
  /// The year (`TYER`).
  public static let id3MetadataKeyYear = AVMetadataKey("TYER")
  /// A text of a program's own (`TXXX`).
  public static let id3MetadataKeyUserText = AVMetadataKey("TXXX")
  /// A picture (`APIC`).
  public static let id3MetadataKeyAttachedPicture = AVMetadataKey("APIC")
  /// A comment (`COMM`).
  public static let id3MetadataKeyComments = AVMetadataKey("COMM")
  /// Bytes of a program's own (`GEOB`).
  public static let id3MetadataKeyGeneralEncapsulatedObject = AVMetadataKey("GEOB")
  /// The disc (`MCDI`).
  public static let id3MetadataKeyMusicCDIdentifier = AVMetadataKey("MCDI")
  /// How much it is liked, and how often it was played (`POPM`).
  public static let id3MetadataKeyPopularimeter = AVMetadataKey("POPM")
  /// How often it was played (`PCNT`).
  public static let id3MetadataKeyPlayCounter = AVMetadataKey("PCNT")
  /// What is for one program (`PRIV`).
  public static let id3MetadataKeyPrivate = AVMetadataKey("PRIV")
  /// The words (`USLT`).
  public static let id3MetadataKeyUnsynchronizedLyric = AVMetadataKey("USLT")
  /// An address of a program's own (`WXXX`).
  public static let id3MetadataKeyUserURL = AVMetadataKey("WXXX")
}
