import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import TestSupport
import Testing

/// Films whose pictures are encoded in segments: the same bytes by any number of encoders, and each picture at its time.
@Suite("Films in segments")
struct SegmentFilmTests {
  /// A way to write a film: each encoder of pictures, and each container that holds what it gives in its own way.
  struct Kind: CustomTestStringConvertible, Sendable {
    var container: String
    var codec: VideoCodec
    var pixelFormat: PixelFormat?

    var testDescription: String { "\(codec.rawValue) in \(container) \(pixelFormat?.rawValue ?? "")" }
  }

  private static let kinds =
    [
      Kind(container: "mp4", codec: .h264), Kind(container: "mkv", codec: .hevc), Kind(container: "webm", codec: .vp9),
      Kind(container: "webm", codec: .vp8, pixelFormat: .yuva420p), Kind(container: "ts", codec: .h264),
      Kind(container: "mov", codec: .prores), Kind(container: "mkv", codec: .ffv1),
    ]
    + (ProofScope.isFull
      ? [
        Kind(container: "mp4", codec: .av1), Kind(container: "mov", codec: .dnxhr),
        Kind(container: "mov", codec: .mjpeg),
        Kind(container: "mkv", codec: .h264), Kind(container: "mp4", codec: .hevc), Kind(container: "mp4", codec: .vp9),
        Kind(container: "mov", codec: .h264), Kind(container: "webm", codec: .vp8),
      ] : [])

  /// 600 frames, with a key frame every 90.
  private func source(_ change: (inout IndexedFilm) -> Void = { _ in }) async throws -> URL {
    var film = IndexedFilm(film: 7) {
      $0.frameCount = 600
      ($0.width, $0.height) = (160, 90)
      $0.timing = .constant(.ntsc)
      $0.sound = SoundFile(.noise(seed: 7)) {
        $0.codec = .aac
        $0.count = 48_000 * 20
      }
    }
    change(&film)
    return try await film.url()
  }

  /// Exports `conversion` to `url`.
  private func export(
    _ conversion: FileConversion, to url: URL, _ segmentation: Segmentation
  ) async throws -> ExportReport {
    var request = try await conversion.session(to: url).request
    request.segmentation = segmentation
    return try await ExportSession(request).export()
  }

  private func conversion(_ source: URL, _ kind: Kind, _ range: String? = nil) throws -> FileConversion {
    var conversion = FileConversion([AssetReference(url: source)])
    let isLossless = [.prores, .ffv1, .dnxhr].contains(kind.codec)
    conversion.choices.wishes.video = VideoDescription(
      codec: .codec(kind.codec), speed: isLossless || kind.codec == .mjpeg ? nil : .ultrafast,
      pixelFormat: kind.pixelFormat)
    conversion.choices.timeRange = try range.map { try ProjectTimeRange($0) }
    return conversion
  }

  private func indices(_ url: URL) async throws -> [Int] {
    try await FilmReader.frames(url).map { if case .frame(let code) = $0 { Int(code.index) } else { -1 } }
  }

  @Test(.serialized, arguments: kinds)
  func `one, two and five encoders give the same bytes, and every picture`(kind: Kind) async throws {
    let folder = try ScratchFolder()
    let conversion = try await conversion(source(), kind)
    var films: [Data] = []
    for jobs in [1, 2, 5] {
      let url = folder.url("\(jobs).\(kind.container)")
      let report = try await export(conversion, to: url, Segmentation(jobs: jobs))
      #expect(report.frameCount == 600)
      films.append(try Data(contentsOf: url))
    }
    #expect(films[0] == films[1] && films[0] == films[2], "\(films.map(\.count)) bytes")
    let film = folder.url("2.\(kind.container)")
    #expect(try await indices(film) == Array(0..<600))
    // Decoded at each joint without a word.
    let words = try await MediaTools.ffmpegComplaints(film)
    #expect(words.isEmpty, "\(words.prefix(400))")
    let times = try await FilmReader.times(film)
    let start = try #require(times.first)
    for (number, time) in times.enumerated() {
      let off = (time - start - Fraction(1_001 * number, 30_000)).value
      #expect(abs(off) < 0.00051, "picture \(number) is off by \(off) s")
    }
  }

