public import MediaFormats
public import MediaTime

/// One track of a composition: segments, one after the other from time zero (`AVCompositionTrack`).
public struct CompositionTrack: Hashable, Sendable, Codable {
  /// The track's number, unique in its composition.
  public var id: TrackID
  /// Video or audio.
  public var mediaType: MediaType
  /// The segments in time order; each starts where the one before it ends, the first at zero.
  public var segments: [CompositionTrackSegment]
  /// Whether the track is rendered (`isEnabled`).
  public var isEnabled: Bool
  /// The transform of the track's frames where no video composition gives one (`preferredTransform`).
  public var preferredTransform: Transform
  /// Linear gain that applies on top of the audio mix (`preferredVolume`).
  public var preferredVolume: Double
  /// The language of the track, a BCP 47 tag.
  public var extendedLanguageTag: String?
  /// The properties of the frames that edits have inserted, taken from the first; nil where they are not known.
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

  /// The timescale of the media, in units a second: that of the first segment that is not an empty edit; 600 where
  /// there is none (`naturalTimeScale`).
  public var naturalTimeScale: CMTimeScale {
    segments.first { !$0.isEmpty }?.timeMapping.source.duration.timescale ?? 600
  }
}

/// A part of a track: a range of media, shown or played over a range of the track, or an empty edit
/// (`AVCompositionTrackSegment`).
///
/// ```
///  media   ├────────[ source )──────────┤
///                    ╲        ╲
///  track   ├──────────[ target )────────┤      rate = source.duration / target.duration
/// ```
public struct CompositionTrackSegment: Hashable, Sendable, Codable {
  /// The media; nil in an empty edit.
  public var source: Source?
  /// The range of the media and the range of the track over which it is shown. In an empty edit only the target is
  /// valid (`CMTimeMappingMakeEmpty`).
  public var timeMapping: CMTimeMapping
  /// The treatment of the sound's pitch where the rate is not 1.
  public var timePitch: TimePitch

  /// The media of a segment: a file, and one of its tracks.
  public struct Source: Hashable, Sendable, Codable {
    /// The file.
    public var asset: AssetReference
    /// The index among the file's tracks of the segment's media type, from 0.
    public var trackIndex: Int

    /// Track `trackIndex`, counted among those of one media type, of `asset`.
    public init(asset: AssetReference, trackIndex: Int = 0) {
      self.asset = asset
      self.trackIndex = trackIndex
    }
  }

  /// Shows `sourceRange` of `source` over `targetRange` of the track.
  public init(
    source: Source, sourceRange: CMTimeRange, targetRange: CMTimeRange, timePitch: TimePitch = .preserve
  ) {
    self.source = source
    self.timeMapping = CMTimeMapping(source: sourceRange, target: targetRange)
    self.timePitch = timePitch
  }

  /// An empty edit: the track shows and plays nothing over `targetRange`.
  public init(emptyOver targetRange: CMTimeRange) {
    self.source = nil
    self.timeMapping = CMTimeMappingMakeEmpty(target: targetRange)
    self.timePitch = .preserve
  }

  /// Whether the segment is an empty edit (`AVAssetTrackSegment.isEmpty`).
  public var isEmpty: Bool { source == nil }
}

/// The treatment of pitch at a change of speed (`AVAudioTimePitchAlgorithm`).
public enum TimePitch: String, Hashable, Sendable, Codable, CaseIterable {
  /// The pitch stays; only the tempo changes.
  case preserve
  /// The pitch follows the speed, as a tape's does.
  case varispeed
}

/// Apple's name. Its two algorithms that keep the pitch are one here, ``TimePitch/preserve``.
public typealias AudioTimePitchAlgorithm = TimePitch

extension TimePitch {
  /// The pitch stays.
  public static let timeDomain = TimePitch.preserve
  /// The pitch stays.
  public static let spectral = TimePitch.preserve
}

/// Looking segments up and validating them.
extension CompositionTrack {
  /// The segment that is shown at `trackTime`, empty edits included (`segment(forTrackTime:)`); nil before zero, from
  /// the end of the track on, and for a time that is not finite.
  ///
  /// ```
  ///  ├──── A ────┼── B ──┤        a border belongs to the later segment, the end of the track to none
  /// ```
  ///
  /// Takes logarithmic time; the segments must be in order.
  public func segment(forTrackTime trackTime: CMTime) -> CompositionTrackSegment? {
    guard trackTime.isNumeric else { return nil }
    let index = segments.partitionIndex { $0.start > trackTime } - 1
    guard segments.indices.contains(index), segments[index].timeMapping.target.containsTime(trackTime) else {
      return nil
    }
    return segments[index]
  }

  /// Checks whether `segments` could be those of the track, whatever its present ones (`validateSegments(_:)`).
  ///
  /// Setting `segments` checks nothing, as in AVFoundation; code that makes segments itself calls this first:
  ///
  /// ```
  ///  good     ├──── A ────┼╌╌ nothing ╌╌┼── B ──┤
  ///  bad        ├── A ──┤     ├── B ──┤                  a start after zero, and a gap that is no empty edit
  /// ```
  ///
  /// - The first starts at zero, each other where the one before it ends.
  /// - The durations of targets and sources are greater than zero; sources start at zero or later.
  /// - All times are finite, and all ends are exact.
  ///
  /// The media files are not looked at.
  ///
  /// - Throws: `EditError` for the first segment that is wrong: `.segmentsNotContiguous`, `.invalidTime`,
  ///   `.invalidDuration`, or `.invalidSegments` for a source's negative `trackIndex`. `Composition.validate()` returns
  ///   every problem.
  public func validateTrackSegments(_ segments: [CompositionTrackSegment]) throws(EditError) {
    let track = CompositionTrack(id: 1, mediaType: mediaType, segments: segments)
    guard let problem = Composition(tracks: [track]).validate().first,
      case .segment(_, let index) = problem.location.part
    else { return }
    let code: EditError.Code =
      switch problem.code {
      case .segmentsNotContiguous: .segmentsNotContiguous
      case .invalidTime: .invalidTime
      case .invalidDuration: .invalidDuration
      default: .invalidSegments
      }
    throw EditError(
      code, argument: "segments[\(index)]\(problem.location.property.map { ".\($0.rawValue)" } ?? "")", trackID: id,
      problem.diagnostic)
  }

  /// Whether media of `mediaType` and `properties` can be inserted: it has the track's media type and, where both are
  /// known, the size and orientation of its frames.
  func isCompatible(with mediaType: MediaType, _ properties: VideoTrackProperties?) -> Bool {
    guard mediaType == self.mediaType else { return false }
    guard let properties, let videoProperties else { return true }
    return properties.isCompatible(with: videoProperties)
  }
}
