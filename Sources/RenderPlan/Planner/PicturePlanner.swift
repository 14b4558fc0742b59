import Composition
import MediaTime

/// Makes the picture's spans: looks, for every stretch of frames in which nothing begins or ends, at what can be seen.
struct PicturePlanner {
  /// The composition's video tracks that take part, by number.
  private let timelines: [TrackID: TrackTimeline]
  private let ledger: MediaLedger
  private let window: RenderWindow
  private let grid: FrameGrid
  private let frameCount: Int
  private let output: OutputFrame

  /// A planner for `tracks` in `window` on `grid`, which asks `ledger` for the media.
  init(
    tracks: [CompositionTrack], window: RenderWindow, grid: FrameGrid, output: OutputFrame, ledger: MediaLedger
  ) throws(RenderError) {
    let frameCount = try exactly { () throws(RationalError) in
      try grid.frameCount(covering: window.range.duration)
    }
    var timelines: [TrackID: TrackTimeline] = [:]
    for track in tracks {
      timelines[track.id] = try TrackTimeline(track, in: window, on: grid, count: frameCount)
    }
    self.timelines = timelines
    self.ledger = ledger
    self.window = window
    self.grid = grid
    self.frameCount = frameCount
    self.output = output
  }

  /// The picture that `instructions` make, in the colours `colorimetry`.
  func plan(_ instructions: [VideoCompositionInstruction], colorimetry: Colorimetry) throws(RenderError) -> PicturePlan
  {
    var assembler = SpanAssembler()
    for instruction in instructions {
      let range = try ExactRange(instruction.timeRange, of: "an instruction")
      guard range.start < window.range.end, range.end > window.range.start else { continue }
      let frames = try exactly(time: range.start) { () throws(RationalError) in
        let first = try window.frame(atOrAfter: range.start, on: grid, count: frameCount)
        return first..<max(first, try window.frame(atOrAfter: range.end, on: grid, count: frameCount))
      }
      try add(instruction, over: frames, to: &assembler)
    }
    for run in assembler.runs {
      try exactly(clip: run.clip) { () throws(RationalError) in try run.checkTimes() }
    }
    return PicturePlan(
      grid: grid, origin: window.range.start, frameCount: frameCount, size: output.size,
      pixelFormat: output.pixelFormat, colorimetry: colorimetry, runs: assembler.runs, spans: assembler.spans)
  }

  private func add(
    _ instruction: VideoCompositionInstruction, over frames: Range<Int>, to assembler: inout SpanAssembler
  ) throws(RenderError) {
    let layers = instruction.shownLayers
    for cell in try cells(of: frames, under: layers) {
      var visible: [VisibleLayer] = []
      for (index, layer) in layers.enumerated() {
        let occurrence = layers[..<index].count { $0.trackID == layer.trackID }
        guard let candidate = try self.layer(layer, occurrence: occurrence, over: cell) else { continue }
        visible.append(candidate)
        if candidate.hidesWhatIsBelow(in: output) { break }
      }
      visible.reverse()
      try assembler.append(cell, of: visible) { runs in
        Span.Method(
          visible, fedBy: runs, over: instruction.backgroundColor, isPassthrough: instruction.passthroughTrackID != nil,
          in: output)
      } beginRun: { layer throws(RenderError) in
        try run(feeding: layer, over: cell)
      }
    }
  }

  /// `frames` cut wherever a segment of a layer's track begins or ends, or one of the layer's ramps or settings does.
  private func cells(of frames: Range<Int>, under layers: [LayerInstruction]) throws(RenderError) -> [Range<Int>] {
    var borders = Set([frames.lowerBound])
    for layer in layers {
      guard let timeline = timelines[layer.trackID] else { continue }
      borders.formUnion(timeline.borders(in: frames))
      for time in layer.opacity.borders + layer.transform.borders + layer.cropRectangle.borders {
        let frame = try exactly(time: time) { () throws(RationalError) in
          try window.frame(atOrAfter: time, on: grid, count: frameCount)
        }
        if frames.contains(frame) { borders.insert(frame) }
      }
    }
    let starts = borders.sorted()
    return zip(starts, starts.dropFirst() + [frames.upperBound]).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// What `layer` shows over `frames`, in which no border falls; nil where that is nothing.
  private func layer(
    _ layer: LayerInstruction, occurrence: Int, over frames: Range<Int>
  ) throws(RenderError) -> VisibleLayer? {
    guard let timeline = timelines[layer.trackID], let stretch = timeline.stretch(at: frames.lowerBound) else {
      return nil
    }
    let facts = try ledger.video(of: stretch.clip)
    let natural = facts.naturalTransform
    return try exactly(clip: stretch.clip.reference) { () throws(RationalError) in
      var crop: FrameCurve<Rectangle>?
      if !layer.cropRectangle.entries.isEmpty {
        let whole = Rectangle(facts.naturalSize)
        crop = try layer.cropRectangle.curve(over: frames, in: window, on: grid, initial: whole)
      }
      let transform = try layer.transform.curve(over: frames, in: window, on: grid, initial: .identity)
      return VisibleLayer(
        feed: VisibleLayer.Feed(clip: stretch.clip, occurrence: occurrence),
        facts: facts,
        opacity: try layer.opacity.curve(over: frames, in: window, on: grid, initial: 1),
        transform: transform.map { natural.concatenating($0).concatenating(output.transform) },
        crop: crop?.map { natural.inverted?.boundingBox(of: $0) ?? $0 },
        in: output)
    }
  }

  /// The run that feeds `layer` from the first of `frames` on.
  private func run(feeding layer: VisibleLayer, over frames: Range<Int>) throws(RenderError) -> SourceRun {
    let clip = layer.feed.clip
    let start = try exactly(clip: clip.reference) { () throws(RationalError) in
      try window.time(ofFrame: frames.lowerBound, on: grid)
    }
    guard !layer.facts.colorimetry.isHighDynamicRange else {
      throw RenderError(
        .unsupported,
        "Its picture is of high dynamic range (\(layer.facts.colorimetry)), which 8 bits cannot hold.",
        remedy: "Convert it to BT.709 first.", clip: clip.reference, time: start)
    }
    let media = try clip.media()
    let target = try clip.target()
    return try exactly(clip: clip.reference, time: start) { () throws(RationalError) in
      let rate = try media.duration / target.duration
      let firstTime = try media.start + (start - target.start) * rate
      return SourceRun(
        clip: clip.reference, source: clip.source, frames: frames, firstTime: firstTime,
        step: try grid.frameDuration * rate, facts: layer.facts)
    }
  }
}

extension VideoCompositionInstruction {
  /// The layers that are looked at: of a passthrough instruction the track alone, as it is.
  fileprivate var shownLayers: [LayerInstruction] {
    passthroughTrackID.map { [LayerInstruction(trackID: $0)] } ?? layerInstructions
  }
}
