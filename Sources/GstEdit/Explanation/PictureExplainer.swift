import EditingModel
import MediaTime
import Rendering

/// Reads off a plan what a frame is made of, and looks up in the model what made it so.
struct PictureExplainer {
  let composition: Composition
  let videoComposition: VideoComposition
  /// Whether the project has no video composition, and this one stands in.
  let isStandIn: Bool
  let plan: PicturePlan

  /// The frame that is shown at composition time `time`.
  func explanation(at time: Rational) throws(RationalError) -> PictureExplanation? {
    let frame = try plan.grid.frame(containing: time - plan.origin)
    let frameTime = try plan.origin + plan.grid.time(of: frame)
    guard let span = plan.span(at: frame), let index = videoComposition.instruction(at: frameTime) else { return nil }
    let instruction = videoComposition.instructions[index]
    var shown = plan.shownLayers(of: span.method, at: frame)
    var isCovered = false
    var layers: [PictureExplanation.Layer] = []
    for (number, layer) in layersLookedAt(of: instruction, method: span.method).enumerated() {
      var explained = self.layer(layer, at: frameTime, instruction: index, number: number)
      let place = shown.firstIndex { candidate in
        plan.runs[candidate.run].clip.trackID == layer.trackID
          && candidate.opacity.map { abs($0 - explained.opacity.value) < 1e-6 } ?? true
      }
      if let next = place.map({ shown.remove(at: $0) }) {
        explained.visibility = .shown
        explained.opacity.value = next.opacity ?? explained.opacity.value
        explained.place = next.place
        explained.clip = try clip(of: plan.runs[next.run], at: frame)
        isCovered = isCovered || next.hidesWhatIsBelow(in: plan.size)
      } else {
        explained.visibility = visibility(
          of: layer.trackID, opacity: explained.opacity.value, isCovered: isCovered, at: frameTime,
          isComposited: span.method.name != "custom")
      }
      layers.append(explained)
    }
    return PictureExplanation(
      frame: frame, frameCount: plan.frameCount, frameTime: frameTime, method: span.method.name,
      instruction: isStandIn ? nil : index, timeRange: instruction.timeRange,
      backgroundColor: instruction.backgroundColor, layers: layers)
  }

  /// The layers that `method` looks at: of a passthrough instruction the track alone, as it is; of a custom compositor
  /// also the tracks that it is handed without a layer.
  private func layersLookedAt(
    of instruction: VideoCompositionInstruction, method: PictureSpan.Method
  ) -> [LayerInstruction] {
    if let track = instruction.passthroughTrackID { return [LayerInstruction(trackID: track)] }
    guard case .custom(let call) = method else { return instruction.layerInstructions }
    let named = Set(instruction.layerInstructions.map(\.trackID))
    return instruction.layerInstructions
      + call.sources.filter { !named.contains($0.trackID) }.map { LayerInstruction(trackID: $0.trackID) }
  }

  /// What the model says of `layer`.
  private func layer(
    _ layer: LayerInstruction, at time: Rational, instruction: Int, number: Int
  ) -> PictureExplanation.Layer {
    func place(of ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation.Part? {
      { isStandIn ? nil : .layerEntry(instruction: instruction, layer: number, ramps: ramps, index: $0) }
    }
    let isPassthrough = videoComposition.instructions[instruction].passthroughTrackID != nil
    let location: ModelLocation =
      if isPassthrough {
        ModelLocation(.instruction(instruction), .passthroughTrackID)
      } else if videoComposition.instructions[instruction].layerInstructions.indices.contains(number) {
        ModelLocation(.layer(instruction: instruction, index: number))
      } else {
        ModelLocation(.instruction(instruction), .requiredSourceTrackIDs)
      }
    let crop = ExplainedValue(
      layer.cropRectangle, at: time, initial: Rectangle(.zero), place: place(of: .cropRectangle))
    return PictureExplanation.Layer(
      trackID: layer.trackID, location: isStandIn ? nil : location, visibility: .shown,
      opacity: ExplainedValue(layer.opacity, at: time, initial: 1, place: place(of: .opacity)),
      transform: ExplainedValue(layer.transform, at: time, initial: .identity, place: place(of: .transform)),
      crop: crop.entry == nil ? nil : crop)
  }

  /// Why nothing is seen of track `trackID` at `time`, though an instruction shows it.
  private func visibility(
    of trackID: TrackID, opacity: Double, isCovered: Bool, at time: Rational, isComposited: Bool
  ) -> PictureExplanation.Visibility {
    guard let track = composition.track(withTrackID: trackID), track.isEnabled else { return .trackDisabled }
    if track.segment(at: time)?.isEmpty ?? true { return .gap }
    if !isComposited { return .notRequired }
    if opacity == 0 { return .transparent }
    return isCovered ? .covered : .outside
  }

  /// The frame of the media that `run` shows at output frame `frame`.
  private func clip(of run: SourceRun, at frame: Int) throws(RationalError) -> PictureExplanation.Clip {
    let sourceFrame = run.sourceFrame(at: frame)
    let start = try run.facts.timing.start(of: sourceFrame)
    var duration: Rational?
    if let end = try run.facts.timing.end(of: sourceFrame) { duration = try end - start }
    let place = composition.place(of: run.clip)
    return PictureExplanation.Clip(
      reference: run.clip, location: place.location, timeMapping: place.mapping,
      rate: try run.step / plan.grid.frameDuration, sourceTime: try run.sourceTime(at: frame), sourceFrame: sourceFrame,
      timestamp: start, duration: duration)
  }
}
