import Foundation
import GstEdit
import TestSupport
import Testing

/// Films that are made faster, louder and subtitled on their way into another file.
@Suite("Changed films")
struct AdjustedFilmTests {
  /// A hundred pictures in four seconds, with `sound`.
  private func film(_ content: SoundContent) async throws -> URL {
    try await IndexedFilm(film: 4) { film in
      (film.frameCount, film.timing, film.container) = (100, .constant(FrameRate(25)), "mkv")
      film.sound = SoundFile(content) { sound in
        (sound.codec, sound.count) = (.flac, 192_000)
      }
    }.url()
  }

  private func convert(
    _ source: URL, to url: URL, _ change: (inout FileConversion) async throws -> Void
  ) async throws -> ExportSession {
    var conversion = FileConversion([AssetReference(url: source)])
    conversion.choices.wishes.video = VideoDescription(codec: nil, speed: .ultrafast)
    if url.pathExtension == "mkv" { conversion.choices.wishes.audio = AudioDescription(codec: .codec(.flac)) }
    try await change(&conversion)
    let session = try await conversion.session(to: url)
    try await session.export()
    return session
  }

  private func frames(_ numbers: some Sequence<Int>) -> [FrameReading] {
    numbers.map { .frame(FrameCode(film: 4, index: $0)) }
  }

  /// How often a second the sound's samples cross zero upwards.
  private func frequency(_ samples: some BidirectionalCollection<Float>) -> Double {
    let samples = Array(samples.dropFirst(4_800).dropLast(4_800))
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * 48_000 / Double(samples.count)
  }

