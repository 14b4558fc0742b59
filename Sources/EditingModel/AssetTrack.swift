public import MediaFormats
public import MediaTime

/// One track of a media file, as edits need to know it (`AVAssetTrack`).
///
/// A value that says what was found in the file; `URLAsset` finds it out. Nothing stops a program from writing one itself.
public struct AssetTrack: Hashable, Sendable, Codable {
  /// The file.
  public var asset: AssetReference
  /// The track's number in its file.
  public var trackID: TrackID
  /// Whether it shows or sounds.
  public var mediaType: MediaType
  /// Which of the file's tracks of its kind it is: 0 is the first.
  public var index: Int
  /// From its first frame or sample to the end of its last, in the file's time. It lasts forever in a still
  /// (`.positiveInfinity`).
  public var timeRange: CMTimeRange
  /// Units in a second that its times fall on (`naturalTimeScale`).
  public var naturalTimeScale: CMTimeScale
  /// What its pictures are like; nil of sound.
  public var videoProperties: VideoTrackProperties?
  /// Frames a second; 0 where that is not known, as of a still or of sound.
  public var nominalFrameRate: Double
  /// The language, a BCP 47 tag.
  public var extendedLanguageTag: String?

  /// Track number `index` of its kind in `asset`.
  public init(
    of asset: AssetReference, trackID: TrackID, mediaType: MediaType, index: Int = 0, timeRange: CMTimeRange,
    naturalTimeScale: CMTimeScale = 600, videoProperties: VideoTrackProperties? = nil, nominalFrameRate: Double = 0,
    extendedLanguageTag: String? = nil
  ) {
    self.asset = asset
    self.trackID = trackID
    self.mediaType = mediaType
    self.index = index
    self.timeRange = timeRange
    self.naturalTimeScale = naturalTimeScale
    self.videoProperties = videoProperties
    self.nominalFrameRate = nominalFrameRate
    self.extendedLanguageTag = extendedLanguageTag
  }

  /// The size of its pictures in square pixels, before `preferredTransform`; zero of sound.
  public var naturalSize: Size { videoProperties?.naturalSize ?? .zero }
  /// How its pictures are turned upright; the identity of sound.
  public var preferredTransform: Transform { videoProperties?.preferredTransform ?? .identity }
  /// How long a frame lasts; invalid where that is not known, as of a still or of sound.
  public var minFrameDuration: CMTime { videoProperties?.minFrameDuration ?? .invalid }

  /// What a segment says that shows this track.
  public var source: CompositionTrackSegment.Source { CompositionTrackSegment.Source(asset: asset, trackIndex: index) }
}
