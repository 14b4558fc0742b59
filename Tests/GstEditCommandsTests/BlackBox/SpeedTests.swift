import Foundation
import TestSupport
import Testing

/// Segments that last another time in the film than in their media: picture and sound by the same exact mapping.
@Suite struct SpeedTests {
  /// A tenth to a hundred times as fast.
  private static let speeds = [
    Fraction(1, 10), Fraction(1, 2), Fraction(1001, 1000), Fraction(2), Fraction(10), Fraction(100),
  ]

  private static func film(_ change: (inout IndexedFilm) -> Void = { _ in }) -> IndexedFilm {
    IndexedFilm(film: 5) {
      $0.frameCount = 3_600
      $0.width = 160
      $0.height = 90
      change(&$0)
    }
  }

  private func expectExact(_ edit: FilmEdit) async throws {
    let exported = try await EngineExport(edit.document(width: 160, height: 90))
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
  }

  // MARK: Picture

  @Test(arguments: speeds)
  func `Every frame of a scaled segment shows the source frame of its exact time`(speed: Fraction) async throws {
    let film = Self.film()
    let frame = FrameRate.ntsc.frameDuration
    // Between two pieces at their own speed, so that its own borders are seen as well.
    try await expectExact(
      FilmEdit(
        frameDuration: frame,
        cuts: [
          .init(film: film, start: Fraction(1), duration: frame * Fraction(7)),
          .init(film: film, start: Fraction(11, 7), duration: frame * Fraction(34), speed: speed),
          .init(film: film, start: Fraction(2), duration: frame * Fraction(7)),
        ]))
  }

  @Test(arguments: [
    (FilmCodec.h264, "mkv"), (.h264, "ts"), (.hevc, "mp4"), (.mpeg4, "mp4"), (.mpeg2, "ts"), (.vp8, "webm"),
    (.vp9, "webm"),
    (.ffv1, "mkv"),
  ])
  func `Fast motion passes over pictures of every codec and misses none that is shown`(
    codec: FilmCodec, container: String
  ) async throws {
    let film = Self.film {
      $0.frameCount = 600
      $0.codec = codec
      $0.container = container
    }
    let frame = FrameRate.ntsc.frameDuration
    try await expectExact(
      FilmEdit(
        frameDuration: frame,
        cuts: [3, 17, 70].map { times in
          FilmEdit.Cut(
            film: film, start: Fraction(1, 3), duration: frame * Fraction(500 / times), speed: Fraction(times))
        }))
  }

  @Test(arguments: [Fraction(1001, 30_000), Fraction(1, 1_000_000)])
  func `A frame, or the shortest of moments, is frozen for as long as is wanted`(moment: Fraction) async throws {
    let film = Self.film()
    let frame = FrameRate.ntsc.frameDuration
    let start = Fraction(77) * frame
    try await expectExact(
      FilmEdit(
        frameDuration: frame,
        cuts: [
          .init(film: film, start: start - frame * Fraction(10), duration: frame * Fraction(10)),
          .init(film: film, start: start, duration: frame * Fraction(90), speed: moment / (frame * Fraction(90))),
          .init(film: film, start: start + frame, duration: frame * Fraction(10)),
        ]))
  }

  // MARK: Sound

  @Test(arguments: speeds, ["preserve", "varispeed"])
  func `A tone has the pitch that was asked for, and exactly its length`(speed: Fraction, pitch: String) async throws {
    let tone = SoundFile(.tone(hertz: 400)) { $0.count = 48_000 * 27 }
    let length = Fraction(1, 4)
    var document = ProjectDocument(
      assets: ["tone": try await tone.url()],
      tracks: [
        .audio(1, [.init(asset: "tone", in: Fraction(1), duration: length * speed, to: length, pitch: pitch)])
      ])
    document.export = .sound("wav", codec: "pcm")
    let samples = try await EngineReading.firstChannel(document)
    #expect(samples.count == 12_000)
    let expected = 400 * (pitch == "varispeed" ? speed.value : 1)
    let middle = samples[1_200..<10_800]
    guard expected < 20_000 else {
      // Above the output's band there is nothing to hear.
      #expect(middle.allSatisfy { abs($0) < 0.001 })
      return
    }
    let heard = try #require(Tone(middle, rate: 48_000))
    #expect(abs(heard.frequency / expected - 1) < 0.005)
    #expect(abs(heard.amplitude / 0.5 - 1) < 0.1)
    // The steepest step of the tone itself, and a fifth: no grain begins with a click.
    #expect(heard.greatestStep < 0.5 * 2 * .pi * expected / 48_000 * 1.2)
  }

  private static let slowToFast = [Fraction(1, 2), Fraction(4, 5), Fraction(5, 4), Fraction(2)]

  @Test(arguments: slowToFast, ["preserve", "varispeed"])
  func `A flash and its click stay together at every speed, at the start, in the middle and at the end`(
    speed: Fraction, pitch: String
  ) async throws {
    let times = [Fraction(1), Fraction(2), Fraction(72, 25)]
    // Each place with both pitches, at two speeds or three; or all at all.
    let turn = try #require(Self.slowToFast.firstIndex(of: speed)) + (pitch == "preserve" ? 1 : 0)
    for time in ProofScope.isFull ? times : [times[turn % times.count]] {
      try await expectTogether(at: time, speed: speed, pitch: pitch)
    }
  }

