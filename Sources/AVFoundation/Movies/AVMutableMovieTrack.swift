import CoreMedia
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A track of a movie that is edited (`AVMutableMovieTrack`): of pictures, sound, or data: text, captions, timecode and metadata.
///
/// Edits without a return value that are not possible change nothing, and report on the standard error. Threads: any.
open class AVMutableMovieTrack: AVMovieTrack, @unchecked Sendable {
  // @unchecked: as its superclass; what changes is under a lock.
  /// The samples of a track of data; nil of pictures and sound, whose track is a composition's.
  let data: MovieDataTrackStore?
  private let settings = Mutex(Settings())

  private struct Settings: Sendable {
    var storage: AVMediaDataStorage?
    var copiesSamples = false
    var isEnabled: Bool?
    var languageTag: String?
    var languageCode: String?
    var alternateGroup: Int?
    var associations: [(kind: AVAssetTrack.AssociationType, track: CMPersistentTrackID)] = []
  }

  init(_ content: Content, data: MovieDataTrackStore? = nil, of asset: AVAsset) {
    self.data = data
    super.init(content, of: asset)
  }

  /// The same track as compositions edit it; nil of data.
  private var editing: AVMutableCompositionTrack? {
    guard case .composition(let store) = content, let asset else { return nil }
    return AVMutableCompositionTrack(TrackID(rawValue: trackID), in: store.store, of: asset)
  }

  // MARK: Properties

  /// Whether something was inserted whose samples are to be copied.
  var copiesSamples: Bool { settings.withLock(\.copiesSamples) }
  /// Place for samples of it that are inserted with `copySampleData`; nil unless set, which leaves it to the movie.
  open override var mediaDataStorage: AVMediaDataStorage? {
    get { settings.withLock(\.storage) }
    set { settings.withLock { $0.storage = newValue } }
  }
  /// The number that tracks have which stand for one another; 0, unless set, of one that stands for itself.
  open override var alternateGroupID: Int {
    get { statedAlternateGroup ?? 0 }
    set { statedAlternateGroup = newValue }
  }
  /// The same; nil where none was stated.
  var statedAlternateGroup: Int? {
    get { settings.withLock(\.alternateGroup) }
    set { settings.withLock { $0.alternateGroup = newValue.map { min(max(0, $0), Int(UInt16.max)) } } }
  }
  /// Whether it is played by default.
  open override var isEnabled: Bool {
    get { editing?.isEnabled ?? settings.withLock(\.isEnabled) ?? super.isEnabled }
    set {
      settings.withLock { $0.isEnabled = newValue }
      editing?.isEnabled = newValue
    }
  }
  /// The language, a BCP 47 tag; nil where nothing says.
  open override var extendedLanguageTag: String? {
    get { editing?.extendedLanguageTag ?? settings.withLock(\.languageTag) ?? super.extendedLanguageTag }
    set {
      settings.withLock { $0.languageTag = newValue }
      editing?.extendedLanguageTag = newValue
    }
  }
  /// The language, ISO 639-2/T; nil where nothing says.
  open override var languageCode: String? {
    get { settings.withLock(\.languageCode) ?? super.languageCode }
    set {
      settings.withLock { $0.languageCode = newValue }
      editing?.languageCode = newValue
    }
  }
  /// The language that was stated, ISO 639-2/T; nil where none was.
  var statedLanguageCode: String? { settings.withLock(\.languageCode) }
  /// From the movie's start to the end of its last sample.
  public override var timeRange: CMTimeRange {
    data.map { range(of: $0.track) } ?? super.timeRange
  }
  /// The range of its media that is presented: with what was appended, of data.
  public override var mediaPresentationTimeRange: CMTimeRange {
    data?.media.map(range) ?? super.mediaPresentationTimeRange
  }
  /// The range over which its media are decoded: as they are presented.
  public override var mediaDecodeTimeRange: CMTimeRange { mediaPresentationTimeRange }

