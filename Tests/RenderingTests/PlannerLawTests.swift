import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What holds of every plan, shown on compositions made by chance.
struct PlannerLawTests {
  @Test(arguments: 1...150)
  func `every frame shows what the model says of its time`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    let picture = try #require(try edit.plan().picture)
    let naive = NaiveRender(
      composition: edit.composition, videoComposition: edit.videoComposition,
      films: Dictionary(uniqueKeysWithValues: edit.films.map { ($0.asset, $0) }))
    for frame in 0..<picture.frameCount {
      let expected = try naive.layers(at: picture.grid.time(of: frame))
      let planned = try #require(picture.layers(in: frame))
      try #require(planned.map(\.clip) == expected.map(\.clip), "frame \(frame)")
      #expect(planned.map(\.sourceFrame) == expected.map(\.sourceFrame), "frame \(frame)")
      for (layer, other) in zip(planned, expected) {
        #expect(abs(layer.opacity - other.opacity) < 1e-9, "frame \(frame)")
        #expect(layer.transform.isClose(to: other.transform), "frame \(frame)")
      }
    }
  }

  @Test func `chance makes use of every method`() throws {
    var seen: Set<String> = []
    for seed: UInt64 in 1...150 {
      for span in try RandomEdit(seed: seed).plan().picture?.spans ?? [] { seen.insert(span.method.name) }
    }
    #expect(seen == ["empty", "passthrough", "mix", "warp"])
  }

  @Test(arguments: 1...150)
  func `spans cover every frame once and neighbours differ`(seed: UInt64) throws {
    let picture = try #require(try RandomEdit(seed: seed).plan().picture)
    let duration = Rational(3)
    #expect(try picture.frameCount == Int((duration / picture.grid.frameDuration).ceil()))
    var next = 0
    for span in picture.spans {
      #expect(span.frames.lowerBound == next)
      #expect(!span.frames.isEmpty)
      next = span.frames.upperBound
    }
    #expect(next == picture.frameCount)
    for (span, following) in zip(picture.spans, picture.spans.dropFirst()) {
      #expect(span.method != following.method)
    }
  }

  @Test(arguments: 1...150)
  func `a run is used by every span it passes and by one layer of each`(seed: UInt64) throws {
    let picture = try #require(try RandomEdit(seed: seed).plan().picture)
    var used = picture.runs.map { _ in [Range<Int>]() }
    for span in picture.spans {
      for run in span.method.runs { used[run].append(span.frames) }
      #expect(Set(span.method.runs).count == span.method.runs.count)
    }
    for (run, spans) in zip(picture.runs, used) {
      #expect(run.frames.lowerBound == spans.first?.lowerBound)
      #expect(run.frames.upperBound == spans.last?.upperBound)
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
    #expect(zip(picture.runs, picture.runs.dropFirst()).allSatisfy { $0.frames.lowerBound <= $1.frames.lowerBound })
  }

  @Test(arguments: 1...60)
  func `a part of a film is that part of the whole`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    let whole = try #require(try edit.plan(RenderSettings(sampleRate: 48_000)).picture)
    let first = whole.frameCount / 3
    let last = whole.frameCount * 2 / 3
    let range = CMTimeRange(
      start: try CMTime(exactly: whole.grid.time(of: first)), end: try CMTime(exactly: whole.grid.time(of: last)))
    let part = try #require(try edit.plan(RenderSettings(timeRange: range, sampleRate: 48_000)).picture)
    #expect(part.range == first..<last)
    var unbounded = part
    unbounded.range = whole.range
    #expect(unbounded == whole)
  }

  /// Between two frames of the whole a part has a grid of its own, whose frames show what the model says of their times.
  @Test(arguments: 1...60)
  func `a part that starts between two frames starts there`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    let whole = try #require(try edit.plan(RenderSettings(sampleRate: 48_000)).picture)
    let first = whole.frameCount / 3
    let start = try whole.grid.time(of: first) + whole.grid.frameDuration * fraction(2, 7)
    let range = try CMTimeRange(start: CMTime(exactly: start), duration: CMTime(exactly: fraction(1)))
    let part = try #require(try edit.plan(RenderSettings(timeRange: range, sampleRate: 48_000)).picture)
    #expect(try part.origin == whole.grid.frameDuration * fraction(2, 7))
    #expect(try part.range == first..<first + part.grid.frameCount(covering: .one))
    let naive = NaiveRender(
      composition: edit.composition, videoComposition: edit.videoComposition,
      films: Dictionary(uniqueKeysWithValues: edit.films.map { ($0.asset, $0) }))
    for frame in part.range {
      let expected = try naive.layers(at: part.origin + part.grid.time(of: frame))
      let planned = try #require(part.layers(in: frame))
      #expect(planned.map(\.clip) == expected.map(\.clip), "frame \(frame)")
      #expect(planned.map(\.sourceFrame) == expected.map(\.sourceFrame), "frame \(frame)")
    }
  }

  @Test(arguments: 1...150)
  func `every sample sounds what the model says of its time`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    guard let sound = try edit.plan(RenderSettings(sampleRate: 48_000)).sound else {
      #expect(edit.composition.tracks(withMediaType: .audio).allSatisfy { $0.segments.allSatisfy(\.isEmpty) })
      return
    }
    #expect(sound.sampleCount == 3 * 48_000)
    for strip in sound.strips {
      let track = try #require(edit.composition.track(withTrackID: strip.trackID))
      var next: Int64 = 0
      for piece in strip.pieces {
        #expect(piece.samples.lowerBound == next)
        #expect(!piece.samples.isEmpty)
        next = piece.samples.upperBound
        guard let media = piece.sound else { continue }
        let mapping = track.segments[media.clip.segmentIndex].timeMapping
        let target = try #require(mapping.target.start.rational)
        let end = try #require(mapping.target.end.rational)
        let source = try #require(mapping.source.start.rational)
        #expect(try piece.samples.lowerBound == sound.grid.nearestSample(to: target))
        #expect(try piece.samples.upperBound == sound.grid.nearestSample(to: end))
        let duration = try #require(mapping.source.duration.rational)
        guard try duration != end - target else {
          // Half a sample early or late at most.
          let place = try (source + sound.grid.time(of: piece.samples.lowerBound) - target) * fraction(48_000)
          let late = try Rational(media.firstSample) - place
          #expect(late >= fraction(-1, 2) && late <= fraction(1, 2))
          #expect(media.speed == nil)
          continue
        }
        // Exactly where the mapping puts the time of the piece's first sample.
        let speed = try #require(media.speed)
        let passed = try sound.grid.time(of: piece.samples.lowerBound) - target
        let place = try (source + passed * duration / (end - target)) * fraction(48_000)
        #expect(try Rational(media.firstSample) + speed.offset == place)
        #expect(try speed.rate == duration / (end - target))
        #expect(speed.offset >= .zero && speed.offset < .one)
      }
      #expect(next == sound.sampleCount)
      let heard = Set(strip.pieces.compactMap(\.sound?.clip.segmentIndex))
      #expect(heard == Set(track.segments.indices.filter { !track.segments[$0].isEmpty }))
    }
  }

  @Test(arguments: 1...150)
  func `the volume at every sample is that of its exact time`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    guard let sound = try edit.plan(RenderSettings(sampleRate: 1_000)).sound else { return }
    for strip in sound.strips {
      let parameters = edit.audioMix.inputParameters.first { $0.trackID == strip.trackID }
      let volume = try #require(parameters).volume
      var next: Int64 = 0
      for piece in strip.volume.pieces {
        #expect(piece.range.lowerBound == next)
        next = piece.range.upperBound
        for sample in piece.range {
          let planned = piece.value(at: sample)
          let expected = volume.value(at: try sound.grid.time(of: sample), initial: 1)
          try #require(abs(planned - expected) < 1e-9, "sample \(sample)")
        }
        #expect((0...10).contains(piece.first) && (0...10).contains(piece.last))
      }
      #expect(next == sound.sampleCount)
    }
  }

  @Test(arguments: 1...20)
  func `the same model makes the same plan`(seed: UInt64) throws {
    let plan = try RandomEdit(seed: seed).plan()
    #expect(try RandomEdit(seed: seed).plan() == plan)
    #expect(try RandomEdit(seed: seed).plan().text == plan.text)
  }
}

extension PictureSpan.Method {
  fileprivate var name: String {
    switch self {
    case .empty: "empty"
    case .passthrough: "passthrough"
    case .mix: "mix"
    case .warp: "warp"
    case .custom: "custom"
    }
  }

  /// The runs that feed the layers, bottom to top.
  fileprivate var runs: [Int] {
    switch self {
    case .empty: []
    case .passthrough(let run): [run]
    case .mix(_, let layers): layers.map(\.run)
    case .warp(_, let layers): layers.compactMap(\.feed.run)
    case .custom(let call): call.sources.compactMap(\.feed.run)
    }
  }
}
