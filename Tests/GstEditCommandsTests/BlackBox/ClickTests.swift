import Foundation
import TestSupport
import Testing

/// C3: a click at a second of the source is at that second of the output, to the sample.
@Suite struct ClickTests {
  /// A container and the codecs in it.
  struct Target: Sendable, CustomTestStringConvertible {
    var container: String
    var picture: String?
    var sound: String

    var testDescription: String { "\(sound) in \(container)\(picture.map { " beside \($0)" } ?? "")" }

    static let all = [
      Target(container: "mp4", picture: "h264", sound: "aac"), Target(container: "mov", picture: "h264", sound: "aac"),
      Target(container: "m4a", sound: "aac"), Target(container: "mkv", picture: "h264", sound: "opus"),
      Target(container: "mkv", picture: "h264", sound: "flac"), Target(container: "mkv", picture: "ffv1", sound: "pcm"),
      Target(container: "webm", picture: "vp8", sound: "opus"), Target(container: "mov", picture: "h264", sound: "pcm"),
      Target(container: "wav", sound: "pcm"), Target(container: "flac", sound: "flac"),
      Target(container: "mp4", picture: "h264", sound: "alac"), Target(container: "mp4", picture: "h264", sound: "mp3"),
      Target(container: "mov", picture: "mjpeg", sound: "ac3"),
      Target(container: "mov", picture: "h264", sound: "alac"),
      Target(container: "mkv", picture: "vp8", sound: "vorbis"),
      Target(container: "webm", picture: "vp9", sound: "vorbis"),
      Target(container: "aiff", sound: "pcm"), Target(container: "mp3", sound: "mp3"),
      Target(container: "ogg", sound: "opus"), Target(container: "ogg", sound: "vorbis"),
      Target(container: "ogg", sound: "flac"), Target(container: "mkv", picture: "h264", sound: "aac"),
      Target(container: "mkv", picture: "vp8", sound: "mp3"), Target(container: "mkv", picture: "h264", sound: "ac3"),
    ]

    /// Whether the file says what its decoder gives before the sound, and ffmpeg gives it at times before zero, in ticks of
    /// a millisecond.
    var showsPriming: Bool { container == "mkv" && ["aac", "mp3", "ac3"].contains(sound) }
  }

  private static let click = SoundFile(.click(at: Fraction(1)))

  @Test(arguments: Target.all)
  func `A click at one second comes out at one second, and picture and sound both start at zero`(
    target: Target
  ) async throws {
    let exported = try await Self.film(with: target)
    let starts = target.picture == nil && !target.showsPriming ? [:] : try await Self.starts(exported.url)
    if target.picture != nil {
      for stream in ["video", "audio"] {
        let start = try #require(starts[stream])
        // Matroska counts milliseconds, and ffprobe gives Opus its pre-skip as a negative start.
        #expect(start <= Fraction(1, 1000), "\(stream) starts at \(start)")
      }
    }
    let samples = try await SoundReader.firstChannel(exported.url)
    let position = try #require(Click.position(in: samples, rate: 48_000))
    let start = target.showsPriming ? try #require(starts["audio"]).value * 48_000 : 0
    #expect(
      target.showsPriming ? abs(position + start - 48_000) <= 24 : position.rounded() == 48_000,
      "ffmpeg hears it at \(position), and the sound starts at \(start)")
    // What follows the last sample of a lossy codec may be cut by the player; nothing before may be missing.
    let surplus = target.showsPriming ? 1_536 : ["aac", "opus", "mp3", "ac3"].contains(target.sound) ? 1_024 : 0
    #expect(abs(samples.count + Int(start) - 96_000) <= surplus)

