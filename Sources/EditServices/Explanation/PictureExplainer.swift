import EditingModel
import Layers
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Reads off a plan what a frame is made of, and looks up in the model what made it so.
struct PictureExplainer {
  let composition: Composition
  let videoComposition: VideoComposition
  /// Whether the project has no video composition, and this one stands in.
  let isStandIn: Bool
  let plan: PicturePlan
  /// The decoders of its tracks, where hardware is asked for.
  let decoders: [DecoderUse]

  /// The frame that is shown at composition time `time`.
  func explanation(at time: Rational) throws(RationalError) -> PictureExplanation? {
    let frame = try plan.timing.frame(at: time - plan.origin)
    let frameTime = try plan.origin + plan.time(of: frame)
    guard let span = plan.span(at: frame), let origin = span.origin(at: frame),
      videoComposition.instructions.indices.contains(origin.instruction)
    else { return nil }
    let instruction = videoComposition.instructions[origin.instruction]
    let drawn = plan.drawnLayers(of: span, for: origin, at: frame)
    var isCovered = false
    var layers: [PictureExplanation.Layer] = []
    for candidate in candidates(of: instruction, drawn: drawn, isCustom: span.method.name == "custom") {
      var explained = layer(candidate.layer, at: frameTime, instruction: origin.instruction, number: candidate.number)
      if let drawn = candidate.drawn {
        explained.visibility = .shown
        explained.opacity.value = drawn.opacity ?? explained.opacity.value
        explained.place = drawn.place
        if let run = drawn.feed.run.map({ plan.runs[$0] }) {
          explained.clip = ExplainedClip(
            run.clip, of: composition, rate: try run.step / plan.grid.frameDuration,
            sourceTime: try run.sourceTime(at: frame))
          explained.decoder = decoders.first { $0.source == run.source }
          explained.sourceFrame = try sourceFrame(of: run, at: frame, shownIn: span.colorimetry ?? plan.colorimetry)
          isCovered = isCovered || drawn.hidesWhatIsBelow(in: plan.size)
        }
      } else {
        explained.visibility = visibility(
          of: candidate.layer.trackID, opacity: explained.opacity.value, isCovered: isCovered, at: frameTime,
          frame: frame,
          isCustom: span.method.name == "custom")
      }
      layers.append(explained)
    }
    var explanation = PictureExplanation(
      frame: frame, frameCount: plan.frameCount, exactFrameTime: frameTime, method: span.method.name,
      instruction: isStandIn ? nil : origin.instruction, timeRange: instruction.timeRange,
      backgroundColor: instruction.backgroundColor, layers: layers,
      compositorColors: span.colorimetry.map { PictureExplanation.ColorChange(source: $0, target: plan.colorimetry) })
    explanation.drawnLayers = drawnLayers(at: frameTime, isPostProcessed: instruction.enablePostProcessing)
    return explanation
  }

  /// The layers of the animation tool at `time`.
  private func drawnLayers(at time: Rational, isPostProcessed: Bool) -> [PictureExplanation.DrawnLayer] {
    guard let tool = videoComposition.animationTool else { return [] }
    // A tree beyond its limits is refused before.
    let tree = try? tool.tree(in: videoComposition.renderSize).presentation(at: time)
    return (tree?.sublayersInDrawingOrder ?? []).flatMap { item -> [PictureExplanation.DrawnLayer] in
      let location = tool.location(ofSublayer: item.number)
      if case .script = item.layer.kind {
        guard item.scriptMoment != nil, case .subtitles(let index) = location.part else { return [] }
        let said = tool.subtitles[index].document.cues.filter { $0.start <= time && time < $0.end }.map(\.text.inline)
        // Cues that are drawings have no text.
        return (said.isEmpty ? [""] : said).map { name in
          PictureExplanation.DrawnLayer(
            location: location, type: "subtitle", name: name, opacity: 1, isHidden: !isPostProcessed)
        }
      }
      let type =
        switch location.part {
        case .title: "title"
        case .overlay: "overlay"
        case .subtitles: "subtitle"
        default: item.layer.kind.name
        }
      return [
        PictureExplanation.DrawnLayer(
          location: location, type: type, name: item.layer.name, opacity: item.layer.opacity,
          isHidden: !isPostProcessed || item.layer.isHidden || item.layer.opacity <= 0 || item.isMaskedOut)
      ]
    }
  }

