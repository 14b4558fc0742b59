import Foundation
import TestSupport

/// What came out of a contest, as a table.
struct Scoreboard {
  /// One line of the table.
  private struct Score {
    var name: String
    var outcome: ProgramOutcome
    var frames: Int
  }

  private let contest: Contest
  private let scores: [Score]

  /// Processor seconds of decoding alone and of encoding alone.
  private let limit: (decoding: Double, encoding: Double)

  /// Runs every contestant, and what it takes to decode and to encode the same frames.
  init(of contest: Contest, runs: Int) async throws {
    self.contest = contest
    var scores: [Score] = []
    for contestant in contest.contestants {
      let outcome = try await Self.quickest(contestant.run, runs, replacing: contestant.output)
      let frames = try? await FilmReader.times(contestant.output).count
      scores.append(Score(name: contestant.name, outcome: outcome, frames: frames ?? 0))
    }
    self.scores = scores
    let decoding = try await Self.quickest(contest.decoding, runs)
    limit = (decoding.usage.processorSeconds, try await Self.encodingSeconds(contest, runs))
  }

  /// Encoding alone: ffmpeg's own film encoded once more, less what decoding it costs.
  private static func encodingSeconds(_ contest: Contest, _ runs: Int) async throws -> Double {
    guard let film = contest.contestants.first(where: { $0.name == "ffmpeg" })?.output else { return 0 }
    let ffmpeg = try MediaTools.executable("ffmpeg")
    let decode = ["-nostdin", "-v", "error", "-i", film.path]
    let reading = try await quickest(ProgramRun(ffmpeg, decode + ["-f", "null", "-"]), runs)
    let both = try await quickest(ProgramRun(ffmpeg, decode + contest.encoder + ["-f", "null", "-"]), runs)
    return both.usage.processorSeconds - reading.usage.processorSeconds
  }

  private static func quickest(
    _ run: ProgramRun, _ runs: Int, replacing output: URL? = nil
  ) async throws -> ProgramOutcome {
    var best: ProgramOutcome?
    for _ in 0..<runs {
      if let output { try? FileManager.default.removeItem(at: output) }
      let outcome = try await run.outcome()
      guard outcome.ending == .exited(0) else {
        throw MediaTools.Failure(
          tool: run.executable.lastPathComponent, complaint: "\(outcome.ending): \(outcome.errorText.suffix(2000))")
      }
      if outcome.wallSeconds < best?.wallSeconds ?? .infinity { best = outcome }
    }
    guard let best else {
      throw MediaTools.Failure(tool: run.executable.lastPathComponent, complaint: "was never run")
    }
    return best
  }

  /// The table and what it means.
  var text: String {
    let widths = [12, 9, 9, 10, 8, 16]
    let head = ["", "wall", "CPU", "memory", "frames", "wall ÷ ffmpeg"]
    let reference = scores.first { $0.name == "ffmpeg" }?.outcome.wallSeconds ?? .nan
    let rows = scores.map { score in
      [
        score.name, "\(Self.rounded(score.outcome.wallSeconds, 2)) s",
        "\(Self.rounded(score.outcome.usage.processorSeconds, 2)) s",
        "\(score.outcome.usage.peakMemory / 1_000_000) MB",
        "\(score.frames)\(score.frames == contest.frameCount ? "" : "!")",
        Self.rounded(score.outcome.wallSeconds / reference, 2),
      ]
    }
    let table = ([head] + rows).map { cells in
      zip(cells, widths).enumerated().map { column, cell in
        Self.padded(cell.0, to: cell.1, left: column == 0)
      }.joined()
    }
    return ([contest.title] + table + conclusions(reference)).joined(separator: "\n") + "\n"
  }

  private func conclusions(_ reference: Double) -> [String] {
    guard let own = scores.first(where: { $0.name == "gstedit" })?.outcome else { return [] }
    let processors = Double(ProcessInfo.processInfo.activeProcessorCount)
    let floor = (limit.decoding + limit.encoding) / processors
    let ratio = own.wallSeconds / reference
    return [
      """
      decoding alone \(Self.rounded(limit.decoding, 2)) s CPU, encoding alone \(Self.rounded(limit.encoding, 2)) s CPU: \
      at best \(Self.rounded(floor, 2)) s on \(Int(processors)) processors; gstedit takes \
      \(Self.rounded(own.wallSeconds / floor, 2)) × that
      """,
      """
      promised at most \(Self.rounded(contest.promise, 1)) × ffmpeg's wall time, measured \(Self.rounded(ratio, 2)): \
      \(ratio <= contest.promise ? "kept" : "NOT KEPT")
      """,
    ]
  }

  private static func rounded(_ value: Double, _ digits: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US_POSIX")).grouping(.never))
  }

  private static func padded(_ text: String, to width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(width - text.count, 0))
    return left ? text + space : space + text
  }
}