  /// From the first sample of `track` to the end of the last.
  private func range(of track: DataTrack) -> CMTimeRange {
    let (start, end) = (track.samples.first?.start).map { ($0, track.end) } ?? (.zero, .zero)
    return CMTimeRange(start: CMTime(notAfter: start), end: CMTime(notAfter: end)).inUnits(of: naturalTimeScale)
  }
  /// Units a second of its times.
  open override var naturalTimeScale: CMTimeScale {
    data?.track.timescale.map { CMTimeScale(clamping: $0) } ?? super.naturalTimeScale
  }
  /// The formats of its media: `CMFormatDescription`s; none before something is inserted.
  public override var formatDescriptions: [Any] {
    guard let format = data?.track.format else { return super.formatDescriptions }
    return format.codecType.isEmpty ? [] : [CMFormatDescription(FormatDescription(format))]
  }

  // MARK: Edits

  /// Inserts `timeRange` of `track`, of the same kind of media, at `startTime`, and moves everything from there on
  /// (`insertTimeRange(_:of:at:copySampleData:)`). Samples are copied when the movie is written; with `copySampleData` into the storage,
  /// where there is one, when a header is made.
  ///
  /// - Throws: `AVError`; the track is unchanged then.
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime, copySampleData: Bool
  ) throws {
    guard let data else {
      try editing?.insertTimeRange(timeRange, of: track, at: startTime)
      if copySampleData { settings.withLock { $0.copiesSamples = true } }
      return
    }
    let source = try MovieData.track(track)
    try edit(data) { own in
      guard source.kind == own.kind, own.samples.isEmpty || source.format == own.format else {
        throw AVError(
          .incompatibleAsset,
          userInfo: [NSLocalizedDescriptionKey: "The track holds other data than what is inserted."])
      }
      let range = try MovieData.range(timeRange, within: source)
      if own.samples.isEmpty {
        (own.format, own.timescale, own.size) = (source.format, source.timescale, source.size)
      }
      try own.insert(range, of: source, at: startTime.rational ?? own.end)
    }
  }

  /// Inserts an empty stretch.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    change(
      { $0.insertEmptyTimeRange(timeRange) },
      samples: { own in
        guard let start = timeRange.start.rational, let length = timeRange.duration.rational else { return }
        try own.makeRoom(at: start, lasting: length)
      })
  }

  /// Removes `timeRange` and closes the gap.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    change(
      { $0.removeTimeRange(timeRange) }, samples: { own in try own.remove(MovieData.range(timeRange, within: own)) })
  }

  /// Has `timeRange` last `duration`. A movie with pictures or sound at another speed cannot be written: export it.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    change(
      { $0.scaleTimeRange(timeRange, toDuration: duration) },
      samples: { own in
        guard let length = duration.rational else { return }
        try own.scale(MovieData.range(timeRange, within: own), to: length)
      })
  }

  private func change(
    _ media: (AVMutableCompositionTrack) -> Void, samples: (inout DataTrack) throws -> Void
  ) {
    guard let data else {
      if let editing { media(editing) }
      return
    }
    do { try edit(data, samples) } catch { Misuse.report("The track \(trackID) is not changed: \(error)") }
  }

  private func edit(_ data: MovieDataTrackStore, _ body: (inout DataTrack) throws -> Void) throws {
    try translated { try data.edit(body) }
  }

  // MARK: Associations

  /// Associations of this track with others of the movie, by their numbers.
  var associations: [(kind: AVAssetTrack.AssociationType, track: CMPersistentTrackID)] {
    settings.withLock(\.associations)
  }

  /// Says that `movieTrack`, of the same movie, is `associationType` to this one.
  open func addTrackAssociation(to movieTrack: AVMovieTrack, type associationType: AVAssetTrack.AssociationType) {
    let other = movieTrack.trackID
    settings.withLock { settings in
      guard !settings.associations.contains(where: { $0.kind == associationType && $0.track == other }) else { return }
      settings.associations.append((associationType, other))
    }
  }

  /// Removes the association.
  open func removeTrackAssociation(to movieTrack: AVMovieTrack, type associationType: AVAssetTrack.AssociationType) {
    let other = movieTrack.trackID
    settings.withLock { $0.associations.removeAll { $0.kind == associationType && $0.track == other } }
  }
}
