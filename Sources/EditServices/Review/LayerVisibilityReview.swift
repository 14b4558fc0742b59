import EditingModel
import MediaTime
import Rendering

/// Layers that take part in no frame of their instruction.
extension EditReview {
  /// Layers that are transparent, covered or outside of the picture all through; of a custom compositor nothing is known.
  var invisibleLayers: [ModelProblem] {
    guard let videoComposition, let picture, videoComposition.customCompositor == nil else { return [] }
    var seen: [Int: Set<Int>] = [:]
    var frames: [Int: [Int]] = [:]
    for origin in picture.spans.flatMap(\.origins) {
      seen[origin.instruction, default: []].formUnion(origin.layers.compactMap(\.self))
      frames[origin.instruction, default: []] += [origin.frames.lowerBound, origin.frames.upperBound - 1]
    }
    let trees = videoComposition.animationTool?.additionalTrackIDs ?? []
    return frames.sorted { $0.key < $1.key }.flatMap { number, looks -> [ModelProblem] in
      guard videoComposition.instructions.indices.contains(number) else { return [] }
      let instruction = videoComposition.instructions[number]
      guard instruction.passthroughTrackID == nil else { return [] }
      return instruction.layerInstructions.enumerated().compactMap { index, layer -> ModelProblem? in
        guard seen[number]?.contains(index) != true, !trees.contains(layer.trackID),
          let reason = reason(ofLayer: index, at: looks)
        else { return nil }
        return ModelProblem(
          .layerNeverSeen, at: ModelLocation(.layer(instruction: number, index: index)),
          "The layer of track \(layer.trackID) is never seen: \(reason).",
          expected: "a layer that is seen at some time of its instruction, or none", timeRange: instruction.timeRange)
      }
    }
  }

  /// The reason for which layer `index` of an instruction is not seen in `frames`; nil where its track has nothing to
  /// show, which does no harm.
  private func reason(ofLayer index: Int, at frames: [Int]) -> String? {
    guard let videoComposition, let picture else { return nil }
    let explainer = PictureExplainer(
      composition: edit.composition, videoComposition: videoComposition, isStandIn: false, plan: picture, decoders: [])
    let found = Set(
      frames.compactMap { frame -> PictureExplanation.Visibility? in
        guard let time = try? picture.origin + picture.time(of: frame),
          let explanation = try? explainer.explanation(at: time), explanation.layers.indices.contains(index)
        else { return nil }
        return explanation.layers[index].visibility
      }
    ).subtracting([.gap])
    guard let only = found.first else { return nil }
    guard found.count == 1 else { return "it is transparent, covered or outside of the picture by turns" }
    return switch only {
    case .trackDisabled: "the track is disabled"
    case .transparent: "its opacity is 0"
    case .outside: "its transform, crop or clip leaves nothing of it inside of the picture"
    case .covered: "layers above it cover the picture"
    case .shown, .gap, .notRequired: nil
    }
  }
}
