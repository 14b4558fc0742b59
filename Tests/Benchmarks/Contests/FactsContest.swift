import Foundation
import TestSupport

/// Finding out what a hundred files hold: `gstedit probe`, which is given all of them, against `ffprobe`, which takes one at
/// a time.
struct FactsContest {
  private static let fileCount = 100
  /// What is promised: a part of ffprobe's time.
  private static let promise = 1.2

  /// The files that are copied; each copy is a new file without cached facts.
  private let clips: [URL]

  /// Over copies of `clips`, packed into several containers.
  init(of clips: [URL]) async throws {
    var packed = clips
    for type in ["mkv", "ts", "mov"] {
      for clip in clips where clip.pathExtension == "mp4" {
        let recipe = ["-i", clip.path, "-map", "0:v", "-map", "0:a?", "-c", "copy"]
        packed.append(
          try await MediaCache.shared.file(
            named: "facts-\(clip.deletingPathExtension().lastPathComponent)", extension: type, recipe: recipe
          ) { target in
            try await MediaTools.ffmpeg(recipe + [target.path])
          })
      }
    }
    self.clips = packed
  }

  /// Measures it, `runs` times, and says what the quickest took.
  func text(runs: Int) async throws -> String {
    var (ours, alone, theirs) = (Double.infinity, Double.infinity, Double.infinity)
    for _ in 0..<runs {
      let folder = try ScratchFolder()
      let files = try (0..<Self.fileCount).map { number in
        let clip = clips[number % clips.count]
        let copy = folder.url("\(number)-\(clip.lastPathComponent)")
        try FileManager.default.copyItem(at: clip, to: copy)
        return copy.path
      }
      let ffprobe = try MediaTools.executable("ffprobe")
      var seconds = 0.0
      for file in files {
        seconds += try await Self.seconds(
          of: ProgramRun(
            ffprobe, ["-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json", file]))
      }
      theirs = min(theirs, seconds)
      let program = ProgramLocation.gstedit
      ours = min(ours, try await Self.seconds(of: ProgramRun(program, ["probe", "--json"] + files)))
      alone = min(alone, try await Self.seconds(of: ProgramRun(program, ["probe", "--json", files[0]])))
    }
    func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1_000).rounded())) ms" }
    let ratio = (ours / theirs * 100).rounded() / 100
    return """
      facts, metadata and chapters of \(Self.fileCount) files
        ffprobe, one after the other: \(milliseconds(theirs))
        gstedit probe, all of them: \(milliseconds(ours)); one alone: \(milliseconds(alone))
      promised at most \(Self.promise) of ffprobe's time, measured \(ratio): \(ratio <= Self.promise ? "kept" : "NOT KEPT")

      """
  }

  private static func seconds(of run: ProgramRun) async throws -> Double {
    var run = run
    run.environment["GSTEDIT_CACHE"] = "no"
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(
        tool: run.executable.lastPathComponent, complaint: "\(outcome.ending): \(outcome.errorText.suffix(2000))")
    }
    return outcome.wallSeconds
  }
}