  @Test func `twice as fast, every other picture is seen, and a tone has its pitch`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("fast.mkv")
    _ = try await convert(try await film(.tone(hertz: 440)), to: url) { $0.adjustments.speedFactor = Rational(2) }
    #expect(try await FilmReader.frames(url) == frames(stride(from: 0, to: 100, by: 2)))
    let samples = try await SoundReader.firstChannel(url)
    #expect(samples.count == 96_000)
    #expect(abs(frequency(samples) - 440) < 3, "\(frequency(samples))")
  }

  @Test func `half as fast, each picture is seen once, for twice as long`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("slow.mkv")
    _ = try await convert(try await film(.tone(hertz: 440)), to: url) { conversion in
      conversion.adjustments.speedFactor = try Rational(1, 2)
    }
    #expect(try await FilmReader.frames(url) == frames(0..<100))
    let times = try await FilmReader.times(url)
    #expect(times.enumerated().allSatisfy { abs($1.value - Double($0) * 0.08) < 0.001_01 })
    let samples = try await SoundReader.firstChannel(url)
    #expect(samples.count == 384_000)
    #expect(abs(frequency(samples) - 440) < 3, "\(frequency(samples))")
  }

  @Test func `a part is one of the film as it was, whatever its speed becomes`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("part.mkv")
    let session = try await convert(try await film(.tone(hertz: 440)), to: url) { conversion in
      conversion.adjustments.speedFactor = Rational(2)
      conversion.choices.timeRange = try ProjectTimeRange("1..3")
    }
    #expect(session.plan?.outputDuration == .one)
    #expect(try await FilmReader.frames(url) == frames(stride(from: 25, to: 75, by: 2)))
    #expect(try await SoundReader.firstChannel(url).count == 48_000)
  }

  @Test func `the volume of all sounds is multiplied, and muted there is none`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("two.mkv")
    let (loud, soft) = (
      try await SoundFile(.constant(8_000)) { $0.count = 48_000 }.url(),
      try await SoundFile(.constant(2_000)) { $0.count = 48_000 }.url()
    )
    try await MediaTools.ffmpeg(
      [
        "-i", loud.path, "-i", soft.path, "-f", "lavfi", "-i", "color=red:s=64x64:r=25:d=1", "-map", "2:v", "-map",
        "0:a",
      ]
        + ["-map", "1:a", "-c:a", "flac", source.path])
    for (volume, levels) in [(0.5, [4_000, 1_000]), (2, [16_000, 4_000]), (0, [0, 0])] as [(Double, [Int16])] {
      let url = folder.url("\(volume).mkv")
      _ = try await convert(source, to: url) { $0.adjustments.volume = volume }
      for (track, level) in levels.enumerated() {
        let bytes = [UInt8](
          try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:\(track)", "-f", "s16le"]))
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
          Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        #expect(samples.count == 96_000 && samples.allSatisfy { $0 == level }, "\(volume), \(track)")
      }
    }
    let url = folder.url("mute.mkv")
    _ = try await convert(source, to: url) { conversion in
      conversion.adjustments.isMuted = true
      conversion.choices.wishes.audio = nil
    }
    #expect(
      try await MediaTools.ffprobe(["-show_entries", "stream=codec_type", "-of", "csv=p=0", url.path]) == "video\n")
  }

  /// How `url` is heard.
  private func loudness(_ url: URL, track: Int = 0) async throws -> Loudness {
    try await LoudnessMeter(
      of: AnalysisSubject(AssetReference(url: url), track: track), renderer: Engine.renderer()
    ).loudness()
  }

  @Test(arguments: [-16.0, -23, -30]) func `a sound is as loud as asked for`(target: Double) async throws {
    let folder = try ScratchFolder()
    let url = folder.url("loud.mkv")
    let session = try await convert(try await film(.tone(hertz: 997)), to: url) { conversion in
      try await conversion.normalizeLoudness(to: target, for: url)
    }
    let heard = try await loudness(url)
    #expect(abs((heard.integrated ?? 0) - target) < 0.05, "\(heard)")
    #expect(session.request.notes == [])
    #expect(try await FilmReader.frames(url) == frames(0..<100))
  }

  @Test func `peaks stay below what they may be, and that is said`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("clicks.wav")
    // A soft tone with a loud click in each second.
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc='0.02*sin(2*PI*500*t)+0.4*lt(mod(t,1),0.001)':s=48000:d=4", "-c:a", "pcm_f32le",
      source.path,
    ])
    let url = folder.url("out.mkv")
    let session = try await convert(source, to: url) { conversion in
      conversion.choices.wishes.audio = AudioDescription(codec: .codec(.pcm))
      try await conversion.normalizeLoudness(to: -10, for: url)
    }
    let heard = try await loudness(url)
    #expect(abs((heard.truePeak ?? 0) + 1) < 0.1 && (heard.integrated ?? 0) < -12, "\(heard)")
    #expect(session.request.notes.count == 1 && session.request.notes[0].contains("instead of -10.0"))
    #expect(session.request.notes[0].contains("-1.0 dBTP"))
  }

  @Test func `silence stays as it is, each language is heard by itself, and without sound there is none`() async throws
  {
    let folder = try ScratchFolder()
    let silent = try await film(.constant(0))
    let url = folder.url("silent.mkv")
    let session = try await convert(silent, to: url) { try await $0.normalizeLoudness(to: -16, for: url) }
    #expect(session.request.notes.first?.contains("Nothing is heard") == true)
    let two = folder.url("two.mkv")
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i", "sine=500:d=4,volume=0.5", "-f", "lavfi", "-i", "sine=700:d=4,volume=0.25", "-map", "0",
        "-map", "1",
      ]
        + ["-c:a", "flac", two.path])
    let both = folder.url("both.mkv")
    _ = try await convert(two, to: both) { try await $0.normalizeLoudness(to: -20, for: both) }
    for track in 0..<2 {
      #expect(abs((try await loudness(both, track: track).integrated ?? 0) + 20) < 0.1)
    }
    var mute = FileConversion([AssetReference(url: silent)])
    mute.adjustments.isMuted = true
    do {
      try await mute.normalizeLoudness(to: -16, for: url)
      Issue.record("A film without sound has no loudness.")
    } catch let error as RenderError {
      #expect(error.code == .unsupported)
    }
  }

  // MARK: Subtitles

  private static let words = """
    1
    00:00:01,000 --> 00:00:02,000
    Hello

    2
    00:00:03,000 --> 00:00:03,500
    Good bye

    """

  /// Texts and times, as ffprobe reads them from the text track of `url`.
  private func cues(_ url: URL) async throws -> [String] {
    let stored = try await Engine.renderer().subtitles(of: AssetReference(url: url), charset: nil)
    return stored.first?.track.document.cues.map { "\($0.start) \($0.end) \($0.text.inline)" } ?? []
  }

  @Test(arguments: ["mp4", "mkv", "mov", "webm"]) func `soft subtitles are a track, at the film's times`(
    type: String
  ) async throws {
    let folder = try ScratchFolder()
    let words = AssetReference(url: try folder.write(Self.words, to: "words.srt"))
    let source = try await film(.tone(hertz: 440))
    let url = folder.url("whole.\(type)")
    func shown(_ name: String, _ change: (inout FileConversion) throws -> Void) async throws -> [String] {
      let url = folder.url("\(name).\(type)")
      _ = try await convert(source, to: url) { conversion in
        try await conversion.addSubtitles(of: words, soft: true)
        try change(&conversion)
      }
      return try await cues(url)
    }
    #expect(try await shown("whole") { _ in } == ["1 2 Hello", "3 7/2 Good bye"])
    #expect(
      try await shown("fast") { $0.adjustments.speedFactor = Rational(2) } == ["1/2 1 Hello", "3/2 7/4 Good bye"])
    #expect(
      try await shown("part") { $0.choices.timeRange = try ProjectTimeRange("1.5..3.2") } == [
        "0 1/2 Hello", "3/2 17/10 Good bye",
      ])
    #expect(
      try await MediaTools.ffprobe(["-show_entries", "stream=codec_type", "-of", "csv=p=0", url.path]).contains(
        "subtitle"))
  }

  @Test func `drawn subtitles are in the picture while they are said`() async throws {
    let folder = try ScratchFolder()
    let words = AssetReference(url: try folder.write(Self.words, to: "words.srt"))
    let source = folder.url("dark.mkv")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=black:s=320x180:r=10:d=4", "-c:v", "ffv1", source.path])
    for (name, speed, said) in [("drawn", 1, [10..<20, 30..<35]), ("fast", 2, [5..<10, 15..<18])]
      as [(String, Int64, [Range<Int>])]
    {
      let url = folder.url("\(name).mkv")
      _ = try await convert(source, to: url) { conversion in
        conversion.adjustments.size = PixelSize(width: 640, height: 360)
        conversion.adjustments.speedFactor = Rational(speed)
        try await conversion.addSubtitles(of: words)
      }
      let luma = try await FilmReader.planes("y", of: url, width: 64, height: 36)
      let brightest = stride(from: 0, to: luma.count, by: 64 * 36).map { luma[$0..<$0 + 64 * 36].max() ?? 0 }
      let count = 40 / Int(speed)
      #expect(
        brightest.map { $0 > 60 } == (0..<count).map { frame in said.contains { $0.contains(frame) } },
        "\(name): \(brightest)")
    }
  }
}
