import EditingModel
public import Foundation

/// Is told what is wrong with a video composition, and whether to go on looking (`AVVideoCompositionValidationHandling`). Each method
/// returns true, which goes on, unless it is implemented.
public protocol AVVideoCompositionValidationHandling: NSObjectProtocol {
  /// A value is not valid.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool
  /// No instruction applies during `timeRange`.
  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool
  /// The time range of `videoCompositionInstruction` is not valid, or begins before the end of the one before it.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool
  /// `layerInstruction` is of a track that `asset` does not have.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol, layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool
}

extension AVVideoCompositionValidationHandling {
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool { true }
  /// Goes on.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol, layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { true }
}

extension AVVideoComposition {
  /// Whether it can be rendered over `asset` during `timeRange`; what is wrong is told to `validationDelegate`, until that returns false
  /// (`isValid(for:timeRange:validationDelegate:)`). Blocks where the asset is not loaded.
  ///
  /// Without an asset, tracks and duration are not looked at.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let problems: [ModelProblem]
    do {
      problems = try configuration.model(compositor: "custom").validate(
        over: try asset?.composition(), in: timeRange)
    } catch {
      _ = validationDelegate?.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidValueForKey: "instructions")
      return false
    }
    if let validationDelegate { _ = problems.allSatisfy { report($0, to: validationDelegate, asset) } }
    return problems.isEmpty
  }

  private func report(
    _ problem: ModelProblem, to delegate: any AVVideoCompositionValidationHandling, _ asset: AVAsset?
  ) -> Bool {
    let instructions = instructions
    func invalidValue(_ key: String) -> Bool {
      delegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
    }
    switch (problem.code, problem.location.part) {
    case (.timeNotCovered, _):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingEmptyTimeRange: problem.timeRange ?? .invalid)
    case (.invalidTime, .instruction(let number)), (.invalidDuration, .instruction(let number)),
      (.instructionsOverlap, .instruction(let number)):
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instructions[number])
    case (.unknownTrack, .layer(let number, let layer)), (.wrongMediaType, .layer(let number, let layer)):
      guard let instruction = instructions[number] as? AVVideoCompositionInstruction, let asset,
        instruction.layerInstructions.indices.contains(layer)
      else { return invalidValue("instructions") }
      return delegate.videoComposition(
        self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction,
        layerInstruction: instruction.layerInstructions[layer], asset: asset)
    case (_, .videoComposition): return invalidValue(problem.location.property?.rawValue ?? "instructions")
    default: return invalidValue("instructions")
    }
  }
}
