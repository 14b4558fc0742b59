import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The composition's tracks, a row each.
extension ViewSubject {
  /// The rows of all tracks, in the composition's order.
  var trackLanes: [DebugLane] {
    let shown = shownSegments
    return structure.edit.composition.tracks.enumerated().map { number, track -> DebugLane in
      var lane = DebugLane(
        kind: .track(number), name: "Track \(track.id)",
        note: track.isEnabled ? track.mediaType.rawValue : "\(track.mediaType.rawValue), off")
      lane.isFaded = !track.isEnabled
      lane.boxes = track.segments.enumerated().map { index, segment in
        box(of: segment, index, in: track, number, shown: shown[SegmentKey(track: track.id, index: index)])
      }
      return lane
    }
  }

  /// Segment `index` of track number `number`, with `shown` as its part in the plan.
  private func box(
    of segment: CompositionTrackSegment, _ index: Int, in track: CompositionTrack, _ number: Int, shown: ShownFrames?
  ) -> DebugBox {
    let target = segment.timeMapping.target
    let place = "Track \(track.id), segment \(index)"
    let over = "Lies over \(ValueWords.range(target)) of the film"
    let part = self.part(at: ModelLocation(.segment(track: number, index: index)))
    guard let source = segment.source else {
      let verb = track.mediaType == .video ? "shown" : "played"
      return DebugBox(
        start: target.start.seconds, end: target.end.seconds, label: "empty", style: .gap, isFaded: !track.isEnabled,
        details: DebugDetails(title: "\(place): an empty edit", facts: [over, "Nothing is \(verb)"], part: part))
    }
    let media = segment.timeMapping.source
    let rate = segment.rate
    let isFrozen = track.mediaType == .video ? rate != 1 && shown?.isOne == true : rate * 32 < 1
    var label = [source.asset.name]
    var facts = [over]
    if shown?.isStill == true {
      label.append("still")
      facts.append("Shows a still picture")
    } else {
      label.append(ValueWords.range(media))
      let verb = track.mediaType == .video ? "Shows" : "Plays"
      facts.append("\(verb) \(ValueWords.range(media)) of \(source.asset.name)")
    }
    if isFrozen {
      label.append("frozen")
      facts.append(shown.map { "Frozen: frame \($0.first) throughout" } ?? "Slower than sound can be played: silent")
    } else if rate != 1 {
      label.append("×\(ValueWords.number(rate))")
      let pitch = track.mediaType == .video ? "" : segment.timePitch == .preserve ? ", pitch kept" : ", pitch follows"
      facts.append("\(ValueWords.number(rate)) times as fast\(pitch)")
    }
    if let shown, !shown.isOne {
      facts.append("Frames \(shown.first) to \(shown.last) of the media, in \(ValueWords.count(shown.count, "frame"))")
    }
    if !track.isEnabled { facts.append("The track takes no part") }
    return DebugBox(
      start: target.start.seconds, end: target.end.seconds, label: label.joined(separator: "  "),
      style: style(of: source.asset), isFaded: !track.isEnabled,
      details: DebugDetails(title: "\(place): \(source.asset.name)", facts: facts, part: part))
  }

  /// The frames of each segment that the plan shows.
  private var shownSegments: [SegmentKey: ShownFrames] {
    var shown: [SegmentKey: ShownFrames] = [:]
    for run in structure.plan.picture?.runs ?? [] where !run.frames.isEmpty {
      let (first, last) = (run.sourceFrame(at: run.frames.lowerBound), run.sourceFrame(at: run.frames.upperBound - 1))
      let key = SegmentKey(track: run.clip.trackID, index: run.clip.segmentIndex)
      let known = shown[key]
      shown[key] = ShownFrames(
        first: min(known?.first ?? first, first), last: max(known?.last ?? last, last),
        count: (known?.count ?? 0) + run.frames.count, isStill: run.facts.timing == .still)
    }
    return shown
  }
}

/// A segment of a track.
private struct SegmentKey: Hashable {
  let track: TrackID
  let index: Int
}

/// The frames of a segment's media that the film shows.
private struct ShownFrames {
  /// The first of them.
  let first: Int
  /// The last of them.
  let last: Int
  /// In how many frames of the film.
  let count: Int
  /// Whether the media is a still picture.
  let isStill: Bool

  /// Whether it is the same frame in several frames of the film.
  var isOne: Bool { first == last && count > 1 }
}

extension CompositionTrackSegment {
  /// The media's time that passes in a second of the film; 1 where that cannot be computed.
  fileprivate var rate: Double {
    guard let media = timeMapping.source.duration.rational, let length = timeMapping.target.duration.rational,
      length > .zero
    else { return 1 }
    if media == length { return 1 }
    return media.seconds / length.seconds
  }
}
