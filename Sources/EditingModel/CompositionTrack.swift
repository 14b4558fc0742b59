public import MediaFormats
public import MediaTime

/// One track of a composition: segments, one after the other from time zero (`AVCompositionTrack`).
public struct CompositionTrack: Hashable, Sendable, Codable {
  /// The track's number, unique in its composition.
  public var id: TrackID
  /// Whether it shows or sounds.
  public var mediaType: MediaType
  /// The segments in time order; each starts where the one before it ends, the first at zero.
  public var segments: [CompositionTrackSegment]
  /// Whether the track takes part at all (`isEnabled`).
  public var isEnabled: Bool
  /// How a picture is turned upright where no video composition says otherwise (`preferredTransform`).
  public var preferredTransform: Transform
  /// Linear gain that applies on top of the audio mix (`preferredVolume`).
  public var preferredVolume: Double
  /// The language of the track, a BCP 47 tag.
  public var extendedLanguageTag: String?
  /// What the pictures are like that edits have put here, as the first of them was; nil where that is not known.
  public internal(set) var videoProperties: VideoTrackProperties?

  /// An empty, enabled track.
  public init(id: TrackID, mediaType: MediaType, segments: [CompositionTrackSegment] = []) {
    self.id = id
    self.mediaType = mediaType
    self.segments = segments
    self.isEnabled = true
    self.preferredTransform = .identity
    self.preferredVolume = 1
    self.extendedLanguageTag = nil
    self.videoProperties = nil
  }

  /// From zero to the end of the last segment; zero where there is none.
  public var duration: CMTime { segments.last?.timeMapping.target.end ?? .zero }

  /// Units in a second that the media's times fall on: those of the first segment's source that is not an empty edit, and
  /// 600 where there is none (`naturalTimeScale`).
  public var naturalTimeScale: CMTimeScale {
    segments.first { !$0.isEmpty }?.timeMapping.source.duration.timescale ?? 600
  }
}
