import EditingModel
import MediaTime
import Subtitles

extension RenderPlan {
  /// The rendered part, as a plan of its own whose frames and samples are counted from its start: what a plan of a range shows
  /// to people. The whole plan where all of it is rendered.
  ///
  /// Rendering takes the whole plan instead, so that every value is what it is in the whole, to the last bit.
  public var renderedPart: RenderPlan {
    RenderPlan(picture: picture?.renderedPart, sound: sound?.renderedPart, subtitles: renderedSubtitles)
  }
}

extension PicturePlan {
  fileprivate var renderedPart: PicturePlan {
    guard range != 0..<frameCount, let first = try? time(of: range.lowerBound), let start = try? origin + first,
      let timing = try? timing.part(range).shifted(by: .zero - (range.lowerBound == 0 ? .zero : first))
    else { return self }
    var part = self
    if range.lowerBound > 0 { part.origin = start }
    part.timing = timing
    part.range = 0..<range.count
    // The runs that are left, and their numbers among themselves.
    let kept = runs.indices.filter { runs[$0].frames.overlaps(range) }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    part.runs = kept.map { runs[$0].clamped(to: range) }
    part.spans = spans.filter { $0.frames.overlaps(range) }.map { $0.clamped(to: range, renumbering: numbers) }
    let drawn = overlay?.frames.shifted(into: range) ?? []
    for tree in layerTracks.indices {
      part.layerTracks[tree].drawing.frames = layerTracks[tree].drawing.frames.shifted(into: range)
    }
    if drawn.isEmpty { part.overlay = nil } else { part.overlay?.frames = drawn }
    return part
  }
}

extension FrameTiming {
  /// The frames of `range` alone, at their own times.
  fileprivate func part(_ range: Range<Int>) throws(RationalError) -> FrameTiming {
    switch self {
    case .still:
      return self
    case .constant(_, let frameDuration, _):
      return .constant(start: try start(of: range.lowerBound), frameDuration: frameDuration, count: range.count)
    case .variable(let starts, _):
      return .variable(starts: FrameStarts(range.map { starts[$0] }), end: try border(range.upperBound))
    }
  }
}

extension Range where Bound: BinaryInteger {
  /// The part of the range in `limits`, counted from their start.
  fileprivate func shifted(into limits: Self) -> Self {
    let part = clamped(to: limits)
    return (part.lowerBound - limits.lowerBound)..<(part.upperBound - limits.lowerBound)
  }
}

extension [Range<Int>] {
  /// The parts of the ranges within `limits`, counted from their start.
  fileprivate func shifted(into limits: Range<Int>) -> Self {
    filter { $0.overlaps(limits) }.map { $0.shifted(into: limits) }
  }
}

extension LayerFeed {
  /// The same with the number that its run has, of those that are left.
  fileprivate func renumbered(_ number: (Int) -> Int) -> LayerFeed {
    if case .run(let run) = self { .run(number(run)) } else { self }
  }
}

extension SourceRun {
  fileprivate func clamped(to range: Range<Int>) -> SourceRun {
    var part = (try? suffix(from: max(frames.lowerBound, range.lowerBound))) ?? self
    part.frames = frames.shifted(into: range)
    part.numbers = part.numbers.map { $0[0..<part.frames.count] }
    return part
  }
}

extension PictureSpan {
  fileprivate func clamped(to range: Range<Int>, renumbering numbers: [Int: Int]) -> PictureSpan {
    func number(_ run: Int) -> Int { numbers[run] ?? run }
    let method: Method =
      switch self.method {
      case .empty: self.method
      case .passthrough(let run): .passthrough(run: number(run))
      case .mix(let background, let layers):
        .mix(
          background: background,
          layers: layers.map { layer in
            var part = layer
            part.run = number(layer.run)
            part.opacity = layer.opacity.clamped(to: range)
            part.motion = layer.motion?.clamped(to: range)
            return part
          })
      case .warp(let background, let layers):
        .warp(
          background: background,
          layers: layers.map { layer in
            WarpLayer(
              feed: layer.feed.renumbered(number), backdrop: layer.backdrop,
              transform: layer.transform.clamped(to: range),
              crop: layer.crop?.clamped(to: range), opacity: layer.opacity.clamped(to: range))
          })
      case .custom(let call): .custom(call.renumbered(number))
      }
    return PictureSpan(
      frames: frames.shifted(into: range), method: method,
      origins: origins.filter { $0.frames.overlaps(range) }.map { origin in
        Origin(
          frames: origin.frames.shifted(into: range), instruction: origin.instruction, layers: origin.layers)
      })
  }
}

extension CustomCompositing {
  fileprivate func renumbered(_ number: (Int) -> Int) -> CustomCompositing {
    var call = self
    call.sources = sources.map { Source(trackID: $0.trackID, feed: $0.feed.renumbered(number)) }
    return call
  }
}

extension Curve {
  fileprivate func clamped(to range: Range<Axis.Position>) -> Curve {
    Curve(
      pieces: pieces.filter { $0.range.overlaps(range) }.map { piece in
        let part = piece.range.clamped(to: range)
        return Piece(
          range: piece.range.shifted(into: range), first: piece.value(at: part.lowerBound),
          last: piece.value(at: part.lowerBound + Axis.steps(in: part)))
      })
  }
}

extension SoundPlan {
  fileprivate var renderedPart: SoundPlan {
    guard range != 0..<sampleCount else { return self }
    var part = self
    part.sampleCount = Int64(range.count)
    part.range = 0..<Int64(range.count)
    part.strips = strips.compactMap { $0.clamped(to: range) }
    return part
  }
}

extension Strip {
  /// The part of the strip in `range`; nil where it is silent.
  fileprivate func clamped(to range: Range<Int64>) -> Strip? {
    let pieces = pieces.filter { $0.samples.overlaps(range) }.map { piece in
      let passed = max(0, range.lowerBound - piece.samples.lowerBound)
      return StripPiece(samples: piece.samples.shifted(into: range), sound: piece.sound?.advanced(by: passed))
    }
    guard pieces.contains(where: { $0.sound != nil }) else { return nil }
    return Strip(trackID: trackID, pieces: pieces, volume: volume.clamped(to: range))
  }
}

extension StripSound {
  /// The stretch from its sample number `count` on.
  fileprivate func advanced(by count: Int64) -> StripSound {
    guard count > 0 else { return self }
    var part = self
    guard var speed else {
      part.firstSample += count
      return part
    }
    guard let place = try? speed.offset + Rational(count) * speed.rate,
      let offset = try? place - Rational(place.floor())
    else { return self }
    part.firstSample += place.floor()
    speed.offset = offset
    part.speed = speed
    return part
  }
}
