import Foundation
import GstEdit
import Testing

/// A debug view in pixels.
@Suite("Pictures of debug views")
struct DebugPictureTests {
  @Test func `the drawing is drawn: as large as it says, with its colors where its boxes are`() async throws {
    let film = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pipelines/media/bunny.mp4")
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      CompositionTrackSegment(source: .init(asset: AssetReference(url: film)), sourceRange: second, targetRange: second)
    ]
    let view = try await CompositionDebugView(EditSnapshot(composition: Composition(tracks: [track])))
    let picture = try await view.picture()
    #expect(picture.width == 1_600)
    #expect(view.svg.contains("height=\"\(picture.height)\" viewBox"))
    let pixels = try PicturePixels(picture)
    let box = try #require(view.svg.firstMatch(of: #/(?s)class="box asset0".*?<rect x="176" y="(\d+)/#))
    let top = try #require(Int(box.output.1))
    // The color of the first asset, as the style sheet has it, above the label.
    let color = PicturePixels.Pixel(red: 0xCF, green: 0xE3, blue: 0xF7)
    #expect(pixels.columns(ofRow: top + 5) { $0 == color }.count > 1_300)
  }
}
