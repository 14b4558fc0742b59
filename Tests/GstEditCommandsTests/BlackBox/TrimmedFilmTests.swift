import Foundation
import TestSupport
import Testing

/// Films that were trimmed without being encoded anew, as with `ffmpeg -ss … -c copy`: their edit list begins in the middle
/// of a group of pictures, and what stands before it is hidden.
@Suite struct TrimmedFilmTests {
  private let film = IndexedFilm(film: 6) {
    $0.frameCount = 450
    $0.timing = .constant(FrameRate(30))
  }

  @Test(arguments: [20, 100, 300], ["mp4", "mov"])
  func `A trimmed film begins where it was trimmed and has all its frames`(first: Int, container: String) async throws {
    let part = try await trimmed(at: Fraction(first, 30), container)
    try await expect(part, at: .init(30), shows: Array(first..<(first + 90)))
  }

  @Test func `A film trimmed in the middle of a frame begins with the rest of that frame`() async throws {
    let part = try await trimmed(at: Fraction(2 * 100 + 1, 60), "mp4")
    try await expect(part, at: .init(60), shows: [100] + (101..<161).flatMap { [$0, $0] })
  }

  private func trimmed(at start: Fraction, _ container: String) async throws -> (URL, ScratchFolder) {
    let scratch = try ScratchFolder()
    let (whole, part) = (scratch.url("whole.mp4"), scratch.url("part.\(container)"))
    try await MediaTools.ffmpeg([
      "-i", try await film.url().path, "-c:v", "libx264", "-crf", "18", "-g", "900", "-sc_threshold", "0", whole.path,
    ])
    try await MediaTools.ffmpeg([
      "-ss", "\((start * Fraction(1_000_000)).floor + 1)us", "-i", whole.path, "-t", "4", "-c", "copy", part.path,
    ])
    return (part, scratch)
  }

  private func expect(
    _ part: (url: URL, scratch: ScratchFolder), at rate: FrameRate, shows frames: [Int]
  ) async throws {
    let duration = Fraction(frames.count) * rate.frameDuration
    let track = ProjectDocument.Track.video(1, [.init(asset: "part", in: Fraction(0), duration: duration)])
    var document = ProjectDocument(assets: ["part": part.url], tracks: [track], export: .lossless)
    document.videoComposition = .init(
      frameDuration: rate.frameDuration, renderSize: [film.width, film.height],
      instructions: [.init(start: .zero, duration: duration, layers: [.init(track: 1)])])
    let expected = frames.map { FrameReading.frame(FrameCode(film: 6, index: $0)) }
    let comparison = FrameComparison(try await Exported(document).frames(), expected)
    #expect(comparison.isExact, "\(comparison)")
  }
}
