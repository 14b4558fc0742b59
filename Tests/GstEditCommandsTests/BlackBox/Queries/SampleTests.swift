import Foundation
import TestSupport
import Testing

/// C2: cuts of lossless sound into lossless sound give back the very samples.
@Suite struct SampleTests {
  private static let sources = [(SoundCodec.pcm, "wav"), (.flac, "flac"), (.flac, "mkv"), (.pcm, "mov")]

  @Test(arguments: sources.indices, [("wav", "pcm"), ("flac", "flac")])
  func `Two hundred cuts of lossless sound are the cuts of its samples`(
    number: Int, target: (fileType: String, codec: String)
  ) async throws {
    let source: (codec: SoundCodec, container: String) = Self.sources[number]
    let rates = [(48_000, 2), (44_100, 1)]
    // Each source and each target at both rates, or all by all.
    let turn = number + (target.codec == "pcm" ? 1 : 0)
    for (rate, channels) in ProofScope.isFull ? rates : [rates[turn % 2]] {
      let sound = SoundFile(.noise(seed: 7)) {
        $0.rate = rate
        $0.channels = channels
        $0.count = rate * 10
        $0.codec = source.codec
        $0.container = source.container
      }
      let edit = SoundEdit.random(200, upTo: 3000, from: sound, seed: 31)
      let document = try await edit.document(
        .sound(target.fileType, codec: target.codec, rate: rate, channels: channels))
      let exported = try await EngineExport(document, as: "out.\(target.fileType)")
      let (found, expected) = (try await SoundReader.pcm(exported.url), edit.samples())
      #expect(found.count == expected.count, "\(rate) Hz: \(found.count) bytes of \(expected.count)")
      #expect(found == expected, "\(rate) Hz: \(Self.firstDifference(found, expected))")
    }
  }

  /// Each kind of file with each format that it has.
  private static let stored: [(type: String, codec: String, format: String)] = [
    ("wav", "pcm"), ("aiff", "pcm"), ("mkv", "pcm"), ("mov", "pcm"), ("flac", "flac"), ("mkv", "flac"), ("m4a", "alac"),
  ].flatMap { type, codec in
    (codec == "pcm" ? ["integer16", "integer24", "integer32", "float"] : ["integer16", "integer24"]).map {
      (type, codec, $0)
    }
  }

  @Test(arguments: stored)
  func `Samples are stored as wide as is asked for`(
    file: (type: String, codec: String, format: String)
  ) async throws {
    let format = file.format
    let (source, expected) = try await Self.noise.value
    var document = ProjectDocument(
      assets: ["sound": source], tracks: [.audio(1, [.init(asset: "sound", in: .zero, duration: Fraction(1, 2))])])
    document.export = ExportSettings(fileType: file.type, audio: .init(codec: file.codec, sampleFormat: format))
    if !["wav", "aiff", "flac", "m4a"].contains(file.type) { document.export?.video = .init(codec: "none") }
    let exported = try await EngineExport(document, as: "out.\(file.type)")
    let found = try await Self.wideSamples(exported.url)
    #expect(found.count == expected.count)
    // Rounded to 16 bits, or what they were.
    let most: Int64 = format == "integer16" ? 1 << 15 : 0
    let worst = RawSamples.greatestDifference(found, expected)
    #expect(worst <= most, "off by \(worst)")
    let stored = try await MediaTools.ffprobe([
      "-select_streams", "a:0", "-show_entries", "stream=sample_fmt,bits_per_raw_sample", "-of", "csv=p=0",
      exported.url.path,
    ])
    let seen = ["integer16": "s16", "integer24": "s32", "integer32": "s32", "float": "flt"][format] ?? "?"
    #expect(stored.hasPrefix(seen), "\(stored)")
  }

