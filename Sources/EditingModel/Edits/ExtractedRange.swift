import MediaFormats
import MediaTime

/// A range extracted from a track of a file or of a composition, ready to be inserted into another track.
struct ExtractedRange {
  /// Video or audio.
  let mediaType: MediaType
  /// The properties of its frames; nil for audio, and where they are not known.
  let videoProperties: VideoTrackProperties?
  /// Whether it goes into tracks that are enabled, or into those that are not; nil where that does not matter.
  var isEnabled: Bool?
  /// The segments of the range in order, wherever their targets are; empty where the track has nothing in the range.
  private(set) var segments: [CompositionTrackSegment]

  /// The part of `track` in `range`: an empty edit up to the start of the track, where the range starts earlier, and
  /// then a segment of the media. A picture that begins less than a frame late, as beside the sound of a broadcast, is
  /// there from the beginning: before its first frame that frame is shown.
  init(of track: AssetTrack, in range: EditRange) throws(EditError) {
    let source = try track.preciseSource()
    self.mediaType = track.mediaType
    self.videoProperties = track.videoProperties
    self.segments = []
    let available = track.timeRange
    var start = max(range.start, available.start.plain)
    if let frameDuration = track.videoProperties?.minFrameDuration, let delay = start.subtracting(range.start),
      delay < frameDuration
    {
      start = range.start
    }
    let end = min(range.end ?? .positiveInfinity, available.end)
    guard start < end else { return }
    guard let length = end.subtracting(start), let media = CMTimeRange(exactlyFrom: start, lasting: length),
      let delay = start.subtracting(range.start)
    else { throw EditError(.inexact, argument: range.argument, trackID: nil) }
    if delay > .zero { segments.append(.emptyEdit(lasting: delay)) }
    segments.append(
      CompositionTrackSegment(
        source: source, sourceRange: media, targetRange: CMTimeRange(start: .zero, duration: media.duration)))
  }

  /// The part of `track` in `range`: its segments, clipped to the range.
  init(of track: CompositionTrack, in range: EditRange) throws(EditError) {
    self.mediaType = track.mediaType
    do {
      self.segments = try Self.clipped(track.segments, to: range)
    } catch {
      throw EditError(error, argument: range.argument, trackID: track.id)
    }
    self.videoProperties = segments.contains { !$0.isEmpty } ? track.videoProperties : nil
  }

  /// An empty edit of `duration` in a track of `mediaType`.
  init(emptyFor duration: CMTime, mediaType: MediaType) {
    self.mediaType = mediaType
    self.videoProperties = nil
    self.segments = duration > .zero ? [.emptyEdit(lasting: duration)] : []
  }

  /// Whether a segment of it is not an empty edit.
  var hasMedia: Bool { segments.contains { !$0.isEmpty } }

  /// The extracted range, extended to `duration` by an empty edit at its end.
  func extended(to duration: CMTime) throws(SegmentEditError) -> ExtractedRange {
    var missing = duration
    for segment in segments {
      guard let rest = missing.subtracting(segment.duration) else { throw .inexact }
      missing = rest
    }
    guard missing > .zero else { return self }
    var extended = self
    extended.segments.append(.emptyEdit(lasting: missing))
    return extended
  }

  private static func clipped(
    _ segments: [CompositionTrackSegment], to range: EditRange
  ) throws(SegmentEditError) -> [CompositionTrackSegment] {
    var clipped: [CompositionTrackSegment] = []
    for index in segments.partitionIndex(where: { $0.end > range.start })..<segments.count {
      let segment = segments[index]
      guard segment.start.isNumeric, segment.end.isNumeric else { throw .segment(index) }
      let start = max(segment.start, range.start)
      let end = min(segment.end, range.end ?? segment.end)
      guard start < end else { break }
      clipped.append(try segment.clipped(from: start, to: end))
    }
    return clipped
  }
}

extension AssetTrack {
  /// The media that a segment shows.
  ///
  /// - Throws: `.unsuitableSource` where edits cannot be made of it.
  fileprivate func preciseSource() throws(EditError) -> CompositionTrackSegment.Source {
    guard let source else {
      throw EditError(
        .unsuitableSource, argument: "track", "The track is one of a composition.",
        expected: "a file's track, or the composition's own CompositionTrack")
    }
    guard hasPreciseTiming else {
      throw EditError(
        .unsuitableSource, argument: "track", "The times of \(source.asset.name) are estimates.",
        expected: "a track of an asset with the option prefersPreciseDurationAndTiming")
    }
    return source
  }
}
