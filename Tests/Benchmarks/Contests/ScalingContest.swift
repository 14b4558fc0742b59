import Foundation
import TestSupport

/// What a film in segments gains by more processors and by a cluster: computed from the time that each of its segments takes here, one
/// at a time, with two threads each. What machines of many processors share, as memory and disks, is not in it.
struct ScalingContest {
  private let folder: ScratchFolder

  /// What was measured.
  struct Times {
    /// How long planning takes, in seconds.
    var planning = 0.0
    /// How long each segment takes, its program's start and the reading of the plan included.
    var segments: [Double] = []
    /// Processor time of all of them.
    var processor = 0.0
    /// How long the join takes: the sound, and all packets.
    var join = 0.0
    /// How long the same film takes with `--jobs 1`.
    var oneJob = 0.0
    var planBytes = 0
    var segmentBytes = 0

    /// How long all of it takes by `workers`: the plan, then the segments, beside which one worker makes the sound and the file.
    func wall(workers: Int) -> Double {
      planning + SegmentSchedule(seconds: [join] + segments).wall(workers: workers)
    }
  }

  /// How many segments a film of a day has.
  private static let dayCount = 10_000

  /// Makes the film: five minutes of 720p of `clip`, with sound.
  init(clip: URL) async throws {
    folder = try ScratchFolder()
    let picture = try await BenchmarkFilm.repeated(try await BenchmarkFilm.prepare([clip])[0], count: 10)
    let sound = try await BenchmarkFilm.hourOfSound()
    let film = folder.url("film.mp4")
    try await MediaTools.ffmpeg(
      ["-i", picture.path, "-i", sound.path, "-map", "0:v", "-map", "1:a", "-c", "copy", "-shortest", film.path])
    let length = Fraction(BenchmarkFilm.frameCount * 10) * BenchmarkFilm.rate.frameDuration
    let all = [ProjectDocument.Segment(asset: "film", in: Fraction(0), duration: length)]
    let document = ProjectDocument(assets: ["film": film], tracks: [.video(1, all), .audio(2, all)])
    try folder.write(document.text(), to: "project.json")
  }

  /// Both tables, with the machine and its load.
  func text() async throws -> String {
    let load = Self.words(of: "/proc/loadavg").first ?? "?"
    let times = try await times()
    let idle = 1 - times.processor / max(0.001, 2 * times.segments.reduce(0, +))
    let count = times.segments.count
    let lines = [
      "five minutes of 720p, x264 medium CRF 23, AAC; \(Self.machine), load \(load) before",
      String(
        format:
          "planning %.2f s, %d segments %.2f s (%.2f…%.2f s each, two threads idle %.0f %%), join with sound %.2f s",
        times.planning, count, times.segments.reduce(0, +), times.segments.min() ?? 0, times.segments.max() ?? 0,
        100 * idle, times.join),
      String(
        format: "all one after another %.2f s; export --jobs 1 takes %.2f s", times.wall(workers: 1), times.oneJob),
      "",
      scaling(times), cluster(times),
      String(
        format: "a plan of %d bytes: %.0f a segment; segments of %.0f bytes", times.planBytes,
        Double(times.planBytes) / Double(max(1, count)), Double(times.segmentBytes) / Double(max(1, count))),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What more processors give, two for a segment; of this film, and of one of an hour.
  private func scaling(_ times: Times) -> String {
    let hour = 12
    var long = times
    long.segments = SegmentSchedule(seconds: times.segments).repeated(upTo: times.segments.count * hour).seconds
    long.planning *= Double(hour)
    long.join *= Double(hour)
    var lines = ["processors  jobs   five minutes  speedup  of linear        an hour  speedup  of linear"]
    for processors in [2, 4, 8, 16, 32, 64] {
      let workers = processors / 2
      let fields = [times, long].map { times in
        let (wall, one) = (times.wall(workers: workers), times.wall(workers: 1))
        return String(format: "%11.1f s %7.2f× %9.0f %%", wall, one / wall, 100 * one / wall / Double(workers))
      }
      lines.append(String(format: "%10d %5d  ", processors, workers) + fields.joined(separator: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a cluster does with ten thousand such segments.
  private func cluster(_ times: Times) -> String {
    let segments = SegmentSchedule(seconds: times.segments).repeated(upTo: Self.dayCount)
    let join = times.join / Double(max(1, times.segments.count)) * Double(Self.dayCount)
    var lines = [
      "\(Self.dayCount) segments in arrays of 1001 jobs, each started 2…10 s late, tried up to three times;"
        + String(format: " planned in %.0f s before, joined in %.0f s", times.planning * join / times.join, join),
      " jobs at a time   fail   arrays   failures  resubmitted       wall   of linear",
    ]
    for slots in [16, 64, 256, 1_001] {
      for rate in [0, 0.01, 0.1] {
        let terms = ClusterRun.Terms(slots: slots, failureRate: rate)
        let outcome = ClusterRun.outcome(of: segments, joinedIn: join, terms, seed: 1)
        let share = segments.sum / Double(slots) / outcome.wall
        lines.append(
          String(
            format: "%15d %4.0f %% %8d %10d %12d %8.0f s %9.0f %%", slots, 100 * rate, outcome.arrays, outcome.failures,
            outcome.resubmitted, outcome.wall, 100 * share))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Measuring

  private func times() async throws -> Times {
    var times = Times()
    let file = folder.url("film.plan").path
    let planned = try await run([
      "segments", folder.url("project.json").path, "-o", file, "--file-type", "mp4", "--video-codec", "h264",
    ])
    times.planning = planned.wallSeconds
    times.planBytes = try Self.byteCount(folder.url("film.plan"))
    let parts = folder.url("parts")
    for number in 0..<planned.outputText.split(separator: "\n").count {
      let part = try await run(["render-segment", file, "\(number)", "--into", parts.path])
      times.segments.append(part.wallSeconds)
      times.processor += part.usage.processorSeconds
    }
    for part in try FileManager.default.contentsOfDirectory(at: parts, includingPropertiesForKeys: nil) {
      times.segmentBytes += try Self.byteCount(part)
    }
    times.join = try await run(["join", file, "--from", parts.path, "-o", folder.url("joined.mp4").path]).wallSeconds
    times.oneJob = try await run([
      "export", folder.url("project.json").path, "-o", folder.url("film-1.mp4").path, "--jobs", "1", "--video-codec",
      "h264", "--no-resume", "--progress", "none",
    ]).wallSeconds
    return times
  }

  private func run(_ arguments: [String]) async throws -> ProgramOutcome {
    var run = ProgramRun(ProgramLocation.gstedit, arguments)
    run.timeout = 3_600
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(
        tool: "gstedit \(arguments[0])", complaint: "\(outcome.ending): \(outcome.errorText.suffix(1_000))")
    }
    return outcome
  }

  private static func byteCount(_ url: URL) throws -> Int {
    try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  /// The machine's processors.
  private static var machine: String {
    let names = words(of: "/proc/cpuinfo", by: "\n").filter { $0.hasPrefix("model name") }
    let name = names.first?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "a processor"
    return "\(name), \(ProcessInfo.processInfo.activeProcessorCount) processors"
  }

  private static func words(of path: String, by separator: Character = " ") -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: separator).map(String.init)
  }
}
