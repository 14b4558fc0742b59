import EditServices
import EditingModel
public import Foundation
import GstEdit
import MediaFormats

/// A part of a composition's track: a range of a file's track, or nothing (`AVCompositionTrackSegment`). Immutable.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  // @unchecked: immutable.
  /// The asset's URL; nil of an empty one.
  public let sourceURL: URL?
  /// The file's own number of the track; `kCMPersistentTrackID_Invalid` of an empty one.
  public let sourceTrackID: CMPersistentTrackID
  /// The treatment of its sound's pitch.
  private let timePitch: TimePitch
  /// Delivery of its media, where they are no file.
  private let delivery: ResourceDelivery?

  /// `sourceTimeRange` of track `trackID` of the file at `url`, shown over `targetTimeRange`.
  public init(
    url: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    (sourceURL, sourceTrackID, timePitch, delivery) = (url, trackID, .preserve, nil)
    super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// Nothing, over `timeRange`.
  public init(timeRange: CMTimeRange) {
    (sourceURL, sourceTrackID, timePitch, delivery) = (nil, kCMPersistentTrackID_Invalid, .preserve, nil)
    super.init(CMTimeMappingMakeEmpty(target: timeRange))
  }

  /// The engine's `segment`, of a track that its file calls `trackID`.
  init(_ segment: CompositionTrackSegment, trackID: TrackID) {
    delivery = ResourceDelivery.of(segment.source?.asset.url)
    (sourceURL, sourceTrackID) = (
      delivery?.url ?? segment.source?.asset.url, segment.isEmpty ? 0 : trackID.rawValue
    )
    timePitch = segment.timePitch
    let mapping = segment.timeMapping
    super.init(CMTimeMapping(source: mapping.source.inMovieUnits, target: mapping.target.inMovieUnits))
  }

  /// Whether nothing is shown.
  open override var isEmpty: Bool { sourceURL == nil }

  /// The engine's, in a track of `mediaType`. Blocks until the file is known; a track that it does not have is one that rendering
  /// refuses.
  func model(_ mediaType: MediaType) -> CompositionTrackSegment {
    guard let sourceURL else { return CompositionTrackSegment(emptyOver: timeMapping.target) }
    let asset = delivery?.asset ?? URLAsset(url: sourceURL)
    let (file, tracks) = (asset.reference, (try? asset.blockingAsset())?.tracks ?? [])
    // A file that cannot be read is an error of rendering.
    let index =
      tracks.isEmpty
      ? 0 : tracks.first { $0.trackID.rawValue == sourceTrackID && $0.mediaType == mediaType }?.index ?? -1
    return CompositionTrackSegment(
      source: .init(asset: file, trackIndex: index), sourceRange: timeMapping.source, targetRange: timeMapping.target,
      timePitch: timePitch)
  }
}
