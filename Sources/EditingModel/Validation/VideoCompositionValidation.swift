import MediaFormats
public import MediaTime

extension VideoComposition {
  /// Everything in the video composition that keeps it from being rendered with `composition`, in the order of the
  /// model; empty for a valid one.
  ///
  /// The frame duration and the scale are greater than zero; the size is whole and from 2 to 16,384 pixels, before and
  /// after scaling; the instructions follow each other without gap or overlap and cover the composition's duration; the
  /// tracks they refer to exist and hold video; ramps are in order, and their values in range. Where there are no
  /// instructions but a ``fit``, or pictures keep their own times, the frame duration and the size may be left to the media.
  ///
  /// - Parameters:
  ///   - composition: nil where tracks and duration are not known; neither is checked then.
  ///   - timeRange: the part to validate: the instructions that apply in it, and its coverage by instructions. All of
  ///     the composition unless given.
  public func validate(
    over composition: Composition?, in timeRange: CMTimeRange = .always
  ) -> [ModelProblem] {
    let validated = ValidatedTime(timeRange, upTo: composition?.duration)
    let timing =
      sourceTrackIDForFrameTiming == .invalid
      ? nil
      : composition?.problem(
        withTrack: sourceTrackIDForFrameTiming, of: .video,
        at: ModelLocation(.videoComposition, .sourceTrackIDForFrameTiming))
    return sizeProblems + (timing.map { [$0] } ?? []) + (isStandIn ? [] : coverageProblems(over: validated))
      + instructions.enumerated().flatMap { index, instruction in
        validated.touches(instruction.timeRange)
          ? instruction.problems(at: index, over: composition, and: animationTool?.additionalTrackIDs ?? []) : []
      } + (animationTool?.validate() ?? []) + (animationTool?.additionalLayerProblems(over: composition) ?? [])
  }

  private var sizeProblems: [ModelProblem] {
    var problems: [ModelProblem] = []
    func report(_ code: ModelProblem.Code, _ property: ModelLocation.Property, _ diagnostic: Diagnostic) {
      problems.append(ModelProblem(code, at: ModelLocation(.videoComposition, property), diagnostic))
    }
    if !Self.frameDurationLimits.contains(frameDuration),
      !(isStandIn || frameTimesRule == .source) || frameDuration != .invalid
    {
      report(
        .invalidDuration, .frameDuration,
        Diagnostic(
          "The frame duration is \(frameDuration.messageText).", expected: "a duration from 1/10000 s to 3600 s"))
    }
    let edges = [renderSize.width, renderSize.height]
    if isStandIn || frameTimesRule == .source, renderSize == .zero {
      // Whether the scale leaves pixels, the media's size says.
      if !(renderScale > 0) {
        report(
          .valueOutOfRange, .renderScale,
          Diagnostic("The scale is \(renderScale.shortText).", expected: "a number greater than 0"))
      }
    } else if let diagnostic = Diagnostic(size: renderSize) {
      report(.valueOutOfRange, .renderSize, diagnostic)
    } else if !(renderScale > 0) || !edges.allSatisfy({ Diagnostic.edgeLimits.contains($0 * renderScale) }) {
      report(
        .valueOutOfRange, .renderScale,
        Diagnostic(
          "The scale is \(renderScale.shortText).",
          expected: "a number greater than 0 that leaves a size from 2 to 16384 pixels"))
    }
    return problems
  }

  private func coverageProblems(over validated: ValidatedTime) -> [ModelProblem] {
    var problems: [ModelProblem] = []
    // The end of the instructions so far, at least the start of the validated part; nil after one with invalid times.
    var covered: Rational? = validated.start
    func reportGap(from start: Rational, to end: Rational, at location: ModelLocation) {
      problems.append(
        ModelProblem(
          .timeNotCovered, at: location,
          "The instructions leave \(start.decimalText)…\(end.decimalText) s uncovered.",
          expected: "instructions that cover \(validated.messageText) without a gap",
          timeRange: (try? (CMTime(exactly: start), CMTime(exactly: end))).map { CMTimeRange(start: $0, end: $1) }))
    }
    // The end of the instructions so far, in the validated part or not; nil after one with invalid times.
    var lastEnd: Rational?
    for (index, instruction) in instructions.enumerated() {
      let start = ModelLocation(.instruction(index), .start)
      let (range, timeProblems) = instruction.timeRange.checked(
        start: start, duration: ModelLocation(.instruction(index), .duration))
      problems += timeProblems
      if let range, let end = lastEnd, range.start < end, validated.touches(instruction.timeRange) {
        problems.append(
          ModelProblem(
            .instructionsOverlap, at: start,
            "The instruction starts at \(range.start.decimalText) s, but the one before it lasts until "
              + "\(end.decimalText) s.",
            expected: "\(end.decimalText) s", timeRange: instruction.timeRange))
      }
      if let range, let end = covered, range.start > end, validated.endsAfter(end) {
        reportGap(from: end, to: validated.clamped(range.start), at: start)
      }
      covered = range.map { max($0.end, covered ?? validated.start) }
      lastEnd = range.map { max($0.end, lastEnd ?? .zero) }
    }
    if let end = covered, let last = validated.end, end < last {
      reportGap(from: end, to: last, at: ModelLocation(.videoComposition, .instructions))
    }
    return problems
  }
}

