import TestSupport
import Testing

/// C1: output frame *n* is the frame that the model says, and there are as many as there must be.
@Suite struct FrameTests {
  /// Three films of 300 frames, or 900, with B-frames and a key frame every 60.
  private static func films(_ rate: FrameRate, count: Int = ProofScope.isFull ? 900 : 300) -> [IndexedFilm] {
    (1...3).map { number in
      film(number) {
        $0.frameCount = count
        $0.timing = .constant(rate)
      }
    }
  }

  /// A film of small pictures: numbers and times are what is looked at.
  private static func film(_ number: Int, _ change: (inout IndexedFilm) -> Void) -> IndexedFilm {
    IndexedFilm(film: UInt8(number)) {
      ($0.width, $0.height) = (160, 90)
      change(&$0)
    }
  }

  private func expectExact(_ edit: FilmEdit) async throws {
    let exported = try await EngineExport(edit.document(width: 160, height: 90))
    let comparison = FrameComparison(try await exported.frames(), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test(arguments: FrameRate.promised)
  func `Random cuts out of three films show the right frames at the films' own rate`(rate: FrameRate) async throws {
    let count = ProofScope.isFull ? 200 : rate == .ntsc ? 60 : 20
    let edit = FilmEdit.random(
      count, of: 15, from: Self.films(rate), frameDuration: rate.frameDuration, seed: UInt64(rate.frames))
    #expect(edit.frames.count == count * 15)
    try await expectExact(edit)
  }

  @Test(arguments: FrameRate.promised)
  func `Films of every rate show the right frames at each output rate`(output: FrameRate) async throws {
    let films = FrameRate.promised.enumerated().map { number, rate in
      Self.film(number + 1) {
        $0.frameCount = 150
        $0.timing = .constant(rate)
      }
    }
    let count = films.count * (ProofScope.isFull ? 20 : 3)
    try await expectExact(
      FilmEdit.random(count, of: 13, from: films, frameDuration: output.frameDuration, seed: UInt64(output.frames)))
  }

  @Test(arguments: ["ts", "mp4"])
  func `Cuts may begin and end at any frame of a group of pictures`(container: String) async throws {
    let film = Self.film(3) {
      $0.frameCount = 200
      $0.timing = .constant(FrameRate(60_000, 1001))
      $0.container = container
    }
    let d = FrameRate(60_000, 1001).frameDuration
    let firsts = Array(46..<112)
    let segments = firsts.map {
      ProjectDocument.Segment(asset: "film", in: Fraction($0) * d, duration: Fraction(4) * d)
    }
    let document = ProjectDocument(
      assets: ["film": try await film.url()], tracks: [.video(1, segments)], export: .lossless)
    let expected = firsts.flatMap { first in
      (first..<(first + 4)).map { FrameReading.frame(FrameCode(film: 3, index: $0)) }
    }
    let comparison = FrameComparison(try await EngineExport(document).frames(), expected)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test(arguments: [FrameRate.ntsc, FrameRate(24), FrameRate(60_000, 1001)])
  func `Cuts that fall between frames show the frame whose interval contains the time`(output: FrameRate) async throws {
    let films = [FrameRate.ntsc, FrameRate(25), FrameRate(24_000, 1001)].enumerated().map { number, rate in
      Self.film(number + 1) {
        $0.frameCount = 150
        $0.timing = .constant(rate)
      }
    }
    let count = ProofScope.isFull ? 200 : 24
    try await expectExact(
      FilmEdit.unaligned(count, from: films, frameDuration: output.frameDuration, seed: UInt64(output.frames)))
  }

  @Test(arguments: ["mp4", "mkv"], [FrameRate(30), FrameRate(24_000, 1001), FrameRate(60)])
  func `A film of variable rate shows each frame from its start to the start of the next`(
    container: String, output: FrameRate
  ) async throws {
    let film = Self.film(1) {
      $0.frameCount = 300
      $0.timing = .cycle(durations: [33, 50, 17, 120, 8], timescale: 1000)
      $0.container = container
    }
    let count = ProofScope.isFull ? 100 : 16
    try await expectExact(
      FilmEdit.random(count, of: 17, from: [film], frameDuration: output.frameDuration, seed: 11))
  }

  @Test(arguments: [
    (FilmCodec.h264, "mp4"), (.h264, "mov"), (.h264, "mkv"), (.h264, "ts"), (.hevc, "mp4"), (.mpeg4, "mp4"),
    (.mpeg2, "ts"), (.vp8, "webm"), (.vp9, "webm"), (.vp9, "mkv"), (.ffv1, "mkv"),
  ])
  func `The right frames come out of every container and codec`(codec: FilmCodec, container: String) async throws {
    let films = [FrameRate.ntsc, FrameRate(24_000, 1001), FrameRate(60_000, 1001)].enumerated().map { number, rate in
      Self.film(number + 1) {
        $0.frameCount = 200
        $0.timing = .constant(rate)
        $0.codec = codec
        $0.container = container
      }
    }
    let count = ProofScope.isFull ? 100 : 12
    try await expectExact(
      FilmEdit.random(count, of: 15, from: films, frameDuration: FrameRate.ntsc.frameDuration, seed: 3))
  }

  @Test func `A film is shown whole from its first frame to its last`() async throws {
    let film = Self.film(9) { $0.frameCount = 150 }
    try await expectExact(
      FilmEdit(
        frameDuration: FrameRate.ntsc.frameDuration,
        cuts: [FilmEdit.Cut(film: film, start: .zero, duration: film.duration)]))
  }

  @Test func `Cuts of a single frame each are shown once each`() async throws {
    let edit = FilmEdit.random(
      40, of: 1, from: Self.films(.ntsc, count: 300), frameDuration: FrameRate.ntsc.frameDuration, seed: 8)
    try await expectExact(edit)
  }
}
