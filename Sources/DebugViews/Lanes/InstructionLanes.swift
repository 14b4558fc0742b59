import EditServices
import EditingModel
import MediaTime
import Rendering

/// The video composition's instructions, and their layers below them.
extension ViewSubject {
  /// The most rows of layers; what lies deeper is counted.
  private static let mostLayers = 24

  /// The row of instructions, and the rows of layers, the topmost first, each with its ramps.
  var instructionLanes: [DebugLane] {
    guard let videoComposition = structure.videoComposition else { return [] }
    var lane = DebugLane(kind: .instructions, name: "Instructions", note: note(on: videoComposition))
    lane.boxes = videoComposition.instructions.enumerated().map { box(of: $1, number: $0) }
    let depth = videoComposition.instructions.map(\.shownLayers.count).max() ?? 0
    return [lane] + (0..<min(depth, Self.mostLayers)).flatMap { layerLanes(at: $0, of: depth, in: videoComposition) }
  }

  private func note(on videoComposition: VideoComposition) -> String {
    if structure.hasStandIn { return "none: tracks stacked" }
    return videoComposition.customCompositor.map { "by \($0.name)" } ?? ""
  }

  private func box(of instruction: VideoCompositionInstruction, number: Int) -> DebugBox {
    var label = structure.hasStandIn ? "all tracks, the first on top" : "\(number)"
    var facts = ["Applies over \(ValueWords.range(instruction.timeRange))"]
    if let track = instruction.passthroughTrackID {
      label += "  track \(track) as it is"
      facts.append("Shows track \(track) as it is")
    } else {
      facts.append(ValueWords.count(instruction.layerInstructions.count, "layer"))
      facts.append("Background \(instruction.backgroundColor.hexadecimal)")
    }
    if structure.videoComposition?.customCompositor != nil {
      let tracks = instruction.requiredSourceTrackIDs.map { $0.map(\.description).joined(separator: ", ") }
      facts.append("The compositor gets \(tracks.map { $0.isEmpty ? "no track" : "tracks \($0)" } ?? "all tracks")")
      if let parameters = instruction.parameters { facts.append("Parameters \(parameters)") }
    }
    if !instruction.enablePostProcessing { facts.append("Titles and layers are left out") }
    let range = instruction.timeRange
    return DebugBox(
      start: range.start.seconds, end: range.end.seconds, label: label,
      style: .instruction(isOdd: !number.isMultiple(of: 2)),
      swatch: instruction.passthroughTrackID == nil ? instruction.backgroundColor : nil,
      details: DebugDetails(
        title: structure.hasStandIn ? "No instructions: the tracks are stacked" : "Instruction \(number)", facts: facts,
        part: part(at: locationInEdit(ModelLocation(.instruction(number))))))
  }

  /// The rows of the layers that lie `depth` deep: the layers, and each of their values that is ever set.
  private func layerLanes(at depth: Int, of count: Int, in videoComposition: VideoComposition) -> [DebugLane] {
    var lane = DebugLane(kind: .layer(depth), name: "Layer \(depth)", note: depth == 0 ? "on top" : "")
    if depth == Self.mostLayers - 1, count > Self.mostLayers { lane.note = "\(count - Self.mostLayers) more below" }
    var opacity = DebugLane(kind: .ramps(.opacity, layer: depth), name: "", note: "opacity")
    var transform = DebugLane(kind: .ramps(.transform, layer: depth), name: "", note: "transform")
    var crop = DebugLane(kind: .ramps(.cropRectangle, layer: depth), name: "", note: "crop")
    var clip = DebugLane(kind: .ramps(.clipRectangle, layer: depth), name: "", note: "clip")
    var hasOpacity = false
    for (number, instruction) in videoComposition.instructions.enumerated() {
      let layers = instruction.shownLayers
      guard layers.indices.contains(depth) else { continue }
      let (layer, range) = (layers[depth], instruction.timeRange)
      lane.boxes.append(box(of: layer, depth, in: instruction, number, of: videoComposition))
      func place(_ ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation? {
        { entry in
          locationInEdit(ModelLocation(.layerEntry(instruction: number, layer: depth, ramps: ramps, index: entry)))
        }
      }
      hasOpacity = hasOpacity || !layer.opacity.entries.isEmpty
      opacity.curves.append(LevelLine(layer.opacity, from: range.start.seconds, to: range.end.seconds))
      opacity.boxes += boxes(of: layer.opacity, "opacity", during: range, at: place(.opacity), ValueWords.number)
      transform.boxes += boxes(
        of: layer.transform, "transform", during: range, at: place(.transform), ValueWords.transform)
      crop.boxes += boxes(
        of: layer.cropRectangle, "crop", during: range, at: place(.cropRectangle), ValueWords.rectangle)
      clip.boxes += boxes(
        of: layer.clipRectangle ?? Ramps(), "clip", during: range, at: place(.clipRectangle), ValueWords.rectangle)
    }
    return [lane] + (hasOpacity ? [opacity] : []) + [transform, crop, clip].filter { !$0.boxes.isEmpty }
  }

  private func box(
    of layer: LayerInstruction, _ index: Int, in instruction: VideoCompositionInstruction, _ number: Int,
    of videoComposition: VideoComposition
  ) -> DebugBox {
    let isPassthrough = instruction.passthroughTrackID != nil
    let track = structure.edit.composition.track(withTrackID: layer.trackID)
    let isTree = videoComposition.animationTool?.additionalTrackIDs.contains(layer.trackID) ?? false
    let isOff = track.map { !$0.isEnabled } ?? false
    var label = "track \(layer.trackID)"
    var facts: [String] = []
    if isTree {
      label += "  layers"
      facts.append("A tree of layers")
    }
    if isPassthrough {
      label += "  as it is"
      facts.append("Passed through: neither placed nor mixed")
    } else if let fit = layer.fit(in: videoComposition) {
      label += "  fit: \(fit.rawValue)"
      let frame = layer.frame.map { " in \(ValueWords.rectangle($0))" } ?? ""
      facts.append("Fit: \(fit.rawValue)\(frame)")
    }
    if isOff {
      label += "  off"
      facts.append("The track takes no part")
    }
    let location =
      isPassthrough
      ? ModelLocation(.instruction(number), .passthroughTrackID)
      : ModelLocation(.layer(instruction: number, index: index))
    let range = instruction.timeRange
    let owner = structure.hasStandIn ? "the stack" : "instruction \(number)"
    return DebugBox(
      start: range.start.seconds, end: range.end.seconds, label: label, style: isPassthrough ? .passthrough : .layer,
      isFaded: isOff,
      details: DebugDetails(
        title: "Layer \(index) of \(owner): track \(layer.trackID)", facts: facts,
        part: part(at: locationInEdit(location))))
  }
}

extension VideoCompositionInstruction {
  /// The layers that it shows, the topmost first: of a passthrough instruction its track.
  var shownLayers: [LayerInstruction] {
    passthroughTrackID.map { [LayerInstruction(trackID: $0)] } ?? layerInstructions
  }
}
