import EditingModel

/// Joins stretches of frames into spans, and what feeds them into runs: a run goes on over as many stretches as show its
/// segment without interruption, and a span over as many as are made in the same way from the same runs.
struct SpanAssembler {
  /// The runs so far, in order of their first frames.
  private(set) var runs: [SourceRun] = []
  /// The spans so far.
  private(set) var spans: [PictureSpan] = []

  /// The runs that feed the last span's last frame, by what they show.
  private var openRuns: [Clip: Int] = [:]

  /// Adds the frames of `origin`, which follow the last ones, made from `contents`, one for each of the origin's layers;
  /// `method` chooses how, given what feeds each, and `beginRun` makes the run of one that was not needed before.
  mutating func append(
    _ origin: PictureSpan.Origin, from contents: [TrackContent], method: ([LayerFeed]) -> PictureSpan.Method,
    beginRun: (Clip) throws(RenderError) -> SourceRun
  ) throws(RenderError) {
    var feeding: [Clip: Int] = [:]
    var feeds: [LayerFeed] = []
    for content in contents {
      guard case .segment(let clip) = content else {
        if case .tree(let tree) = content { feeds.append(.tree(tree)) }
        continue
      }
      let index = openRuns[clip] ?? runs.count
      if index == runs.count {
        runs.append(try beginRun(clip))
      } else {
        runs[index].frames = runs[index].frames.lowerBound..<origin.frames.upperBound
      }
      feeding[clip] = index
      feeds.append(.run(index))
    }
    openRuns = feeding
    add(PictureSpan(frames: origin.frames, method: method(feeds), origins: [origin]))
  }

  /// Adds `span`, as part of the last one where both are made in the same way.
  private mutating func add(_ span: PictureSpan) {
    guard let method = spans.last?.method.followed(by: span.method) else { return spans.append(span) }
    let last = spans.count - 1
    spans[last].frames = spans[last].frames.lowerBound..<span.frames.upperBound
    spans[last].method = method
    for origin in span.origins { spans[last].addOrigin(origin) }
  }
}

extension PictureSpan {
  /// Adds `origin`, whose frames follow the last one's; merges the two where instruction and layers are equal.
  fileprivate mutating func addOrigin(_ origin: Origin) {
    if let last = origins.last, last.instruction == origin.instruction, last.layers == origin.layers {
      origins[origins.count - 1].frames = last.frames.lowerBound..<origin.frames.upperBound
    } else {
      origins.append(origin)
    }
  }
}

extension PictureSpan.Method {
  /// The method that makes the frames of this one and then those of `next`; nil where they are made differently.
  fileprivate func followed(by next: PictureSpan.Method) -> PictureSpan.Method? {
    switch (self, next) {
    case (.mix(let background, let layers), .mix(let nextBackground, let nextLayers)):
      guard background == nextBackground, layers.count == nextLayers.count else { return nil }
      let joined = zip(layers, nextLayers).compactMap { $0.followed(by: $1) }
      return joined.count == layers.count ? .mix(background: background, layers: joined) : nil
    case (.warp(let background, let layers), .warp(let nextBackground, let nextLayers)):
      guard background == nextBackground, layers.count == nextLayers.count else { return nil }
      let joined = zip(layers, nextLayers).compactMap { $0.followed(by: $1) }
      return joined.count == layers.count ? .warp(background: background, layers: joined) : nil
    default:
      return self == next ? self : nil
    }
  }
}

extension MixLayer {
  /// This layer, and after its last frame `next`; nil where it is another one or lies elsewhere.
  fileprivate func followed(by next: MixLayer) -> MixLayer? {
    guard run == next.run, backdrop == next.backdrop, crop == next.crop, orientation == next.orientation,
      place == next.place, motion == nil, next.motion == nil
    else { return nil }
    return MixLayer(
      run: run, backdrop: backdrop, crop: crop, orientation: orientation, place: place,
      opacity: opacity.followed(by: next.opacity))
  }
}

extension WarpLayer {
  /// This layer, and after its last frame `next`; nil where it is another one or is cut otherwise.
  fileprivate func followed(by next: WarpLayer) -> WarpLayer? {
    guard feed == next.feed, backdrop == next.backdrop, (crop == nil) == (next.crop == nil) else { return nil }
    return WarpLayer(
      feed: feed, backdrop: backdrop, transform: transform.followed(by: next.transform),
      crop: crop.flatMap { crop in next.crop.map(crop.followed) }, opacity: opacity.followed(by: next.opacity))
  }
}
