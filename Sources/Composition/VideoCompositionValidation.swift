import MediaTime

extension VideoComposition {
  /// Everything in the video composition that cannot be rendered over `composition` as it stands; empty when it is sound
  /// (`isValid(for:timeRange:validationDelegate:)`).
  ///
  /// The frame duration and the scale are greater than zero; the size is whole and from 2 to 16,384 pixels, before and
  /// after scaling; the instructions follow each other without gap or overlap and cover the composition's duration; the
  /// tracks they name exist and show pictures; ramps stand in order, and their values in their ranges.
  public func validate(over composition: Composition) -> [ModelProblem] {
    sizeProblems + coverageProblems(over: composition.duration)
      + instructions.enumerated().flatMap { index, instruction in
        instruction.problems(at: index, over: composition)
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
    let limits = 2.0...16_384
    if !edges.allSatisfy({ limits.contains($0) && $0 == $0.rounded() }) {
      report(
        .valueOutOfRange, .renderSize, "The size is \(edges.map(\.shortText).joined(separator: " × ")).",
        expected: "whole numbers of pixels from 2 to 16384")
    } else if !(renderScale > 0) || !edges.allSatisfy({ limits.contains($0 * renderScale) }) {
      report(
        .valueOutOfRange, .renderScale, "The scale is \(renderScale.shortText).",
        expected: "a number greater than 0 that leaves a size from 2 to 16384 pixels")
    }
    return problems
  }

  private func coverageProblems(over duration: CMTime) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    let whole = duration.rational ?? .zero
    // Up to where the instructions so far reach; unknown after one whose own times are unusable.
    var covered: Rational? = .zero
    func reportGap(from start: Rational, to end: Rational, at location: ModelLocation) {
      problems.append(
        ModelProblem(
          .timeNotCovered, at: location,
          "The instructions leave \(start.decimalText)…\(end.decimalText) s uncovered.",
          expected: "instructions that cover 0…\(whole.decimalText) s without a gap"))
    }
    for (index, instruction) in instructions.enumerated() {
      let start = ModelLocation(.instruction(index), .start)
      let (bounds, timeProblems) = instruction.timeRange.checked(
        start: start, duration: ModelLocation(.instruction(index), .duration))
      problems += timeProblems
      if let bounds, let end = covered {
        if bounds.lowerBound < end {
          problems.append(
            ModelProblem(
              .instructionsOverlap, at: start,
              "The instruction starts at \(bounds.lowerBound.decimalText) s, but the one before it lasts until "
                + "\(end.decimalText) s.",
              expected: "\(end.decimalText) s"))
        } else if bounds.lowerBound > end, end < whole {
          reportGap(from: end, to: min(bounds.lowerBound, whole), at: start)
        }
      }
      covered = bounds.map { max($0.upperBound, covered ?? .zero) }
    }
    if let end = covered, end < whole {
      reportGap(from: end, to: whole, at: ModelLocation(.videoComposition, .instructions))
    }
    return problems
  }
}

extension VideoCompositionInstruction {
  fileprivate func problems(at index: Int, over composition: Composition) -> [ModelProblem] {
    let part = ModelLocation.Part.instruction(index)
    let color = [backgroundColor.red, backgroundColor.green, backgroundColor.blue, backgroundColor.alpha]
    let refusal = color.lazy.compactMap { ValueRefusal("colour component", $0, in: 0...1) }.first
    let background = refusal.map {
      ModelProblem(
        .valueOutOfRange, at: ModelLocation(part, .backgroundColor), $0.message, expected: $0.expected)
    }
    let passthrough = passthroughTrackID.flatMap {
      composition.problem(withTrack: $0, of: .video, at: ModelLocation(part, .passthroughTrackID))
    }
    return [background, passthrough].compactMap(\.self)
      + layerInstructions.enumerated().flatMap { layer, layerInstruction in
        layerInstruction.problems(instruction: index, layer: layer, over: composition)
      }
  }
}

extension LayerInstruction {
  fileprivate func problems(instruction: Int, layer: Int, over composition: Composition) -> [ModelProblem] {
    func entry(of ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation.Part {
      { .layerEntry(instruction: instruction, layer: layer, ramps: ramps, index: $0) }
    }
    let trackLocation = ModelLocation(.layer(instruction: instruction, index: layer), .trackID)
    let track = composition.problem(withTrack: trackID, of: .video, at: trackLocation)
    return (track.map { [$0] } ?? [])
      + opacity.problems(at: entry(of: .opacity)) { ValueRefusal("opacity", $0, in: 0...1) }
      + transform.problems(at: entry(of: .transform)) { ValueRefusal($0) }
      + cropRectangle.problems(at: entry(of: .cropRectangle)) { ValueRefusal(crop: $0) }
  }
}

extension Composition {
  /// Why the track `id` cannot be named at `location`, where one of `mediaType` is needed; nil if it can.
  func problem(withTrack id: TrackID, of mediaType: MediaType, at location: ModelLocation) -> ModelProblem? {
    let suitable = tracks(ofType: mediaType).map(\.id.description).joined(separator: ", ")
    let expected =
      suitable.isEmpty
      ? "a \(mediaType.rawValue) track; the composition has none"
      : "the number of one of the \(mediaType.rawValue) tracks: \(suitable)"
    guard let track = track(id) else {
      return ModelProblem(.unknownTrack, at: location, "There is no track \(id).", expected: expected)
    }
    if track.mediaType == mediaType { return nil }
    return ModelProblem(
      .wrongMediaType, at: location, "Track \(id) is one of \(track.mediaType.rawValue).", expected: expected)
  }
}
