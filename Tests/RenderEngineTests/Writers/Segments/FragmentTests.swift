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

/// Movies in fragments, whose writer is killed: what is left can be played.
@Suite("Movies in fragments")
struct FragmentTests {
  /// How many writers are killed.
  private static let count = ProofScope.isFull ? 50 : 3

  /// Writes pictures and sound until it is killed, from second to second of the film; says how far it is.
  private static func writeForever(to url: URL) async throws {
    let writer = try AssetWriter(outputURL: url)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
    let video = AssetWriterInput(
      mediaType: .video,
      outputSettings: .video(VideoWritingSettings(VideoSettings(codec: .h264, speed: .ultrafast, keyframeInterval: 25)))
    )
    let audio = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    try writer.add(video)
    try writer.add(audio)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let description = FormatDescription(
      codecType: "lpcm", codec: "PCM",
      media: .audio(FormatDescription.Audio(sampleRate: 48_000, layout: .standard(2))))
    for number in 0..<1_000_000 {
      try await video.append(
        SampleBuffer(
          .picture(try WriterFixtures.picture(number)), presentationTime: CMTime(value: Int64(number), timescale: 25)))
      // A click at each second.
      var samples = [Double](repeating: 0, count: 2 * 1_920)
      if number % 25 == 0 { for index in 0..<96 { samples[index] = 0.9 } }
      try await audio.append(
        SampleBuffer(
          .samples(SampleBlock(start: 0, channels: 2, interleaved: samples)),
          presentationTime: CMTime(value: Int64(number) * 1_920, timescale: 48_000), formatDescription: description))
    }
  }

  /// What is left of a film after its writer's process was killed when it had at least `byteCount` bytes.
  private func remains(after byteCount: Int, in folder: ScratchFolder) async throws -> URL {
    let url = folder.url("film.mp4")
    let path = url.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, byteCount = byteCount as Int] in
      let watching = Thread {
        let isThere = Poll.until(every: .microseconds(500)) {
          ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0) >= byteCount
        }
        kill(getpid(), isThere ? SIGKILL : SIGTERM)
      }
      watching.start()
      try await FragmentTests.writeForever(to: URL(filePath: path))
    }
    return url
  }

  @Test func `a film whose writer is killed plays up to its last fragment`() async throws {
    var random = SeededGenerator(seed: 9)
    for number in 0..<Self.count {
      let folder = try ScratchFolder()
      let url = try await remains(after: Int.random(in: 60_000...600_000, using: &random), in: folder)
      let bytes = try Data(contentsOf: url)
      // Every fragment that is whole is a second's half.
      let fragments = Self.occurrences(of: "moof", in: bytes)
      let times = try await FilmReader.times(url)
      #expect(
        times.count >= 12 * max(1, fragments), "\(number): \(times.count) pictures, \(fragments) fragments")
      let isEven = times == (0..<times.count).map { Fraction($0, 25) }
      #expect(isEven, "\(number): \(times.prefix(30))")
      // ffmpeg decodes all of it without a complaint but for what is cut off.
      let planes = try await FilmReader.planes("y", of: url, width: 64, height: 48)
      #expect(planes.count / 64 / 48 >= times.count - 1)
      let sound = try await SoundReader.firstChannel(url)
      let clicks = sound.indices.filter {
        abs(sound[$0]) > 0.3 && ($0 < 500 || abs(sound[$0 - 400..<$0].max() ?? 0) < 0.3)
      }
      #expect(!clicks.isEmpty && clicks.allSatisfy { $0 % 48_000 < 200 || $0 % 48_000 > 47_800 }, "\(clicks.prefix(5))")
    }
  }

  /// The outermost boxes of the movie at `url`.
  private static func boxes(of url: URL) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: url))
    func number(_ place: Int, _ width: Int) -> Int { bytes[place..<place + width].reduce(0) { $0 << 8 | Int($1) } }
    var (types, place): ([String], Int) = ([], 0)
    while place + 16 <= bytes.count {
      types.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      let size = number(place, 4)
      place += size == 1 ? number(place + 8, 8) : size == 0 ? bytes.count : size
    }
    return types
  }

  private static func occurrences(of type: String, in data: Data) -> Int {
    let mark = Data(type.utf8)
    var (count, start) = (0, data.startIndex)
    while let found = data.range(of: mark, in: start..<data.endIndex) {
      count += 1
      start = found.upperBound
    }
    return count
  }

  @Test func `a film in fragments that is finished is a movie as any other`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    let writer = try AssetWriter(outputURL: url)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 5)
    let video = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    let audio = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    try writer.add(video)
    try writer.add(audio)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let sound = try await AssetReaderFilmTests.read(
      try await SoundFile(.noise(seed: 3)) { $0.count = 96_000 }.url(), .audio, .audio)
    async let heard: Void = {
      for buffer in sound { try await audio.append(buffer) }
      audio.markAsFinished()
    }()
    for number in 0..<50 {
      try await video.append(
        SampleBuffer(
          .picture(try WriterFixtures.picture(number % 25)),
          presentationTime: CMTime(value: Int64(number), timescale: 25)))
    }
    try await heard
    try await writer.finishWriting()
    let facts = try await MediaInspector().facts(of: url)
    #expect(facts.videoTracks.first?.timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 50))
    #expect(facts.audioTracks.first?.sampleCount == 96_000 && facts.audioTracks.first?.firstSample == 0)
    #expect(try Self.boxes(of: url) == ["ftyp", "free", "mdat", "moov"])
    #expect(try folder.names() == ["film.mp4"])
  }

  @Test func `a film in fragments that is given up leaves nothing, and replaces nothing`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    try Data("mine".utf8).write(to: url)
    func writer() throws -> (AssetWriter, AssetWriterInput) {
      let writer = try AssetWriter(outputURL: url)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 5)
      let video = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
      try writer.add(video)
      return (writer, video)
    }
    #expect(throws: RenderError.self) { try writer().0.startWriting() }
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
    try FileManager.default.removeItem(at: url)
    let (given, video) = try writer()
    try given.startWriting()
    try given.startSession(atSourceTime: .zero)
    for number in 0..<40 {
      try await video.append(
        SampleBuffer(
          .picture(try WriterFixtures.picture(number % 25)),
          presentationTime: CMTime(value: Int64(number), timescale: 25)))
    }
    #expect(try await Poll.eventually { try folder.names() == ["film.mp4"] })
    given.cancelWriting()
    #expect(try await Poll.eventually { try folder.names().isEmpty })
  }
}
