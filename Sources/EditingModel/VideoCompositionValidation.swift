import MediaFormats
public import MediaTime

extension VideoComposition {
  /// Everything in the video composition that cannot be rendered over `composition` as it stands, in the order of the
  /// model; empty when it is sound.
  ///
  /// The frame duration and the scale are greater than zero; the size is whole and from 2 to 16,384 pixels, before and
  /// after scaling; the instructions follow each other without gap or overlap and cover the composition's duration; the
  /// tracks they name exist and show pictures; ramps stand in order, and their values in their ranges.
  ///
  /// - Parameters:
  ///   - composition: nil where tracks and duration are not known; then neither is asked about.
  ///   - timeRange: the part that is asked about: what of it has no instruction, and the instructions that apply in it.
  ///     All of it unless given.
  public func validate(
    over composition: Composition?, in timeRange: CMTimeRange = .always
  ) -> [ModelProblem] {
    let examined = ExaminedTime(timeRange, upTo: composition?.duration)
    return sizeProblems + coverageProblems(over: examined)
      + instructions.enumerated().flatMap { index, instruction in
        examined.touches(instruction.timeRange) ? instruction.problems(at: index, over: composition) : []
      }
  }

  private var sizeProblems: [ModelProblem] {
    var problems: [ModelProblem] = []
    func report(_ code: ModelProblem.Code, _ property: ModelLocation.Property, _ message: String, expected: String) {
      problems.append(ModelProblem(code, at: ModelLocation(.videoComposition, property), message, expected: expected))
    }
    if !frameDuration.isNumeric || frameDuration <= .zero {
      report(
        .invalidDuration, .frameDuration, "The frame duration is \(frameDuration.spoken).",
        expected: "a duration greater than 0")
    }
    let edges = [renderSize.width, renderSize.height]
    if let refusal = ValueRefusal(size: renderSize) {
      report(.valueOutOfRange, .renderSize, refusal.message, expected: refusal.expected)
    } else if !(renderScale > 0) || !edges.allSatisfy({ ValueRefusal.edgeLimits.contains($0 * renderScale) }) {
      report(
        .valueOutOfRange, .renderScale, "The scale is \(renderScale.shortText).",
        expected: "a number greater than 0 that leaves a size from 2 to 16384 pixels")
    }
    return problems
  }

  private func coverageProblems(over examined: ExaminedTime) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    // Up to where the instructions so far reach; unknown after one whose own times are unusable.
    var covered: Rational? = examined.start
    func reportGap(from start: Rational, to end: Rational, at location: ModelLocation) {
      problems.append(
        ModelProblem(
          .timeNotCovered, at: location,
          "The instructions leave \(start.decimalText)…\(end.decimalText) s uncovered.",
          expected: "instructions that cover \(examined.spoken) without a gap",
          timeRange: (try? (CMTime(exactly: start), CMTime(exactly: end))).map { CMTimeRange(start: $0, end: $1) }))
    }
    // Up to where the instructions so far reach, examined or not.
    var reached: Rational?
    for (index, instruction) in instructions.enumerated() {
      let start = ModelLocation(.instruction(index), .start)
      let (bounds, timeProblems) = instruction.timeRange.checked(
        start: start, duration: ModelLocation(.instruction(index), .duration))
      problems += timeProblems
      if let bounds, let end = reached, bounds.lowerBound < end, examined.touches(instruction.timeRange) {
        problems.append(
          ModelProblem(
            .instructionsOverlap, at: start,
            "The instruction starts at \(bounds.lowerBound.decimalText) s, but the one before it lasts until "
              + "\(end.decimalText) s.",
            expected: "\(end.decimalText) s", timeRange: instruction.timeRange))
      }
      if let bounds, let end = covered, bounds.lowerBound > end, examined.isBefore(end: end) {
        reportGap(from: end, to: examined.clamped(bounds.lowerBound), at: start)
      }
      covered = bounds.map { max($0.upperBound, covered ?? examined.start) }
      reached = bounds.map { max($0.upperBound, reached ?? .zero) }
    }
    if let end = covered, let last = examined.end, end < last {
      reportGap(from: end, to: last, at: ModelLocation(.videoComposition, .instructions))
    }
    return problems
  }
}

extension VideoCompositionInstruction {
  fileprivate func problems(at index: Int, over composition: Composition?) -> [ModelProblem] {
    let part = ModelLocation.Part.instruction(index)
    let color = [backgroundColor.red, backgroundColor.green, backgroundColor.blue, backgroundColor.alpha]
    let refusal = color.lazy.compactMap { ValueRefusal("color component", $0, in: 0...1) }.first
    let background = refusal.map {
      ModelProblem(
        .valueOutOfRange, at: ModelLocation(part, .backgroundColor), $0.message, expected: $0.expected)
    }
    let passthrough = passthroughTrackID.flatMap {
      composition?.problem(withTrack: $0, of: .video, at: ModelLocation(part, .passthroughTrackID))
    }
    var required: [ModelProblem] = []
    if case .tracks(let tracks) = requiredSources {
      required = tracks.compactMap {
        composition?.problem(withTrack: $0, of: .video, at: ModelLocation(part, .requiredSourceTrackIDs))
      }
    }
    return [background, passthrough].compactMap(\.self) + required
      + layerInstructions.enumerated().flatMap { layer, layerInstruction in
        layerInstruction.problems(instruction: index, layer: layer, over: composition)
      }
  }
}

extension LayerInstruction {
  fileprivate func problems(instruction: Int, layer: Int, over composition: Composition?) -> [ModelProblem] {
    func entry(of ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation.Part {
      { .layerEntry(instruction: instruction, layer: layer, ramps: ramps, index: $0) }
    }
    let trackLocation = ModelLocation(.layer(instruction: instruction, index: layer), .trackID)
    let track = composition?.problem(withTrack: trackID, of: .video, at: trackLocation)
    return (track.map { [$0] } ?? [])
      + opacity.problems(at: entry(of: .opacity), refusal: ValueRefusal.opacity)
      + transform.problems(at: entry(of: .transform), refusal: ValueRefusal.init)
      + cropRectangle.problems(at: entry(of: .cropRectangle), refusal: ValueRefusal.init(crop:))
  }
}

extension Composition {
  /// Why the track `id` cannot be named at `location`, where one of `mediaType` is needed; nil if it can.
  func problem(withTrack id: TrackID, of mediaType: MediaType, at location: ModelLocation) -> ModelProblem? {
    let suitable = tracks(withMediaType: mediaType).map(\.id.description).joined(separator: ", ")
    let expected =
      suitable.isEmpty
      ? "a \(mediaType.rawValue) track; the composition has none"
      : "the number of one of the \(mediaType.rawValue) tracks: \(suitable)"
    guard let track = track(withTrackID: id) else {
      return ModelProblem(.unknownTrack, at: location, "There is no track \(id).", expected: expected)
    }
    if track.mediaType == mediaType { return nil }
    return ModelProblem(
      .wrongMediaType, at: location, "Track \(id) is one of \(track.mediaType.rawValue).", expected: expected)
  }
}