  /// The layers to explain, the topmost first, each with what is drawn of it: of a passthrough instruction its track; of a
  /// custom compositor also the tracks that it gets without a layer.
  private func candidates(
    of instruction: VideoCompositionInstruction, drawn: [DrawnLayer], isCustom: Bool
  ) -> [(layer: LayerInstruction, number: Int?, drawn: DrawnLayer?)] {
    let layers = instruction.passthroughTrackID.map { [LayerInstruction(trackID: $0)] } ?? instruction.layerInstructions
    let named = layers.enumerated().map { number, layer in
      (layer: layer, number: Int?.some(number), drawn: drawn.first { $0.layer == number })
    }
    guard isCustom else { return named }
    return named
      + drawn.filter { $0.layer == nil }.map { source in
        (layer: LayerInstruction(trackID: plan.trackID(of: source.feed)), number: nil, drawn: source)
      }
  }

  /// The values of `layer` in the model, number `number` of its instruction; nil number where a compositor gets a track
  /// without one.
  private func layer(
    _ layer: LayerInstruction, at time: Rational, instruction: Int, number: Int?
  ) -> PictureExplanation.Layer {
    func place(of ramps: ModelLocation.LayerRamps) -> (Int) -> ModelLocation.Part? {
      { entry in
        guard !isStandIn, let number else { return nil }
        return .layerEntry(instruction: instruction, layer: number, ramps: ramps, index: entry)
      }
    }
    let location: ModelLocation =
      if videoComposition.instructions[instruction].passthroughTrackID != nil {
        ModelLocation(.instruction(instruction), .passthroughTrackID)
      } else if let number {
        ModelLocation(.layer(instruction: instruction, index: number))
      } else {
        ModelLocation(.instruction(instruction), .requiredSourceTrackIDs)
      }
    let crop = ExplainedValue(
      layer.cropRectangle, at: time, initial: Rectangle(.zero), place: place(of: .cropRectangle))
    let isAsItIs = videoComposition.instructions[instruction].passthroughTrackID != nil || number == nil
    return PictureExplanation.Layer(
      trackID: layer.trackID, location: isStandIn ? nil : location, visibility: .shown, tree: tree(layer.trackID),
      opacity: ExplainedValue(layer.opacity, at: time, initial: 1, place: place(of: .opacity)),
      fit: isAsItIs ? nil : layer.fit(in: videoComposition), frame: isAsItIs ? nil : layer.frame,
      transform: ExplainedValue(layer.transform, at: time, initial: .identity, place: place(of: .transform)),
      crop: crop.entry == nil ? nil : crop,
      clipRectangle: layer.clipRectangle.map {
        ExplainedValue(
          $0, at: time, initial: Rectangle(videoComposition.renderSize), place: place(of: .clipRectangle))
      })
  }

  /// The place of the tree of layers that is track `trackID`; nil where it is none.
  private func tree(_ trackID: TrackID) -> ModelLocation? {
    videoComposition.animationTool?.additionalTrackIDs.firstIndex(of: trackID).map {
      ModelLocation(.additionalLayer($0, path: ""))
    }
  }

  /// The reason for which nothing is seen of track `trackID` at `time`, though an instruction shows it.
  private func visibility(
    of trackID: TrackID, opacity: Double, isCovered: Bool, at time: Rational, frame: Int, isCustom: Bool
  ) -> PictureExplanation.Visibility {
    if let drawn = plan.layerTracks.first(where: { $0.trackID == trackID })?.drawing {
      guard drawn.covers(frame) else { return .gap }
    } else {
      guard let track = composition.track(withTrackID: trackID), track.isEnabled else { return .trackDisabled }
      if track.isEmpty(at: time) { return .gap }
    }
    if isCustom { return .notRequired }
    if opacity == 0 { return .transparent }
    return isCovered ? .covered : .outside
  }

