import EditingModel
import MediaFormats
import MediaTime

/// Finds when the frames of a film are that keeps its pictures' own times, or begins its grid with the first of them.
///
/// The film is cut wherever a segment, an instruction or a change of a layer begins or ends. In each piece either one picture at a
/// time is seen, which has its own times, or several are composed, on the grid:
///
/// ```
///  track 1   ├─ 0 ─┼ 1 ┼── 2 ──┼ 3 ┤                       of a variable rate
///  track 2                 ├─ 0 ─┼─ 1 ─┼─ 2 ─┼─ 3 ─┤
///  opacity   ──────────────╲___                            of track 1 above track 2
///  frames    |     |   |   | | | |     |     |
///             own times     grid   own times
/// ```
struct PictureTimes {
  /// The video composition that is planned.
  let videoComposition: VideoComposition
  /// The video tracks that take part.
  let tracks: [CompositionTrack]
  /// The part that is rendered.
  let window: RenderWindow
  /// The distance of frames where pictures are composed.
  let frameDuration: Rational
  /// The end of the sound, beside which the picture may begin later and end earlier; nil without sound.
  let soundEnd: Rational?
  let output: OutputFrame
  let lookup: FactsLookup

  /// The picture in a piece of the film.
  private enum Content {
    /// The background alone.
    case background(Color)
    /// The pictures of one segment, unchanged.
    case pictures(Clip, VisibleLayer, Color)
    /// Several layers, or one that changes.
    case composed
  }

  /// The times so far, and what decides on the next.
  private struct Row {
    /// The beginnings of frames, in composition time.
    var times: [Rational] = []
    /// The end of the visible part.
    var end: Rational
    /// The picture of the last frame, where it is one.
    var last: Look?
    /// The beginning of an empty piece, which may be left out.
    var emptied: (start: Rational, background: Color)?
  }

  /// A picture as it is seen.
  private struct Look: Hashable {
    var clip: Clip
    var picture: Int
    var layer: Style
  }

  /// The look of a picture.
  private struct Style: Hashable {
    var transform: Transform?
    var crop: Rectangle?
    var opacity: Double?
    var background: Color

    /// Any picture as it is.
    init() { background = .black }

    init(_ layer: VisibleLayer, over background: Color) {
      transform = layer.transform.constant
      crop = layer.crop?.constant
      opacity = layer.opacity.constant
      self.background = background
    }
  }

  /// For how long nothing must be seen between two pictures to be seen as the background: a file's sound is often some packets
  /// longer than its picture, and another file follows.
  private static let shortestBackground = (try? Rational(1, 10)) ?? .one

  /// Each picture's own time, counted from the window's start; equal distances are a constant timing.
  func own() throws(RenderError) -> FrameTiming {
    let row = try row()
    let (times, end) = try exactly { () throws(RationalError) in
      var times: [Rational] = []
      times.reserveCapacity(row.times.count)
      for time in row.times { times.append(try time - window.range.start) }
      return (times, try row.end - window.range.start)
    }
    guard let first = times.first else { return .variable(starts: FrameStarts([.zero]), end: end) }
    let constant = FrameTiming.constant(start: first, frameDuration: frameDuration, count: times.count)
    if (try? constant.border(times.count)) == end,
      times.indices.allSatisfy({ (try? constant.start(of: $0)) == times[$0] })
    {
      return constant
    }
    return .variable(starts: FrameStarts(times), end: end)
  }

  /// A grid from the first picture to the end of the last.
  func regular() throws(RenderError) -> FrameTiming {
    let row = try row()
    return try exactly { () throws(RationalError) in
      let start = try (row.times.first ?? window.range.start) - window.range.start
      let length = try row.end - window.range.start - start
      var lengths: [Rational] = []
      for (next, time) in zip(row.times.dropFirst(), row.times) { lengths.append(try next - time) }
      lengths.sort()
      var count = try Int(max(1, (length / frameDuration).rounded()))
      // The last picture has a frame too, however short its container says that it is.
      if let last = row.times.last, let usual = lengths.dropFirst(lengths.count / 2).first, usual >= frameDuration {
        let offset = try last - window.range.start - start
        count = try max(count, Int((offset / frameDuration).rounded()) + 1)
      }
      return .constant(start: start, frameDuration: frameDuration, count: count)
    }
  }

