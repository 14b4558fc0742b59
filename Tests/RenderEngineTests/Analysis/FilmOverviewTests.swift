import Foundation
import GstEdit
import RenderEngine
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// Contact sheets and filmstrips show the frames that they say.
@Suite("Overviews")
struct FilmOverviewTests {
  private let renderer = GStreamerRenderer()

  private static func film() async throws -> AssetReference {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=8", "-c:v", "libx264", "-g", "25"]
      + ["-pix_fmt", "yuv420p"]
    return AssetReference(
      url: try await MediaCache.shared.file(named: "overview", extension: "mp4", recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      })
  }

  /// Some pixels of a picture in RGB, row by row.
  private static func pixels(of picture: PixelBuffer, x: Int, y: Int, width: Int, height: Int) throws -> [UInt8] {
    try picture.withBytes(ofPlane: 0) { bytes in
      (y..<y + height).flatMap { row -> [UInt8] in
        let start = picture.planes[0].row(row).lowerBound + 3 * x
        return (start..<start + 3 * width).map { bytes[$0] }
      }
    }
  }

  @Test func `each picture of a sheet is the frame of its moment`() async throws {
    let asset = try await Self.film()
    var sheet = ContactSheet(of: AnalysisSubject(asset), named: "film.mp4", renderer: renderer)
    (sheet.columns, sheet.rows, sheet.imageSize) = (3, 2, PixelSize(width: 160, height: 160))
    let picture = try await sheet.picture()
    #expect(picture.width == 2 * 16 + 3 * 160 + 2 * 8)
    #expect(picture.height == 72 + 2 * 90 + 8 + 16)
    var generator = ImageGenerator(of: asset, renderer: renderer)
    generator.maximumSize = sheet.imageSize
    let tolerance = CMTime(value: 666, timescale: 1_000)
    (generator.toleranceBefore, generator.toleranceAfter) = (tolerance, tolerance)
    for number in 0..<6 {
      let image = try await generator.image(at: CMTime(value: Int64(8_000 * (2 * number + 1) / 12), timescale: 1_000))
      // Without the lowest third, where the time stands.
      let shown = try Self.pixels(
        of: picture, x: 16 + number % 3 * 168, y: 72 + number / 3 * 98, width: 160, height: 60)
      #expect(try shown == Self.pixels(of: image.picture, x: 0, y: 0, width: 160, height: 60), "picture \(number)")
    }
  }

  @Test func `a sheet of scenes has a picture for each, and no empty row`() async throws {
    var sheet = ContactSheet(
      of: AnalysisSubject(try await Self.film()), named: "film.mp4", renderer: renderer)
    sheet.moments = .scenes(threshold: 90)
    sheet.imageSize = PixelSize(width: 160, height: 160)
    let picture = try await sheet.picture()
    #expect(picture.height == 72 + 90 + 16)
  }

  @Test func `a strip shows a film from its start to its end`() async throws {
    let asset = try await Self.film()
    var strip = Filmstrip(of: AnalysisSubject(asset), renderer: renderer)
    (strip.width, strip.frameHeight) = (640, 90)
    let picture = try await strip.picture()
    #expect(picture.width == 640)
    #expect(picture.height == 90 + 22)
    var generator = ImageGenerator(of: asset, renderer: renderer)
    generator.maximumSize = PixelSize(width: 640, height: 90)
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    for number in 0..<4 {
      let image = try await generator.image(at: CMTime(value: Int64(2 * number + 1), timescale: 1))
      #expect(
        try Self.pixels(of: picture, x: 160 * number, y: 0, width: 160, height: 90)
          == Self.pixels(of: image.picture, x: 0, y: 0, width: 160, height: 90), "picture \(number)")
    }
  }

  @Test func `the strip of an edit has a row for each track`() async throws {
    let asset = try await Self.film()
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
    let segment = CompositionTrackSegment(
      source: .init(asset: asset, trackIndex: 0), sourceRange: range, targetRange: range)
    let edit = EditSnapshot(
      composition: Composition(tracks: [
        CompositionTrack(id: 1, mediaType: .video, segments: [segment]),
        CompositionTrack(id: 2, mediaType: .video, segments: [segment]),
      ]))
    let picture = try await Filmstrip(of: AnalysisSubject(edit), renderer: renderer).picture()
    #expect(picture.height == 90 + 22 + 2 * (26 + 4) + 4)
  }

  @Test(arguments: [(0, 5), (4, 0), (1_001, 1), (40, 40)])
  func `a sheet of no or too many pictures is refused`(columns: Int, rows: Int) async throws {
    var sheet = ContactSheet(
      of: AnalysisSubject(try await Self.film()), named: "film.mp4", renderer: renderer)
    (sheet.columns, sheet.rows) = (columns, rows)
    let refused = sheet
    let error = await #expect(throws: RenderError.self) { try await refused.picture() }
    #expect(error?.code == .invalidModel)
  }
}
