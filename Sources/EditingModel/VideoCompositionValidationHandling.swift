public import MediaTime

/// Is told what a validation finds, and says whether it goes on (`AVVideoCompositionValidationHandling`).
///
/// Each of the four goes on unless it is implemented.
public protocol VideoCompositionValidationHandling {
  /// A value cannot be used: `frameDuration`, `renderSize`, `renderScale`, or one within an instruction, which is named by
  /// the way to it (`instructions[1].layerInstructions[0].opacity[2].from`).
  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool

  /// No instruction applies during `timeRange`.
  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool

  /// The time range of `instruction` is invalid, or it begins before the instruction in front of it ends.
  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool

  /// A layer of `instruction` names a track that `asset` does not have, or that shows no pictures.
  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: VideoCompositionInstruction,
    layerInstruction: LayerInstruction, asset: Composition
  ) -> Bool
}

extension VideoCompositionValidationHandling {
  /// Goes on.
  public func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool { true }

  /// Goes on.
  public func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: VideoCompositionInstruction,
    layerInstruction: LayerInstruction, asset: Composition
  ) -> Bool { true }
}

extension VideoComposition {
  /// Whether the video composition can be rendered over `asset` during `timeRange`
  /// (`isValid(for:timeRange:validationDelegate:)`).
  ///
  /// What ``validate(over:in:)`` finds, for callers that want to hear of it piece by piece: `validationDelegate` is told of
  /// each problem in turn until it answers false. The result does not depend on its answers.
  ///
  /// - Parameters:
  ///   - asset: nil where tracks and duration are not to be asked about.
  ///   - timeRange: the part that is asked about; ``CMTimeRange/always`` for all of it.
  ///   - validationDelegate: nil where only the result matters.
  public func isValid(
    for asset: Composition?, timeRange: CMTimeRange,
    validationDelegate: (any VideoCompositionValidationHandling)? = nil
  ) -> Bool {
    let problems = validate(over: asset, in: timeRange)
    if let validationDelegate {
      _ = problems.allSatisfy { tell(validationDelegate, of: $0, asset: asset) }
    }
    return problems.isEmpty
  }

  /// Tells `delegate` of `problem`; whether it wants to hear of more.
  private func tell(
    _ delegate: any VideoCompositionValidationHandling, of problem: ModelProblem, asset: Composition?
  ) -> Bool {
    switch (problem.code, problem.location.part) {
    case (.timeNotCovered, _):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingEmptyTimeRange: problem.timeRange ?? .invalid)
    case (.invalidTime, .instruction(let index)), (.invalidDuration, .instruction(let index)),
      (.instructionsOverlap, .instruction(let index)):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instructions[index])
    case (.unknownTrack, .layer(let instruction, let layer)), (.wrongMediaType, .layer(let instruction, let layer)):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instructions[instruction],
        layerInstruction: instructions[instruction].layerInstructions[layer], asset: asset ?? Composition())
    case (_, .videoComposition):
      return delegate.videoComposition(
        self,
        shouldContinueValidatingAfterFindingInvalidValueForKey: problem.location.property?.rawValue ?? "instructions")
    default:
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidValueForKey: problem.location.description)
    }
  }
}
