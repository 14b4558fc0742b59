import Foundation
import TestSupport

/// The jobs of the page of recipes, in this program's words and in ffmpeg's, on films of people's size.
struct JobContest {
  private let page: RecipePage
  private let folder: ScratchFolder

  /// The length of films, in seconds: the long one, a minute of which is used, is as long as on the page.
  private static let seconds = 20

  /// Makes the media that the page names of `clip`.
  init(clip: URL) async throws {
    page = try RecipePage()
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(at: folder.url("clips"), withIntermediateDirectories: true)
    func make(_ name: String, size: String, rate: Int = 25, seconds: Int) async throws {
      try await MediaTools.ffmpeg(
        ["-stream_loop", "-1", "-i", clip.path, "-f", "lavfi", "-i", "sine=440:r=48000", "-t", "\(seconds)"]
          + ["-map", "0:v", "-map", "1:a", "-vf", "scale=\(size),setsar=1,fps=\(rate)", "-pix_fmt", "yuv420p"]
          + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", folder.url(name).path])
    }
    try await make("film.mp4", size: "1920:1080", seconds: Self.seconds)
    try await make("phone.mp4", size: "720:1280", seconds: Self.seconds / 2)
    try await make("long.mp4", size: "640:360", seconds: 600)
    for number in 10..<30 { try await make("clips/\(number).mp4", size: "640:360", seconds: 2) }
    try folder.write("1\n00:00:01,000 --> 00:00:12,000\nHello\n", to: "words.srt")
    let list = (10..<30).map { "file 'clips/\($0).mp4'\n" }.joined()
    try folder.write(list, to: "list.txt")
    try await MediaTools.ffmpeg(["-i", folder.url("film.mp4").path, "-frames:v", "1", folder.url("cover.png").path])
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "sine=330:r=48000:d=4", folder.url("song.wav").path])
    for (name, text) in page.projects { try folder.write(text, to: name) }
  }

  /// Each job: how long it takes, what memory it takes, and how much of both ffmpeg takes.
  func text(runs: Int) async throws -> String {
    let columns = "wall   ffmpeg    ratio    memory   ffmpeg"
    var lines = [
      "everyday jobs, each with what either program usually does",
      String(repeating: " ", count: 57) + columns,
    ]
    for job in page.jobs {
      let own = try await quickest(job.line + " -y --progress none", runs)
      let peer = try await quickest(job.ffmpeg.replacing("ffmpeg ", with: "ffmpeg -y -nostdin -v error "), runs)
      let name = (job.title + ", " + job.output).padding(toLength: 54, withPad: " ", startingAt: 0)
      let ratio = own.wallSeconds / max(peer.wallSeconds, 0.001)
      let times = String(format: "%6.2fs %6.2fs %6.2f ×", own.wallSeconds, peer.wallSeconds, ratio)
      let memory = [own, peer].map { String(format: "%6d MB", $0.usage.peakMemory / 1_000_000) }
      lines.append(name + times + memory.joined())
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func quickest(_ line: String, _ runs: Int) async throws -> ProgramOutcome {
    var best: ProgramOutcome?
    for _ in 0..<runs {
      // bash becomes the one command that it is given, so that memory is the command's.
      var run = ProgramRun(URL(filePath: "/bin/bash"), ["-c", line])
      run.directory = folder.url
      run.timeout = 600
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      run.environment = ["PATH": "\(ProgramLocation.buildFolder.path):\(path)"]
      let outcome = try await run.outcome()
      guard outcome.ending == .exited(0) else {
        throw MediaTools.Failure(tool: line, complaint: "\(outcome.ending): \(outcome.errorText.suffix(1_000))")
      }
      if outcome.wallSeconds < best?.wallSeconds ?? .infinity { best = outcome }
    }
    guard let best else { throw MediaTools.Failure(tool: line, complaint: "was never run") }
    return best
  }
}
