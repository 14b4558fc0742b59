import Foundation
import GstEdit
import RenderEngine
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// The styles of titles are shown large, each over its own ground, as a picture and as a film.
@Suite("Galleries of titles")
struct TitleGalleryTests {
  @Test func `each style has a ground of its own, and its letters are seen`() throws {
    var gallery = TitleGallery()
    (gallery.pictureWidth, gallery.columns) = (320, 1)
    let pixels = try PicturePixels(gallery.picture())
    let count = TitleStyle.standards.count
    let each = (pixels.height - 6) / count
    #expect(each == 180 + 20)
    var grounds: Set<[PicturePixels.Pixel]> = []
    for number in 0..<count {
      let top = number * each + 20
      // The middle of the left edge, where no title is.
      grounds.insert((0..<10).map { pixels[12, top + 30 + 10 * $0] })
      let place = TitleStyle.standards[number].style.place
      let rows =
        switch place {
        case .topLeft, .top, .topRight: top..<top + 60
        case .left, .center, .right: top + 60..<top + 120
        case .bottomLeft, .bottom, .bottomRight: top + 110..<top + 178
        }
      #expect(
        pixels.contrast(x: 20..<pixels.width - 14, y: rows) > 60, "\(TitleStyle.standards[number].name)")
    }
    #expect(grounds.count == count)
  }

  @Test func `the film shows one style after another, for its time`() async throws {
    let scratch = try ScratchFolder()
    let url = scratch.url("styles.gif")
    var gallery = TitleGallery()
    (gallery.pictureWidth, gallery.secondsEach) = (96, 1)
    let session = ExportSession(
      ExportRequest(gallery.film(), as: ExportRules.defaults(for: .gif), to: url), renderer: GStreamerRenderer())
    let report = try await session.export()
    let count = TitleStyle.standards.count
    // Twelve and a half frames a second; the last one counts as a whole.
    #expect(report.frameCount == (count * 25 + 1) / 2)
    let bytes = try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "rawvideo", "-pix_fmt", "gray"])
    let frame = 96 * 54
    // The left edge at the middle of each style's second distinguishes the backgrounds.
    let edges = (0..<count).map { number -> [UInt8] in
      let start = (number * 25 / 2 + 6) * frame
      return (10..<50).map { bytes[bytes.startIndex + start + $0 * 96 + 2] }
    }
    #expect(Set(edges).count == count)
  }
}
