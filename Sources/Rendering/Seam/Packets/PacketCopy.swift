public import EditingModel
public import MediaFormats
public import MediaTime

/// A file that is made of the packets of other files, none of which is decoded
/// (`AVAssetExportPresetPassthrough`).
///
/// ```
///  parts      a.mp4 10..20 s │ b.mp4        one after another: their streams agree
///  beside     german.m4a ─────────────       more tracks, from the beginning on
/// ```
public struct PacketCopy: Hashable, Sendable {
  /// The container.
  public var fileType: FileType
  /// What follows one another; at least one.
  public var parts: [Part]
  /// Files whose tracks stand beside those of the parts, from the beginning on. Their ranges, where they have some, say where they end.
  public var beside: [Part]
  /// The statements of the file; nil for those of the first part's file, chapters included, as far as `metadataFilter` lets
  /// them through.
  public var metadata: FileMetadata?
  /// What of the files' own statements goes along, on the file and on its tracks (`metadataItemFilter`): not where, when and
  /// with what it was taken, unless it says so. Languages always do.
  public var metadataFilter = MetadataFilter.forSharing
  /// The languages of the tracks of pictures and sound, in order, by ISO 639-2 ("deu"); nil where the files' own are
  /// kept.
  public var languages: [String?] = []
  /// The titles of the same tracks; nil where the files' own are kept.
  public var titles: [String?] = []
  /// Which of the same tracks are played unless a person chooses otherwise; as the files have it for those behind.
  public var enabledTracks: [Bool] = []
  /// Whether the header stands before the media, so that playing can begin before all of the file is there
  /// (`shouldOptimizeForNetworkUse`).
  public var isOptimizedForNetwork: Bool
  /// The kinds of track that are wanted; nil for all, subtitles and covers included.
  public var mediaTypes: Set<MediaType>?
  /// Which sound tracks are wanted, by their numbers among those of each file, from 0; nil for all.
  public var soundTracks: Set<Int>?
  /// Whether the files have just been written by this process, and are not looked at as strangers' are.
  package var isOfOwnFiles = false

  /// A file, or a part of it.
  public struct Part: Hashable, Sendable {
    /// The file.
    public var asset: AssetReference
    /// The wanted part in the asset's time; all of it if nil. An end beyond the media is the media's.
    public var range: RationalRange?

    /// `range` of `asset`.
    public init(_ asset: AssetReference, range: RationalRange? = nil) {
      self.asset = asset
      self.range = range
    }
  }

  /// A file of `fileType` of `parts`.
  public init(
    _ parts: [Part], as fileType: FileType, beside: [Part] = [], metadata: FileMetadata? = nil,
    isOptimizedForNetwork: Bool = false, mediaTypes: Set<MediaType>? = nil
  ) {
    self.parts = parts
    self.fileType = fileType
    self.beside = beside
    self.metadata = metadata
    self.isOptimizedForNetwork = isOptimizedForNetwork
    self.mediaTypes = mediaTypes
  }
}

/// A file of copied packets.
public struct CopiedFile: Hashable, Sendable {
  /// Where it begins in the first part's asset: before the wanted time where decoding can only start there and the
  /// container cannot hide what comes before.
  public var start: Rational
  /// How long it is.
  public var duration: Rational
  /// Whether it is what was asked for, to the frame and to the sample.
  public var isExact: Bool
  /// By how much the sound of a joined part is early or late at most, in seconds: parts follow one another by whole packets,
  /// of which half a one may be too much or too little.
  public var soundOffset = Rational.zero
  /// How many packets it has, track by track.
  public var packetCounts: [Int]
  /// Its size.
  public var byteCount: Int64
  /// What is not in it and why, a sentence each.
  public var notes: [String]
  /// What of the files is damaged and was copied as far as it goes; empty where damage is refused.
  public var damage: [MediaDamage] = []

  /// A file of `byteCount` bytes.
  public init(
    start: Rational, duration: Rational, isExact: Bool, packetCounts: [Int], byteCount: Int64, notes: [String] = []
  ) {
    self.start = start
    self.duration = duration
    self.isExact = isExact
    self.packetCounts = packetCounts
    self.byteCount = byteCount
    self.notes = notes
  }
}
