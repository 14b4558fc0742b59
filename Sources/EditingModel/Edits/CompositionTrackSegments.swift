import MediaFormats
public import MediaTime

/// Looking at a track's segments, and trying others on it.
extension CompositionTrack {
  /// The segment that is shown at `trackTime`, empty edits included (`segment(forTrackTime:)`); nil before zero, from the
  /// end of the track on, and for a time that is not finite.
  ///
  /// ```
  ///  ├──── A ────┼── B ──┤        A from its first time on, B from its own on, nil at the end
  /// ```
  ///
  /// Takes logarithmic time; the segments must be in order.
  public func segment(forTrackTime trackTime: CMTime) -> CompositionTrackSegment? {
    guard trackTime.isNumeric else { return nil }
    let index = segments.partitionIndex { $0.start > trackTime } - 1
    guard segments.indices.contains(index), segments[index].timeMapping.target.containsTime(trackTime) else {
      return nil
    }
    return segments[index]
  }

  /// Checks whether `segments` could be the track's (`validateSegments(_:)`); the track's own do not matter.
  ///
  /// Setting `segments` checks nothing, as in AVFoundation. Whoever makes segments by hand asks here first:
  ///
  /// ```
  ///  good     ├──── A ────┼╌╌ nothing ╌╌┼── B ──┤
  ///  bad        ├── A ──┤     ├── B ──┤                  a start after zero, and a gap that is no empty edit
  /// ```
  ///
  /// - The first starts at zero, each other where the one before it ends.
  /// - Targets and sources last longer than zero; sources start at zero or later.
  /// - All times are finite, and ends exact.
  ///
  /// What the media files hold is not asked.
  ///
  /// - Throws: `EditError` for the first segment that is wrong: `.segmentsNotContiguous`, `.invalidTime`,
  ///   `.invalidDuration`, or `.invalidSegments` for a source's negative `trackIndex`. `Composition.validate()` returns
  ///   everything that is.
  public func validateTrackSegments(_ segments: [CompositionTrackSegment]) throws(EditError) {
    let track = CompositionTrack(id: 1, mediaType: mediaType, segments: segments)
    guard let problem = Composition(tracks: [track]).validate().first,
      case .segment(_, let index) = problem.location.part
    else { return }
    let code: EditError.Code =
      switch problem.code {
      case .segmentsNotContiguous: .segmentsNotContiguous
      case .invalidTime: .invalidTime
      case .invalidDuration: .invalidDuration
      default: .invalidSegments
      }
    throw EditError(
      code, argument: "segments[\(index)]\(problem.location.property.map { ".\($0.rawValue)" } ?? "")", trackID: id,
      problem.message, expected: problem.expected)
  }

  /// Whether media of `mediaType` whose pictures are like `format` can stand among the track's: it is of the track's kind
  /// and, where both are known, of the size and orientation of its pictures.
  func isCompatible(with mediaType: MediaType, _ format: VideoTrackProperties?) -> Bool {
    guard mediaType == self.mediaType else { return false }
    guard let format, let videoProperties else { return true }
    return format.isCompatible(with: videoProperties)
  }
}
