public import MediaTime

/// What the picture is made of over one stretch of time (`AVVideoCompositionInstruction`).
public struct VideoCompositionInstruction: Hashable, Sendable, Codable {
  /// When it applies, in composition time.
  public var timeRange: CMTimeRange
  /// What is seen where no layer covers; opaque black unless given.
  public var backgroundColor: Color
  /// The layers, the topmost first.
  public var layerInstructions: [LayerInstruction]
  /// A track that is shown as it is, without any compositing; then the layers are not looked at.
  public var passthroughTrackID: TrackID?
  /// Whether layers drawn over the finished picture apply here (`enablePostProcessing`).
  public var enablesPostProcessing: Bool
  /// What a custom compositor is told, as it stands in the project.
  public var parameters: JSONValue?

  /// Shows `layerInstructions` over `timeRange`.
  public init(
    timeRange: CMTimeRange, layerInstructions: [LayerInstruction] = [], backgroundColor: Color = .black,
    passthroughTrackID: TrackID? = nil, enablesPostProcessing: Bool = true, parameters: JSONValue? = nil
  ) {
    self.timeRange = timeRange
    self.layerInstructions = layerInstructions
    self.backgroundColor = backgroundColor
    self.passthroughTrackID = passthroughTrackID
    self.enablesPostProcessing = enablesPostProcessing
    self.parameters = parameters
  }
}
