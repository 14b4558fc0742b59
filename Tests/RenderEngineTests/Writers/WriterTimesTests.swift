import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// When the pictures and samples of a written file are shown and heard.
@Suite("Times of written files")
struct WriterTimesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  // MARK: Pictures at their times

  /// Times in milliseconds, which every container here counts in.
  private static let times: [Int64] = [0, 7, 40, 41, 300, 333, 1_000, 1_001, 1_002, 2_500, 2_540, 2_580]

  @Test(arguments: [
    (FileType.mp4, VideoCodec.h264), (.mov, .h264), (.mkv, .h264), (.mkv, .ffv1), (.webm, .vp9), (.mp4, .av1),
  ])
  func `pictures at irregular times come back at those times`(type: FileType, codec: VideoCodec) async throws {
    let url = folder.url("film.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(type, codec), to: url)
    let file = try await WriterFixtures.work {
      for (number, time) in Self.times.enumerated() {
        let next = number + 1 < Self.times.count ? Self.times[number + 1] : time + 40
        try writer.write(
          try WriterFixtures.picture(number), at: Rational(time, 1_000), duration: Rational(next - time, 1_000))
      }
      try writer.endPictures()
      return try writer.finish()
    }
    #expect(file.frameCount == Self.times.count)
    #expect(try await FilmReader.times(url) == Self.times.map { Fraction(Int($0), 1_000) })
    #expect(try await FilmReader.planes("y", of: url, width: 64, height: 48).count == Self.times.count * 64 * 48)
  }

  @Test(arguments: [FileType.mp4, .mov]) func `the last of uneven pictures is read as long as it is shown`(
    type: FileType
  ) async throws {
    let url = folder.url("film.\(type.rawValue)")
    var settings = try WriterFixtures.settings(type, .h264)
    settings.pictures?.timescale = 90_000
    let writer = try await WriterFixtures.writer(settings, to: url)
    try await WriterFixtures.work {
      for (number, time) in Self.times.enumerated() {
        let next = number + 1 < Self.times.count ? Self.times[number + 1] : time + 1_500
        try writer.write(
          try WriterFixtures.picture(number), at: Rational(time, 1_000), duration: Rational(next - time, 1_000))
      }
      try writer.endPictures()
      _ = try writer.finish()
    }
    // Some are decoded in another order than they are shown in.
    let order = try await MediaTools.ffprobe(["-show_entries", "stream=has_b_frames", "-of", "csv=p=0", url.path])
    #expect(Int(order.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 0)
    let asset = AssetReference(url: url)
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    let timing = try #require(facts.videoTracks.first).timing
    #expect(timing.count == Self.times.count)
    #expect(try timing.end(of: timing.count - 1) == Rational(4_080, 1_000) && facts.duration == Rational(4_080, 1_000))
  }

  @Test(arguments: [(FileType.mp4, VideoCodec.h264, 25_000), (.mkv, .ffv1, 1_000)])
  func `times between the container's ticks become the nearest`(
    type: FileType, codec: VideoCodec, ticks: Int
  ) async throws {
    let url = folder.url("film.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(type, codec), to: url)
    let times = (0..<30).map { Fraction($0 * $0 + $0, 77) }
    try await WriterFixtures.work {
      for time in times {
        try writer.write(
          try WriterFixtures.picture(time.floor), at: try Rational(Int64(time.numerator), Int64(time.denominator)),
          duration: try Rational(1, 77))
      }
      try writer.endPictures()
      _ = try writer.finish()
    }
    let found = try await FilmReader.times(url)
    #expect(found.count == times.count)
    for (found, wanted) in zip(found, times) {
      let distance = (found - wanted) * Fraction(ticks)
      // Half a tick, and the nanosecond that times are rounded to on the way.
      #expect(abs(distance.value) < 0.501, "\(found) for \(wanted)")
    }
  }

  /// A second of pictures from ten frames after zero on; with sound from zero on if the file `hasSound`.
  private func latePictures(_ type: FileType, hasSound: Bool) async throws -> URL {
    let url = folder.url("late.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(
      try WriterFixtures.settings(type, .h264, hasSound ? .aac : nil), to: url)
    async let pictures: Void = WriterFixtures.work {
      for number in 0..<25 {
        try writer.write(
          try WriterFixtures.picture(number), at: try Rational(Int64(number) + 10, 25), duration: try Rational(1, 25))
      }
      try writer.endPictures()
    }
    async let samples: Void = WriterFixtures.work {
      guard hasSound else { return }
      try writer.write(
        SampleBlock(start: 0, channels: 2, interleaved: [Double](repeating: 0, count: 35 * 1_920 * 2)))
      try writer.endSamples()
    }
    _ = try await (pictures, samples)
    _ = try await WriterFixtures.work { try writer.finish() }
    return url
  }

  private static let lateTimes = (10..<35).map { Fraction($0, 25) }

  @Test(arguments: [(FileType.mkv, false), (.mkv, true), (.mp4, true), (.mp4, false), (.mov, true), (.mov, false)])
  func `a first picture after zero stays there`(type: FileType, hasSound: Bool) async throws {
    let url = try await latePictures(type, hasSound: hasSound)
    let times = try await FilmReader.times(url)
    #expect(times == Self.lateTimes)
    // A file's zero is its earliest frame or sample.
    guard hasSound else { return }
    let asset = AssetReference(url: url)
    let video = try #require(try await GStreamerRenderer().facts(of: [asset])[asset]?.videoTracks.first)
    #expect(video.timing == .constant(start: try Rational(10, 25), frameDuration: try Rational(1, 25), count: 25))
  }

  @Test(arguments: [true, false])
  func `the edits of a late picture last as long as the movie`(hasSound: Bool) async throws {
    let url = try await latePictures(.mp4, hasSound: hasSound)
    let text = try await MediaTools.ffprobe([
      "-select_streams", "v:0", "-show_entries", "stream=start_time,duration", "-of", "csv=p=0", url.path,
    ])
    #expect(text.hasPrefix("0.400000,"))
    // Behind 0.4 s of nothing there is a second of picture.
    let durations = try Self.editDurations(of: url)
    #expect(durations == [[400, 1_000]])
  }

  /// What the edits of each track with several last, in milliseconds.
  private static func editDurations(of url: URL) throws -> [[UInt64]] {
    let bytes = [UInt8](try Data(contentsOf: url))
    func number(_ place: Int) -> UInt64 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt64($1) } }
    func places(_ type: String) -> [Int] {
      (0..<bytes.count - 4).filter { bytes[$0..<$0 + 4].elementsEqual(type.utf8) }
    }
    let timescale = number(try #require(places("mvhd").first) + 16)
    return places("elst").map { place in
      (0..<Int(number(place + 8))).map { number(place + 12 + $0 * 12) * 1_000 / timescale }
    }.filter { $0.count > 1 }
  }

  // MARK: Samples

  @Test(arguments: [
    (FileType.wav, AudioCodec.pcm), (.flac, .flac), (.mkv, .flac), (.mov, .pcm), (.m4a, .aac), (.mkv, .opus),
    (.webm, .opus), (.mp4, .aac),
  ])
  func `samples alone make a file`(type: FileType, codec: AudioCodec) async throws {
    let url = folder.url("sound.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(type, nil, codec), to: url)
    let count = 50_000
    let values = (0..<count * 2).map { Double(($0 * 7_919) % 65_536 - 32_768) / 32_768 }
    let file = try await WriterFixtures.work {
      var start = 0
      // Blocks of any size, one of them empty.
      for length in [1, 0, 4_096, 13, 30_000, 15_890] {
        try writer.write(
          SampleBlock(
            start: Int64(start), channels: 2, interleaved: Array(values[start * 2..<(start + length) * 2])))
        start += length
      }
      try writer.endSamples()
      return try writer.finish()
    }
    #expect(file.sampleCount == Int64(count) && file.frameCount == 0)
    #expect(file.byteCount == (try Data(contentsOf: url)).count)
    let decoded = try await SoundReader.pcm(url)
    if codec == .pcm || codec == .flac {
      let expected = values.flatMap { value -> [UInt8] in
        let bits = UInt16(bitPattern: Int16(value * 32_768))
        return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
      }
      #expect(decoded == Data(expected))
    } else {
      #expect((count..<count + 2_000).contains(decoded.count / 4), "\(decoded.count / 4)")
    }
    let asset = AssetReference(url: url)
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    #expect(facts.videoTracks.isEmpty && facts.audioTracks.count == 1)
  }
}
