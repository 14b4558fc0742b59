import Compositing
import Dispatch
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import SeededRandom
import TestSupport
import Testing

/// What writers write, beside what ffmpeg reads of it.
@Suite("Asset writer on files")
struct AssetWriterFilmTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Writes a file of `inputs`, each with its buffers.
  private func write(
    _ name: String, _ inputs: [(input: AssetWriterInput, buffers: [SampleBuffer])],
    from start: CMTime = .zero, until end: CMTime? = nil, _ change: (AssetWriter) -> Void = { _ in }
  ) async throws -> URL {
    let url = folder.url(name)
    let writer = try AssetWriter(outputURL: url)
    change(writer)
    for (input, _) in inputs { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: start)
    if let end { try writer.endSession(atSourceTime: end) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (input, buffers) in inputs {
        group.addTask {
          for buffer in buffers { try await input.append(buffer) }
          input.markAsFinished()
        }
      }
      try await group.waitForAll()
    }
    let file = try await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(file.byteCount == (try Data(contentsOf: url)).count)
    return url
  }

  private func picture(_ number: Int, at time: CMTime) throws -> SampleBuffer {
    SampleBuffer(.picture(try WriterFixtures.picture(number % 25)), presentationTime: time)
  }

  private func pictures(_ count: Int) throws -> [SampleBuffer] {
    try (0..<count).map { try picture($0, at: CMTime(value: Int64($0), timescale: 25)) }
  }

  private func noise(_ seed: UInt64, seconds: Int) async throws -> [SampleBuffer] {
    let sound = SoundFile(.noise(seed: seed)) { $0.count = 48_000 * seconds }
    return try await AssetReaderFilmTests.read(
      try await sound.url(), .audio, .audio(AudioReadingSettings(sampleFormat: .integer16)))
  }

  private func probe(_ url: URL, _ entries: String, stream: String? = nil) async throws -> String {
    try await MediaTools.ffprobe(
      (stream.map { ["-select_streams", $0] } ?? []) + ["-show_entries", entries, "-of", "compact=p=0:nk=1", url.path]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Identity

  @Test(arguments: [
    (AudioCodec.pcm, "wav", MediaFormats.SampleFormat.integer24), (.flac, "flac", .integer16),
    (.flac, "mkv", .integer24),
    (.pcm, "mov", .integer16), (.pcm, "wav", .float), (.pcm, "mov", .integer32), (.pcm, "mov", .float),
    (.pcm, "aiff", .integer32), (.pcm, "aiff", .float), (.pcm, "mkv", .float),
  ])
  func `sound that is read and written is the same, bit for bit`(
    codec: AudioCodec, container: String, format: MediaFormats.SampleFormat
  ) async throws {
    let media = folder.url("source.wav")
    let names: [MediaFormats.SampleFormat: String] = [.float: "f32le", .integer16: "s16le", .integer24: "s24le"]
    let raw = names[format] ?? "s32le"
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=d=1.3:r=44100:seed=4:a=0.8", "-ac", "2", "-c:a", "pcm_\(raw)", media.path,
    ])
    let buffers = try await AssetReaderFilmTests.read(
      media, .audio, .audio(AudioReadingSettings(sampleFormat: format)))
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(codec))
    let url = try await write("sound.\(container)", [(input, buffers)])
    let (before, after) = (
      try await MediaTools.ffmpegOutput(["-i", media.path, "-f", raw]),
      try await MediaTools.ffmpegOutput(["-i", url.path, "-f", raw])
    )
    #expect(before == after && before.count > 57_000 * 4)
    // Other programs see what it is, and this one reads it as it was written.
    if raw.contains("32"), ["mov", "aiff"].contains(container) {
      #expect(try await probe(url, "stream=codec_name", stream: "a") == "pcm_\(raw.dropLast(2))be")
    }
    let again = try await AssetReaderFilmTests.read(
      url, .audio, .audio(AudioReadingSettings(sampleFormat: format)))
    let (found, written): ([UInt8], [UInt8]) = (again.flatMap { $0.data ?? [] }, buffers.flatMap { $0.data ?? [] })
    #expect(found == written)
  }

  @Test(arguments: [("yuv420p", 8), ("yuv422p10le", 10), ("yuva420p", 8)])
  func `pictures that are read and written without loss are the same`(format: String, depth: Int) async throws {
    let media = folder.url("source.mkv")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30000/1001:d=0.4", "-c:v", "ffv1", "-pix_fmt", format]
        + StatedColors("smpte170m", range: "tv").arguments + [media.path])
    let buffers = try await AssetReaderFilmTests.read(media, .video, .video)
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.ffv1))
    let url = try await write("film.mkv", [(input, buffers)])
    func hashes(_ url: URL) async throws -> Data {
      try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "framemd5"])
    }
    #expect(try await hashes(url) == hashes(media))
    // Matroska has a name of its own for the codec.
    #expect(try Data(contentsOf: url).firstRange(of: Data("V_FFV1".utf8)) != nil)
    #expect(
      try await probe(url, "stream=color_space,color_primaries,color_transfer")
        == "smpte170m|smpte170m|smpte170m")
  }

  @Test func `packets that are read and written are the same, at the same times`() async throws {
    let film = SmallPicture.film(64, frameCount: 80) { film in
      film.timing = .constant(FrameRate(25))
      film.codec = .h264OpenGroups
      film.sound = SoundFile(.noise(seed: 4)) { sound in
        sound.codec = .aac
        sound.count = 3 * 48_000
      }
    }
    let media = try await film.url()
    let (video, audio) = (
      try await AssetReaderFilmTests.read(media, .video, nil), try await AssetReaderFilmTests.read(media, .audio, nil)
    )
    let url = try await write(
      "copy.mp4",
      [
        (AssetWriterInput(mediaType: .video, outputSettings: nil), video),
        (AssetWriterInput(mediaType: .audio, outputSettings: nil), audio),
      ])
    func packets(_ stream: String, of url: URL) async throws -> String {
      String(
        decoding: try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:\(stream)", "-c", "copy", "-f", "md5"]),
        as: UTF8.self)
    }
    for stream in ["v", "a"] { #expect(try await packets(stream, of: url) == packets(stream, of: media)) }
    let assets = [AssetReference(url: media), AssetReference(url: url)]
    let facts = try await GStreamerRenderer().facts(of: assets)
    #expect(facts[assets[0]]?.videoTracks == facts[assets[1]]?.videoTracks)
    #expect(facts[assets[0]]?.audioTracks.map(\.sampleCount) == facts[assets[1]]?.audioTracks.map(\.sampleCount))
  }

  // MARK: Times

  @Test(arguments: [("mp4", VideoCodec.h264, 90_000), ("mov", .prores, 1_000_000), ("mkv", .ffv1, 1_000)])
  func `a thousand pictures at random ticks come back to the tick`(
    container: String, codec: VideoCodec, timescale: CMTimeScale
  ) async throws {
    var random = SeededGenerator(seed: 14)
    var ticks: [Int64] = [0]
    while ticks.count < 1_000 {
      ticks.append((ticks.last ?? 0) + Int64.random(in: 1...3 * Int64(timescale) / 25, using: &random))
    }
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(codec))
    if container != "mkv" { input.mediaTimeScale = timescale }
    let url = try await write(
      "film.\(container)",
      [(input, try ticks.enumerated().map { try picture($0, at: CMTime(value: $1, timescale: timescale)) })])
    #expect(try await FilmReader.times(url) == ticks.map { Fraction(Int($0), Int(timescale)) })
  }

  @Test func `a session begins and ends to the tick, in picture and sound`() async throws {
    let (video, audio) = (
      AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)),
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    )
    let start = CMTime(value: 12_345, timescale: 48_000)
    let end = CMTime(value: 12_345 + 40_000, timescale: 48_000)
    let sound = try await noise(21, seconds: 2)
    let url = try await write("film.mov", [(video, try pictures(50)), (audio, sound)], from: start, until: end)
    let pcm = sound.flatMap { $0.data ?? [] }
    #expect(try await SoundReader.pcm(url) == Data(pcm[12_345 * 4..<52_345 * 4]))
    let times = try await FilmReader.times(url)
    let shown = (6...27).map { Fraction(max(0, $0 * 1_920 - 12_345), 48_000) }
    #expect(times.count == shown.count)
    for (found, wanted) in zip(times, shown) { #expect(abs((found - wanted).value) < 0.000_03) }
  }

  // MARK: What the file says

  @Test func `tracks have their transforms, languages and groups, the file its statements and chapters`() async throws {
    let video = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    video.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    let german = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    let english = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    (german.languageTag, english.languageTag) = ("de-CH", "en")
    (german.alternateGroup, english.alternateGroup, english.marksOutputTrackAsEnabled) = (1, 1, false)
    let (first, second) = (try await noise(22, seconds: 2), try await noise(23, seconds: 1))
    let url = try await write("film.mp4", [(video, try pictures(50)), (german, first), (english, second)]) { writer in
      writer.metadata = [MetadataItem(MetadataIdentifier(.iTunes, "©nam"), .text("A “film”, \\ 1"))]
      writer.chapters = [
        Chapter(exactStart: .zero, exactEnd: nil, titles: [Chapter.Title("Anfang")]),
        Chapter(exactStart: .one, exactEnd: nil, titles: [Chapter.Title("Ende")]),
      ]
      writer.shouldOptimizeForNetworkUse = true
    }
    let asset = URLAsset(url: url)
    let tracks: [AssetTrack] = try await asset.load(.tracks)
    #expect(tracks.map(\.extendedLanguageTag) == [nil, "de-CH", "en"])
    #expect(tracks.map(\.isEnabled) == [true, true, false])
    #expect(tracks[0].preferredTransform == video.transform)
    #expect(
      tracks.dropFirst().map(\.timeRange.duration) == [CMTime(value: 2, timescale: 1), CMTime(value: 1, timescale: 1)])
    let items: [MetadataItem] = try await asset.load(.metadata)
    #expect(items.contains { $0.commonKey == .title && $0.text == "A “film”, \\ 1" })
    let languages = try await probe(url, "stream_tags=language").split(separator: "\n").map(String.init)
    #expect(["deu", "ger"].contains(languages[1]) && languages[2] == "eng")
    #expect(try await probe(url, "stream_side_data=rotation", stream: "v") == "-90")
    #expect(try await probe(url, "chapter=start_time:chapter_tags=title") == "0.000000|Anfang\n1.000000|Ende")
    // The header stands before the media.
    let bytes = try Data(contentsOf: url)
    let (header, media) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
    #expect(try #require(header).lowerBound < (try #require(media)).lowerBound)
    // Both sounds stand where they were put.
    for (stream, buffers) in [(0, first), (1, second)] {
      let samples = try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:\(stream)", "-f", "s16le"])
      let count = buffers.reduce(0) { $0 + ($1.data?.count ?? 0) }
      // ffmpeg gives the last packet whole.
      #expect((count..<count + 4 * 1_024).contains(samples.count))
    }
  }

  @Test func `languages and titles stand in Matroska, too`() async throws {
    let (video, sound) = (
      AssetWriterInput(mediaType: .video, outputSettings: .video(.ffv1)),
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.flac))
    )
    sound.languageTag = "fr"
    let url = try await write("film.mkv", [(video, try pictures(10)), (sound, try await noise(24, seconds: 1))]) {
      writer in
      writer.metadata = [MetadataItem(MetadataIdentifier(.matroska, "TITLE"), .text("Un “film” à 1"))]
    }
    #expect(try await probe(url, "stream_tags=language", stream: "a") == "fre")
    let items: [MetadataItem] = try await URLAsset(url: url).load(.metadata)
    #expect(items.first { $0.commonKey == .title }?.text == "Un “film” à 1")
  }

  @Test func `a statement that no file takes is refused, and nothing is left`() async throws {
    let error = await #expect(throws: RenderError.self) {
      _ = try await write(
        "film.mp4", [(AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)), try pictures(3))]
      ) { writer in
        writer.metadata = [MetadataItem(MetadataIdentifier(.iTunes, "tmpo"), .integer(120))]
      }
    }
    #expect(error?.code == .unsupported)
    #expect(try folder.names() == [])
  }

  /// Four hours of ten pictures a second, with constant memory: in the long proofs.
  @Test(.enabled(if: ProofScope.isFull)) func `hours are written in as much memory as minutes`() async throws {
    func resident() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
    }
    let writer = try AssetWriter(outputURL: folder.url("film.mp4"))
    let input = AssetWriterInput(
      mediaType: .video, outputSettings: .video(VideoWritingSettings(VideoSettings(codec: .h264, speed: .ultrafast))))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    var early = 0
    for number in 0..<144_000 {
      try await input.append(picture(number, at: CMTime(value: Int64(number), timescale: 10)))
      if number == 9_000 { early = try resident() }
    }
    let late = try resident()
    try await writer.finishWriting()
    // The sample table of 144,000 pictures is some megabytes.
    #expect(late - early < 24 << 20, "\(early >> 20) MB after a quarter of an hour, \(late >> 20) MB after four hours")
    #expect(try await FilmReader.times(folder.url("film.mp4")).count == 144_000)
  }
}