extension VideoCompositionInstruction {
  fileprivate func problems(at index: Int, over composition: Composition?, and layerTracks: [TrackID])
    -> [ModelProblem]
  {
    let part = ModelLocation.Part.instruction(index)
    let color = [backgroundColor.red, backgroundColor.green, backgroundColor.blue, backgroundColor.alpha]
    let diagnostic = color.lazy.compactMap { Diagnostic("color component", $0, in: 0...1) }.first
    let background = diagnostic.map {
      ModelProblem(
        .valueOutOfRange, at: ModelLocation(part, .backgroundColor), $0)
    }
    let passthrough = passthroughTrackID.flatMap {
      composition?.problem(withTrack: $0, of: .video, at: ModelLocation(part, .passthroughTrackID))
    }
    var required: [ModelProblem] = []
    if case .tracks(let tracks) = requiredSources {
      required = tracks.compactMap {
        composition?.problem(
          withTrack: $0, of: .video, or: layerTracks, at: ModelLocation(part, .requiredSourceTrackIDs))
      }
    }
    return [background, passthrough].compactMap(\.self) + required
      + layerInstructions.enumerated().flatMap { layer, layerInstruction in
        layerInstruction.problems(instruction: index, layer: layer, over: composition, and: layerTracks)
      }
  }
}

extension LayerInstruction {
  fileprivate func problems(
    instruction: Int, layer: Int, over composition: Composition?, and layerTracks: [TrackID]
  ) -> [ModelProblem] {
    func entry(of ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation.Part {
      { .layerEntry(instruction: instruction, layer: layer, ramps: ramps, index: $0) }
    }
    let part = ModelLocation.Part.layer(instruction: instruction, index: layer)
    let trackLocation = ModelLocation(part, .trackID)
    let frameProblem = frame.flatMap(Diagnostic.init(frame:)).map {
      ModelProblem(.valueOutOfRange, at: ModelLocation(part, .frame), $0)
    }
    let track = composition?.problem(withTrack: trackID, of: .video, or: layerTracks, at: trackLocation)
    return [track, frameProblem].compactMap(\.self)
      + opacity.problems(at: entry(of: .opacity), diagnostic: Diagnostic.opacity)
      + transform.problems(at: entry(of: .transform), diagnostic: Diagnostic.init)
      + cropRectangle.problems(at: entry(of: .cropRectangle), diagnostic: Diagnostic.init(crop:))
      + (clipRectangle?.problems(at: entry(of: .clipRectangle), diagnostic: Diagnostic.init(clip:)) ?? [])
  }
}

extension Composition {
  /// The problem of a reference at `location` to track `id`, which must be of `mediaType` or one of `layerTracks`, the tracks that are
  /// trees of layers; nil for a valid one.
  func problem(
    withTrack id: TrackID, of mediaType: MediaType, or layerTracks: [TrackID] = [], at location: ModelLocation
  ) -> ModelProblem? {
    guard !layerTracks.contains(id) else { return nil }
    let suitable = tracks(withMediaType: mediaType).map(\.id.description).joined(separator: ", ")
    let layers =
      layerTracks.isEmpty ? "" : ", or of the layers: \(layerTracks.map(\.description).joined(separator: ", "))"
    let expected =
      suitable.isEmpty
      ? "\(mediaType == .audio ? "an" : "a") \(mediaType.rawValue) track; the composition has none\(layers)"
      : "the number of one of the \(mediaType.rawValue) tracks: \(suitable)\(layers)"
    guard let track = track(withTrackID: id) else {
      return ModelProblem(.unknownTrack, at: location, "There is no track \(id).", expected: expected)
    }
    if track.mediaType == mediaType { return nil }
    return ModelProblem(
      .wrongMediaType, at: location, "Track \(id) is one of \(track.mediaType.rawValue).", expected: expected)
  }
}

extension CMTimeRange {
  /// From zero on, without an end: all times of a composition.
  public static let always = CMTimeRange(start: .zero, duration: .positiveInfinity)
}

/// The part of a composition's time that is validated, in exact seconds.
private struct ValidatedTime {
  /// Its first time, of zero or later.
  let start: Rational
  /// Its end; nil where it has none.
  let end: Rational?

  /// The part of `timeRange` from zero to `duration`, or from zero on where that is nil. An invalid or indefinite range
  /// stands for all times.
  init(_ timeRange: CMTimeRange, upTo duration: CMTime?) {
    let isUsable = timeRange.isValid && !timeRange.isIndefinite
    let start = isUsable ? timeRange.start.rational.map { max($0, .zero) } : nil
    let ends = [isUsable ? timeRange.end.rational : nil, duration.map { $0.rational ?? .zero }]
    self.start = start ?? .zero
    self.end = ends.compactMap(\.self).min()
  }

  /// Whether an instruction over `range` applies in it; true for a range whose times are not finite.
  func touches(_ range: CMTimeRange) -> Bool {
    guard let first = range.start.rational, let past = range.end.rational else { return true }
    return past > start && endsAfter(first)
  }

  /// Whether its end is after `time`.
  func endsAfter(_ time: Rational) -> Bool { end.map { time < $0 } ?? true }

  /// The earlier of `time` and its end.
  func clamped(_ time: Rational) -> Rational { end.map { min($0, time) } ?? time }

  /// The range as messages state it.
  var messageText: String {
    guard let end else { return "all time from \(start.decimalText) s on" }
    return "\(start.decimalText)…\(end.decimalText) s"
  }
}
