import EditingModel
import MediaFormats
import MediaTime
import Rendering
import SeededRandom

/// A composition with its video composition and audio mix, made by chance: cuts on and off the grid, empty edits, speed
/// changes, overlapping layers that fade, move and hide each other.
struct RandomEdit {
  let composition: Composition
  let videoComposition: VideoComposition
  let audioMix: AudioMix
  let films: [MediaFacts]

  private static let rates = [
    fraction(24_000, 1_001), fraction(24), fraction(25), fraction(30_000, 1_001), fraction(30), fraction(50),
    fraction(60_000, 1_001), fraction(60),
  ]

  /// The edit that `seed` makes.
  init(seed: UInt64) throws {
    var chance = Chance(generator: SeededGenerator(seed: seed))
    let films = try Self.films(&chance)
    self.films = films
    let lasting = Int64(3)
    let video = try (0..<chance.number(1...3)).map { _ in
      try chance.segments(of: films, lasting: lasting, changesSpeed: true)
    }
    var speeds = Chance(generator: SeededGenerator(seed: seed))
    let audio = try (0..<chance.number(1...2)).map { _ in
      try chance.segments(of: films, lasting: lasting, changesSpeed: false).map { try speeds.changedSpeed(of: $0) }
    }
    self.composition = Composition(video: video, audio: audio)
    let trackIDs = (1...video.count).map { TrackID(rawValue: Int32($0)) }
    let frameDuration = try CMTime(exactly: .one / chance.pick(Self.rates))
    var instructions: [VideoCompositionInstruction] = []
    for (start, end) in chance.cuts(lasting: lasting) {
      let layers = trackIDs.shuffled(using: &chance.generator).prefix(chance.number(0...trackIDs.count)).map { id in
        LayerInstruction(
          trackID: id, opacity: chance.ramps(lasting: lasting) { $0.pick([0, 0.25, 1, 1]) },
          transform: chance.transforms(lasting: lasting))
      }
      instructions.append(VideoCompositionInstruction(start, end, layers))
      if chance.number(1...8) == 1 {
        instructions[instructions.count - 1].passthroughTrackID = chance.pick(trackIDs)
      }
    }
    self.videoComposition = VideoComposition(
      frameDuration: frameDuration, renderSize: Size(width: 640, height: 360), instructions: instructions)
    self.audioMix = AudioMix(
      inputParameters: audio.indices.map { index in
        AudioMixInputParameters(
          trackID: TrackID(rawValue: Int32(video.count + index + 1)),
          volume: chance.ramps(lasting: lasting) { $0.pick([0, 0.2, 1, 1, 10]) })
      })
  }

  /// A film at each of three rates, one of them of another size and one with frames of varying length, and a still.
  private static func films(_ chance: inout Chance) throws -> [MediaFacts] {
    let full = PixelSize(width: 640, height: 360)
    var films = try (0..<3).map { index in
      try MediaFacts.film(
        "film\(index)", rate: chance.pick(rates), frames: 300,
        size: index == 1 ? PixelSize(width: 320, height: 240) : full, hasAlpha: chance.number(1...6) == 1)
    }
    var starts: [Rational] = []
    var start = Rational.zero
    while start < fraction(5) {
      starts.append(start)
      start = try start + fraction(chance.number(10...70), 600)
    }
    films[2].videoTracks[0].timing = .variable(starts: FrameStarts(starts), end: start)
    films[2].duration = start
    return films + [.still("still", size: full)]
  }

  func plan(_ settings: RenderSettings = RenderSettings()) throws -> RenderPlan {
    try RenderingTests.plan(composition, videoComposition, mix: audioMix, films: films, settings: settings)
  }
}

/// What chance decides.
private struct Chance {
  var generator: SeededGenerator

  mutating func number<Integer: FixedWidthInteger>(_ range: ClosedRange<Integer>) -> Integer {
    Integer.random(in: range, using: &generator)
  }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[number(0...choices.count - 1)] }

  /// A time from 0 to `lasting` seconds, on one of several clocks.
  mutating func time(upTo lasting: Int64) -> CMTime {
    let timescale = pick([1, 10, 24, 25, 30, 600, 1_000, 30_000, 44_100, 48_000, 90_000] as [Int32])
    return CMTime(value: number(0...lasting * Int64(timescale)), timescale: timescale)
  }

  /// [0, lasting) cut at up to five places.
  mutating func cuts(lasting: Int64) -> [(start: CMTime, end: CMTime)] {
    let whole = CMTime(value: lasting, timescale: 1)
    let inner = (0..<number(0...5)).map { _ in time(upTo: lasting) }.filter { $0 > .zero && $0 < whole }
    let borders = ([.zero, whole] + inner).sorted().reduce(into: [CMTime]()) { borders, border in
      if borders.last != border { borders.append(border) }
    }
    return Array(zip(borders, borders.dropFirst()))
  }

  mutating func segments(
    of films: [MediaFacts], lasting: Int64, changesSpeed: Bool
  ) throws -> [CompositionTrackSegment] {
    try cuts(lasting: lasting).map { start, end in
      let target = CMTimeRange(start: start, end: end)
      let film = pick(changesSpeed ? films : Array(films.prefix(3)))
      guard number(1...5) > 1, let duration = target.duration.rational else {
        return CompositionTrackSegment(emptyOver: target)
      }
      let speed = changesSpeed ? pick([.one, .one, .one, fraction(1, 2), fraction(4, 5), fraction(5, 4)]) : .one
      let wanted = try duration * speed
      let source = CMTimeRange(start: time(upTo: 1), duration: try CMTime(exactly: wanted))
      return CompositionTrackSegment(
        source: CompositionTrackSegment.Source(asset: film.asset), sourceRange: source, targetRange: target)
    }
  }

  /// `segment` at its own speed or at another.
  mutating func changedSpeed(of segment: CompositionTrackSegment) throws -> CompositionTrackSegment {
    guard !segment.isEmpty, let duration = segment.timeMapping.source.duration.rational else { return segment }
    var changed = segment
    changed.timePitch = pick(TimePitch.allCases)
    changed.timeMapping.source.duration = try CMTime(
      exactly: duration * pick([.one, .one, fraction(1, 2), fraction(4, 5), fraction(5, 4)]))
    return changed
  }

  mutating func ramps<Value>(lasting: Int64, _ value: (inout Chance) -> Value) -> Ramps<Value> {
    guard number(1...2) == 1 else { return Ramps() }
    return Ramps(
      cuts(lasting: lasting).compactMap { start, end in
        switch number(1...3) {
        case 1: nil
        case 2: .setting(at: start, value: value(&self))
        default: .ramp(range: CMTimeRange(start: start, end: end), from: value(&self), to: value(&self))
        }
      })
  }

  mutating func transforms(lasting: Int64) -> Ramps<Transform> {
    let places: [Transform] = [
      .identity, .identity, .scale(x: 0.5, y: 0.5), .translation(x: 320, y: 180), .translation(x: 640, y: 0),
      .translation(x: 0.5, y: 0), .scale(x: 2, y: 1.5), Transform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0),
      Transform(a: -1, b: 0, c: 0, d: 1, tx: 640, ty: 0), Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 100, ty: 0),
    ]
    guard number(1...4) == 1 else { return Ramps([.setting(at: .zero, value: pick(places))]) }
    return ramps(lasting: lasting) { $0.pick(places) }
  }
}
