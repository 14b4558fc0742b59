public import Foundation

/// A part of a track: a range of media, shown over a range of the track, or nothing (`AVAssetTrackSegment`). Immutable.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The range of the media and the range of the track. Of an empty one only the target is valid.
  public let timeMapping: CMTimeMapping

  init(_ timeMapping: CMTimeMapping) {
    self.timeMapping = timeMapping
    super.init()
  }

  /// Whether nothing is shown.
  open var isEmpty: Bool { timeMapping.isEmpty }

  /// The two ranges.
  open override var description: String { "<\(type(of: self)): \(timeMapping)>" }
}

/// Tracks that have segments.
public protocol AVTrackSegmentAccess: AnyObject {}

extension AVAssetTrack: AVTrackSegmentAccess {}

extension AVTrackSegmentAccess where Self: AVAssetTrack {
  /// The parts of the media and the times at which they are shown: a file's edit list, or else one segment of all of
  /// it.
  public var segments: [AVAssetTrackSegment] { segmentObjects() }

  /// The segment that is shown at `trackTime`; nil where there is none.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.last { $0.timeMapping.target.containsTime(trackTime) }
  }

  /// The segment that is shown at `trackTime`; nil where there is none.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    segment(forTrackTime: trackTime)
  }
}
