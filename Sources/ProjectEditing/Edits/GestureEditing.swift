import EditingModel
import MediaTime
import ProjectFile

/// Gestures on segments, found by their pointers.
extension ProjectEditor {
  /// The edits of the text that `edit`, a gesture on a segment, is.
  func edits(of project: ProjectText, gesture edit: TimelineEdit) throws -> [JSONEdit] {
    let original = try project.timeline()
    var timeline = original
    try perform(edit, on: &timeline)
    try timeline.fitTransitions(since: original, MediaLimits(context))
    let edits = try TimelineWriting(project: project, original: original).edits(for: timeline)
    return try edits + project.fittingInstructions(to: timeline.duration, from: original.duration)
  }

  private func perform(_ edit: TimelineEdit, on timeline: inout Timeline) throws {
    let media = MediaLimits(context)
    let shortest = timeline.shortestSegment
    switch edit {
    case .trim(let edge, let segment, let time):
      let (track, index) = try timeline.place(of: segment)
      switch edge {
      case .start: try timeline.tracks[track].trimStart(of: index, to: time, shortest: shortest, media)
      case .end: try timeline.tracks[track].trimEnd(of: index, to: time, shortest: shortest, media)
      }
    case .ripple(let edge, let segment, let time):
      let (track, index) = try timeline.place(of: segment)
      switch edge {
      case .start: try timeline.tracks[track].rippleStart(of: index, to: time, shortest: shortest, media)
      case .end: try timeline.tracks[track].rippleEnd(of: index, to: time, shortest: shortest, media)
      }
    case .roll(let segment, let time):
      let (track, index) = try timeline.place(of: segment)
      guard timeline.tracks[track].adjoins(index) else {
        throw ProjectEditError(
          .notPossible, at: segment, "No segment begins where this one ends, so that there is no cut to move.",
          remedy: "Trim its end, or move the next segment up to it.")
      }
      try timeline.tracks[track].roll(at: index, to: time, shortest: shortest, media)
    case .slip(let segment, let change):
      let (track, index) = try timeline.place(of: segment)
      try timeline.tracks[track].slip(index, by: change, media)
    case .split(let segment, let time):
      let (track, index) = try timeline.place(of: segment)
      let clip = timeline.tracks[track].clips[index]
      guard clip.start < time, time < clip.end else {
        throw ProjectEditError(
          .notPossible, at: segment, "The segment plays from \(clip.start.decimalText) to \(clip.end.decimalText) s.",
          expected: "a time between them")
      }
      try timeline.tracks[track].split(index, at: time, id: timeline.unusedNumber)
    case .delete(let segment, let ripples):
      let (track, index) = try timeline.place(of: segment)
      try timeline.tracks[track].remove(index, ripples: ripples)
    case .move(let segment, let time, let target):
      try move(segment, to: time, target, on: &timeline)
    default: break
    }
  }

  private func move(
    _ segment: JSONPointer, to time: Rational, _ target: JSONPointer?, on timeline: inout Timeline
  ) throws {
    let (track, index) = try timeline.place(of: segment)
    let goal = try target.map { try timeline.track(at: $0) } ?? track
    guard timeline.tracks[goal].isVideo == timeline.tracks[track].isVideo else {
      throw ProjectEditError(
        .notPossible, at: segment,
        timeline.tracks[track].isVideo
          ? "Pictures cannot be moved to an audio track." : "Sound cannot be moved to a video track.",
        remedy: "Choose a track of the same kind.")
    }
    let clip = timeline.tracks[track].clips.remove(at: index)
    try timeline.tracks[goal].place(clip, nearestTo: max(.zero, time))
  }
}

extension Timeline {
  /// The track and the segment that `pointer` names.
  func place(of pointer: JSONPointer) throws(ProjectEditError) -> (track: Int, index: Int) {
    let tokens = pointer.tokens
    guard tokens.count == 5, tokens.starts(with: JSONPointer.tracks.tokens), tokens[3] == "segments",
      let track = Int(tokens[2]), tracks.indices.contains(track), let index = Int(tokens[4]),
      tracks[track].clips.indices.contains(index)
    else {
      throw ProjectEditError(
        .notFound, at: pointer, "There is no segment at \(pointer).",
        expected: "the place of a segment, such as /composition/tracks/0/segments/1")
    }
    return (track, index)
  }

  /// The track that `pointer` names.
  func track(at pointer: JSONPointer) throws(ProjectEditError) -> Int {
    let tokens = pointer.tokens
    guard tokens.count == 3, tokens.starts(with: JSONPointer.tracks.tokens), let track = Int(tokens[2]),
      tracks.indices.contains(track)
    else {
      throw ProjectEditError(
        .notFound, at: pointer, "There is no track at \(pointer).",
        expected: "the place of a track, such as /composition/tracks/0")
    }
    return track
  }

  /// A number that no segment has.
  var unusedNumber: Int { (tracks.flatMap(\.clips).map(\.id).max() ?? -1) + 1 }
}
