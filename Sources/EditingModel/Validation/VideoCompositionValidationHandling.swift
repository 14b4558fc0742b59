public import MediaTime

/// Receives the problems that a validation finds, and decides whether it continues
/// (`AVVideoCompositionValidationHandling`).
///
/// Each of the four methods returns true, which continues, unless it is implemented.
public protocol VideoCompositionValidationHandling {
  /// A value is invalid: `frameDuration`, `renderSize`, `renderScale`, or one of an instruction, by its path
  /// (`instructions[1].layerInstructions[0].opacity[2].from`).
  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool

  /// No instruction applies during `timeRange`.
  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool

  /// The time range of `instruction` is invalid, or starts before the previous instruction ends.
  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool

  /// A layer of `instruction` refers to a track that `asset` does not have, or that is not a video track.
  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: VideoCompositionInstruction,
    layerInstruction: LayerInstruction, asset: Composition
  ) -> Bool
}

extension VideoCompositionValidationHandling {
  /// Continues.
  public func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }

  /// Continues.
  public func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }

  /// Continues.
  public func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool { true }

  /// Continues.
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
  /// Reports the problems that ``validate(over:in:)`` finds to `validationDelegate`, in order, until it returns false.
  /// The result does not depend on what it returns.
  ///
  /// - Parameters:
  ///   - asset: nil where tracks and duration are not to be checked.
  ///   - timeRange: the part to validate; ``CMTimeRange/always`` for all of it.
  ///   - validationDelegate: nil where only the result matters.
  public func isValid(
    for asset: Composition?, timeRange: CMTimeRange,
    validationDelegate: (any VideoCompositionValidationHandling)? = nil
  ) -> Bool {
    let problems = validate(over: asset, in: timeRange)
    if let validationDelegate {
      _ = problems.allSatisfy { report($0, to: validationDelegate, asset: asset) }
    }
    return problems.isEmpty
  }

  /// Reports `problem` to `delegate`, and returns whether it continues.
  private func report(
    _ problem: ModelProblem, to delegate: any VideoCompositionValidationHandling, asset: Composition?
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
