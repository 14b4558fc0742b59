import Foundation
import GstEdit
import TestSupport
import Testing

/// MPEG transport streams as output: the right frames, picture and sound in step, and headers at every key frame.
@Suite struct TransportStreamTests {
  private static let export = ExportSettings(
    fileType: "ts", video: .init(codec: "h264", quality: 23, speed: "ultrafast"), audio: .init(codec: "aac"))

  @Test(arguments: FrameRate.promised)
  func `The right frames stand in the file at every rate`(rate: FrameRate) async throws {
    let films = (1...3).map { number in
      IndexedFilm(film: UInt8(number)) {
        ($0.width, $0.height) = (160, 90)
        $0.frameCount = 300
        $0.timing = .constant(rate)
      }
    }
    let edit = FilmEdit.random(20, of: 15, from: films, frameDuration: rate.frameDuration, seed: 5)
    var document = try await edit.document(width: 160, height: 90)
    document.export = .quick("ts")
    let exported = try await EngineExport(document, as: "out.ts")
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
    // Each frame's time is its ideal one, to the nearest tick.
    let times = try await FilmReader.times(exported.url)
    let first = try #require(times.first)
    for (number, time) in times.enumerated() {
      let error = (time - first - Fraction(number) * rate.frameDuration) * Fraction(90_000)
      #expect(abs(error.value) <= 0.5, "frame \(number) is \(error) ticks off")
    }
    #expect(times.count == edit.frames.count)
  }

  /// The codec, the sound's rate, how many samples the click may be off, the channels, and how many samples the codec gives
  /// before the sound. Timestamps are ticks of 1/90,000 s: AAC's 1,024 samples are a whole number of them at 48 kHz alone.
  @Test(arguments: [
    ("aac", 48_000, 0.01, 2, 1_024), ("aac", 44_100, 0.26, 2, 1_024), ("aac", 44_100, 0.26, 1, 1_024),
    ("aac", 32_000, 0.18, 2, 1_024), ("ac3", 48_000, 0.01, 2, 256), ("mp3", 48_000, 0.27, 2, 1_105),
  ])
  func `Picture and sound are in step`(
    codec: String, rate: Int, tolerance: Double, channels: Int, priming: Double
  ) async throws {
    let run = try await Self.film(rate: rate, channels: channels, codec: codec)
    let samples = try await SoundReader.firstChannel(run.url)
    let position = try #require(Click.position(in: samples, rate: rate))
    let (picture, sound) = try await Self.starts(run.url)
    let place = Fraction(rate) * (sound - picture)
    #expect(abs(place.value + position.rounded() - Double(rate)) <= tolerance, "\(place.value + position)")
    // The sound comes first, by what its encoder puts before it.
    #expect(abs(place.value + priming) <= tolerance)
  }

