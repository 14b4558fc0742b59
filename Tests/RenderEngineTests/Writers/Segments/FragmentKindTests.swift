import Compositing
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.Poll
import class TestSupport.ScratchFolder

/// Movies in fragments hold what other movies do, packet by packet, in every codec: when they are finished, and while they are
/// written.
@Suite("Movies in fragments of every codec")
struct FragmentKindTests {
  /// What is in a film.
  struct Kind: CustomTestStringConvertible, Sendable {
    var type: FileType
    var video: VideoCodec?
    var audio: AudioCodec?
    var samples = AudioTrackFacts.LosslessFormat.integer16
    var format = PixelFormat.yuv420p
    var soundCount = 1

    var testDescription: String {
      [
        type.rawValue, video?.rawValue, audio.map { "\($0.rawValue) \($0 == .pcm ? "\(samples)" : "")" },
        soundCount > 1 ? "\(soundCount)" : nil,
      ]
      .compactMap(\.self).joined(separator: " ")
    }
  }

  static let kinds = [
    Kind(type: .mp4, video: .h264, audio: .aac), Kind(type: .mp4, video: .hevc, audio: .aac),
    Kind(type: .mp4, video: .av1, audio: .ac3), Kind(type: .mp4, video: .vp9, audio: .mp3),
    Kind(type: .mov, video: .prores, audio: .pcm, format: .yuv422p10),
    Kind(type: .mov, video: .dnxhr, audio: .pcm, samples: .float, format: .yuv422p),
    Kind(type: .mov, video: .mjpeg, audio: .pcm, samples: .integer24),
    Kind(type: .mov, video: .h264, audio: .pcm, samples: .integer32, soundCount: 2),
    Kind(type: .m4a, audio: .alac), Kind(type: .m4a, audio: .aac), Kind(type: .mp4, video: .h264),
  ]

  private static let size = PixelSize(width: 256, height: 144)
  /// How many pictures a film has, and after how many it is looked at.
  private static let (count, middle) = (75, 62)

  private static func settings(_ kind: Kind, inFragments: Bool) throws -> WriterSettings {
    var video = kind.video.map { VideoSettings(codec: $0) }
    video?.keyframeInterval = 25
    if kind.video != .prores, kind.video != .dnxhr, kind.video != .mjpeg { video?.speed = .ultrafast }
    let export = MediaFormats.ExportSettings(
      fileType: kind.type, video: video, audio: kind.audio.map { AudioSettings(codec: $0) })
    let samples = kind.audio.map { _ in
      WriterSettings.Samples(sampleRate: 48_000, layout: .standard(2), losslessFormat: kind.samples)
    }
    var settings = WriterSettings(
      export,
      pictures: try kind.video.map { _ in
        WriterSettings.Pictures(
          size: size, pixelFormat: kind.format, colorimetry: .bt709, frameDuration: try Rational(1, 25))
      },
      samples: samples)
    if let samples, let encoding = export.audio {
      settings.otherSounds = (1..<kind.soundCount).map { _ in .init(samples, as: encoding) }
    }
    settings.metadata.chapters = [
      Chapter(exactStart: .zero, exactEnd: nil, titles: [.init("One")]),
      Chapter(exactStart: .one, exactEnd: nil, titles: [.init("Two")]),
    ]
    settings.headers = [TrackHeader(languageTag: "de-CH", alternateGroup: 3)]
    settings.fragmentDuration = inFragments ? try Rational(1, 2) : nil
    return settings
  }

