public import EditingModel
public import MediaFormats
public import MediaTime

/// What a file says of one of its tracks, beside its media.
public struct TrackHeader: Hashable, Sendable {
  /// How the stored pictures are turned and scaled to be shown (`AVAssetWriterInput.transform`).
  public var transform: Transform
  /// The language, a BCP 47 tag ("de-CH"); nil where nothing is said.
  public var languageTag: String?
  /// Whether the track is played unless a person chooses otherwise.
  public var isEnabled: Bool
  /// Tracks with the same number above 0 stand for one another: one of them is played.
  public var alternateGroup: Int

  /// A track that nothing particular is said of, unless given.
  public init(
    transform: Transform = .identity, languageTag: String? = nil, isEnabled: Bool = true, alternateGroup: Int = 0
  ) {
    self.transform = transform
    self.languageTag = languageTag
    self.isEnabled = isEnabled
    self.alternateGroup = alternateGroup
  }
}

extension WriterSettings {
  /// A sound that is encoded beside the first.
  public struct Sound: Hashable, Sendable {
    /// What its samples are.
    public var samples: Samples
    /// How it is encoded.
    public var encoding: AudioSettings

    /// `samples`, encoded as `encoding`.
    public init(_ samples: Samples, as encoding: AudioSettings) {
      (self.samples, self.encoding) = (samples, encoding)
    }
  }

  /// All sounds that are encoded, the first one first.
  public var sounds: [Sound] {
    guard let samples, let encoding = export.audio else { return otherSounds }
    return [Sound(samples, as: encoding)] + otherSounds
  }

  /// What the file says of track number `track`, counted in the file's order.
  public func header(ofTrack track: Int) -> TrackHeader { track < headers.count ? headers[track] : TrackHeader() }
}
