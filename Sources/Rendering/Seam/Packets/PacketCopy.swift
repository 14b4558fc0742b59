public import EditingModel
public import MediaFormats
public import MediaTime

/// A file of the packets of other files, without decoding (`AVAssetExportPresetPassthrough`).
///
/// ```
///  parts      a.mp4 10..20 s │ b.mp4        one after another: their streams agree
///  beside     german.m4a ─────────────       more tracks, from the beginning on
/// ```
public struct PacketCopy: Hashable, Sendable {
  /// The container.
  public var fileType: FileType
  /// The parts that follow one another; at least one.
  public var parts: [Part]
  /// Files whose tracks stand beside those of the parts, from the beginning on. Their ranges, where they have some, say where they end.
  public var beside: [Part]
  /// The statements of the file; nil for those of the first part's file, chapters included, as far as `metadataFilter` lets
  /// them through.
  public var metadata: FileMetadata?
  /// The filter for the files' own metadata, of the file and of its tracks (`metadataItemFilter`): by default without
  /// place, time and device of the recording. Languages are always kept.
  public var metadataFilter = MetadataFilter.forSharing
  /// The languages of the tracks of pictures and sound, in order, by ISO 639-2 ("deu"); nil where the files' own are
  /// kept.
  public var languages: [String?] = []
  /// The titles of the same tracks; nil where the files' own are kept.
  public var titles: [String?] = []
  /// Whether each of the same tracks is played by default; as the files have it for those behind.
  public var enabledTracks: [Bool] = []
  /// Whether the header stands before the media, so that playing can begin before all of the file is there
  /// (`shouldOptimizeForNetworkUse`).
  public var isOptimizedForNetwork: Bool
  /// The kinds of track that are wanted; nil for all, subtitles and covers included.
  public var mediaTypes: Set<MediaType>?
  /// The wanted sound tracks, by their numbers among those of each file, from 0; nil for all.
  public var soundTracks: Set<Int>?
  /// Whether the files have just been written by this process, and are not looked at as strangers' are.
  package var trustsFiles = false

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
  /// The beginning of the new file in the first part's asset: before the wanted time where decoding can only start
  /// there and the container cannot hide what comes before.
  public var start: Rational
  /// Its duration.
  public var duration: Rational
  /// Whether it is what was asked for, to the frame and to the sample.
  public var isExact: Bool
  /// The greatest deviation of a joined part's sound, early or late, in seconds: parts are joined at whole packets, so
  /// it is at most half a packet.
  public var soundOffset = Rational.zero
  /// The number of its packets, track by track.
  public var packetCounts: [Int]
  /// Its size.
  public var byteCount: Int64
  /// Notes on media that are not in it and why, a sentence each.
  public var notes: [String]
  /// Damage of the files that was copied as far as it goes; empty where damage is refused.
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
