import Foundation
import GstEdit
import RenderEngine
import Testing

import struct TestSupport.FrameRate
import enum TestSupport.FrameReading
import struct TestSupport.IndexedFilm
import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// A contact sheet shows something where there is something to see.
@Suite("Black pictures and sheets")
struct SheetChoiceTests {
  private let renderer = GStreamerRenderer()

  /// Twenty-four seconds whose frames tell their numbers, but for stretches in which one color covers them. In equal parts of four
  /// seconds: black up to behind the middle; letters on black in the middle; all black; gray but for the edges; whole; nearly
  /// black but for the end.
  private static func film() async throws -> AssetReference {
    let coded = try await IndexedFilm(film: 1) {
      $0.frameCount = 600
      $0.timing = .constant(FrameRate(25, 1))
    }.url()
    func box(_ color: String, _ from: Double, _ to: Double, _ place: String = "x=0:y=0:w=iw:h=ih") -> String {
      "drawbox=\(place):color=\(color):t=fill:enable='between(t,\(from),\(to))'"
    }
    let filters = [
      box("black", 0, 2.3), box("black", 5.5, 6.5), box("white", 5.5, 6.5, "x=120:y=80:w=60:h=14"),
      box("black", 7.99, 11.99), box("gray", 13.3, 15.2), box("0x0c0c0c", 19.99, 23.2),
    ]
    let recipe =
      [
        "-i", coded.path, "-vf", filters.joined(separator: ","), "-c:v", "libx264", "-g", "25", "-sc_threshold", "0",
        "-crf", "16",
      ]
      + ["-pix_fmt", "yuv420p"]
    return AssetReference(
      url: try await MediaCache.shared.file(named: "black-stretches", extension: "mp4", recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      })
  }

  private static func number(of picture: PixelBuffer) throws -> FrameReading {
    let pixels = try PicturePixels(picture)
    let luma = (0..<pixels.height).flatMap { y in (0..<pixels.width).map { UInt8(clamping: pixels[$0, y].luma) } }
    return FrameReading(luma: luma, width: pixels.width, height: pixels.height)
  }

  private static func sheet(of subject: AnalysisSubject, _ renderer: GStreamerRenderer) -> ContactSheet {
    var sheet = ContactSheet(of: subject, named: "film", renderer: renderer)
    (sheet.columns, sheet.rows) = (3, 2)
    return sheet
  }

  @Test(arguments: [false, true])
  func `a place without anything to see shows another moment of its own, with its time`(isEdit: Bool) async throws {
    let asset = try await Self.film()
    var subject = AnalysisSubject(asset)
    if isEdit {
      let range = CMTimeRange(start: .zero, duration: CMTime(value: 24, timescale: 1))
      let segment = CompositionTrackSegment(
        source: .init(asset: asset, trackIndex: 0), sourceRange: range, targetRange: range)
      subject = AnalysisSubject(
        EditSnapshot(
          composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .video, segments: [segment])])))
    }
    let images = try await Self.sheet(of: subject, renderer).images()
    let times = images.map(\.actualTime.seconds)
    // 5/8 of the first part; the middles of the second, the third and the fifth; 2/8 of the fourth; 7/8 of the last.
    #expect(times == [2.48, 6, 10, 13, 18, 23.48], "\(times)")
    let shown = try images.map { try Self.number(of: $0.picture).description }
    #expect([shown[0], shown[3], shown[4], shown[5]] == ["1:62", "1:325", "1:450", "1:587"], "\(shown)")
    guard case .flat(let luma) = try Self.number(of: images[2].picture) else {
      Issue.record("the third is \(shown[2])")
      return
    }
    #expect(luma < 8)
  }

  @Test func `a scene that begins black shows its first moment that does not`() async throws {
    var sheet = Self.sheet(of: AnalysisSubject(try await Self.film()), renderer)
    sheet.moments = .scenes(threshold: 100)
    sheet.imageSize = PixelSize(width: 320, height: 320)
    let images = try await sheet.images()
    #expect(images.map(\.actualTime.seconds) == [3], "one scene of 24 s: an eighth of it")
  }

  @Test func `a film that is black throughout stays black, at the moments of its places`() async throws {
    let recipe = ["-f", "lavfi", "-i", "color=black:size=320x180:rate=25:duration=6", "-c:v", "libx264", "-g", "5"]
    let url = try await MediaCache.shared.file(named: "all-black", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    let images = try await Self.sheet(of: AnalysisSubject(AssetReference(url: url)), renderer).images()
    #expect(images.count == 6)
    for (number, image) in images.enumerated() {
      #expect(abs(image.actualTime.seconds - (Double(number) + 0.5)) <= 0.11)
      guard case .flat(let luma) = try Self.number(of: image.picture) else {
        Issue.record("picture \(number) is not flat")
        continue
      }
      #expect(luma < 8)
    }
  }

  @Test func `each place shows a picture of its own stretch, where key frames stand at their borders`() async throws {
    let recipe = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6", "-c:v", "libx264", "-g", "25"]
    let url = try await MediaCache.shared.file(named: "key-a-second", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    var sheet = Self.sheet(of: AnalysisSubject(AssetReference(url: url)), renderer)
    (sheet.columns, sheet.rows) = (4, 3)
    let times = try await sheet.images().map(\.actualTime.seconds)
    for (number, time) in times.enumerated() {
      #expect(time >= Double(number) / 2 && time < Double(number + 1) / 2, "place \(number): \(times)")
    }
  }

  @Test(arguments: ["white", "black", "gray", "yellow"], [40, 64, 160, 320, 1_200])
  func `a time is read over any ground, in a picture of any size`(ground: String, width: Int) async throws {
    let recipe = ["-f", "lavfi", "-i", "color=\(ground):size=1280x720", "-frames:v", "1"]
    let url = try await MediaCache.shared.file(named: "ground-\(ground)", extension: "png", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    var sheet = ContactSheet(of: AnalysisSubject(AssetReference(url: url)), named: "x", renderer: renderer)
    (sheet.columns, sheet.rows, sheet.imageSize) = (1, 1, PixelSize(width: width, height: width))
    let pixels = try PicturePixels(try await sheet.picture())
    let height = pixels.height - 72 - 16
    let (right, bottom) = (16 + width, 72 + height)
    let part = (x: right - min(width, 30 + width / 8)..<right, y: bottom - min(height, 20 + width / 30)..<bottom)
    #expect(pixels.contrast(x: part.x, y: part.y) > 130)
    // No part of it lies outside of the picture.
    #expect(pixels.contrast(x: right..<right + 8, y: 72..<bottom) == 0)
  }
}
