import Foundation
import TestSupport
import Testing

/// The witness is heard first: films that ffmpeg alone has made and cut must be read back without a mistake.
@Suite struct IndexedFilmTests {
  @Test(arguments: [
    (FilmCodec.h264, "mp4"), (.h264, "mov"), (.h264, "mkv"), (.h264, "ts"), (.hevc, "mp4"), (.mpeg4, "mp4"),
    (.mpeg2, "ts"), (.vp8, "webm"), (.vp9, "webm"), (.ffv1, "mkv"),
  ])
  func `Every frame of a coded film tells its film and its number`(codec: FilmCodec, container: String) async throws {
    let film = IndexedFilm(film: 7) {
      $0.frameCount = 130
      $0.codec = codec
      $0.container = container
    }
    let frames = try await FilmReader.frames(film.url())
    let expected = (0..<130).map { FrameReading.frame(FrameCode(film: 7, index: $0)) }
    let comparison = FrameComparison(frames, expected)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test(arguments: FrameRate.promised)
  func `A film of constant rate has its frames at exact multiples of the frame duration`(rate: FrameRate) async throws {
    let film = IndexedFilm(film: 1) {
      $0.frameCount = 60
      $0.timing = .constant(rate)
    }
    let times = try await FilmReader.times(film.url())
    let first = try #require(times.first)
    #expect(times.map { $0 - first } == (0..<60).map { film.timing.start(of: $0) })
  }

  @Test(arguments: ["mp4", "mkv"])
  func `A film of variable rate has its frames at the times that were meant`(container: String) async throws {
    let film = IndexedFilm(film: 2) {
      $0.frameCount = 90
      $0.timing = .cycle(durations: [33, 50, 17, 120, 8], timescale: 1000)
      $0.container = container
    }
    let times = try await FilmReader.times(film.url())
    let first = try #require(times.first)
    #expect(times.map { $0 - first } == (0..<90).map { film.timing.start(of: $0) })
    #expect(try await FilmReader.frames(film.url()).count == 90)
  }

  @Test func `Cuts made by ffmpeg read as the edit says they must`() async throws {
    let films = (1...3).map { number in
      IndexedFilm(film: UInt8(number)) { $0.frameCount = 300 }
    }
    let rate = FrameRate.ntsc
    let edit = FilmEdit.random(9, of: 15, from: films, frameDuration: rate.frameDuration, seed: 5)
    let scratch = try ScratchFolder()
    var (inputs, chains): ([String], String) = ([], "")
    for (number, film) in films.enumerated() {
      inputs += ["-i", try await film.url().path]
      chains += "[\(number):v]split=3" + (0..<3).map { "[s\(number + 3 * $0)]" }.joined() + ";"
    }
    for (number, cut) in edit.cuts.enumerated() {
      let first = (cut.start / rate.frameDuration).floor
      chains += "[s\(number)]trim=start_frame=\(first):end_frame=\(first + 15),setpts=PTS-STARTPTS[c\(number)];"
    }
    chains += (0..<9).map { "[c\($0)]" }.joined() + "concat=n=9[out]"
    let target = scratch.url("cuts.mkv")
    try await MediaTools.ffmpeg(
      inputs + ["-filter_complex", chains, "-map", "[out]", "-c:v", "ffv1", "-fps_mode", "passthrough", target.path])
    let comparison = FrameComparison(try await FilmReader.frames(target), edit.frames)
    #expect(comparison.isExact, "\(comparison)")
  }

  @Test func `A wrong frame, a blend and a flat picture do not pass for the right frame`() async throws {
    let film = IndexedFilm(film: 3) { $0.frameCount = 60 }
    let scratch = try ScratchFolder()
    let (late, blended, black) = (scratch.url("late.mkv"), scratch.url("blended.mkv"), scratch.url("black.mkv"))
    let source = try await film.url().path
    let expected = (0..<60).map { FrameReading.frame(FrameCode(film: 3, index: $0)) }
    try await MediaTools.ffmpeg(
      ["-i", source, "-vf", "trim=start_frame=1,setpts=PTS-STARTPTS", "-c:v", "ffv1", late.path])
    try await MediaTools.ffmpeg(["-i", source, "-vf", "tmix=frames=2:weights=1 1", "-c:v", "ffv1", blended.path])
    try await MediaTools.ffmpeg(["-i", source, "-vf", "drawbox=c=black:t=fill", "-c:v", "ffv1", black.path])
    #expect(FrameComparison(try await FilmReader.frames(late), expected).wrong.count == 59)
    let readings = try await FilmReader.frames(blended)
    #expect(readings.dropFirst().allSatisfy { $0 == .unreadable })
    #expect(try await FilmReader.frames(black).allSatisfy { $0 == .flat(luma: 16) })
  }
}