  @Test func `segments that are kept make the same film, and a damaged one is made again`() async throws {
    let folder = try ScratchFolder()
    let kind = Kind(container: "mp4", codec: .h264)
    let conversion = try await conversion(source(), kind, "0.5..18")
    let whole = folder.url("whole.mp4")
    _ = try await export(conversion, to: whole, Segmentation())
    let cache = folder.url("cache")
    _ = try await export(conversion, to: folder.url("first.mp4"), Segmentation(jobs: 2, cache: cache))
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.path).sorted()
    #expect(names.count >= 3 && names.allSatisfy { $0.hasSuffix(".segment") })
    // A bit is wrong in one, another one is cut short, of a third the end is missing.
    var bytes = try Data(contentsOf: cache.appending(path: names[0]))
    bytes[bytes.count / 2] ^= 4
    try bytes.write(to: cache.appending(path: names[0]))
    try Data(contentsOf: cache.appending(path: names[1])).prefix(999).write(to: cache.appending(path: names[1]))
    try Data(contentsOf: cache.appending(path: names[2])).dropLast().write(to: cache.appending(path: names[2]))
    _ = try await export(conversion, to: folder.url("second.mp4"), Segmentation(jobs: 2, cache: cache))
    let expected = try Data(contentsOf: whole)
    #expect(try Data(contentsOf: folder.url("first.mp4")) == expected)
    #expect(try Data(contentsOf: folder.url("second.mp4")) == expected)
    let found = try await indices(whole)
    #expect(zip(found, found.dropFirst()).allSatisfy { $1 == $0 + 1 } && found.count > 500, "\(found.prefix(3)) …")
  }

  @Test func `media that changed between two exports makes other segments`() async throws {
    let folder = try ScratchFolder()
    let media = folder.url("media.mp4")
    try FileManager.default.copyItem(at: try await source(), to: media)
    let conversion = try conversion(media, Kind(container: "mp4", codec: .h264))
    let cache = folder.url("cache")
    _ = try await export(conversion, to: folder.url("first.mp4"), Segmentation(cache: cache))
    try FileManager.default.removeItem(at: media)
    try FileManager.default.copyItem(at: try await source { $0.film = 9 }, to: media)
    _ = try await export(conversion, to: folder.url("second.mp4"), Segmentation(cache: cache))
    let shown = try await FilmReader.frames(folder.url("second.mp4"))
    #expect(
      shown.allSatisfy { picture in
        if case .frame(let code) = picture { code.film == 9 } else { false }
      })
  }

  @Test func `pictures at their own times are divided as well`() async throws {
    let folder = try ScratchFolder()
    let timing = TestSupport.FrameTiming.cycle(durations: [2, 5, 3, 9], timescale: 120)
    let media = try await source { ($0.timing, $0.sound) = (timing, nil) }
    let film = folder.url("film.mp4")
    _ = try await export(conversion(media, Kind(container: "mp4", codec: .h264)), to: film, Segmentation(jobs: 3))
    #expect(try await indices(film) == Array(0..<600))
    for (number, time) in try await FilmReader.times(film).enumerated() {
      let off = (time - timing.start(of: number)).value
      #expect(abs(off) < 0.0001, "picture \(number) is off by \(off) s")
    }
    let words = try await MediaTools.ffmpegComplaints(film)
    #expect(words.isEmpty, "\(words.prefix(400))")
  }
}

extension MediaTools {
  /// ffmpeg's messages from decoding all of the film at `url`: none for a correct one.
  static func ffmpegComplaints(_ url: URL) async throws -> String {
    let run = ProgramRun(
      try executable("ffmpeg"),
      [
        "-hide_banner", "-nostdin", "-v", "warning", "-i", url.path, "-map", "0", "-fps_mode", "passthrough",
        "-enc_time_base:v", "1/90000", "-f", "null", "-",
      ])
    return try await run.outcome().errorText
  }
}
