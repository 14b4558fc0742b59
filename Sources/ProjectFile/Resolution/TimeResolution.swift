import EditingModel
import MediaTime

/// Converts a project's times into the model's, and reports those that no `CMTime` represents exactly.
struct TimeResolution {
  /// The duration of an output frame, in seconds; nil where it is not known.
  let frameDuration: Rational?
  /// All errors so far.
  private(set) var diagnostics: [UnlocatedDiagnostic] = []

  init(frameDuration: Rational?) {
    self.frameDuration = frameDuration
  }

  /// Reports an error that involves times.
  mutating func report(_ diagnostic: UnlocatedDiagnostic) {
    diagnostics.append(diagnostic)
  }

  /// The time in seconds; reports it and returns nil where it has no value.
  mutating func seconds(_ time: ProjectTime, at pointer: JSONPointer) -> Rational? {
    do {
      return try time.seconds(frameDuration: frameDuration)
    } catch {
      let expected =
        switch error {
        case .unknownFrameDuration: "a videoComposition that has a frameDuration, or a time in seconds"
        case .malformed, .zeroTimescale, .tooManyDigits: ProjectTime.expected
        }
      diagnostics.append(UnlocatedDiagnostic(at: pointer, error.description, expected: expected))
      return nil
    }
  }

  /// The time as the model has it; reports it and returns the invalid time where there is none.
  mutating func time(_ time: ProjectTime, at pointer: JSONPointer) -> CMTime {
    guard let seconds = seconds(time, at: pointer) else { return .invalid }
    return exactly(seconds, at: pointer)
  }

  /// The range from `start` on; invalid where one of its times is, which is reported.
  mutating func range(
    start: ProjectTime, duration: ProjectTime, in pointer: JSONPointer, startKey: String = "start"
  ) -> CMTimeRange {
    CMTimeRange(
      start: time(start, at: pointer.appending(startKey)), duration: time(duration, at: pointer.appending("duration")))
  }

  /// The time of exactly `seconds`; reports it and returns the invalid time where there is none.
  mutating func exactly(_ seconds: Rational, at pointer: JSONPointer) -> CMTime {
    do {
      return try CMTime(exactly: seconds)
    } catch {
      diagnostics.append(
        UnlocatedDiagnostic(
          at: pointer, "The time \(seconds.decimalText) s cannot be kept exactly.",
          expected: "a time whose timescale is at most \(CMTimeScale.max)"))
      return .invalid
    }
  }
}

/// Lays the segments of a track out in time.
///
/// ```
///  file    [ a: at 0 )  [ b )            [ c: at 12 )
///  model   [ a      )[ b     )[  empty   )[ c        )
/// ```
struct TrackResolution {
  /// The segments as the model has them.
  private(set) var segments: [CompositionTrackSegment] = []
  /// The index in the file of each of them; an empty edit has that of the segment after it.
  private(set) var segmentIndices: [Int] = []
  /// The end of the last segment, in seconds; nil where it is not known.
  private var end: Rational? = .zero

  /// Appends segment `index` of the file, with an empty edit before it if it starts later than the one before ends.
  mutating func append(
    _ draft: SegmentDraft, source: CompositionTrackSegment.Source, index: Int, at pointer: JSONPointer,
    _ times: inout TimeResolution
  ) {
    let sourceRange = times.range(start: draft.start, duration: draft.duration, in: pointer, startKey: "in")
    let startPointer = pointer.appending("at")
    let start = draft.at.map { times.seconds($0, at: startPointer) } ?? end
    let durationPointer = pointer.appending(draft.to == nil ? "duration" : "to")
    let duration = draft.to.map { times.seconds($0, at: durationPointer) } ?? sourceRange.duration.rational
    guard let start, let duration else {
      end = nil
      add(CompositionTrackSegment(source: source, sourceRange: sourceRange, targetRange: .invalid), index: index)
      return
    }
    if let end, start < end {
      let overlap = (try? end - start)?.decimalText ?? "some"
      times.report(
        UnlocatedDiagnostic(
          at: startPointer,
          "The segment starts at \(start.decimalText) s, but the one before it ends at \(end.decimalText) s: they "
            + "overlap by \(overlap) s.",
          expected: "\(end.decimalText) s or later"))
    }
    if let end, start > end {
      let gap = CMTimeRange(
        start: times.exactly(end, at: startPointer), end: times.exactly(start, at: startPointer))
      add(CompositionTrackSegment(emptyOver: gap), index: index)
    }
    let targetRange = CMTimeRange(
      start: times.exactly(start, at: startPointer), duration: times.exactly(duration, at: durationPointer))
    add(
      CompositionTrackSegment(
        source: source, sourceRange: sourceRange, targetRange: targetRange, timePitch: draft.pitch),
      index: index)
    // A sum that no fraction holds is reported by validation.
    end = (try? start + duration).map { max($0, end ?? $0) }
  }

  private mutating func add(_ segment: CompositionTrackSegment, index: Int) {
    segments.append(segment)
    segmentIndices.append(index)
  }
}
