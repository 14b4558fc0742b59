import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// What is seen in one output frame, computed one frame at a time from the model alone: the planner's oracle.
///
/// No grids, no borders and no cells: for every frame, look at every instruction, every layer and every segment.
struct NaiveRender {
  let composition: Composition
  let videoComposition: VideoComposition
  let films: [AssetReference: MediaFacts]

  /// A layer as it is seen in one frame.
  struct Layer: Equatable {
    var clip: ClipReference
    var sourceFrame: Int
    var opacity: Double
    var transform: Transform
  }

  /// The layers of the frame at composition time `time`, bottom to top, without those that cannot be seen.
  func layers(at time: Rational) throws -> [Layer] {
    guard let instruction = videoComposition.instructions.last(where: { starts($0.timeRange, by: time) }) else {
      return []
    }
    if let trackID = instruction.passthroughTrackID {
      guard let (clip, frame, facts) = try source(of: trackID, at: time) else { return [] }
      let whole = Transform.scale(x: 640 / Double(facts.size.width), y: 360 / Double(facts.size.height))
      return [Layer(clip: clip, sourceFrame: frame, opacity: 1, transform: whole)]
    }
    var seen: [Layer] = []
    for layer in instruction.layerInstructions {
      guard let (clip, frame, facts) = try source(of: layer.trackID, at: time) else { continue }
      let opacity = value(of: layer.opacity, at: time, initial: 1)
      let transform = value(of: layer.transform, at: time, initial: .identity)
      let box = transform.boundingBox(of: Rectangle(facts.naturalSize))
      guard opacity > 0, box.intersection(Rectangle(videoComposition.renderSize)) != nil else { continue }
      seen.append(Layer(clip: clip, sourceFrame: frame, opacity: opacity, transform: transform))
      let isUpright = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
      if opacity == 1, !facts.hasAlpha, isUpright, box.x <= 0, box.y <= 0, box.maxX >= 640, box.maxY >= 360 { break }
    }
    return seen.reversed()
  }

  private func starts(_ range: CMTimeRange, by time: Rational) -> Bool {
    range.start.rational.map { $0 <= time } ?? false
  }

  private func source(
    of trackID: TrackID, at time: Rational
  ) throws -> (clip: ClipReference, frame: Int, facts: VideoTrackFacts)? {
    guard let track = composition.track(withTrackID: trackID),
      let index = track.segments.lastIndex(where: { starts($0.timeMapping.target, by: time) }),
      let source = track.segments[index].source, let facts = films[source.asset]?.videoTracks[source.trackIndex]
    else { return nil }
    let mapping = track.segments[index].timeMapping
    guard let targetStart = mapping.target.start.rational, let targetDuration = mapping.target.duration.rational,
      let sourceStart = mapping.source.start.rational, let sourceDuration = mapping.source.duration.rational,
      try time < targetStart + targetDuration
    else { return nil }
    let asked = try sourceStart + (time - targetStart) * sourceDuration / targetDuration
    let clip = ClipReference(asset: source.asset, trackID: trackID, segmentIndex: index)
    return (clip, try frame(of: facts.timing, at: asked), facts)
  }

  /// The last frame that has begun, looking at each.
  private func frame(of timing: FrameTiming, at time: Rational) throws -> Int {
    var found = 0
    for frame in 0..<timing.count where try timing.start(of: frame) <= time { found = frame }
    return found
  }

  /// The value that the last entry begun gives.
  private func value<Value>(of ramps: Ramps<Value>, at time: Rational, initial: Value) -> Value {
    var value = initial
    for entry in ramps.entries {
      guard let start = entry.start.rational, start <= time, let end = entry.end.rational else { continue }
      value = entry.lastValue
      guard case .ramp(_, let from, let to) = entry, time < end else { continue }
      let passed = (time.seconds - start.seconds) / (end.seconds - start.seconds)
      value = Value.interpolated(from: from, to: to, at: passed)
    }
    return value
  }
}

extension PicturePlan {
  /// The layers that the plan shows in frame `frame`, bottom to top, without those that cannot be seen
  /// there.
  func layers(in frame: Int) -> [NaiveRender.Layer]? {
    guard let span = spans.first(where: { $0.frames.contains(frame) }) else { return nil }
    func layer(_ run: Int, _ opacity: Double?, _ transform: Transform?) -> NaiveRender.Layer? {
      guard let opacity, opacity > 0, let transform, runs[run].frames.contains(frame) else { return nil }
      let stored = runs[run].facts.size
      let box = transform.boundingBox(of: Rectangle(Size(width: Double(stored.width), height: Double(stored.height))))
      let output = Rectangle(Size(width: Double(size.width), height: Double(size.height)))
      guard box.intersection(output) != nil else { return nil }
      return NaiveRender.Layer(
        clip: runs[run].clip, sourceFrame: runs[run].sourceFrame(at: frame), opacity: opacity, transform: transform)
    }
    switch span.method {
    case .empty:
      return []
    case .passthrough(let run):
      let stored = runs[run].facts.size
      let whole = Transform.scale(
        x: Double(size.width) / Double(stored.width), y: Double(size.height) / Double(stored.height))
      return [layer(run, 1, whole)].compactMap(\.self)
    case .mix(_, let layers):
      return layers.compactMap {
        layer($0.run, $0.opacity.value(at: frame), $0.transform(from: runs[$0.run].facts.size, at: frame))
      }
    case .warp(_, let layers):
      return layers.compactMap { drawn in
        drawn.feed.run.flatMap { layer($0, drawn.opacity.value(at: frame), drawn.transform.value(at: frame)) }
      }
    case .custom:
      // What a custom compositor makes of its sources is not layers.
      return nil
    }
  }
}

extension MixLayer {
  /// The map that the orientation and the place at frame `frame` come to, from a stored picture of `size`.
  func transform(from size: PixelSize, at frame: Int) -> Transform {
    let place = place(at: frame)
    let part = crop ?? Rectangle(Size(size))
    let upright = orientation.transform(for: Size(width: part.width, height: part.height))
    let turned = upright.boundingBox(of: Rectangle(Size(width: part.width, height: part.height)))
    return Transform.translation(x: -part.x, y: -part.y)
      .concatenating(upright)
      .concatenating(.scale(x: Double(place.width) / turned.width, y: Double(place.height) / turned.height))
      .concatenating(.translation(x: Double(place.x), y: Double(place.y)))
  }
}

extension Transform {
  /// Whether no corner of a picture as large as films are moves by more than a thousandth of a pixel.
  func isClose(to other: Transform) -> Bool {
    zip([a, b, c, d, tx, ty], [other.a, other.b, other.c, other.d, other.tx, other.ty])
      .allSatisfy { abs($0 - $1) * 1_000 < 0.01 }
  }
}
