import Foundation
import TestSupport
import Testing

/// What stands between the cuts: empty edits, defaults, stills, and the clock of the file that comes out.
@Suite struct TimelineTests {
  private let film = IndexedFilm(film: 5) {
    $0.frameCount = 150
    $0.timing = .constant(FrameRate(25))
  }

  private func codes(_ indices: Range<Int>) -> [FrameReading] {
    indices.map { .frame(FrameCode(film: 5, index: $0)) }
  }

  private func track(_ segments: ProjectDocument.Segment...) async throws -> ProjectDocument {
    ProjectDocument(assets: ["film": try await film.url()], tracks: [.video(1, segments)], export: .lossless)
  }

  private func expect(_ exported: EngineExport, shows expected: [FrameReading]) async throws {
    let comparison = FrameComparison(try await exported.frames(), expected)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test func `An empty edit is black and as long as it says`() async throws {
    let document = try await track(
      .init(asset: "film", in: Fraction(0), duration: Fraction(10, 25), at: Fraction(5, 25)),
      .init(asset: "film", in: Fraction(2), duration: Fraction(5, 25), at: Fraction(22, 25)))
    let black = FrameReading.flat(luma: 16)
    let expected =
      [FrameReading](repeating: black, count: 5) + codes(0..<10) + [FrameReading](repeating: black, count: 7)
      + codes(50..<55)
    try await expect(try await EngineExport(document), shows: expected)
  }

  @Test func `Without a video composition the film's own size and rate are taken`() async throws {
    let document = try await track(.init(asset: "film", in: Fraction(1), duration: Fraction(2)))
    let exported = try await EngineExport(document)
    try await expect(exported, shows: codes(25..<75))
    let stream = try await MediaTools.ffprobe([
      "-select_streams", "v:0", "-show_entries", "stream=width,height,r_frame_rate", "-of", "csv=p=0",
      exported.url.path,
    ])
    #expect(stream.hasPrefix("320,180,25/1"), "\(stream)")
  }

  @Test func `A source of another shape is fitted inside, centred, on black`() async throws {
    let scratch = try ScratchFolder()
    let square = scratch.url("square.png")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=c=white:s=90x90", "-frames:v", "1", square.path])
    let document = ProjectDocument(
      assets: ["film": try await film.url(), "square": square],
      tracks: [
        .video(1, [.init(asset: "film", in: .zero, duration: Fraction(2, 25))]),
        .video(2, [.init(asset: "square", in: .zero, duration: Fraction(2, 25), at: Fraction(2, 25))]),
      ], export: .lossless)
    let exported = try await EngineExport(document)
    let planes = try await FilmReader.planes("y", of: exported.url, width: 320, height: 180)
    let row = Array(planes[((3 * 180 + 90) * 320)...].prefix(320))
    #expect(row[..<69].allSatisfy { $0 <= 17 }, "left of the picture: \(row[..<69].max() ?? 0)")
    #expect(row[74..<246].allSatisfy { $0 >= 233 }, "in the picture: \(row[74..<246].min() ?? 0)")
    #expect(row[251...].allSatisfy { $0 <= 17 }, "right of the picture: \(row[251...].max() ?? 0)")
  }

  @Test func `A still is shown for as long as it is asked for`() async throws {
    let scratch = try ScratchFolder()
    let still = scratch.url("still.png")
    try await MediaTools.ffmpeg(["-i", try await film.url().path, "-frames:v", "1", still.path])
    let document = ProjectDocument(
      assets: ["film": try await film.url(), "still": still],
      tracks: [
        .video(
          1,
          [
            .init(asset: "film", in: Fraction(1), duration: Fraction(3, 25)),
            .init(asset: "still", in: Fraction(7), duration: Fraction(4)),
            .init(asset: "film", in: Fraction(2), duration: Fraction(3, 25)),
          ])
      ], export: .lossless)
    let shown = [FrameReading](repeating: .frame(FrameCode(film: 5, index: 0)), count: 100)
    try await expect(try await EngineExport(document), shows: codes(25..<28) + shown + codes(50..<53))
  }

  @Test(arguments: FrameRate.promised)
  func `Frames are stamped with exact multiples of the frame duration, the first with zero`(
    rate: FrameRate
  ) async throws {
    let film = IndexedFilm(film: 1) {
      $0.frameCount = 90
      $0.timing = .constant(rate)
    }
    let edit = FilmEdit.random(3, of: 20, from: [film], frameDuration: rate.frameDuration, seed: 2)
    var document = try await edit.document()
    document.export = .quick("mp4")
    let exported = try await EngineExport(document, as: "out.mp4")
    #expect(try await FilmReader.times(exported.url) == (0..<60).map { film.timing.start(of: $0) })
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test(arguments: [
    ("mp4", "h264"), ("mov", "h264"), ("mkv", "h264"), ("mkv", "ffv1"), ("webm", "vp8"), ("webm", "vp9"),
    ("mp4", "hevc"), ("mov", "hevc"), ("mkv", "hevc"), ("mov", "prores"),
    ("mp4", "av1"), ("mkv", "av1"), ("webm", "av1"), ("mp4", "vp9"), ("mkv", "vp9"), ("mkv", "vp8"), ("mov", "mjpeg"),
    ("mkv", "mjpeg"), ("ts", "hevc"), ("mkv", "prores"), ("mov", "dnxhr"),
  ])
  func `Every container and codec on offer holds the right frames`(container: String, codec: String) async throws {
    let edit = FilmEdit.random(4, of: 15, from: [film], frameDuration: Fraction(1, 25), seed: 21)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: container, video: .init(codec: codec))
    let exported = try await EngineExport(document, as: "out.\(container)")
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
  }

  /// A profile, and what ffprobe says of pictures in it.
  struct Profile: Sendable, CustomTestStringConvertible {
    var file: String
    var video: ExportSettings.Video
    var seen: String

    init(_ file: String, _ codec: String, profile: String? = nil, pixelFormat: String? = nil, _ seen: String) {
      self.file = file
      video = ExportSettings.Video(codec: codec, profile: profile, pixelFormat: pixelFormat)
      self.seen = seen
    }

    var testDescription: String { "\(seen) in \(file)" }
  }

  @Test(arguments: [
    Profile("mov", "prores", profile: "proxy", "Proxy,apco,yuv422p10le"),
    Profile("mov", "prores", profile: "lt", "LT,apcs,yuv422p10le"),
    Profile("mkv", "prores", profile: "lt", "LT,apcs,yuv422p10le"),
    Profile("mkv", "prores", "HQ,apch,yuv422p10le"),
    Profile("mov", "prores", profile: "standard", "Standard,apcn,yuv422p10le"),
    Profile("mov", "prores", "HQ,apch,yuv422p10le"), Profile("mov", "prores", profile: "4444", "4444,ap4h,yuv444p12le"),
    Profile("mov", "prores", profile: "4444xq", "XQ,ap4x,yuv444p12le"),
    Profile("mov", "dnxhr", profile: "lb", "DNXHR LB,AVdh,yuv422p"),
    Profile("mov", "dnxhr", profile: "sq", "DNXHR SQ,AVdh,yuv422p"), Profile("mov", "dnxhr", "DNXHR HQ,AVdh,yuv422p"),
    Profile("mov", "dnxhr", pixelFormat: "yuv422p10", "DNXHR HQX,AVdh,yuv422p10le"),
    Profile("mov", "dnxhr", profile: "444", "DNXHR 444,AVdh,yuv444p10le"),
    Profile("mp4", "av1", pixelFormat: "yuv420p10", "Main,av01,yuv420p10le"),
    Profile("webm", "av1", pixelFormat: "yuv444p10", "High,[0][0][0][0],yuv444p10le"),
  ])
  func `Profiles and depths are those that were asked for, of the right frames and colors`(
    profile: Profile
  ) async throws {
    let edit = FilmEdit.random(4, of: 5, from: [film], frameDuration: Fraction(1, 25), seed: 22)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: profile.file, video: profile.video)
    let exported = try await EngineExport(document, as: "out.\(profile.file)")
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
    let seen = try await MediaTools.ffprobe([
      "-select_streams", "v:0", "-show_entries",
      "stream=profile,codec_tag_string,pix_fmt,color_range,color_space,color_transfer,color_primaries", "-of",
      "csv=p=0",
      exported.url.path,
    ])
    #expect(seen.hasPrefix(profile.seen + ","), "\(seen)")
    // A small film's usual colors; ffprobe returns no range of ProRes.
    let colors = seen.dropFirst(profile.seen.count + 1)
    #expect(colors.contains(",smpte170m,smpte170m,smpte170m"), "\(seen)")
    #expect(colors.hasPrefix("tv,") || profile.video.codec == "prores", "\(seen)")
    // And the program reads it as ffmpeg does.
    var again = ProjectDocument(
      assets: ["film": exported.url], tracks: [.video(1, [.init(asset: "film", in: .zero, duration: Fraction(20, 25))])]
    )
    again.export = .lossless
    let read = FrameComparison(try await EngineReading.frames(again), edit.frames)
    #expect(read.isExact, "\(read)")
  }

  @Test(arguments: [
    ("mov", "av1", "AV1"), ("mkv", "dnxhr", "DNxHR"), ("mp4", "mjpeg", "Motion JPEG"),
    ("webm", "h264", "H.264"),
  ])
  func `Codecs that are not right yet are refused by name`(container: String, codec: String, name: String) async throws
  {
    var document = try await track(.init(asset: "film", in: .zero, duration: Fraction(1)))
    document.export = ExportSettings(fileType: container, video: .init(codec: codec))
    let run = try ProjectRun(document)
    expectFailure(try await run.export(to: "out.\(container)").outcome(), 65, mentioning: name)
    #expect(try run.scratch.names() == ["project.json"])
  }
}
