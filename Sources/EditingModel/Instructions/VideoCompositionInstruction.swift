public import MediaTime

/// The composition of the output frames over a time range (`AVVideoCompositionInstruction`).
public struct VideoCompositionInstruction: Hashable, Sendable, Codable {
  /// The time range in which the instruction applies, in composition time.
  public var timeRange: CMTimeRange
  /// The color behind all layers; opaque black unless given.
  public var backgroundColor: Color
  /// The layers, the topmost first.
  public var layerInstructions: [LayerInstruction]
  /// A track that is shown as it is, without compositing; the layers are ignored then.
  public var passthroughTrackID: TrackID?
  /// Whether layers are drawn over the composed frames.
  public var enablePostProcessing: Bool
  /// The tracks whose frames a custom compositor gets.
  public var requiredSources: RequiredSources
  /// Whether the output of a custom compositor may change while its source frames do not. Nil stands for "may" with a
  /// custom compositor; see ``containsTweening`` for the built-in one.
  public var isTweening: Bool?
  /// The instruction's parameters for a custom compositor, as the project states them.
  public var parameters: JSONValue?

  /// The tracks whose frames a custom compositor gets. The built-in one takes those of the layers.
  public enum RequiredSources: Hashable, Sendable, Codable {
    /// The tracks of the layers.
    case ofLayers
    /// All video tracks of the composition.
    case all
    /// These tracks; none for a compositor that generates its frames.
    case tracks([TrackID])
  }

  /// Shows `layerInstructions` over `timeRange`, which is to be set where it is not given.
  public init(
    timeRange: CMTimeRange = .invalid, layerInstructions: [LayerInstruction] = [], backgroundColor: Color = .black,
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
  /// The tracks whose frames a custom compositor gets, each once; nil for all of the composition's, empty for a
  /// compositor that generates its frames.
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

  /// Whether the output may change while the source frames do not. Where it does not, one output frame is used as long
  /// as its source frames stay the same.
  ///
  /// Unless it is set, it is derived for the built-in compositor: whether the opacity, transform or crop of a layer
  /// varies during `timeRange`.
  public var containsTweening: Bool {
    get { isTweening ?? layerInstructions.contains { $0.changes(during: timeRange) } }
    set { isTweening = newValue }
  }
}
