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
  /// Whether layers drawn over the finished picture apply here.
  public var enablePostProcessing: Bool
  /// Which tracks a custom compositor is given frames of.
  public var requiredSources: RequiredSources
  /// Whether a custom compositor's picture may change while its source frames do not. If nil, it may: only who wrote the
  /// compositor can know better.
  public var isTweening: Bool?
  /// What a custom compositor is told, as it stands in the project.
  public var parameters: JSONValue?

  /// The tracks that a custom compositor is given frames of. The built-in one takes those of the layers.
  public enum RequiredSources: Hashable, Sendable, Codable {
    /// Those of the layers.
    case ofLayers
    /// All video tracks of the composition.
    case all
    /// These; none for a compositor that makes its picture out of nothing.
    case tracks([TrackID])
  }

  /// Shows `layerInstructions` over `timeRange`.
  public init(
    timeRange: CMTimeRange, layerInstructions: [LayerInstruction] = [], backgroundColor: Color = .black,
    passthroughTrackID: TrackID? = nil, enablePostProcessing: Bool = true,
    requiredSources: RequiredSources = .ofLayers, isTweening: Bool? = nil, parameters: JSONValue? = nil
  ) {
    self.timeRange = timeRange
    self.layerInstructions = layerInstructions
    self.backgroundColor = backgroundColor
    self.passthroughTrackID = passthroughTrackID
    self.enablePostProcessing = enablePostProcessing
    self.requiredSources = requiredSources
    self.isTweening = isTweening
    self.parameters = parameters
  }
}

extension VideoCompositionInstruction {
  /// The tracks that a custom compositor is given frames of, each once; nil for all of the composition's, none for a
  /// compositor that makes its picture out of nothing.
  public var requiredSourceTrackIDs: [TrackID]? {
    get {
      switch requiredSources {
      case .all: return nil
      case .tracks(let tracks): return tracks
      case .ofLayers:
        var seen: Set<TrackID> = []
        return layerInstructions.map(\.trackID).filter { seen.insert($0).inserted }
      }
    }
    set { requiredSources = newValue.map(RequiredSources.tracks) ?? .all }
  }

  /// Whether the picture may change while the source frames do not. Where it does not, one picture is used as long as its
  /// source frames stay the same.
  ///
  /// Unless it is set, it is what holds for the built-in compositor: whether a layer's opacity, transform or crop is not
  /// the same throughout `timeRange`.
  public var containsTweening: Bool {
    get { isTweening ?? layerInstructions.contains { $0.changes(during: timeRange) } }
    set { isTweening = newValue }
  }
}
