import EditingModel

/// Joins stretches of frames into spans, and what feeds them into runs: a run goes on over as many stretches as show its
/// segment without interruption, and a span over as many as are made in the same way from the same runs.
struct SpanAssembler {
  /// The runs so far, in order of their first frames.
  private(set) var runs: [SourceRun] = []
  /// The spans so far.
  private(set) var spans: [PictureSpan] = []

  /// The runs that feed the last span's last frame, by what they show.
  private var openRuns: [VisibleLayer.Feed: Int] = [:]

  /// Adds `frames`, which follow the last ones, made from `feeds`; `method` chooses how, given the run of each, and
  /// `beginRun` makes the run of one that was not needed before.
  mutating func append(
    _ frames: Range<Int>, from feeds: [VisibleLayer.Feed], method: ([Int]) -> PictureSpan.Method,
    beginRun: (VisibleLayer.Feed) throws(RenderError) -> SourceRun
  ) throws(RenderError) {
    var feeding: [VisibleLayer.Feed: Int] = [:]
    var indices: [Int] = []
    for feed in feeds {
      let index = openRuns[feed] ?? runs.count
      if index == runs.count {
        runs.append(try beginRun(feed))
      } else {
        runs[index].frames = runs[index].frames.lowerBound..<frames.upperBound
      }
      feeding[feed] = index
      indices.append(index)
    }
    openRuns = feeding
    let span = PictureSpan(frames: frames, method: method(indices))
    if let joined = spans.last?.joined(with: span) {
      spans[spans.count - 1] = joined
    } else {
      spans.append(span)
    }
  }
}

extension PictureSpan {
  /// This span and `next`, which follows it, as one; nil where they are made differently.
  fileprivate func joined(with next: PictureSpan) -> PictureSpan? {
    let frames = frames.lowerBound..<next.frames.upperBound
    switch (method, next.method) {
    case (.empty, .empty) where method == next.method, (.passthrough, .passthrough) where method == next.method,
      (.custom, .custom) where method == next.method:
      return PictureSpan(frames: frames, method: method)
    case (.mix(let background, let layers), .mix(let nextBackground, let nextLayers))
    where background == nextBackground && layers.count == nextLayers.count:
      let joined = zip(layers, nextLayers).compactMap { $0.followed(by: $1) }
      return joined.count == layers.count
        ? PictureSpan(frames: frames, method: .mix(background: background, layers: joined)) : nil
    case (.warp(let background, let layers), .warp(let nextBackground, let nextLayers))
    where background == nextBackground && layers.count == nextLayers.count:
      let joined = zip(layers, nextLayers).compactMap { $0.followed(by: $1) }
      return joined.count == layers.count
        ? PictureSpan(frames: frames, method: .warp(background: background, layers: joined)) : nil
    default:
      return nil
    }
  }
}

extension MixLayer {
  /// This layer, and after its last frame `next`; nil where it is another one or lies elsewhere.
  fileprivate func followed(by next: MixLayer) -> MixLayer? {
    guard run == next.run, crop == next.crop, orientation == next.orientation, place == next.place else { return nil }
    return MixLayer(
      run: run, crop: crop, orientation: orientation, place: place, opacity: opacity.followed(by: next.opacity))
  }
}

extension WarpLayer {
  /// This layer, and after its last frame `next`; nil where it is another one or is cut otherwise.
  fileprivate func followed(by next: WarpLayer) -> WarpLayer? {
    guard run == next.run, (crop == nil) == (next.crop == nil) else { return nil }
    return WarpLayer(
      run: run, transform: transform.followed(by: next.transform),
      crop: crop.flatMap { crop in next.crop.map(crop.followed) }, opacity: opacity.followed(by: next.opacity))
  }
}
