import Foundation
import TestSupport

/// Files read, written, converted and copied, beside ffmpeg's same work.
struct FileContest {
  /// A size of film.
  enum Size: CaseIterable {
    case hd720, uhd

    var pixels: [Int] { self == .hd720 ? BenchmarkFilm.size : [3_840, 2_160] }
    var frameCount: Int { self == .hd720 ? 450 : 90 }
    var title: String { "\(frameCount) frames of \(pixels[1])p" }
  }

  private let films: [Size: URL]

  /// How many pictures the writers are given, again and again.
  private static let pictureCount = 8
  private static let encoder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"]
  private static let quiet = ["-y", "-nostdin", "-v", "error"]

  /// Makes the films of `clip`, unless an earlier run has made them.
  init(clip: URL) async throws {
    var films: [Size: URL] = [:]
    for size in Size.allCases {
      films[size] = try await BenchmarkFilm.prepare([clip], size: size.pixels, frameCount: size.frameCount)[0]
    }
    self.films = films
  }

  /// All contests of films of `size`.
  func contests(_ size: Size) async throws -> [Contest] {
    guard let film = films[size] else { return [] }
    return [
      try reading(film, size), try await writing(film, size), try converting(film, size), try copying(film, size),
    ]
  }

  private func reading(_ film: URL, _ size: Size) throws -> Contest {
    try contest(
      "\(size.title), decoded by a reader", size, writes: false,
      own: { _ in (Self.benchmarks, ["read", film.path]) },
      ffmpeg: { _ in ["-i", film.path, "-f", "null", "-"] })
  }

  private func writing(_ film: URL, _ size: Size) async throws -> Contest {
    let recipe = ["-i", film.path, "-frames:v", "\(Self.pictureCount)", "-f", "rawvideo", "-pix_fmt", "yuv420p"]
    let raw = try await MediaCache.shared.file(named: "bench-raw-\(size.pixels[1])", extension: "yuv", recipe: recipe) {
      try await MediaTools.ffmpeg(recipe + [$0.path])
    }
    let picture = "\(size.pixels[0])x\(size.pixels[1])"
    return try contest(
      "\(size.title), encoded by a writer (x264 veryfast, CRF 23)", size, writes: true,
      own: {
        (Self.benchmarks, ["write", raw.path, "-o", $0.path, "--size", picture, "--frames", "\(size.frameCount)"])
      },
      ffmpeg: { target in
        ["-stream_loop", "-1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", picture, "-r", "30", "-i", raw.path]
          + ["-frames:v", "\(size.frameCount)"] + Self.encoder + [target.path]
      })
  }

  private func converting(_ film: URL, _ size: Size) throws -> Contest {
    try contest(
      "\(size.title), converted (x264 veryfast, CRF 23)", size, writes: true,
      own: { target in
        let options = ["--quality", "23", "--speed", "veryfast", "--progress", "none", "-y"]
        return (ProgramLocation.gstedit, ["convert", film.path, "-o", target.path] + options)
      },
      ffmpeg: { ["-i", film.path] + Self.encoder + [$0.path] })
  }

  private func copying(_ film: URL, _ size: Size) throws -> Contest {
    try contest(
      "\(size.title), copied packet by packet", size, writes: true,
      own: { target in
        (ProgramLocation.gstedit, ["convert", film.path, "-o", target.path, "--copy", "--progress", "none", "-y"])
      },
      ffmpeg: { ["-i", film.path, "-c", "copy", $0.path] })
  }

  private static var benchmarks: URL { ProgramLocation.buildFolder.appending(path: "Benchmarks") }

  private func contest(
    _ title: String, _ size: Size, writes: Bool, own: (URL) -> (program: URL, arguments: [String]),
    ffmpeg: (URL) -> [String]
  ) throws -> Contest {
    let scratch = try ScratchFolder()
    func contestant(_ name: String, _ program: URL, _ arguments: [String]) -> Contest.Contestant {
      var run = ProgramRun(program, arguments)
      run.timeout = 1_800
      return .init(name: name, run: run, output: writes ? scratch.url("\(name).mp4") : nil)
    }
    let (program, arguments) = own(scratch.url("gstedit.mp4"))
    return Contest(
      title: title, frameCount: size.frameCount, promise: .fasterThan([1]),
      contestants: [
        contestant("gstedit", program, arguments),
        contestant("ffmpeg", try MediaTools.executable("ffmpeg"), Self.quiet + ffmpeg(scratch.url("ffmpeg.mp4"))),
      ],
      scratch: scratch)
  }
}
