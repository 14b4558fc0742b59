import EditingModel
import MediaTime

/// Lays the segments of a track out in time.
///
/// ```
///  file    [ a: at 0 )  [ b )            [ c: at 12 )
///  model   [ a      )[ b     )[  empty   )[ c        )
/// ```
struct TrackResolution {
  /// The segments as the model has them.
  private(set) var segments: [CompositionTrackSegment] = []
  /// The file's segment that each of them comes from; of an empty edit, the segment after it.
  private(set) var places: [Int] = []
  /// Where the last segment ends; nil where that is not known.
  private var end: Rational? = .zero

  /// Appends a segment, and an empty edit before it if it starts later than the one before ends.
  mutating func append(
    _ draft: SegmentDraft, source: CompositionTrackSegment.Source, place: Int, at pointer: JSONPointer,
    _ times: inout TimeResolution
  ) {
    let sourceRange = times.range(start: draft.start, duration: draft.duration, in: pointer, startKey: "in")
    let startPointer = pointer.appending("at")
    let start = draft.at.map { times.seconds($0, at: startPointer) } ?? end
    let durationPointer = pointer.appending(draft.to == nil ? "duration" : "to")
    let duration = draft.to.map { times.seconds($0, at: durationPointer) } ?? sourceRange.duration.rational
    guard let start, let duration else {
      end = nil
      add(CompositionTrackSegment(source: source, sourceRange: sourceRange, targetRange: .invalid), place: place)
      return
    }
    if let end, start < end {
      let overlap = (try? end - start)?.decimalText ?? "some"
      times.report(
        Finding(
          at: startPointer,
          "The segment starts at \(start.decimalText) s, but the one before it ends at \(end.decimalText) s: they "
            + "overlap by \(overlap) s.",
          expected: "\(end.decimalText) s or later"))
    }
    if let end, start > end {
      let gap = CMTimeRange(
        start: times.exactly(end, at: startPointer), end: times.exactly(start, at: startPointer))
      add(CompositionTrackSegment(emptyOver: gap), place: place)
    }
    let targetRange = CMTimeRange(
      start: times.exactly(start, at: startPointer), duration: times.exactly(duration, at: durationPointer))
    add(
      CompositionTrackSegment(
        source: source, sourceRange: sourceRange, targetRange: targetRange, timePitch: draft.pitch),
      place: place)
    // Where the sum is too long for a fraction, validation says so of the range.
    end = (try? start + duration).map { max($0, end ?? $0) }
  }

  private mutating func add(_ segment: CompositionTrackSegment, place: Int) {
    segments.append(segment)
    places.append(place)
  }
}
