import EditingModel
public import Foundation

/// A track of a composition (`AVCompositionTrack`).
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  // @unchecked: as its superclass.
  init(_ id: TrackID, in store: CompositionStore, of asset: AVAsset) {
    super.init(.composition(CompositionTrackStore(id, in: store)), of: asset)
  }

  /// Store that keeps the track.
  var trackStore: CompositionTrackStore? { if case .composition(let store) = content { store } else { nil } }
  /// The track, as it is now.
  var track: CompositionTrack? { trackStore?.track }

  /// The language, ISO 639-2/T; nil unless it was set.
  open override var languageCode: String? { trackStore?.extras.languageCode }
  /// Units a second of its times: those that were set, or else those of its first media; 600 where there are none.
  open override var naturalTimeScale: CMTimeScale {
    trackStore.flatMap { $0.extras.naturalTimeScale ?? $0.mediaTimescale } ?? super.naturalTimeScale
  }
}

/// Format that media of another are taken for (`AVCompositionTrackFormatDescriptionReplacement`). There are none here. Threads: any.
public final class AVCompositionTrackFormatDescriptionReplacement: NSObject, Sendable {
  /// The media's own format.
  public let originalFormatDescription: CMFormatDescription
  /// Format that they are taken for.
  public let replacementFormatDescription: CMFormatDescription

  private init(_ original: CMFormatDescription, _ replacement: CMFormatDescription) {
    (originalFormatDescription, replacementFormatDescription) = (original, replacement)
    super.init()
  }
}

extension AVCompositionTrack {
  /// Formats that media of others are taken for: none.
  public var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] { [] }
}

/// Tracks that have segments of a composition.
public protocol AVCompositionTrackSegmentAccess: AVTrackSegmentAccess {}

extension AVCompositionTrack: AVCompositionTrackSegmentAccess {}

extension AVCompositionTrackSegmentAccess where Self: AVCompositionTrack {
  /// Segments of the track, in order: which media are shown when.
  public var segments: [AVCompositionTrackSegment] { trackStore?.segmentObjects() ?? [] }

  /// The segment that is shown at `trackTime`, empty ones included; nil from the end of the track on
  /// (`segment(forTrackTime:)`).
  public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    guard let store = trackStore, let segment = store.track.segment(forTrackTime: trackTime) else { return nil }
    let track = store.track
    return AVCompositionTrackSegment(
      segment, trackID: segment.source.map { store.store.trackID(of: $0, track.mediaType) } ?? .invalid)
  }
}

extension AVAssetTrack {
  /// The track as the engine compares it with composition's tracks; nil of what compositions do not take.
  var model: AssetTrack? {
    switch content {
    case .file(_, let track): return track
    case .ancillary: return nil
    case .composition(let store):
      let track = store.track
      return AssetTrack(
        of: nil, trackID: track.id, mediaType: track.mediaType,
        timeRange: CMTimeRange(start: .zero, duration: track.duration), videoProperties: track.videoProperties)
    }
  }
}