  private func row() throws(RenderError) -> Row {
    var row = Row(end: window.range.start)
    let clips = try tracks.map { track throws(RenderError) in
      (id: track.id, transform: track.preferredTransform, timeline: try ClipTimeline(track, in: window))
    }
    if let leader = clips.first(where: { $0.id == videoComposition.sourceTrackIDForFrameTiming }) {
      return try self.row(of: leader.timeline)
    }
    for instruction in videoComposition.instructions {
      let range = try RationalRange(instruction.timeRange, of: "an instruction")
      let (start, end) = (max(range.start, window.range.start), min(range.end, window.range.end))
      guard start < end else { continue }
      let layers = instruction.shownLayers
      var borders: Set<Rational> = [start]
      for layer in layers {
        var times = layer.borders
        for track in clips where track.id == layer.trackID { times += track.timeline.borders }
        for time in times where start < time && time < end { borders.insert(time) }
      }
      let starts = borders.sorted()
      for (from, to) in zip(starts, starts.dropFirst() + [end]) {
        let piece = try exactly { () throws(RationalError) in try RationalRange(start: from, end: to) }
        let content = try content(of: instruction, layers, in: piece) { id in
          guard let track = clips.first(where: { $0.id == id }), let clip = track.timeline.clip(at: from) else {
            return nil
          }
          return (clip, track.transform)
        }
        try add(piece, content, to: &row)
        guard row.times.count <= PicturePlanner.longest else {
          throw RenderError(
            .limitExceeded, "The film has more than \(PicturePlanner.longest) pictures, the most that are planned.",
            remedy: "Make the composition shorter.")
        }
      }
    }
    // Behind all media there is nothing but the background.
    let isAsked = soundEnd.map { $0 < window.range.end } ?? true
    if isAsked || row.times.isEmpty, let emptied = row.emptied {
      row.times.append(emptied.start)
      row.end = window.range.end
    }
    return row
  }

  /// The times of the pictures of one track, whatever is seen; on the grid where it shows nothing, a still, or pictures faster than
  /// they were taken.
  private func row(of timeline: ClipTimeline) throws(RenderError) -> Row {
    var row = Row(end: window.range.start)
    var borders: Set<Rational> = [window.range.start]
    for time in timeline.borders where window.range.start < time && time < window.range.end { borders.insert(time) }
    let starts = borders.sorted()
    for (from, to) in zip(starts, starts.dropFirst() + [window.range.end]) {
      let piece = try exactly { () throws(RationalError) in try RationalRange(start: from, end: to) }
      guard let clip = timeline.clip(at: from), try lookup.video(of: clip).timing != .still,
        try clip.media().duration <= clip.target().duration
      else {
        try add(piece, .composed, to: &row)
        continue
      }
      try add(clip, Style(), in: piece, to: &row)
      row.end = piece.end
    }
    return row
  }

  /// The visible content of `layers` in `piece`, in which none of them begins or ends.
  private func content(
    of instruction: VideoCompositionInstruction, _ layers: [LayerInstruction], in piece: RationalRange,
    clip: (TrackID) -> (clip: Clip, transform: Transform)?
  ) throws(RenderError) -> Content {
    let moment = FrameTimeline(
      .constant(start: .zero, frameDuration: piece.duration, count: 1), in: RenderWindow(piece),
      frameDuration: piece.duration)
    let planner = LayerPlanner(frames: moment, output: output, videoComposition: videoComposition)
    var seen: [(clip: Clip, layer: VisibleLayer, isStatic: Bool)] = []
    for (number, layer) in layers.enumerated() {
      guard let (clip, transform) = clip(layer.trackID) else { continue }
      let isStatic = !layer.isChanging(in: piece)
      let picture = TrackPicture(clip, of: try lookup.video(of: clip), preferredTransform: transform)
      let visible = try planner.visible(
        layer, number: number, of: picture, over: 0..<1, isAsItIs: instruction.passthroughTrackID != nil)
      guard let visible else {
        if isStatic { continue }
        return .composed
      }
      seen.append((clip, visible, isStatic))
      if isStatic, visible.hidesWhatIsBelow(in: output) { break }
    }
    guard let only = seen.first else { return .background(instruction.backgroundColor) }
    guard seen.count == 1, only.isStatic else { return .composed }
    let (media, target) = (try only.clip.media(), try only.clip.target())
    return media.duration <= target.duration
      ? .pictures(only.clip, only.layer, instruction.backgroundColor) : .composed
  }

