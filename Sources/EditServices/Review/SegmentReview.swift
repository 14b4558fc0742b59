import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// Segments that do not meet, and instructions that do not meet segments.
///
/// ```
///  track         ├──── A ────┤··├──── B ────┤           a short gap
///  instructions  [            )[             )          misaligned: the first goes on after A
/// ```
extension EditReview {
  /// Holes of two frames or less between two segments, over which no other track has anything.
  var shortGaps: [ModelProblem] {
    let tracks = edit.composition.tracks
    return tracks.enumerated().filter { $0.element.isEnabled }.flatMap { number, track in
      track.segments.enumerated().dropFirst().dropLast().compactMap { index, segment -> ModelProblem? in
        guard segment.isEmpty, let range = try? RationalRange(segment.timeMapping.target), range.duration <= moment,
          // Where pictures keep their own times, the one before stays so long.
          track.mediaType == .audio || picture?.rule == .grid,
          !tracks.contains(where: { $0.id != track.id && $0.mediaType == track.mediaType && $0.plays(during: range) })
        else { return nil }
        let verb = track.mediaType == .video ? "shows" : "plays"
        return ModelProblem(
          .shortGap, at: ModelLocation(.segment(track: number, index: index)),
          "Track \(track.id) \(verb) nothing for \(words(for: range.duration)) between two segments, at "
            + "\(range.start.timecode).",
          expected: "segments that meet, or a gap of more than \(words(for: moment))",
          timeRange: segment.timeMapping.target)
      }
    }
  }

  /// Tracks with pictures that no instruction shows.
  var unshownTracks: [ModelProblem] {
    guard let videoComposition else { return [] }
    var named: Set<TrackID> = []
    for instruction in videoComposition.instructions {
      guard let tracks = instruction.tracksInUse else { return [] }
      named.formUnion(tracks)
    }
    return edit.composition.tracks.enumerated().compactMap { number, track in
      guard track.mediaType == .video, track.isEnabled, !named.contains(track.id),
        track.segments.contains(where: { !$0.isEmpty })
      else { return nil }
      return ModelProblem(
        .trackNeverShown, at: ModelLocation(.track(number)), "No instruction shows track \(track.id).",
        expected: "a layer of track \(track.id) in an instruction, or a track that is disabled")
    }
  }

  /// Instructions that begin or end shortly beside a change of a track that they show, and those that no frame falls into.
  var misalignedInstructions: [ModelProblem] {
    guard let videoComposition else { return [] }
    return videoComposition.instructions.enumerated().flatMap { number, instruction -> [ModelProblem] in
      guard let range = try? RationalRange(instruction.timeRange), let filmEnd = edit.composition.duration.rational
      else { return [] }
      let end = min(range.end, filmEnd)
      guard range.start < end else { return [] }
      guard frameCount(from: range.start, to: end) > 0 else {
        return [
          ModelProblem(
            .misalignedInstruction, at: ModelLocation(.instruction(number)),
            "No frame of the film falls into the instruction, which lasts \(words(for: range.duration)).",
            expected: "an instruction of a frame or more", timeRange: instruction.timeRange)
        ]
      }
      return (instruction.tracksInUse ?? []).flatMap { id -> [ModelProblem] in
        guard let track = edit.composition.track(withTrackID: id), track.isEnabled else { return [] }
        let changes = track.changes.filter { range.start < $0 && $0 < end }
        return [
          // At the film's own beginning and end files begin and end as they do.
          changes.first.flatMap { change in
            range.start > .zero
              ? problem(of: id, changingAt: change, near: range.start, of: instruction, number: number) : nil
          },
          changes.last.flatMap { change in
            end < filmEnd ? problem(of: id, changingAt: change, near: end, of: instruction, number: number) : nil
          },
        ].compactMap(\.self)
      }
    }
  }

  /// The problem that track `id` changes at `change`, and `instruction` at `border`; nil where they are further apart,
  /// or the track is transparent there.
  private func problem(
    of id: TrackID, changingAt change: Rational, near border: Rational, of instruction: VideoCompositionInstruction,
    number: Int
  ) -> ModelProblem? {
    let isStart = border < change
    let (first, last) = (min(border, change), max(border, change))
    let hidden = instruction.layerInstructions.filter { $0.trackID == id }.allSatisfy { layer in
      layer.opacity.value(at: first, initial: 1) == 0 && layer.opacity.value(at: last, initial: 1) == 0
    }
    guard let distance = try? last - first, distance <= moment, frameCount(from: first, to: last) > 0,
      instruction.passthroughTrackID != nil || instruction.layerInstructions.isEmpty || !hidden
    else { return nil }
    return ModelProblem(
      .misalignedInstruction, at: ModelLocation(.instruction(number), isStart ? .start : .duration),
      "Track \(id) goes over from one segment to the next \(words(for: distance)) "
        + (isStart ? "after the instruction begins." : "before the instruction ends."),
      expected: "an instruction that \(isStart ? "begins" : "ends") at \(change.decimalText) s, as the segment does",
      timeRange: instruction.timeRange)
  }

  /// Instructions for which more pictures are decoded at a time than may be.
  var decoders: [ModelProblem] {
    guard let decoderLimit, let picture else { return [] }
    var most: [Int: Int] = [:]
    for span in picture.spans {
      for origin in span.origins { most[origin.instruction, default: 0].grow(to: Set(span.method.runs).count) }
    }
    return most.sorted { $0.key < $1.key }.compactMap { instruction, count in
      guard count > decoderLimit else { return nil }
      return ModelProblem(
        .tooManyDecoders,
        at: videoComposition == nil ? ModelLocation(.composition) : ModelLocation(.instruction(instruction)),
        "\(count) pictures are decoded at a time.", expected: "\(decoderLimit) at most")
    }
  }
}

extension Int {
  fileprivate mutating func grow(to other: Int) { self = Swift.max(self, other) }
}

extension VideoCompositionInstruction {
  /// The tracks whose pictures it takes, each once; nil where it takes those of all.
  fileprivate var tracksInUse: [TrackID]? {
    if let passthroughTrackID { return [passthroughTrackID] }
    guard let required = requiredSourceTrackIDs else { return nil }
    return Array(Set(required + layerInstructions.map(\.trackID))).sorted { $0.rawValue < $1.rawValue }
  }
}

extension CompositionTrack {
  /// Whether it has media at some time of `range`.
  fileprivate func plays(during range: RationalRange) -> Bool {
    isEnabled
      && segments.contains { segment in
        !segment.isEmpty && (try? RationalRange(segment.timeMapping.target))??.overlaps(range) == true
      }
  }

  /// The times at which what it shows becomes something else: a segment that goes on where the one before it has ended in its media is
  /// none.
  fileprivate var changes: [Rational] {
    var changes = zip(segments, segments.dropFirst()).compactMap { before, after -> Rational? in
      if before.isEmpty, after.isEmpty { return nil }
      let goesOn =
        before.source == after.source && before.timeMapping.source.end == after.timeMapping.source.start
        && !before.isEmpty
      return goesOn ? nil : after.timeMapping.target.start.rational
    }
    if let end = segments.last?.timeMapping.target.end.rational { changes.append(end) }
    return changes
  }
}
