import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// A film put together from files in Swift, as a program does that has only `import GstEdit`.
@Suite("A film from files")
struct FilmFromFilesTests {
  private func clip(_ name: String) -> URLAsset {
    URLAsset(
      url: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Pipelines/media/\(name)"))
  }

  @Test func `a file says what it holds`() async throws {
    let (tracks, duration) = try await clip("bunny.mp4").load(.tracks, .duration)
    #expect(tracks.map(\.mediaType) == [.video, .audio])
    #expect(tracks[0].naturalSize == Size(width: 1280, height: 720) && tracks[0].nominalFrameRate == 25)
    #expect(tracks[0].timeRange.duration == CMTime(value: 132, timescale: 25))
    #expect(duration >= tracks[0].timeRange.duration)
  }

  @Test func `a file that is not there is said to be missing`() async {
    await #expect { try await clip("unicorn.mp4").load(.duration) } throws: {
      ($0 as? RenderError)?.code == .mediaMissing
    }
  }

  @Test func `ten lines make a film`() async throws {
    let folder = try ScratchFolder()
    let second = CMTime(value: 1, timescale: 1)
    var film = Composition()
    try film.insertTimeRange(CMTimeRange(start: second, duration: second), of: clip("bunny.mp4"), at: .zero)
    try film.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: clip("dunes.mp4"), at: second)
    try film.scaleTimeRange(CMTimeRange(start: second, duration: second), toDuration: CMTime(value: 1, timescale: 2))
    let request = ExportRequest(
      EditSnapshot(composition: film), as: ExportRules.defaults(for: .mp4), to: folder.url("film.mp4"),
      maximumSize: PixelSize(width: 320, height: 180))
    let report = try await ExportSession(request).export()
    // A second and a half at the first film's 25 frames a second, and of its sound.
    #expect(report.frameCount == 38 && report.sampleCount == 72_000)
    let facts = try await MediaInspector().facts(of: folder.url("film.mp4"))
    #expect(facts.videoTracks.first?.timing.count == 38)
    #expect(facts.audioTracks.first?.sampleCount == 72_000)
  }
}
