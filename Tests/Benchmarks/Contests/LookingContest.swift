import Foundation
import TestSupport

/// Looking at media without making a film: still images of a film of ten minutes, the waveform of an hour.
struct LookingContest {
  private let film: URL
  private let sound: URL

  private static let imageCount = 100
  private static let size = "320x180"

  /// Makes the media, unless an earlier run has made it.
  init(clips: [URL]) async throws {
    let half = try await BenchmarkFilm.prepare(Array(clips.prefix(1)))[0]
    film = try await BenchmarkFilm.repeated(half, count: 20)
    sound = try await BenchmarkFilm.hourOfSound()
  }

  /// All of them.
  func contests() throws -> [Contest] { [try images(exact: true), try images(exact: false), try waveform()] }

  /// Images of moments that lie in the film at equal distances, none at a key frame.
  private func images(exact: Bool) throws -> Contest {
    let scratch = try ScratchFolder()
    let times = (0..<Self.imageCount).map { "\(6 * $0 + 3).35" }
    let ffmpeg = try MediaTools.executable("ffmpeg").path
    let seeks = """
      i=0; for t in \(times.joined(separator: " ")); do \
      \(ffmpeg) -nostdin -v error -y -ss $t -i '\(film.path)' -frames:v 1 -vf scale=\(Self.size) \
      '\(scratch.url.path)'/seek$i.png || exit 1; i=$((i+1)); done
      """
    let select = [
      "-nostdin", "-v", "error", "-y", "-i", film.path, "-vf",
      "select='eq(mod(n-100,180),0)',scale=\(Self.size)", "-vsync", "0", scratch.url("select%03d.png").path,
    ]
    let precision = exact ? "--exact" : "--key-frames"
    let own =
      ["thumbnails", film.path, precision, "--size", Self.size, "-o", scratch.url("stills").path, "-y", "--at"] + times
    var contestants: [Contest.Contestant] = [
      .init(name: "gstedit", run: Self.run(ProgramLocation.gstedit, own), output: nil),
      .init(name: "ffmpeg -ss × 100", run: Self.run(URL(filePath: "/bin/sh"), ["-c", seeks]), output: nil),
    ]
    if exact { contestants.append(.init(name: "ffmpeg", run: Self.run(URL(filePath: ffmpeg), select), output: nil)) }
    return Contest(
      title: "\(Self.imageCount) \(exact ? "exact images" : "images of near key frames") of 10 minutes of 720p",
      frameCount: Self.imageCount, promise: .fasterThan(exact ? [3, 1] : [20]), contestants: contestants,
      scratch: scratch)
  }

  private func waveform() throws -> Contest {
    let scratch = try ScratchFolder()
    let decoding = ["-nostdin", "-v", "error", "-i", sound.path, "-f", "null", "-"]
    return Contest(
      title: "the waveform of an hour of AAC, beside its decoding", frameCount: 0, promise: .fasterThan([1]),
      contestants: [
        .init(
          name: "gstedit", run: Self.run(ProgramLocation.gstedit, ["waveform", sound.path, "--json"]), output: nil),
        .init(name: "ffmpeg", run: Self.run(try MediaTools.executable("ffmpeg"), decoding), output: nil),
      ], scratch: scratch)
  }

  private static func run(_ program: URL, _ arguments: [String]) -> ProgramRun {
    var run = ProgramRun(program, arguments)
    run.timeout = 1_800
    return run
  }
}