  /// The sound's first packet, the encoder's priming, precedes the stream's tables: GStreamer's demultiplexer skips it,
  /// and picture and sound begin together.
  @Test func `The program finds both at zero`() async throws {
    let film = try await Self.film(rate: 48_000, channels: 2)
    let document = ProjectDocument(
      assets: ["film": film.url],
      tracks: [
        .video(1, [.init(asset: "film", in: .zero, duration: Fraction(2))]),
        .audio(2, [.init(asset: "film", in: .zero, duration: Fraction(2))]),
      ], export: ExportSettings(fileType: "mkv", video: .init(codec: "ffv1"), audio: .init(codec: "flac")))
    let exported = try await EngineExport(document)
    let position = try #require(
      Click.position(in: try await SoundReader.firstChannel(exported.url), rate: 48_000))
    #expect(position.rounded() == 48_000, "at \(position)")
    let expected = (0..<50).map { FrameReading.frame(FrameCode(film: 1, index: $0)) }
    let comparison = FrameComparison(try await exported.frames(), expected)
    #expect(comparison.isExact, "\(comparison)")
  }

  /// The first packets of MP3 and AC-3 hold some of the sound: the program finds it, and the pictures later by what is none.
  @Test(arguments: [("mp3", 1_105), ("ac3", 256)])
  func `Nothing of a sound is passed over`(codec: String, priming: Int) async throws {
    let film = try await Self.film(rate: 48_000, channels: 2, codec: codec)
    let facts = try await Engine.renderer().facts(of: [AssetReference(url: film.url)])
    let found = try #require(facts.values.first)
    #expect(found.audioTracks.first?.firstSample == 0)
    let start = try #require(found.videoTracks.first).timing.start(of: 0)
    #expect(abs(start.seconds - Double(priming) / 48_000) < 0.000_02, "\(start)")
  }

  @Test func `A picture alone and a sound alone can be written`() async throws {
    let film = IndexedFilm(film: 4) { $0.frameCount = 40 }
    let d = FrameRate.ntsc.frameDuration
    var document = ProjectDocument(
      assets: ["film": try await film.url()],
      tracks: [.video(1, [.init(asset: "film", in: .zero, duration: Fraction(40) * d)])], export: .quick("ts"))
    #expect(try await EngineExport(document, as: "out.ts").frames().count == 40)
    document = ProjectDocument(
      assets: ["click": try await SoundFile(.click(at: Fraction(1))).url()],
      tracks: [.audio(1, [.init(asset: "click", in: .zero, duration: Fraction(2))])])
    document.export = ExportSettings(
      fileType: "ts", audio: .init(codec: "aac", sampleRate: 48_000, channels: 2))
    let sound = try await EngineExport(document, as: "out.ts")
    let position = try #require(Click.position(in: try await SoundReader.firstChannel(sound.url), rate: 48_000))
    // Nothing in the file can say that the encoder's samples are none of the sound.
    #expect(position.rounded() == 48_000 + 1_024)
  }

  @Test func `A player can begin at every key frame`() async throws {
    let film = IndexedFilm(film: 2) { $0.frameCount = 120 }
    let d = FrameRate.ntsc.frameDuration
    var text = try ProjectDocument(
      assets: ["film": try await film.url()],
      tracks: [.video(1, [.init(asset: "film", in: .zero, duration: Fraction(120) * d)])], export: .quick("ts")
    ).text()
    text = text.replacing(#""codec":"h264""#, with: #""codec":"h264","keyframeInterval":20"#)
      .replacing(#""codec" : "h264""#, with: #""codec" : "h264", "keyframeInterval" : 20"#)
    let run = try ProjectRun(text: text)
    let outcome = try await run.command(
      ["export", run.project.path, "-o", run.scratch.url("film").path, "--file-type", "ts", "--progress", "none"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let url = run.scratch.url("film")
    let keys = try await pictureFlags(url).filter { $0.contains("K") }
    #expect(keys.count == 6)
    // Annex B: SPS (7) and PPS (8) before each key frame, and a delimiter (9) before every frame.
    let units = Self.unitTypes(
      in: try await MediaTools.ffmpegOutput(["-i", url.path, "-c:v", "copy", "-f", "h264"]))
    #expect(units.filter { $0 == 9 }.count == 120)
    #expect(units.filter { $0 == 7 }.count == 6 && units.filter { $0 == 8 }.count == 6)
    #expect(units.filter { $0 == 5 || $0 == 1 }.count >= 120)
  }

  @Test func `A file that is there stays`() async throws {
    let run = try await ProjectRun(Self.document(rate: 48_000, channels: 2))
    try run.scratch.write("precious", to: "out.ts")
    let outcome = try await run.export(to: "out.ts").outcome()
    #expect(outcome.ending == .exited(73))
    #expect(try String(contentsOf: run.scratch.url("out.ts"), encoding: .utf8) == "precious")
  }

  @Test func `Codecs that it cannot hold are refused by name`() async throws {
    let run = try await ProjectRun(Self.document(rate: 48_000, channels: 2))
    let outcome = try await run.export(to: "out.ts", ["--video-codec", "ffv1"]).outcome()
    #expect(outcome.ending == .exited(64))
    #expect(outcome.errorText.contains("An MPEG transport stream cannot be written with pictures in FFV1."))
  }

  /// The flags of the picture's packets, `K` for a key frame.
  private func pictureFlags(_ url: URL) async throws -> [Substring] {
    let text = try await MediaTools.ffprobe([
      "-select_streams", "v:0", "-show_entries", "packet=flags", "-of", "csv=p=0", url.path,
    ])
    return text.split(whereSeparator: \.isNewline)
  }

  /// The types of the network abstraction layer's units in a stream with start codes (ITU-T H.264 table 7-1).
  private static func unitTypes(in stream: Data) -> [UInt8] {
    let bytes = [UInt8](stream)
    return bytes.indices.dropLast(3).compactMap { place in
      bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 ? bytes[place + 3] & 0x1F : nil
    }
  }

  private static func document(rate: Int, channels: Int, codec: String = "aac") async throws -> ProjectDocument {
    let film = IndexedFilm(film: 1) {
      $0.frameCount = 75
      $0.timing = .constant(FrameRate(25))
    }
    let click = SoundFile(.click(at: Fraction(1))) { $0.rate = rate }
    var document = ProjectDocument(
      assets: ["film": try await film.url(), "click": try await click.url()],
      tracks: [
        .video(1, [.init(asset: "film", in: .zero, duration: Fraction(2))]),
        .audio(2, [.init(asset: "click", in: .zero, duration: Fraction(2))]),
      ], export: export)
    document.export?.audio = .init(codec: codec, sampleRate: rate, channels: channels)
    return document
  }

  private static func film(rate: Int, channels: Int, codec: String = "aac") async throws -> EngineExport {
    try await EngineExport(document(rate: rate, channels: channels, codec: codec), as: "out.ts")
  }

  /// When picture and sound start, in seconds of the file's clock: their first packets' times, exactly.
  private static func starts(_ url: URL) async throws -> (picture: Fraction, sound: Fraction) {
    let text = try await MediaTools.ffprobe(["-show_entries", "packet=codec_type,pts", "-of", "csv=p=0", url.path])
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
    func start(_ kind: String) throws -> Fraction {
      let times = lines.filter { $0.count > 1 && $0[0] == kind }.compactMap { Int($0[1]) }
      return Fraction(try #require(times.min()), 90_000)
    }
    return (try start("video"), try start("audio"))
  }
}
