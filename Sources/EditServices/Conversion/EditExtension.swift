import EditingModel
import MediaFormats
import MediaTime
import Rendering

extension EditSnapshot {
  /// The same edit, at least as long as `timeRange` reaches: behind its media there is nothing but the background and what
  /// an animation tool draws, whose layers go on.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where a time cannot be computed exactly.
  func extended(toCover timeRange: CMTimeRange?) throws(RenderError) -> EditSnapshot {
    guard let timeRange, timeRange.duration.rational != nil, timeRange.start.rational != nil,
      let end = timeRange.end.rational, let own = composition.duration.rational, end > own,
      let number = composition.tracks.firstIndex(where: { !$0.segments.isEmpty && $0.mediaType == .video })
        ?? composition.tracks.firstIndex(where: { !$0.segments.isEmpty }),
      let last = composition.tracks[number].duration.rational
    else { return self }
    var edit = self
    let rest = try exactly { () throws(RationalError) in
      CMTimeRange(start: try CMTime(exactly: last), end: try CMTime(exactly: end))
    }
    edit.composition.tracks[number].segments.append(CompositionTrackSegment(emptyOver: rest))
    if let index = edit.videoComposition?.instructions.indices.last,
      let instruction = edit.videoComposition?.instructions[index], let covered = instruction.timeRange.end.rational,
      covered < end
    {
      edit.videoComposition?.instructions[index].timeRange = try exactly { () throws(RationalError) in
        CMTimeRange(start: instruction.timeRange.start, end: try CMTime(exactly: end))
      }
    }
    return edit
  }
}