  /// The frame of the media that `run` shows at output frame `frame`, in the colors `target`.
  private func sourceFrame(
    of run: SourceRun, at frame: Int, shownIn target: Colorimetry
  ) throws(RationalError) -> PictureExplanation.SourceFrame {
    let number = run.sourceFrame(at: frame)
    let start = try run.facts.timing.start(of: number)
    var duration: Rational?
    if let end = try run.facts.timing.end(of: number) { duration = try end - start }
    var colors = run.facts.colorimetry.completed(height: run.facts.size.height, output: target)
    // In standard dynamic range all transfers are shown by one display, and none is converted.
    if !colors.isHighDynamicRange, !target.isHighDynamicRange { colors.transfer = target.transfer }
    return PictureExplanation.SourceFrame(
      number: number, exactTimestamp: start, exactDuration: duration,
      colors: colors == target
        ? nil : PictureExplanation.ColorChange(source: colors, target: target))
  }
}

/// A layer of one frame, as the plan has it.
private struct DrawnLayer {
  /// Its number among the instruction's layers; nil where a custom compositor gets a track without one.
  let layer: Int?
  /// The feed of its pictures.
  let feed: LayerFeed
  /// 0…1; nil where a custom compositor decides.
  let opacity: Double?
  /// Its place in the output's pixels; nil where it is not upright.
  let place: Rectangle?

  /// Whether nothing below it can be seen in a picture of `size`.
  func hidesWhatIsBelow(in size: PixelSize) -> Bool {
    guard opacity == 1, let place else { return false }
    return place.x <= 0 && place.y <= 0 && place.maxX >= Double(size.width) && place.maxY >= Double(size.height)
  }
}

extension PictureSpan {
  /// The colorimetry of a custom compositor's frames, where it is not the film's.
  fileprivate var colorimetry: Colorimetry? {
    guard case .custom(let call) = method else { return nil }
    return call.colorimetry
  }
}

extension PicturePlan {
  /// The track whose pictures `feed` gives.
  fileprivate func trackID(of feed: LayerFeed) -> TrackID {
    switch feed {
    case .run(let run): runs[run].clip.trackID
    case .tree(let tree): layerTracks[tree].trackID
    }
  }

  /// The layers of frame `frame` of `span`, for `origin`.
  fileprivate func drawnLayers(of span: PictureSpan, for origin: PictureSpan.Origin, at frame: Int) -> [DrawnLayer] {
    switch span.method {
    case .empty:
      []
    case .passthrough(let run):
      origin.layers.map { DrawnLayer(layer: $0, feed: .run(run), opacity: 1, place: Rectangle(Size(size))) }
    case .mix(_, let layers):
      zip(origin.layers, layers).map { number, layer in
        DrawnLayer(
          layer: number, feed: .run(layer.run), opacity: layer.opacity.value(at: frame) ?? 1,
          place: Rectangle(layer.place(at: frame)))
      }
    case .warp(_, let layers):
      zip(origin.layers, layers).map { number, layer in
        let whole = Rectangle(Size(layer.backdrop?.size ?? layer.feed.run.map { runs[$0].facts.size } ?? size))
        let part = layer.crop?.value(at: frame) ?? whole
        return DrawnLayer(
          layer: number, feed: layer.feed, opacity: layer.opacity.value(at: frame) ?? 1,
          place: layer.transform.value(at: frame)?.uprightPlace(of: part))
      }
    case .custom(let call):
      // Only the compositor defines how the frames are drawn.
      zip(origin.layers, call.sources).map { DrawnLayer(layer: $0, feed: $1.feed, opacity: nil, place: nil) }
    }
  }
}

extension Transform {
  /// The place of `part`; nil where its sides do not stay upright.
  fileprivate func uprightPlace(of part: Rectangle) -> Rectangle? {
    (b == 0 && c == 0) || (a == 0 && d == 0) ? boundingBox(of: part) : nil
  }
}