    var again = ProjectDocument(
      assets: ["film": exported.url],
      tracks: [.audio(1, [.init(asset: "film", in: .zero, duration: Fraction(3, 2))])])
    again.export = .sound("wav", codec: "pcm")
    let second = try #require(Click.position(in: try await EngineReading.firstChannel(again), rate: 48_000))
    #expect(second.rounded() == 48_000, "the program hears it at \(second)")
  }

  @Test(arguments: [
    (SoundCodec.pcm, "wav"), (.pcm, "mov"), (.flac, "flac"), (.flac, "mkv"), (.aac, "mp4"), (.aac, "m4a"),
    (.aac, "mkv"), (.opus, "mkv"), (.opus, "webm"), (.opus, "ogg"), (.mp3, "mp3"), (.vorbis, "ogg"), (.vorbis, "webm"),
  ])
  func `A click is heard where it is in every source`(codec: SoundCodec, container: String) async throws {
    let source = SoundFile(.click(at: Fraction(1))) {
      $0.codec = codec
      $0.container = container
    }
    // The witness decides where the click of a lossy file without an edit list is.
    let there = try await Self.click(in: try await source.url())
    var document = ProjectDocument(
      assets: ["sound": try await source.url()],
      tracks: [.audio(1, [.init(asset: "sound", in: Fraction(1, 2), duration: Fraction(1))])])
    document.export = .sound("wav", codec: "pcm")
    let position = try #require(Click.position(in: try await EngineReading.firstChannel(document), rate: 48_000))
    #expect((position + 24_000 - there).magnitude < 0.5, "at \(position + 24_000), ffmpeg has it at \(there)")
  }

  @Test(arguments: [("mp4", FilmCodec.h264), ("mov", .h264), ("mkv", .h264), ("mkv", .prores)])
  func `Picture and sound of a film keep their places to each other`(
    container: String, codec: FilmCodec
  ) async throws {
    let film = IndexedFilm(film: 4) {
      $0.codec = codec
      $0.frameCount = 75
      $0.timing = .constant(FrameRate(25))
      $0.container = container
      $0.sound = SoundFile(.click(at: Fraction(1))) { $0.codec = .aac }
    }
    let source = try await film.url()
    // The asset's zero is the earlier of the two starts: Matroska has no edit list, so ffmpeg lets the picture wait for
    // the encoder's delay. FFmpeg 7's muxer states that delay, which is not heard: the sound starts behind it.
    let starts = try await Self.starts(source)
    let (picture, sound) = (try #require(starts["video"]), max(Fraction(0), try #require(starts["audio"])))
    let zero = min(picture, sound)
    let there = try await Self.click(in: source)
    let first = Fraction(10, 25)
    let document = ProjectDocument(
      assets: ["film": source],
      tracks: [
        .video(1, [.init(asset: "film", in: first, duration: Fraction(1))]),
        .audio(2, [.init(asset: "film", in: first, duration: Fraction(1))]),
      ], export: ExportSettings(fileType: "mkv", video: .init(codec: "ffv1"), audio: .init(codec: "flac")))
    let exported = try await EngineExport(document)
    let expected = (0..<25).map { number in
      FrameReading.frame(film.frame(at: first + Fraction(number, 25) - (picture - zero)))
    }
    let comparison = FrameComparison(try await exported.frames(), expected)
    #expect(comparison.isExact, "\(comparison)")
    let position = try #require(
      Click.position(in: try await SoundReader.firstChannel(exported.url), rate: 48_000))
    let ideal = there + ((sound - zero - first) * Fraction(48_000)).value
    #expect(abs(position - ideal) < 0.5, "at \(position), not \(ideal)")
  }

  /// The sample at which the click of the sound at `url` is heard, as ffmpeg has it. Of AAC in Matroska it gives what the encoder
  /// puts before the sound as well, where the file says how much that is, as FFmpeg 7 writes it and FFmpeg 5 does not.
  private static func click(in url: URL) async throws -> Double {
    let position = try #require(Click.position(in: try await SoundReader.firstChannel(url), rate: 48_000))
    guard url.pathExtension == "mkv" else { return position }
    let text = try await MediaTools.ffprobe([
      "-select_streams", "a:0", "-show_entries", "stream=codec_name,initial_padding", "-of", "csv=p=0", url.path,
    ])
    let said = text.split(whereSeparator: { $0 == "," || $0.isNewline })
    guard said.first == "aac", said.count == 2, let padding = Double(said[1]) else { return position }
    return position - padding
  }

  /// When the one stream of each kind starts, in seconds of the file's clock, as ffprobe sees it.
  private static func starts(_ url: URL) async throws -> [String: Fraction] {
    let text = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_type,start_time", "-of", "csv=p=0", url.path,
    ])
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
    return Dictionary(
      uniqueKeysWithValues: try lines.map { fields in
        let seconds = try #require(fields.count > 1 ? Double(fields[1]) : nil, "\(text)")
        return (String(fields[0]), Fraction(Int((seconds * 1_000_000).rounded()), 1_000_000))
      })
  }

  @Test func `At the last of a thousand cuts from 44.1 to 48 kHz the sound has not moved by a sample`() async throws {
    let (noise, click) = (
      SoundFile(.noise(seed: 2)) { $0.rate = 44_100 }, SoundFile(.click(at: Fraction(1))) { $0.rate = 44_100 }
    )
    let edit = SoundEdit.random(999, upTo: 400, from: noise, seed: 77)
    var document = try await edit.document(.sound("wav", codec: "pcm"))
    document.assets["click"] = .init(uri: try await click.url().path)
    document.composition.tracks[0].segments.append(
      .init(asset: "click", in: Fraction(1, 2), duration: Fraction(1)))
    document.audioMix = .init(inputs: [
      // The noise is made quiet, so that the click is the loudest thing.
      .init(track: 1, volume: [.value(at: .zero, 0.01), .value(at: edit.duration, 1)])
    ])
    let exported = try await EngineExport(document, as: "out.wav")
    let expected = (edit.duration + Fraction(1, 2)) * Fraction(48_000)
    let position = try #require(
      Click.position(in: try await SoundReader.firstChannel(exported.url), rate: 48_000))
    #expect(abs(position - expected.value) < 1, "at \(position), not \(expected.value)")
  }

  /// A project of one second of film and two of sound, exported.
  private static func film(with target: Target) async throws -> EngineExport {
    var document = ProjectDocument(assets: ["click": try await click.url()], tracks: [])
    document.composition.tracks = [.audio(2, [.init(asset: "click", in: .zero, duration: Fraction(2))])]
    if target.picture != nil {
      let film = IndexedFilm(film: 1) {
        $0.frameCount = 75
        $0.timing = .constant(FrameRate(25))
      }
      document.assets["film"] = .init(uri: try await film.url().path)
      document.composition.tracks.insert(.video(1, [.init(asset: "film", in: .zero, duration: Fraction(2))]), at: 0)
    }
    document.export = ExportSettings(
      fileType: target.container, video: target.picture.map { .init(codec: $0) },
      audio: .init(codec: target.sound, sampleRate: 48_000, channels: 2))
    return try await EngineExport(document, as: "out.\(target.container)")
  }
}
