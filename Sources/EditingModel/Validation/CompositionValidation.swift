import MediaTime

extension Composition {
  /// Everything in the composition that keeps it from being rendered, in the order of the model; empty for a valid
  /// composition.
  ///
  /// The natural size, where there is one, is whole and from 2 to 16,384 pixels; track numbers are positive and unique;
  /// the segments of a track start at zero and follow each other without gap or overlap; durations are greater than
  /// zero and source times not negative (`validateTrackSegments`). The media files are not looked at.
  public func validate() -> [ModelProblem] {
    var seen: Set<TrackID> = []
    let size = naturalSize.flatMap(Diagnostic.init(size:)).map {
      ModelProblem(
        .valueOutOfRange, at: ModelLocation(.composition, .naturalSize), $0)
    }
    return (size.map { [$0] } ?? [])
      + tracks.enumerated().flatMap { index, track in
        track.problems(at: index, isFirstOfItsID: seen.insert(track.id).inserted)
      }
  }
}

extension CompositionTrack {
  fileprivate func problems(at track: Int, isFirstOfItsID: Bool) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    func report(_ code: ModelProblem.Code, _ property: ModelLocation.Property, _ diagnostic: Diagnostic) {
      problems.append(ModelProblem(code, at: ModelLocation(.track(track), property), diagnostic))
    }
    if id.rawValue <= 0 {
      report(
        .invalidTrackID, .id,
        Diagnostic("The track's number is \(id).", expected: "a number from 1 to \(Int32.max)"))
    } else if !isFirstOfItsID {
      report(
        .duplicateTrackID, .id,
        Diagnostic("Another track has the number \(id) already.", expected: "a number of its own"))
    }
    if let diagnostic = Diagnostic("track's volume", preferredVolume, in: 0...10) {
      report(.valueOutOfRange, .preferredVolume, diagnostic)
    }
    if let diagnostic = Diagnostic(preferredTransform) {
      report(.valueOutOfRange, .preferredTransform, diagnostic)
    }
    return problems + segmentProblems(ofTrack: track)
  }

  private func segmentProblems(ofTrack track: Int) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    // The end of the previous segment; nil after one whose times are invalid.
    var end: Rational? = .zero
    for (index, segment) in segments.enumerated() {
      func location(_ property: ModelLocation.Property) -> ModelLocation {
        ModelLocation(.segment(track: track, index: index), property)
      }
      problems += segment.sourceProblems(location)
      let (target, timeProblems) = segment.timeMapping.target.checked(
        start: location(.targetStart), duration: location(.targetDuration))
      problems += timeProblems
      if let target, let end, target.start != end {
        problems.append(
          ModelProblem(
            .segmentsNotContiguous, at: location(.targetStart),
            "The segment starts at \(target.start.decimalText) s.",
            expected: "\(end.decimalText) s, where \(index == 0 ? "the track starts" : "the segment before it ends")"))
      }
      end = target?.end
    }
    return problems
  }
}

extension CompositionTrackSegment {
  fileprivate func sourceProblems(_ location: (ModelLocation.Property) -> ModelLocation) -> [ModelProblem] {
    guard let source else { return [] }
    let index: [ModelProblem] =
      source.trackIndex >= 0
      ? []
      : [
        ModelProblem(
          .valueOutOfRange, at: location(.trackIndex), "The track index is \(source.trackIndex).",
          expected: "0 for the file's first track of the kind, or more")
      ]
    return index
      + timeMapping.source.checked(start: location(.sourceStart), duration: location(.sourceDuration)).problems
  }
}