  /// Samples of 24 bits, each other than those of 16.
  private static let noise = Task {
    let recipe = ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=0.5:s=5:a=0.5", "-c:a", "pcm_s24le"]
    let source = try await MediaCache.shared.file(named: "wide", extension: "wav", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    return (source, try await wideSamples(source))
  }

  /// What ffmpeg decodes, in 32 bits.
  private static func wideSamples(_ url: URL) async throws -> [Int32] {
    RawSamples.integers(try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:0", "-f", "s32le"]))
  }

  @Test func `A WAVE file says its own size and holds nothing else`() async throws {
    let sound = SoundFile(.noise(seed: 8))
    let edit = SoundEdit.random(20, upTo: 3000, from: sound, seed: 1)
    let exported = try await EngineExport(try await edit.document(.sound("wav", codec: "pcm")), as: "out.wav")
    let wave = try #require(try WaveFile(contentsOf: exported.url))
    #expect(wave.samples == edit.samples())
    #expect(wave.rate == 48_000)
    #expect(wave.channels == 2)
  }

  @Test func `An empty edit is silence of exactly its length`() async throws {
    let sound = SoundFile(.noise(seed: 3))
    var document = ProjectDocument(
      assets: ["sound": try await sound.url()],
      tracks: [
        .audio(
          1,
          [
            .init(asset: "sound", in: .zero, duration: Fraction(1001, 48_000), at: Fraction(777, 48_000)),
            .init(asset: "sound", in: Fraction(1), duration: Fraction(999, 48_000), at: Fraction(50_001, 48_000)),
          ])
      ])
    document.export = .sound("wav", codec: "pcm")
    let samples = sound.pcm()
    let exported = try await EngineExport(document, as: "out.wav")
    let wave = try #require(try WaveFile(contentsOf: exported.url))
    let expected =
      Data(count: 777 * 4) + samples[..<(1001 * 4)] + Data(count: (50_001 - 1778) * 4)
      + samples[(48_000 * 4)..<(48_999 * 4)]
    #expect(wave.samples == expected, "\(Self.firstDifference(wave.samples, expected))")
  }

  @Test func `Borders between samples are rounded once to the nearest sample and do not add up`() async throws {
    let sound = SoundFile(.noise(seed: 5)) { $0.count = 48_000 * 3 }
    // 100 pieces of 1/30.1 s, 1594.68… samples: the last starts where 99 whole pieces end.
    let pieces = (0..<100).map { number in
      ProjectDocument.Segment(
        asset: "sound", in: Fraction(number, 50), duration: Fraction(10, 301), at: Fraction(10 * number, 301))
    }
    var document = ProjectDocument(assets: ["sound": try await sound.url()], tracks: [.audio(1, pieces)])
    document.export = .sound("wav", codec: "pcm")
    let exported = try await EngineExport(document, as: "out.wav")
    let wave = try #require(try WaveFile(contentsOf: exported.url))
    let samples = sound.pcm()
    var expected = Data()
    for number in 0..<100 {
      let start = (Fraction(10 * number, 301) * Fraction(48_000)).rounded
      let end = (Fraction(10 * (number + 1), 301) * Fraction(48_000)).rounded
      expected += samples[(number * 960 * 4)..<((number * 960 + end - start) * 4)]
    }
    #expect(wave.samples == expected, "\(Self.firstDifference(wave.samples, expected))")
  }

  @Test func `Two tracks are added sample by sample`() async throws {
    let low = SoundFile(.constant(1000)) { $0.channels = 1 }
    let high = SoundFile(.constant(-3500)) { $0.channels = 1 }
    var document = ProjectDocument(
      assets: ["low": try await low.url(), "high": try await high.url()],
      tracks: [
        .audio(1, [.init(asset: "low", in: .zero, duration: Fraction(1))]),
        .audio(2, [.init(asset: "high", in: .zero, duration: Fraction(1, 2), at: Fraction(1, 4))]),
      ])
    document.export = .sound("wav", codec: "pcm", channels: 1)
    let exported = try await EngineExport(document, as: "out.wav")
    let levels = try await SoundReader.firstChannel(exported.url).map { Int(($0 * 32_768).rounded()) }
    #expect(levels.count == 48_000)
    #expect(levels[..<12_000].allSatisfy { $0 == 1000 })
    #expect(levels[12_000..<36_000].allSatisfy { $0 == -2500 })
    #expect(levels[36_000...].allSatisfy { $0 == 1000 })
  }

  @Test(arguments: [(2, 1.5, 48_000), (2, 1.0, 0), (1, 0.5, 0)])
  func `Sound above full scale is reported, and clipped only at the end`(
    tracks: Int, gain: Double, clipped: Int
  ) async throws {
    let level = SoundFile(.constant(16_384)) { $0.channels = 1 }
    var document = ProjectDocument(
      assets: ["level": try await level.url()],
      tracks: (1...tracks).map { .audio($0, [.init(asset: "level", in: .zero, duration: Fraction(1))]) })
    document.audioMix = .init(inputs: (1...tracks).map { .init(track: $0, volume: [.value(at: .zero, gain)]) })
    document.export = .sound("wav", codec: "pcm", channels: 1)
    let exported = try await Exported(document, as: "out.wav", ["--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: exported.outcome.output) as? [String: Any])
    let peak = try #require(report["audioPeak"] as? Double)
    #expect(abs(peak - Double(tracks) * gain / 2) < 1e-6)
    #expect(report["clippedSamples"] as? Int == clipped)
  }

  private static func firstDifference(_ found: Data, _ expected: Data) -> String {
    guard let place = zip(found, expected).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return "equal up to byte \(min(found.count, expected.count))"
    }
    let wrong = zip(found, expected).count { $0 != $1 }
    return "first different byte \(place) of \(expected.count), \(wrong) different in all"
  }
}