  private func add(_ piece: RationalRange, _ content: Content, to row: inout Row) throws(RenderError) {
    if case .background(let background) = content {
      row.emptied = row.emptied ?? (piece.start, background)
      return
    }
    if let emptied = row.emptied {
      let isLong = try exactly { () throws(RationalError) in
        try piece.start - emptied.start >= max(frameDuration, Self.shortestBackground)
      }
      // A shorter piece is no picture of its own: the one before it stays. At the beginning, beside sound, the picture begins late.
      if isLong, !row.times.isEmpty || soundEnd == nil {
        row.times.append(emptied.start)
        row.last = nil
      }
      row.emptied = nil
    }
    switch content {
    case .background: break
    case .pictures(let clip, let layer, let background):
      try add(clip, Style(layer, over: background), in: piece, to: &row)
    case .composed:
      row.last = nil
      row.times.append(piece.start)
      try exactly { () throws(RationalError) in
        let grid = try FrameGrid(frameDuration: frameDuration)
        var frame = try grid.firstFrame(atOrAfter: piece.start - window.range.start)
        while row.times.count <= PicturePlanner.longest {
          let time = try window.range.start + grid.time(of: frame)
          guard time < piece.end else { break }
          if time > piece.start { row.times.append(time) }
          frame += 1
        }
      }
    }
    row.end = piece.end
  }

  /// Adds the pictures of `clip` that begin in `piece`, and the picture that is shown at its beginning.
  private func add(_ clip: Clip, _ style: Style, in piece: RationalRange, to row: inout Row) throws(RenderError) {
    let timing = try lookup.video(of: clip).timing
    let (media, target) = (try clip.media(), try clip.target())
    try exactly(clip: clip.reference, time: piece.start) { () throws(RationalError) in
      let rate = try media.duration / target.duration
      let start = try media.start + (piece.start - target.start) * rate
      var picture = timing.frame(at: start)
      let look = Look(clip: clip, picture: picture, layer: style)
      let delay = try timing == .still ? .zero : timing.start(of: picture) - start
      if delay <= .zero || (delay >= frameDuration && (!row.times.isEmpty || soundEnd == nil)) {
        if row.last != look { row.times.append(piece.start) }
        picture += 1
      }
      row.last = look
      guard timing != .still, rate > .zero else { return }
      while picture < timing.count, row.times.count <= PicturePlanner.longest {
        let time = try target.start + (timing.start(of: picture) - media.start) / rate
        guard time < piece.end else { break }
        // Pictures of one time are one.
        if row.times.last.map({ $0 < time }) ?? true { row.times.append(time) }
        row.last = Look(clip: clip, picture: picture, layer: style)
        picture += 1
      }
    }
  }
}

/// The segments of a track by composition time.
private struct ClipTimeline {
  private var clips: [(range: RationalRange, clip: Clip)] = []

  init(_ track: CompositionTrack, in window: RenderWindow) throws(RenderError) {
    for clip in track.clips {
      let target = try clip.target()
      if target.overlaps(window.range) { clips.append((target, clip)) }
    }
  }

  /// The beginnings and ends of segments.
  var borders: [Rational] { clips.flatMap { [$0.range.start, $0.range.end] } }

  /// The segment at `time`; nil where there is none.
  func clip(at time: Rational) -> Clip? {
    let index = clips.partitioningIndex { $0.range.end > time }
    return index < clips.count && clips[index].range.start <= time ? clips[index].clip : nil
  }
}

extension LayerInstruction {
  /// Whether a ramp of the layer changes something in `piece`, in which none begins or ends.
  fileprivate func isChanging(in piece: RationalRange) -> Bool {
    opacity.isChanging(in: piece) || transform.isChanging(in: piece) || cropRectangle.isChanging(in: piece)
      || clipRectangle?.isChanging(in: piece) ?? false
  }
}

extension Ramps {
  fileprivate func isChanging(in piece: RationalRange) -> Bool {
    entries.contains { entry in
      guard case .ramp(_, let from, let to) = entry, from != to, let start = entry.start.rational,
        let end = entry.end.rational
      else { return false }
      return start < piece.end && piece.start < end
    }
  }
}
