import EditingModel
import MediaFormats
import MediaTime

/// Makes the picture's spans: looks, for every stretch of frames in which nothing begins or ends, at what can be seen.
struct PicturePlanner {
  /// The composition's video tracks that take part, in their order, and the trees of layers that are tracks.
  private let trackIDs: [TrackID]
  /// The same tracks, by number.
  private let timelines: [TrackID: TrackTimeline]
  private let lookup: FactsLookup
  private let frames: FrameTimeline
  private let output: OutputFrame
  private let videoComposition: VideoComposition
  private let layers: LayerPlanner
  private let overlay: OverlayPlanner
  private let layerTracks: [LayerTrack]
  private let colorimetry: Colorimetry
  private let compositorColorimetry: Colorimetry

  /// The most frames of a film: a week at 30 frames a second. A mistyped time asks for more.
  static let longest = 20_000_000

  /// A planner of the picture that the instructions of `videoComposition` make of `tracks` on `frames`, which asks
  /// `lookup` for the media, of a film in the colors `colorimetry`, and of a custom compositor's frames in
  /// `compositorColorimetry`.
  init(
    _ videoComposition: VideoComposition, tracks: [CompositionTrack], frames: FrameTimeline,
    output: OutputFrame, lookup: FactsLookup, colorimetry: Colorimetry, compositorColorimetry: Colorimetry
  ) throws(RenderError) {
    guard frames.count <= Self.longest else {
      throw RenderError(
        .limitExceeded,
        "The film has \(frames.count) frames of \(frames.frameDuration) s; \(Self.longest) are the most that are planned.",
        remedy: "Make the composition shorter, or its frame duration longer.")
    }
    var timelines: [TrackID: TrackTimeline] = [:]
    for track in tracks {
      timelines[track.id] = try TrackTimeline(track, on: frames)
    }
    overlay = OverlayPlanner(timeline: frames, output: output, lookup: lookup)
    layerTracks = try overlay.layerTracks(of: videoComposition)
    for (number, track) in layerTracks.enumerated() {
      timelines[track.trackID] = TrackTimeline(tree: number, seenOn: track.drawing.frames)
    }
    self.trackIDs = tracks.map(\.id) + layerTracks.map(\.trackID)
    self.timelines = timelines
    self.lookup = lookup
    self.frames = frames
    self.output = output
    self.videoComposition = videoComposition
    self.layers = LayerPlanner(frames: frames, output: output, videoComposition: videoComposition)
    self.colorimetry = colorimetry
    self.compositorColorimetry = compositorColorimetry
  }

  /// The picture; `part` of it is rendered.
  func plan(_ part: RationalRange) throws(RenderError) -> PicturePlan {
    var assembler = SpanAssembler()
    for (index, instruction) in videoComposition.instructions.enumerated() {
      let range = try RationalRange(instruction.timeRange, of: "an instruction")
      guard range.overlaps(self.frames.window.range) else { continue }
      let frames = try exactly(time: range.start) { () throws(RationalError) in try self.frames.frames(of: range) }
      if let compositor = videoComposition.customCompositor, instruction.passthroughTrackID == nil {
        try call(compositor, for: instruction, number: index, over: frames, in: &assembler)
      } else {
        try add(instruction, number: index, over: frames, to: &assembler)
      }
    }
    var runs: [SourceRun] = []
    for run in assembler.runs {
      try exactly(clip: run.clip) { () throws(RationalError) in
        try run.checkTimes()
        runs.append(try run.numbered(on: frames, by: videoComposition.frameTimesRule, lookup: lookup))
      }
    }
    let grid = try exactly { () throws(RationalError) in try FrameGrid(frameDuration: frames.frameDuration) }
    var plan = PicturePlan(
      grid: grid, timing: frames.timing, origin: frames.window.range.start, frameCount: frames.count,
      range: try range(of: part), size: output.size,
      pixelFormat: output.pixelFormat, colorimetry: colorimetry, runs: runs, layerTracks: layerTracks,
      spans: assembler.spans,
      overlay: try overlay.plan(videoComposition))
    plan.rule = videoComposition.frameTimesRule
    return plan
  }

