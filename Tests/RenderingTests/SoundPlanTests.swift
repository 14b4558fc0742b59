import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

struct SoundPlanTests {
  private func sound(
    _ composition: Composition, mix: AudioMix? = nil, films: [MediaFacts], settings: RenderSettings = RenderSettings()
  ) throws -> SoundPlan {
    try #require(try plan(composition, mix: mix, films: films, settings: settings).sound)
  }

  @Test func `rate and channels are the sources' where they agree`() throws {
    let composition = Composition(audio: [
      [CompositionTrackSegment("a", time(1), at: .zero)], [CompositionTrackSegment("b", time(1), at: .zero)],
    ])
    let mono = try MediaFacts.film("a", sampleRate: 44_100, channels: 1)
    let same = try sound(composition, films: [mono, .film("b", sampleRate: 44_100, channels: 1)])
    #expect(same.grid.rate == 44_100)
    #expect(same.channels == 1)
    let mixed = try sound(composition, films: [mono, .film("b", sampleRate: 32_000, channels: 6)])
    #expect(mixed.grid.rate == 48_000)
    #expect(mixed.channels == 2)
    let asked = try sound(
      composition, films: [mono, mono, .film("b")], settings: RenderSettings(sampleRate: 8_000, channels: 3))
    #expect(asked.grid.rate == 8_000)
    #expect(asked.channels == 3)
    #expect(asked.sampleCount == 8_000)
  }

  @Test func `the lossless format is the widest, and none if anything is lost`() throws {
    let segments = ["a", "b"].enumerated().map { CompositionTrackSegment($1, time(1), at: time(Int64($0))) }
    func format(_ formats: [AudioTrackFacts.LosslessFormat?]) throws -> AudioTrackFacts.LosslessFormat? {
      let films = try zip(["a", "b"], formats).map { try MediaFacts.film($0, lossless: $1) }
      return try sound(Composition(audio: [segments]), films: films).losslessFormat
    }
    #expect(try format([.integer16, .integer16]) == .integer16)
    #expect(try format([.integer24, .integer16]) == .integer24)
    #expect(try format([.integer32, .float]) == .float)
    #expect(try format([.integer16, nil]) == nil)
  }

  @Test func `a part that begins within a segment begins within its sound`() throws {
    let composition = Composition(audio: [[CompositionTrackSegment("a", from: time(1, 3), time(5), at: .zero)]])
    let films = [try MediaFacts.film("a")]
    let part = try sound(composition, films: films, settings: RenderSettings(timeRange: range(time(2), time(1))))
    #expect(part.range == 96_000..<144_000)
    #expect(part.sampleCount == 240_000)
    #expect(part.strips[0].pieces.map(\.samples) == [0..<240_000])
    #expect(part.strips[0].source(at: part.range.lowerBound) == [0, 112_000])
  }

