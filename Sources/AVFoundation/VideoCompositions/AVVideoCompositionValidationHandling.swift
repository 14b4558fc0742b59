import EditingModel
public import Foundation

/// Delegate of a validation, called for each fault of a video composition (`AVVideoCompositionValidationHandling`).
/// Each method returns true, which continues the validation, unless it is implemented.
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
  /// Whether it can be rendered over `asset` during `timeRange`; `validationDelegate` is called for each fault, until
  /// it returns false (`isValid(for:timeRange:validationDelegate:)`). Blocks where the asset is not loaded.
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

  /// As ``isValid(for:timeRange:validationDelegate:)``, without blocking (`determineValidity(for:timeRange:validationDelegate:)`).
  ///
  /// - Throws: As `load(_:)` where the asset cannot be read.
  public func determineValidity(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    try await asset?.loadContent()
    return isValid(for: asset, timeRange: timeRange, validationDelegate: validationDelegate)
  }

  /// As the one above, with the result handed to `completionHandler` on any thread, after `validationDelegate`'s calls
  /// on the same thread.
  public func determineValidity(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?,
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let delegate = HandedDelegate(delegate: validationDelegate)
    let handler: @Sendable (Bool?, (any Error)?) -> Void = { completionHandler($0 ?? false, $1) }
    deliver(to: handler) {
      try await self.determineValidity(for: asset, timeRange: timeRange, validationDelegate: delegate.delegate)
    }
  }

  /// A delegate on its way to the thread that calls it.
  private struct HandedDelegate: @unchecked Sendable {
    // @unchecked: one thread uses it at a time, as the caller hands it over.
    let delegate: (any AVVideoCompositionValidationHandling)?
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