  /// The frames that are rendered of `part`.
  private func range(of part: RationalRange) throws(RenderError) -> Range<Int> {
    // Other rules' frames are those of the part.
    guard videoComposition.frameTimesRule == .grid else { return 0..<frames.count }
    return try exactly(time: part.start) { () throws(RationalError) in
      let first = try frames.firstFrame(atOrAfter: part.start)
      let count = try FrameGrid(frameDuration: frames.frameDuration).frameCount(covering: part.duration)
      return first..<min(frames.count, first + count)
    }
  }

  /// Leaves `frames` to `compositor`, which is handed the frames of the tracks that `instruction` requires, as far as they
  /// show something.
  private func call(
    _ compositor: CompositorReference, for instruction: VideoCompositionInstruction, number: Int,
    over frames: Range<Int>, in assembler: inout SpanAssembler
  ) throws(RenderError) {
    var required: [TrackID] = []
    for trackID in instruction.tracksForCompositor ?? trackIDs where !required.contains(trackID) {
      required.append(trackID)
    }
    var instruction = instruction
    if !output.pixelFormat.hasAlpha { instruction.backgroundColor = instruction.backgroundColor.overBlack }
    // A layer speaks for its track; of two layers of one track, the first.
    let layers = Dictionary(
      instruction.layerInstructions.enumerated().map { ($1.trackID, $0) }, uniquingKeysWith: { first, _ in first })
    for cell in cells(of: frames, cutAt: required.flatMap { timelines[$0]?.borders(in: frames) ?? [] }) {
      let shown = required.compactMap { id in timelines[id]?.content(at: cell.lowerBound).map { (id: id, content: $0) }
      }
      let tracks = shown.map(\.id)
      let origin = PictureSpan.Origin(frames: cell, instruction: number, layers: tracks.map { layers[$0] })
      let resolvedInstruction = try resolved(instruction, for: shown)
      try assembler.append(origin, from: shown.map(\.content)) { feeds in
        .custom(
          CustomCompositing(
            compositor: compositor, instruction: resolvedInstruction, instructionIndex: number,
            sources: zip(tracks, feeds).map(CustomCompositing.Source.init), renderScale: output.scale,
            renderTransform: output.transform,
            colorimetry: compositorColorimetry == colorimetry ? nil : compositorColorimetry))
      } beginRun: { clip throws(RenderError) in
        try run(of: clip, over: cell)
      }
    }
  }

  private func add(
    _ instruction: VideoCompositionInstruction, number: Int, over frames: Range<Int>,
    to assembler: inout SpanAssembler
  ) throws(RenderError) {
    let layers = instruction.shownLayers
    for cell in try cells(of: frames, under: layers) {
      var visible: [VisibleLayer] = []
      for (index, layer) in layers.enumerated() {
        let occurrence = layers[..<index].count { $0.trackID == layer.trackID }
        let candidate = try self.layer(
          layer, number: index, occurrence: occurrence, over: cell, isAsItIs: instruction.passthroughTrackID != nil)
        guard let candidate else { continue }
        visible.append(candidate)
        if candidate.hidesWhatIsBelow(in: output) { break }
      }
      visible.reverse()
      let origin = PictureSpan.Origin(frames: cell, instruction: number, layers: visible.map(\.index))
      try assembler.append(origin, from: visible.map(\.content)) { feeds in
        PictureSpan.Method(
          visible, fedBy: feeds, over: instruction.backgroundColor,
          isPassthrough: instruction.passthroughTrackID != nil,
          in: output)
      } beginRun: { clip throws(RenderError) in
        try run(of: clip, over: cell)
      }
    }
  }