  /// Exports the second and third second of a film with a click in its sound at `time`, and looks for both.
  private func expectTogether(at time: Fraction, speed: Fraction, pitch: String) async throws {
    let film = IndexedFilm(film: 6) {
      $0.frameCount = 125
      $0.timing = .constant(FrameRate(25))
    }
    let click = SoundFile(.click(at: time)) { $0.count = 48_000 * 5 }
    let (start, length) = (Fraction(1), Fraction(2) / speed)
    let document = ProjectDocument(
      assets: ["film": try await film.url(), "click": try await click.url()],
      tracks: [
        .video(1, [.init(asset: "film", in: start, duration: Fraction(2), to: length)]),
        .audio(2, [.init(asset: "click", in: start, duration: Fraction(2), to: length, pitch: pitch)]),
      ], export: ExportSettings(fileType: "mkv", video: .init(codec: "ffv1"), audio: .init(codec: "flac")))
    let exported = try await EngineExport(document)
    let frames = try await exported.frames()
    #expect(frames.count == (length * Fraction(25)).rounded)
    let samples = try await SoundReader.firstChannel(exported.url)
    #expect(samples.count == (length * Fraction(48_000)).rounded)
    let loudest = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
    let ideal = (time - start) / speed
    #expect(abs(Double(loudest) - ideal.value * 48_000) <= (pitch == "preserve" ? 96 : 1))
    // The first frame of that time, or of behind it, is the first that is seen with the click.
    let flash = try #require(frames.indices.first { Fraction($0, 25) * speed + start >= time })
    #expect(frames[flash] == .frame(film.frame(at: Fraction(flash, 25) * speed + start)))
    #expect(abs(Double(flash) / 25 - Double(loudest) / 48_000) <= 0.04)
  }

  @Test func `Volume ramps act on the film's time, whatever the speed`() async throws {
    let level = SoundFile(.constant(16_000)) { $0.channels = 1 }
    var document = ProjectDocument(
      assets: ["level": try await level.url()],
      tracks: [.audio(1, [.init(asset: "level", in: .zero, duration: Fraction(1), to: Fraction(2))])])
    document.audioMix = .init(inputs: [
      .init(track: 1, volume: [.ramp(start: .zero, duration: Fraction(2), from: 1, to: 0)])
    ])
    document.export = .sound("wav", codec: "pcm", channels: 1)
    let exported = try await EngineExport(document, as: "out.wav")
    let samples = try await SoundReader.firstChannel(exported.url)
    #expect(samples.count == 96_000)
    for place in stride(from: 0, to: 96_000, by: 1_000) {
      let ideal = 16_000.0 / 32_768 * (1 - Double(place) / 96_000)
      #expect(abs(Double(samples[place]) - ideal) < 0.001)
    }
  }

  @Test func `At a hundred times the speed memory stays flat`() async throws {
    func peak(seconds: Int) async throws -> Int {
      let tone = SoundFile(.noise(seed: 4)) { $0.count = 48_000 * seconds }
      let film = Self.film { $0.frameCount = 30 * seconds }
      let length = Fraction(seconds, 100)
      let document = ProjectDocument(
        assets: ["film": try await film.url(), "sound": try await tone.url()],
        tracks: [
          .video(1, [.init(asset: "film", in: .zero, duration: Fraction(seconds), to: length)]),
          .audio(2, [.init(asset: "sound", in: .zero, duration: Fraction(seconds), to: length)]),
        ], export: ExportSettings(fileType: "mkv", video: .init(codec: "ffv1"), audio: .init(codec: "flac")))
      return try await Exported(document).outcome.usage.peakMemory
    }
    // Fifty seconds more are 38 MB of sound and 32 MB of pictures.
    let length = ProofScope.isFull ? 240 : 70
    let (short, long) = (try await peak(seconds: 20), try await peak(seconds: length))
    #expect(long - short < 25_000_000, "\(short) bytes for 20 s, \(long) for \(length) s")
  }

  @Test func `The same speeds give the same bytes`() async throws {
    let sound = SoundFile(.noise(seed: 9))
    var document = ProjectDocument(
      assets: ["sound": try await sound.url()],
      tracks: [
        .audio(
          1,
          [
            .init(asset: "sound", in: .zero, duration: Fraction(1), to: Fraction(7, 5)),
            .init(asset: "sound", in: .zero, duration: Fraction(1), to: Fraction(3, 5), pitch: "varispeed"),
          ])
      ])
    document.export = .sound("wav", codec: "pcm")
    let (one, two) = (try await EngineExport(document, as: "a.wav"), try await EngineExport(document, as: "b.wav"))
    let bytes = try Data(contentsOf: one.url)
    #expect(bytes.count > 96_000 * 4)
    #expect(try bytes == Data(contentsOf: two.url))
  }
}
