import Foundation
import TestSupport

/// What came out of a contest, as a table.
struct Scoreboard {
  /// One line of the table.
  private struct Score {
    var name: String
    var outcome: ProgramOutcome
    var frames: Int?
  }

  private let contest: Contest
  private let scores: [Score]

  /// Processor seconds of decoding alone and of encoding alone, where the promise looks at them.
  private var limit = (decoding: 0.0, encoding: 0.0)

  /// Runs every contestant, and what it takes to decode and to encode the same frames.
  init(of contest: Contest, runs: Int) async throws {
    self.contest = contest
    var scores: [Score] = []
    for contestant in contest.contestants {
      let outcome = try await Self.quickest(contestant.run, runs, replacing: contestant.output)
      var frames: Int?
      if let output = contestant.output { frames = (try? await FilmReader.times(output).count) ?? 0 }
      scores.append(Score(name: contestant.name, outcome: outcome, frames: frames))
    }
    self.scores = scores
    if case .partOfFFmpeg(_, let work) = contest.promise {
      let decoding = try await Self.quickest(work.decoding, runs)
      limit = (decoding.usage.processorSeconds, try await Self.encodingSeconds(contest, work.encoder, runs))
    }
  }

  /// Encoding alone: ffmpeg's own film encoded once more, less what decoding it costs.
  private static func encodingSeconds(
    _ contest: Contest, _ encoder: [String], _ runs: Int
  ) async throws -> Double {
    guard let film = contest.contestants.first(where: { $0.name == "ffmpeg" })?.output else { return 0 }
    let ffmpeg = try MediaTools.executable("ffmpeg")
    let decode = ["-nostdin", "-v", "error", "-i", film.path]
    let reading = try await quickest(ProgramRun(ffmpeg, decode + ["-f", "null", "-"]), runs)
    let both = try await quickest(ProgramRun(ffmpeg, decode + encoder + ["-f", "null", "-"]), runs)
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
    let widths = [20, 9, 9, 10, 8, 16]
    let head = ["", "wall", "CPU", "memory", "frames", "wall ÷ ffmpeg"]
    let reference = scores.first { $0.name == "ffmpeg" }?.outcome.wallSeconds ?? .nan
    let rows = scores.map { score in
      [
        score.name, "\(Self.rounded(score.outcome.wallSeconds, 2)) s",
        "\(Self.rounded(score.outcome.usage.processorSeconds, 2)) s",
        "\(score.outcome.usage.peakMemory / 1_000_000) MB",
        score.frames.map { "\($0)\($0 == contest.frameCount ? "" : "!")" } ?? "–",
        reference.isNaN ? "–" : Self.rounded(score.outcome.wallSeconds / reference, 2),
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
    let own = scores.filter { $0.name != "ffmpeg" }
    guard let first = own.first?.outcome else { return [] }
    switch contest.promise {
    case .partOfFFmpeg(let promise, _):
      return conclusions(on: first, promise: promise, reference)
    case .framesPerSecond(let promise):
      let rate = Double(contest.frameCount) / first.wallSeconds
      return [
        """
        promised at least \(Self.rounded(promise, 0)) frames a second, measured \(Self.rounded(rate, 1)): \
        \(Self.verdict(rate >= promise))
        """
      ]
    case .added(let additions):
      return additions.compactMap { addition in
        guard let more = scores.first(where: { $0.name == addition.contestant })?.outcome,
          let less = scores.first(where: { $0.name == addition.base })?.outcome
        else { return nil }
        func perFrame(_ seconds: Double) -> Double { seconds / Double(contest.frameCount) * 1000 }
        let wall = perFrame(more.wallSeconds - less.wallSeconds)
        let processor = perFrame(more.usage.processorSeconds - less.usage.processorSeconds)
        let judged = addition.limit.map {
          "; promised at most \(Self.rounded($0, 2)): \(Self.verdict(processor <= $0))"
        }
        return """
          \(addition.contestant) adds \(Self.rounded(processor, 2)) ms of processor time a frame, \(Self.rounded(wall, 2)) ms\
          \(judged ?? "")
          """
      }
    case .multipleOfFirst(let promise):
      guard let last = own.last?.outcome else { return [] }
      let ratio = last.wallSeconds / first.wallSeconds
      return [
        """
        promised at most \(Self.rounded(promise, 2)) × the first one's wall time, measured \
        \(Self.rounded(ratio, 2)): \(Self.verdict(ratio <= promise))
        """
      ]
    case .fasterThan(let promises):
      return zip(scores.dropFirst(), promises).map { score, promise in
        let wall = score.outcome.wallSeconds / first.wallSeconds
        let processor = score.outcome.usage.processorSeconds / first.usage.processorSeconds
        return """
          promised \(Self.rounded(promise, 0)) × as fast as \(score.name), measured \(Self.rounded(wall, 2)) × \
          (processor time \(Self.rounded(processor, 2)) ×): \(Self.verdict(wall >= promise))
          """
      }
    }
  }

  private func conclusions(on own: ProgramOutcome, promise: Double, _ reference: Double) -> [String] {
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
      promised at most \(Self.rounded(promise, 2)) × ffmpeg's wall time, measured \(Self.rounded(ratio, 2)): \
      \(Self.verdict(ratio <= promise))
      """,
    ]
  }

  private static func verdict(_ isKept: Bool) -> String { isKept ? "kept" : "NOT KEPT" }

  private static func rounded(_ value: Double, _ digits: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US_POSIX")).grouping(.never))
  }

  private static func padded(_ text: String, to width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: max(width - text.count, 0))
    return left ? text + space : space + text
  }
}
