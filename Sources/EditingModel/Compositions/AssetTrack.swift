public import MediaFormats
public import MediaTime

/// One track of a media file: what edits need to know of it (`AVAssetTrack`).
///
/// A value, which `URLAsset` reads from a file and a program may also make itself.
public struct AssetTrack: Hashable, Sendable, Codable {
  /// The file; nil of a track of a composition, which is inserted as a `CompositionTrack`.
  public var asset: AssetReference?
  /// The track's number in its file.
  public var trackID: TrackID
  /// Video or audio.
  public var mediaType: MediaType
  /// The track's index among the file's tracks of its media type, from 0.
  public var index: Int
  /// From the first frame or sample to the end of the last, in the file's time: a sound that begins late starts after
  /// zero. The duration of a still image is
  /// `.positiveInfinity`.
  public var timeRange: CMTimeRange
  /// The timescale of the track's times, in units a second (`naturalTimeScale`).
  public var naturalTimeScale: CMTimeScale
  /// The properties of the track's frames; nil for audio.
  public var videoProperties: VideoTrackProperties?
  /// Frames a second; 0 where it is not known, and for still images and audio.
  public var nominalFrameRate: Double
  /// The language, ISO 639-2/T ("deu"); nil where the file does not say.
  public var languageCode: String?
  /// The language, a BCP 47 tag ("de-CH"); nil where the file does not say.
  public var extendedLanguageTag: String?
  /// The formats of its media: one, but for composition tracks of several kinds of media; empty where it is not known.
  public var formatDescriptions: [FormatDescription] = []
  /// Bytes of all its packets (`totalSampleDataLength`); 0 where it is not known.
  public var totalSampleDataLength: Int64 = 0
  /// Bits a second, on the average (`estimatedDataRate`); 0 where it is not known.
  public var estimatedDataRate: Double = 0
  /// Whether the file has it played by default.
  public var isEnabled = true
  /// Linear gain that the file asks for. Rendering does not apply it.
  public var preferredVolume = 1.0
  /// The parts of the media and the times at which they are shown, in the file's own time: its edit list, or else one
  /// segment of all of it.
  public var segments: [AssetTrackSegment] = []
  /// Whether its times are exact, as edits demand (`providesPreciseDurationAndTiming`).
  public var hasPreciseTiming = true
  /// Whether packets stand in the file in another order than they are shown in.
  public var requiresFrameReordering = false

  /// Track `index` among the tracks of `mediaType` in `asset`.
  public init(
    of asset: AssetReference?, trackID: TrackID, mediaType: MediaType, index: Int = 0, timeRange: CMTimeRange,
    naturalTimeScale: CMTimeScale = 600, videoProperties: VideoTrackProperties? = nil, nominalFrameRate: Double = 0,
    languageCode: String? = nil, extendedLanguageTag: String? = nil
  ) {
    self.asset = asset
    self.trackID = trackID
    self.mediaType = mediaType
    self.index = index
    self.timeRange = timeRange
    self.naturalTimeScale = naturalTimeScale
    self.videoProperties = videoProperties
    self.nominalFrameRate = nominalFrameRate
    self.languageCode = languageCode
    self.extendedLanguageTag = extendedLanguageTag
  }

  /// The size of the frames in square pixels, before `preferredTransform`; zero for audio.
  public var naturalSize: Size { videoProperties?.naturalSize ?? .zero }
  /// The transform that turns the frames upright; the identity for audio.
  public var preferredTransform: Transform { videoProperties?.preferredTransform ?? .identity }
  /// The duration of the shortest frame; invalid where it is not known, and for still images and audio.
  public var minFrameDuration: CMTime { videoProperties?.minFrameDuration ?? .invalid }

  /// The characteristics of its media.
  public var characteristics: Set<MediaCharacteristic> {
    let usual: Set<MediaCharacteristic> = mediaType == .video ? [.visual, .frameBased] : [.audible]
    return formatDescriptions.reduce(usual) { $0.union($1.characteristics) }
  }

  /// Whether its media are like that (`hasMediaCharacteristic(_:)`).
  public func hasMediaCharacteristic(_ characteristic: MediaCharacteristic) -> Bool {
    characteristics.contains(characteristic)
  }

  /// The segment that is shown at `trackTime`; the last of those that overlap, nil where there is none
  /// (`segment(forTrackTime:)`).
  public func segment(forTrackTime trackTime: CMTime) -> AssetTrackSegment? {
    segments.last { $0.timeMapping.target.containsTime(trackTime) }
  }

  /// The source of a segment that shows this track; nil of a track of a composition.
  public var source: CompositionTrackSegment.Source? {
    asset.map { CompositionTrackSegment.Source(asset: $0, trackIndex: index) }
  }
}

/// The properties of a track's or a segment's frames that edits and video compositions depend on
/// (`AVAssetTrack.naturalSize`, `preferredTransform`, `minFrameDuration`).
public struct VideoTrackProperties: Hashable, Sendable, Codable {
  /// The size of the frames in square pixels, before they are turned upright.
  public var naturalSize: Size
  /// The transform that turns the frames upright.
  public var preferredTransform: Transform
  /// The duration of the shortest frame; nil for still images, and where it is not known.
  public var minFrameDuration: CMTime?

  /// The properties of frames of `naturalSize`.
  public init(naturalSize: Size, preferredTransform: Transform = .identity, minFrameDuration: CMTime? = nil) {
    self.naturalSize = naturalSize
    self.preferredTransform = preferredTransform
    self.minFrameDuration = minFrameDuration
  }

  /// Whether frames of both can share a track: they have the same size and transform. Frame durations may differ.
  public func isCompatible(with other: VideoTrackProperties) -> Bool {
    naturalSize == other.naturalSize && preferredTransform == other.preferredTransform
  }
}