  private static func picture(_ number: Int, _ format: PixelFormat) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, width: size.width, height: size.height)
    for plane in 0..<3 {
      try picture.withMutableBytes(ofPlane: plane) { bytes in
        for index in bytes.indices {
          // Of ten bits, the upper byte has two.
          let isUpper = format == .yuv422p10 && index % 2 == 1
          bytes[index] = isUpper ? UInt8(number / 25 % 4) : UInt8(truncatingIfNeeded: index / 7 + number * (3 + plane))
        }
      }
    }
    return picture
  }

  private static func samples(_ number: Int) -> SampleBlock {
    var seed = UInt64(number + 1)
    let samples = (0..<2 * 1_920).map { _ -> Double in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int16(truncatingIfNeeded: seed >> 40)) / 65_536
    }
    return SampleBlock(start: 0, channels: 2, interleaved: samples)
  }

  /// Writes a film of `kind` to `url`; its bytes at `part` are those that are there in the middle, where that is wanted.
  private static func write(_ kind: Kind, to url: URL, part: URL? = nil) async throws {
    let settings = try settings(kind, inFragments: part != nil)
    let writer = try await WriterFixtures.writer(settings, to: url)
    async let pictures: Void = WriterFixtures.work {
      guard kind.video != nil else { return }
      for number in 0..<count {
        if number == middle, let part { try keep(url, as: part) }
        try writer.write(picture(number, kind.format), at: Rational(Int64(number), 25), duration: Rational(1, 25))
      }
      try writer.endPictures()
    }
    async let sounds: Void = withThrowingTaskGroup(of: Void.self) { group in
      for sound in 0..<settings.sounds.count {
        group.addTask {
          try await WriterFixtures.work {
            for number in 0..<count {
              if kind.video == nil, number == middle, let part { try keep(url, as: part) }
              try writer.write(samples(number + sound), to: sound)
            }
            try writer.endSamples(of: sound)
          }
        }
      }
      try await group.waitForAll()
    }
    _ = try await (pictures, sounds)
    _ = try await WriterFixtures.work { try writer.finish() }
  }

  /// Copies what is in the file at `url` once nothing more comes into it.
  private static func keep(_ url: URL, as part: URL) throws {
    var seen = Data()
    var same = 0
    _ = try Poll.until(every: .milliseconds(40)) {
      let bytes = try Data(contentsOf: url)
      same = bytes == seen ? same + 1 : 0
      seen = bytes
      return same > 24
    }
    try seen.write(to: part)
  }

  /// The packets of the first `count` streams of the file at `url`: times, length and hash.
  private func packets(of url: URL, _ count: Int) async throws -> [[String]] {
    let maps = (0..<count).flatMap { ["-map", "0:\($0)"] }
    let text = String(
      decoding: try await MediaTools.ffmpegOutput(
        ["-i", url.path] + maps + ["-c", "copy", "-copyts", "-f", "framemd5"]), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#software") }.map(String.init)
    return (0..<count).map { stream in
      // The header lines of the file and of the stream, and its packets.
      lines.filter { $0.prefixMatch(of: /(?:#\w+ )?(\d+)[:,]/).map { Int($0.1) == stream } ?? true }
    }
  }

  private func samples(of url: URL, _ stream: Int) async throws -> Data {
    try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:\(stream)", "-c", "copy", "-f", "data"])
  }

  /// The contents of the boxes called `types` in the last header of the movie at `url`.
  private func boxes(_ types: [String], of url: URL) throws -> [[UInt8]] {
    let bytes = [UInt8](try Data(contentsOf: url))
    func size(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let header = try #require(bytes.places(of: "moov").last)
    let places: [Int] = types.flatMap { bytes.places(of: $0) }.filter { $0 >= header }.sorted()
    return places.map { place in Array(bytes[place..<min(bytes.count, place - 4 + size(place - 4))]) }
  }

  @Test(arguments: kinds) func `packets, times and descriptions are those of any other movie`(kind: Kind) async throws {
    let folder = try ScratchFolder()
    func url(_ name: String) -> URL {
      let kept = ProcessInfo.processInfo.environment["GSTEDIT_KEPT_FRAGMENTS"].map { URL(filePath: $0) }
      let title = kind.testDescription.replacing(" ", with: "-")
      return (kept ?? folder.url).appending(path: "\(title)-\(name).\(kind.type.rawValue)")
    }
    let (whole, part, usual) = (url("whole"), url("part"), url("usual"))
    for old in [whole, part, usual] { try? FileManager.default.removeItem(at: old) }
    try await Self.write(kind, to: whole, part: part)
    try await Self.write(kind, to: usual)
    let count = (kind.video == nil ? 0 : 1) + (kind.audio == nil ? 0 : kind.soundCount)
    let (found, expected) = (try await packets(of: whole, count), try await packets(of: usual, count))
    #expect(found == expected)
    let types = ["mvhd", "tkhd", "mdhd", "elst", "stsd", "stts", "ctts", "stss", "stsz"]
    #expect(try boxes(types, of: whole) == boxes(types, of: usual))
    let chapters = try await MediaTools.ffprobe(["-show_chapters", whole.path])
    #expect(try await MediaTools.ffprobe(["-show_chapters", usual.path]) == chapters && chapters.contains("title=Two"))
    #expect(try boxes(["elng"], of: part) == boxes(["elng"], of: usual) && boxes(["elng"], of: part).count == 1)
    // Two seconds and more, in halves: what is cut off is the rest.
    let started = try await packets(of: part, count)
    for (stream, (started, expected)) in zip(started, expected).enumerated() {
      let (lines, all) = (started.filter { !$0.hasPrefix("#") }, expected.filter { !$0.hasPrefix("#") })
      #expect(started.filter { $0.hasPrefix("#") } == expected.filter { $0.hasPrefix("#") })
      guard kind.audio != .pcm || stream == 0 else {
        // As many samples a packet as ffmpeg chooses.
        let (some, whole) = (try await samples(of: part, stream), try await samples(of: usual, stream))
        #expect(some.count > whole.count / 3 && whole.starts(with: some))
        continue
      }
      #expect(lines.count >= all.count / 3, "\(lines.count) of \(all.count)")
      // ffmpeg does not read how long packets of ALAC are there.
      func fields(_ line: String) -> [Substring] {
        line.split(separator: ",").enumerated().filter { kind.audio != .alac || $0.offset != 3 }.map(\.element)
      }
      let differing = zip(lines, all).first { fields($0) != fields($1) }
      #expect(differing == nil)
    }
    let facts = try await MediaInspector().facts(of: part)
    if kind.video != nil {
      let frames = started[0].filter { !$0.hasPrefix("#") }.count
      #expect(
        facts.videoTracks.first?.timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: frames))
    }
    for track in facts.audioTracks {
      #expect(track.firstSample == 0 && (48_000...144_000).contains(track.sampleCount), "\(track)")
    }
  }
}
