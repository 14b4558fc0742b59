import EditingModel
import MediaTime
import Rendering

/// A segment's place in the model, and which part of its media it shows when.
struct SegmentPlace {
  let location: ModelLocation
  let mapping: CMTimeMapping
}

extension Composition {
  /// The place of the segment that something is rendered for.
  func place(of clip: ClipReference) -> SegmentPlace {
    let track = tracks.firstIndex { $0.id == clip.trackID } ?? 0
    return SegmentPlace(
      location: ModelLocation(.segment(track: track, index: clip.segmentIndex)),
      mapping: tracks[track].segments[clip.segmentIndex].timeMapping)
  }
}

extension CompositionTrack {
  /// The segment whose half-open range contains `time`; nil where the track has ended.
  func segment(at time: Rational) -> CompositionTrackSegment? {
    let index = segments.partitioningIndex { segment in
      segment.timeMapping.target.end.rational.map { $0 > time } ?? true
    }
    return index < segments.count ? segments[index] : nil
  }
}