  @Test(arguments: [fraction(1, 10), fraction(1, 3), fraction(7, 4), fraction(44_099, 44_100)])
  func `a part on whole samples is that part of the whole, sample for sample`(start: Rational) throws {
    let segments = (0..<20).map { index in
      let at = CMTime(value: Int64(index) * 1001, timescale: 30_000)
      return CompositionTrackSegment(
        "a", from: time(Int64(index) * 7, 90), CMTime(value: 1001, timescale: 30_000), at: at)
    }
    let films = [try MediaFacts.film("a", sampleRate: 44_100)]
    let whole = try sound(Composition(audio: [segments]), films: films)
    let first = try start.rounded(scaledBy: 44_100)
    let range = CMTimeRange(start: time(first, 44_100), duration: time(7_000, 44_100))
    guard first < whole.sampleCount else {
      #expect(throws: RenderError.self) {
        try sound(Composition(audio: [segments]), films: films, settings: RenderSettings(timeRange: range))
      }
      return
    }
    var part = try sound(Composition(audio: [segments]), films: films, settings: RenderSettings(timeRange: range))
    #expect(part.range == first..<min(first + 7_000, whole.sampleCount))
    part.range = whole.range
    #expect(part == whole)
  }

  @Test func `a part that starts between two samples starts with the nearer one`() throws {
    let composition = Composition(audio: [[CompositionTrackSegment("a", time(5), at: .zero)]])
    let films = [try MediaFacts.film("a", sampleRate: 44_100)]
    let settings = RenderSettings(timeRange: range(time(1001, 30_000), time(4_004, 30_000)))
    let part = try sound(composition, films: films, settings: settings)
    // 1,471.47 samples, and 5,885.88 of them.
    #expect(part.range == 1_471..<7_357)
  }

  @Test func `cuts without end do not drift`() throws {
    let frame = CMTime(value: 1001, timescale: 30_000)
    let segments = (0..<1_000).map { index in
      CompositionTrackSegment("a", frame, at: CMTime(value: Int64(index) * 1001, timescale: 30_000))
    }
    let plan = try sound(Composition(audio: [segments]), films: [.film("a")])
    #expect(plan.sampleCount == 1_601_600)
    for (index, piece) in plan.strips[0].pieces.enumerated() {
      let exact = fraction(Int64(index) * 1001 * 48_000, 30_000)
      #expect(abs(Double(piece.samples.lowerBound) - exact.seconds) <= 0.5)
    }
    #expect(plan.strips[0].pieces.last?.samples.upperBound == 1_601_600)
  }

  /// A blade cuts the sound, and nothing is taken out: 1/3 s and the frames of NTSC fall between samples.
  @Test(arguments: [44_100, 48_000]) func `a cut at which the media goes on leaves out no sample and repeats none`(
    rate: Int
  ) throws {
    let cuts = [0, 7, 8, 100, 101, 250].map { CMTime(value: $0 * 1001, timescale: 30_000) }
    func segment(_ start: CMTime, _ end: CMTime, late: CMTime = .zero) -> CompositionTrackSegment {
      CompositionTrackSegment("a", from: start + time(1, 3) + late, end - start, at: start)
    }
    let films = [try MediaFacts.film("a", sampleRate: rate)]
    let whole = try sound(Composition(audio: [[segment(cuts[0], cuts[5])]]), films: films)
    let cut = try sound(Composition(audio: [zip(cuts, cuts.dropFirst()).map { segment($0, $1) }]), films: films)
    #expect(cut.strips[0].pieces.count == 5 && cut.sampleCount == whole.sampleCount)
    for piece in cut.strips[0].pieces {
      for sample in [piece.samples.lowerBound, piece.samples.upperBound - 1] {
        #expect(cut.strips[0].source(at: sample)?.last == whole.strips[0].source(at: sample)?.last, "\(sample)")
      }
    }
    // Where a third of a sample is left out, the media begins anew, at the nearest one.
    let late = CMTime(value: 1, timescale: Int32(3 * rate))
    let gap = try sound(
      Composition(audio: [[segment(cuts[0], cuts[1]), segment(cuts[1], cuts[2], late: late)]]), films: films)
    let piece = gap.strips[0].pieces[1]
    let heard = try gap.grid.time(of: piece.samples.lowerBound) + fraction(1, 3) + fraction(1, Int64(3 * rate))
    #expect(try piece.sound?.firstSample == gap.grid.nearestSample(to: heard))
  }

  /// Of a clip that begins and is put between two samples, both rounded by themselves would be up to a sample apart.
  @Test(arguments: [(4, 6, 1, 1), (6, 4, 0, 0), (9, 8, 1, 1), (6, 0, 0, 1), (0, 6, 1, 0), (5, 0, 0, 1), (0, 5, 1, 0)])
  func `a sound that is cut and put between samples is rounded once`(
    start: Int64, place: Int64, first: Int64, mediaFirst: Int64
  ) throws {
    // In tenths of a sample.
    let segment = CompositionTrackSegment("a", from: time(start, 480_000), time(1), at: time(place, 480_000))
    let track = place == 0 ? [segment] : [.empty(time(place, 480_000), at: .zero), segment]
    let piece = try #require(
      try sound(Composition(audio: [track]), films: [.film("a")]).strips[0].pieces.first { $0.sound != nil })
    #expect(piece.samples.lowerBound == first && piece.sound?.firstSample == mediaFirst)
  }

  @Test func `a track that is muted throughout is not decoded, but the film has sound`() throws {
    let composition = Composition(audio: [
      [CompositionTrackSegment("a", time(2), at: .zero)], [CompositionTrackSegment("b", time(2), at: .zero)],
    ])
    let films = try [MediaFacts.film("a"), .film("b")]
    let muted = AudioMixInputParameters(trackID: 1, volume: Ramps([.setting(at: .zero, value: 0)]))
    let plan = try sound(composition, mix: AudioMix(inputParameters: [muted]), films: films)
    #expect(plan.strips.map(\.trackID) == [2])
    var quiet = composition
    quiet.tracks[0].preferredVolume = 0
    quiet.tracks[1].preferredVolume = 0
    let silent = try sound(quiet, films: films)
    #expect(silent.strips.isEmpty)
    #expect(silent.sampleCount == 96_000)
  }

  @Test func `a track that is disabled has no strip, and one that is silent in the part has`() throws {
    var composition = Composition(audio: [
      [CompositionTrackSegment("a", time(2), at: .zero)], [CompositionTrackSegment("a", time(1), at: .zero)],
    ])
    composition.tracks[0].isEnabled = false
    let plan = try sound(
      composition, films: [.film("a")], settings: RenderSettings(timeRange: range(time(1), time(1))))
    #expect(plan.strips.map(\.trackID) == [2])
    #expect(plan.strips[0].piece(at: plan.range.lowerBound)?.sound == nil)
  }

  @Test func `the track's own volume multiplies the mix's`() throws {
    var composition = Composition(audio: [[CompositionTrackSegment("a", time(2), at: .zero)]])
    composition.tracks[0].preferredVolume = 0.5
    let ramps = Ramps<Double>([.ramp(range: range(time(1), time(1)), from: 0.8, to: 0.2)])
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 1, volume: ramps)])
    let plan = try sound(composition, mix: mix, films: [.film("a")])
    #expect(
      plan.strips[0].volume.pieces == [
        VolumeCurve.Piece(range: 0..<48_000, first: 0.5, last: 0.5),
        VolumeCurve.Piece(range: 48_000..<96_000, first: 0.4, last: 0.1),
      ])
  }

  @Test func `a ramp that ends between two samples never passes its end`() throws {
    let composition = Composition(audio: [[CompositionTrackSegment("a", time(1), at: .zero)]])
    let ramps = Ramps<Double>([.ramp(range: range(.zero, time(1, 7)), from: 1, to: 0)])
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 1, volume: ramps)])
    let volume = try sound(composition, mix: mix, films: [.film("a")], settings: RenderSettings(sampleRate: 1_000))
      .strips[0].volume.pieces
    #expect(volume.map(\.range) == [0..<142, 142..<143, 143..<1_000])
    #expect(volume[0].first == 1)
    #expect(abs(volume[0].last - (1 - 0.142 * 7)) < 1e-12)
    #expect(volume[1].first == volume[0].last)
    #expect(volume[2].first == 0)
  }

  @Test func `a change of speed is exact, and keeps the pitch unless the model says otherwise`() throws {
    var segments = [
      CompositionTrackSegment("a", from: time(1), time(3), at: .zero, lasting: time(2)),
      CompositionTrackSegment("a", from: time(4), time(1), at: time(2), lasting: time(7, 3)),
    ]
    segments[1].timePitch = .varispeed
    let composition = Composition(audio: [segments])
    let films = [try MediaFacts.film("a")]
    let pieces = try sound(composition, films: films).strips[0].pieces
    #expect(pieces.map(\.samples) == [0..<96_000, 96_000..<208_000])
    #expect(pieces.map(\.sound?.firstSample) == [48_000, 192_000])
    #expect(
      pieces.map(\.sound?.speed) == [
        .init(rate: fraction(3, 2), pitch: .preserve), .init(rate: fraction(3, 7), pitch: .varispeed),
      ])
    for pitch in TimePitch.allCases {
      let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 1, audioTimePitchAlgorithm: pitch)])
      let pieces = try sound(composition, mix: mix, films: films).strips[0].pieces
      #expect(pieces.map(\.sound?.speed?.pitch) == [pitch, pitch])
    }
  }

  @Test func `a part of a slowed sound begins at exactly its own place`() throws {
    let composition = Composition(audio: [
      [
        .empty(time(1, 7), at: .zero),
        CompositionTrackSegment("a", from: time(1), time(1), at: time(1, 7), lasting: time(3)),
      ]
    ])
    let films = [try MediaFacts.film("a")]
    let whole = try sound(composition, films: films)
    let part = try sound(composition, films: films, settings: RenderSettings(timeRange: range(time(1), time(1))))
    #expect(part.range == 48_000..<96_000)
    #expect(part.strips == whole.strips)
    #expect(part.strips[0].pieces.last?.sound?.speed?.rate == fraction(1, 3))
  }

  @Test func `a freeze is silent, and what is next to it sounds`() throws {
    let frame = CompositionTrackSegment("a", from: time(1), time(1, 30), at: time(1), lasting: time(2))
    let slow = CompositionTrackSegment("a", from: time(1), time(1, 16), at: time(3), lasting: time(2))
    let composition = Composition(audio: [[CompositionTrackSegment("a", time(1), at: .zero), frame, slow]])
    let pieces = try sound(composition, films: [.film("a")]).strips[0].pieces
    #expect(pieces.map(\.samples) == [0..<48_000, 48_000..<144_000, 144_000..<240_000])
    #expect(pieces.map { $0.sound?.clip.segmentIndex } == [0, nil, 2])
    #expect(try sound(Composition(audio: [[.empty(time(1), at: .zero), frame]]), films: [.film("a")]).strips.isEmpty)
  }

  @Test func `sounds sound where they are, with silence between`() throws {
    let composition = Composition(audio: [
      [
        .empty(time(1), at: .zero), CompositionTrackSegment("a", time(1), at: time(1)), .empty(time(1), at: time(2)),
        .empty(time(1), at: time(3)), CompositionTrackSegment("a", time(1), at: time(4)),
      ],
      [CompositionTrackSegment("a", time(6), at: .zero)],
    ])
    let plan = try sound(composition, films: [.film("a")], settings: RenderSettings(sampleRate: 1_000))
    let pieces = plan.strips[0].pieces
    #expect(pieces.map(\.samples) == [0..<1_000, 1_000..<2_000, 2_000..<4_000, 4_000..<5_000, 5_000..<6_000])
    #expect(pieces.map { $0.sound?.clip.segmentIndex } == [nil, 1, nil, 4, nil])
  }
}

extension StripSound {
  /// Where the stretch begins on its row.
  fileprivate var place: Rational { get throws { try Rational(firstSample) + #require(speed).offset } }

  /// Where its sample `count` stands.
  fileprivate func place(after count: Int64) throws -> Rational {
    try place + #require(speed).rate * Rational(count)
  }
}

extension Strip {
  /// The segment and the sample in it that sound at `sample`.
  fileprivate func source(at sample: Int64) -> [Int64]? {
    guard let piece = pieces.first(where: { $0.samples.contains(sample) }), let sound = piece.sound else { return nil }
    return [Int64(sound.clip.segmentIndex), sound.firstSample + sample - piece.samples.lowerBound]
  }
}