  /// `frames` cut wherever a segment of a layer's track begins or ends, or one of the layer's ramps or settings does.
  private func cells(of frames: Range<Int>, under layers: [LayerInstruction]) throws(RenderError) -> [Range<Int>] {
    var borders: [Int] = []
    for layer in layers {
      guard let timeline = timelines[layer.trackID] else { continue }
      borders += timeline.borders(in: frames)
      for time in layer.borders {
        let frame = try exactly(time: time) { () throws(RationalError) in
          try self.frames.firstFrame(atOrAfter: time)
        }
        if frames.contains(frame) { borders.append(frame) }
      }
    }
    return cells(of: frames, cutAt: borders)
  }

  /// `frames` cut before each of `borders`, which lie within them.
  private func cells(of frames: Range<Int>, cutAt borders: [Int]) -> [Range<Int>] {
    let starts = Set(borders + [frames.lowerBound]).sorted()
    return zip(starts, starts.dropFirst() + [frames.upperBound]).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The visible part of `layer`, number `number` of its instruction, over `frames`, in which no border falls; nil where that is
  /// nothing.
  private func layer(
    _ layer: LayerInstruction, number: Int, occurrence: Int, over frames: Range<Int>, isAsItIs: Bool
  ) throws(RenderError) -> VisibleLayer? {
    guard var content = timelines[layer.trackID]?.content(at: frames.lowerBound) else { return nil }
    if case .segment(var clip) = content {
      clip.occurrence = occurrence
      content = .segment(clip)
    }
    return try layers.visible(layer, number: number, of: try picture(of: content), over: frames, isAsItIs: isAsItIs)
  }

  /// `instruction` as a custom compositor gets it where `shown` feed it: with the fits of its layers as transforms.
  private func resolved(
    _ instruction: VideoCompositionInstruction, for shown: [(id: TrackID, content: TrackContent)]
  ) throws(RenderError) -> VideoCompositionInstruction {
    var resolved = instruction
    for (index, layer) in instruction.layerInstructions.enumerated() {
      guard let content = shown.first(where: { $0.id == layer.trackID })?.content else { continue }
      resolved.layerInstructions[index] = try layers.resolved(layer, of: try picture(of: content))
    }
    return resolved
  }

  /// The pictures of `content`.
  private func picture(of content: TrackContent) throws(RenderError) -> TrackPicture {
    switch content {
    case .segment(let clip):
      TrackPicture(
        clip, of: try lookup.video(of: clip),
        preferredTransform: timelines[clip.reference.trackID]?.preferredTransform ?? .identity)
    case .tree(let tree): TrackPicture(tree: tree, in: output, renderSize: videoComposition.renderSize)
    }
  }

  /// The run of `clip` from the first of `frames` on.
  private func run(of clip: Clip, over frames: Range<Int>) throws(RenderError) -> SourceRun {
    let facts = try lookup.video(of: clip)
    let start = try exactly(clip: clip.reference) { () throws(RationalError) in
      try self.frames.time(of: frames.lowerBound)
    }
    let media = try clip.media()
    let target = try clip.target()
    return try exactly(clip: clip.reference, time: start) { () throws(RationalError) in
      let rate = try media.duration / target.duration
      let firstTime = try media.start + (start - target.start) * rate
      var run = SourceRun(
        clip: clip.reference, source: clip.source, frames: frames, firstTime: firstTime,
        step: try self.frames.frameDuration * rate, facts: facts)
      // The grid of the nearest pictures ends about where they do.
      if videoComposition.frameTimesRule == .nearestPicture {
        run.mediaEnd = try media.start + (min(target.end, self.frames.window.range.end) - target.start) * rate
      }
      return run
    }
  }
}

extension VideoCompositionInstruction {
  /// The tracks whose frames a custom compositor gets; nil for all: also where neither the instruction nor a layer names one.
  fileprivate var tracksForCompositor: [TrackID]? {
    requiredSources == .ofLayers && layerInstructions.isEmpty ? nil : requiredSourceTrackIDs
  }

  /// The layers that are looked at: of a passthrough instruction the track alone, as it is.
  var shownLayers: [LayerInstruction] {
    passthroughTrackID.map { [LayerInstruction(trackID: $0)] } ?? layerInstructions
  }
}
