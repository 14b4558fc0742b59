public import Layers
import MediaTime
import ModelValues

/// A tree of layers as a track of its own (`AVVideoCompositionCoreAnimationTool(additionalLayer:asTrackID:)`).
///
/// Layer instructions show it by its track's number, as they show a film: in its place among the others, with ramps of opacity,
/// transform and crop. A custom compositor is handed it as a source frame.
///
/// ```swift
/// videoComposition.animationTool = AnimationTool(additionalLayer: badge, asTrackID: composition.unusedTrackID())
/// ```
///
/// Its picture has the size of the render rectangle, in whose pixels the root stands as that of an ``AnimationTool`` does, and is clear
/// where nothing is drawn. Its time is the composition's.
public struct AdditionalLayer: Hashable, Sendable, Codable {
  /// The root of the tree. No layer in it shows the movie.
  public var layer: Layer
  /// The number of the track, one that no track of the composition has.
  public var trackID: TrackID

  /// Draws `layer` as track `trackID`.
  public init(layer: Layer, trackID: TrackID) {
    self.layer = layer
    self.trackID = trackID
  }
}

extension AnimationTool {
  /// Draws `layer` as the track `trackID`, which no track of the composition is (`init(additionalLayer:asTrackID:)`), and nothing else.
  public init(additionalLayer layer: Layer, asTrackID trackID: TrackID) {
    self.init(additionalLayers: [AdditionalLayer(layer: layer, trackID: trackID)])
  }

  /// The numbers of the tracks that are trees of layers, in their order.
  public var additionalTrackIDs: [TrackID] { additionalLayers.map(\.trackID) }

  /// Everything that keeps the additional layers from being tracks beside those of `composition`; nil where its tracks are not known.
  func additionalLayerProblems(over composition: Composition?) -> [ModelProblem] {
    var taken = Set(composition?.tracks.map(\.id) ?? [])
    return additionalLayers.enumerated().flatMap { index, additional -> [ModelProblem] in
      let place = ModelLocation(.additionalLayer(index, path: ""), .trackID)
      var problems: [ModelProblem] = []
      if additional.trackID.rawValue < 1 {
        problems.append(
          ModelProblem(
            .invalidTrackID, at: place, "The track's number is \(additional.trackID).", expected: "a number from 1 up"))
      } else if !taken.insert(additional.trackID).inserted {
        let unused = composition.map { $0.unusedTrackID(besides: additionalTrackIDs).description }
        problems.append(
          ModelProblem(
            .duplicateTrackID, at: place, "There is a track \(additional.trackID) already.",
            expected: "a number that no track has\(unused.map { ", such as \($0)" } ?? "")"))
      }
      if additional.layer.showsVideo {
        problems.append(
          ModelProblem(
            .invalidLayer, at: ModelLocation(.additionalLayer(index, path: "")),
            "A layer in it shows the frame that it is to become a part of.",
            expected: "layers of other types; one of the type video stands in the film's own tree"))
      }
      return problems
        + additional.layer.problems().map {
          ModelProblem(.invalidLayer, at: ModelLocation(.additionalLayer(index, path: $0.location)), $0.diagnostic)
        }
    }
  }
}
