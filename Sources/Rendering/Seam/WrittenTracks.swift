public import EditingModel
public import MediaFormats
import MediaTime

/// A track of media of ``WriterSettings``.
public enum WriterTrack: Hashable, Sendable {
  /// The pictures that are encoded.
  case pictures
  /// A sound that is made of samples, by its number.
  case sound(Int)
  /// Packets of another file, by the number of their format.
  case packets(Int)
}

/// The header of one of a file's tracks.
public struct TrackHeader: Hashable, Sendable, Codable {
  /// The transform of stored pictures into those that are shown (`AVAssetWriterInput.transform`).
  public var transform: Transform
  /// The language, a BCP 47 tag ("de-CH"), or a code of ISO 639-2 ("deu"); nil where unknown.
  public var languageTag: String?
  /// The track's name ("Director's comments"); nil where it has none.
  public var title: String?
  /// Whether the track is played by default.
  public var isEnabled: Bool
  /// Tracks with the same number above 0 stand for one another: one of them is played.
  public var alternateGroup: Int
  /// The volume of the sound, of MP4 and QuickTime; nil for the default, unchanged volume.
  public var volume: Double?
  /// Further metadata of the track, of MP4 and QuickTime: by QuickTime's keys and in its user data; nil for none.
  public var items: [MetadataItem]?

  /// A track with defaults for all values not given.
  public init(
    transform: Transform = .identity, languageTag: String? = nil, title: String? = nil, isEnabled: Bool = true,
    alternateGroup: Int = 0
  ) {
    self.transform = transform
    self.languageTag = languageTag
    self.title = title
    self.isEnabled = isEnabled
    self.alternateGroup = alternateGroup
  }
}

/// The association of one track of a file with another.
public struct TrackAssociation: Hashable, Sendable {
  /// The number of the track that says it.
  public var track: Int
  /// The kind of association.
  public var kind: Kind
  /// The number of the other track.
  public var other: Int

  /// The kinds of association between tracks, by Apple's names (`AVAssetTrack.AssociationType`).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The same sound, in a form that more players know.
    case audioFallback
    /// The names of the chapters, as text.
    case chapterList
    /// The same subtitles, but only those that are always shown.
    case forcedSubtitlesOnly
    /// The track that is chosen with this one, as subtitles in the language of a sound.
    case selectionFollower
    /// The timecode.
    case timecode
    /// The track that this one describes.
    case metadataReferent
  }

  /// Track number `other` is `kind` to track number `track`.
  public init(track: Int, kind: Kind, other: Int) {
    (self.track, self.kind, self.other) = (track, kind, other)
  }
}

extension WriterSettings {
  /// A sound of the file.
  public struct Sound: Hashable, Sendable {
    /// The format of its samples.
    public var samples: Samples
    /// Its encoding.
    public var encoding: AudioSettings
    /// The packets that it is made of, which the writer reads itself: no samples are written to it; nil where it is encoded.
    public var copied: CopiedSound?

    /// `samples`, encoded as `encoding`.
    public init(_ samples: Samples, as encoding: AudioSettings) {
      (self.samples, self.encoding) = (samples, encoding)
    }
  }

  /// All sounds that are made of samples, or of packets of media, the first one first.
  public var sounds: [Sound] {
    guard let samples, let encoding = export.audio else { return otherSounds }
    var first = Sound(samples, as: encoding)
    first.copied = copiedSound
    return [first] + otherSounds
  }

  /// The header of track number `track`, counted in the file's order.
  public func header(ofTrack track: Int) -> TrackHeader { track < headers.count ? headers[track] : TrackHeader() }
}
