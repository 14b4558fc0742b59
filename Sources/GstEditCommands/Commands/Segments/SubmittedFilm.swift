import Foundation
import GstEdit
import NameClaims

/// A film that a Slurm cluster renders, and the folder in which the work lies.
///
/// ```
///  film.mp4.segments/  film.plan   tasks   task.sh   join.sh   jobs.json   task-3.log …   join.log   *.segment
/// ```
struct SubmittedFilm {
  /// The file that the film becomes.
  let film: URL
  /// The folder of the work.
  let folder: URL

  private let slurm = Slurm()

  /// The work of `film` in `folder`.
  init(film: URL, folder: URL) { (self.film, self.folder) = (film, folder) }

  /// The jobs of a film.
  struct Jobs: Codable {
    /// The array of segments; nil where all were there.
    var array: String?
    /// The job that joins them.
    var join: String

    /// Their numbers.
    var all: [String] { [array, join].compactMap(\.self) }
  }

  private func file(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

  /// The jobs that were submitted last; nil where there are none.
  private var submitted: Jobs? {
    let file = file("jobs.json")
    guard file.isRegularFile, let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(Jobs.self, from: data)
  }

  /// - Throws: `CommandFailure` where the film's jobs are still queued or running.
  func refuseTwice() async throws {
    guard let jobs = submitted, try await slurm.isQueued(jobs.all) else { return }
    throw CommandFailure(
      .cannotCreateOutput, "The film is submitted already, as the jobs \(jobs.all.joined(separator: " and ")).",
      remedy: "Wait for them, or cancel them with --cancel.")
  }

  /// Makes the folder, and does `work` while no other process submits the film. Where there is no Slurm, nothing is made.
  ///
  /// - Throws: `CommandFailure` where another process does, or has done so; and what `work` throws.
  func submitting<Result>(_ work: () async throws -> Result) async throws -> Result {
    try slurm.checkInstallation()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw unwritable(error)
    }
    let outcome = FolderLock.take(file("submit.lock").path)
    if case .taken = outcome {
      throw CommandFailure(
        .cannotCreateOutput, "The film is being submitted by another process.",
        remedy: "Wait for it, or name another folder.")
    }
    // Some file systems have no locks.
    defer { if case .made(let lock) = outcome { lock.remove() } }
    try await refuseTwice()
    return try await work()
  }

  /// Writes the plan of `film` and the jobs' scripts, whose commands have `arguments`; the tasks that render what is not there yet, of
  /// `framesPerTask` frames at most.
  func prepare(
    _ film: FilmPlan, framesPerTask: Int, replacing: Bool, _ arguments: [String], in environment: CommandEnvironment
  ) async throws -> [SegmentNumbers] {
    do {
      let plan = file("film.plan")
      try PlanFile(plan).write(film, replacing: true, in: environment)
      let options = (arguments + ["--progress", "none"]).map(Self.quoted).joined(separator: " ")
      let (program, folder) = (Self.quoted(Self.program), Self.quoted(folder.path))
      try Data(
        """
        #!/bin/sh
        # The segments of one task. What fails by itself is tried again; what would fail again is not.
        segments=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" \(folder)/tasks)
        for attempt in 1 2 3; do
          \(program) render-segment \(Self.quoted(plan.path)) "$segments" --into \(folder) \(options)
          status=$?
          case $status in 0 | 64 | 65 | 66 | 69) exit $status ;; esac
          sleep 1
        done
        exit $status

        """.utf8
      ).write(to: file("task.sh"), options: .atomic)
      try Data(
        """
        #!/bin/sh
        exec \(program) join \(Self.quoted(plan.path)) --from \(folder) -o \(Self.quoted(self.film.path)) \(replacing ? "-y " : "")\(options)

        """.utf8
      ).write(to: file("join.sh"), options: .atomic)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw unwritable(error)
    }
    let missing = try await film.missingSegments(in: folder, by: environment.renderer)
    let segments = missing.compactMap { film.segments?.segments[$0] }
    var (tasks, frames) = (Self.tasks(of: segments, framesPerTask), framesPerTask)
    // An array has no more tasks than the cluster's settings allow.
    if let most = try await slurm.largestArray() {
      while tasks.count > most, frames < Int.max / 2 {
        frames *= 2
        tasks = Self.tasks(of: segments, frames)
      }
    }
    do {
      // The files of an earlier submission are removed.
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasPrefix("task-") && name.hasSuffix(".log") || name == "join.log" {
        try FileManager.default.removeItem(at: file(name))
      }
      let lines = tasks.map { "\($0)\n" }.joined()
      try Data(lines.utf8).write(to: file("tasks"), options: .atomic)
    } catch {
      throw unwritable(error)
    }
    return tasks
  }

  /// `segments`, in order, divided into tasks: those one after another of `frames` frames at most, or one alone.
  static func tasks(of segments: [SegmentPlan.Segment], _ frames: Int) -> [SegmentNumbers] {
    var (tasks, count) = ([ClosedRange<Int>](), 0)
    for segment in segments {
      if let last = tasks.last, segment.number == last.upperBound + 1, count + segment.frames.count <= frames {
        tasks[tasks.count - 1] = last.lowerBound...segment.number
        count += segment.frames.count
      } else {
        tasks.append(segment.number...segment.number)
        count = segment.frames.count
      }
    }
    return tasks.map(SegmentNumbers.init)
  }

  private func unwritable(_ error: any Error) -> CommandFailure {
    CommandFailure(
      .cannotCreateOutput, "The folder \(folder.path) for the work cannot be written.", remedy: "Name another one.",
      underlying: error.localizedDescription)
  }

  /// Submits `tasks`, each known by its place among them, `count` at a time, and the join behind them.
  func submit(_ tasks: [SegmentNumbers], partition: String?, atATime count: Int?) async throws -> Jobs {
    let common =
      ["--chdir", folder.path, "--requeue", "--open-mode=append"] + (partition.map { ["--partition", $0] } ?? [])
    var array: String?
    if !tasks.isEmpty {
      let numbers = (tasks.count == 1 ? "0" : "0-\(tasks.count - 1)") + (count.map { "%\($0)" } ?? "")
      array = try await slurm.submit(
        file("task.sh"),
        common + [
          "--array", numbers, "--output", file("task-%a.log").path, "--job-name",
          "segments of \(film.lastPathComponent)",
        ])
    }
    do {
      let jobs = Jobs(
        array: array,
        join: try await slurm.submit(
          file("join.sh"),
          common + ["--output", file("join.log").path, "--job-name", "join of \(film.lastPathComponent)"]
            + (array.map { ["--dependency", "afterok:\($0)", "--kill-on-invalid-dep=yes"] } ?? [])))
      try JSONEncoder().encode(jobs).write(to: file("jobs.json"), options: .atomic)
      return jobs
    } catch {
      if let array { try? await slurm.cancel([array]) }
      throw error
    }
  }

  /// Waits until `jobs`, which have `tasks`, have ended; `progress` is called with the part that is done.
  ///
  /// - Throws: `CommandFailure` with what the job that failed said last; `CancellationError`.
  func wait(for jobs: Jobs, _ tasks: [SegmentNumbers], progress: (Double) -> Void) async throws {
    while true {
      try Task.checkCancellation()
      let left = try await jobs.array.asyncMap { try await slurm.tasks(of: $0) } ?? 0
      // The join takes a moment as well.
      progress(Double(tasks.count - min(left, tasks.count)) / Double(tasks.count + 1))
      guard try await slurm.isQueued(jobs.all) else { break }
      try await Task.sleep(for: .seconds(1))
    }
    guard try await slurm.state(of: jobs.join) == "COMPLETED" else { throw try await failure(of: jobs, tasks) }
  }

  private func failure(of jobs: Jobs, _ tasks: [SegmentNumbers]) async throws -> CommandFailure {
    let logs = [file("join.log")] + tasks.indices.map { file("task-\($0).log") }
    let words = logs.lazy.compactMap { log -> String? in
      guard log.isRegularFile, let text = try? String(contentsOf: log, encoding: .utf8),
        let line = text.split(separator: "\n").last(where: { $0.hasPrefix("gstedit: error: ") })
      else { return nil }
      return "\(log.lastPathComponent): \(line.dropFirst("gstedit: error: ".count))"
    }.first
    return CommandFailure(
      .engineFailed, "The cluster did not make the film. \(words ?? "Its jobs were cancelled, or lost.")",
      remedy: "See the logs in \(folder.path); what is rendered stays there.")
  }

  /// Cancels the jobs that were submitted last.
  func cancel() async throws {
    guard let jobs = submitted else {
      throw CommandFailure(
        .mediaUnavailable, "Nothing was submitted for \(film.path).", remedy: "Name the same film and folder.")
    }
    try await slurm.cancel(jobs.all)
  }

  /// This program, as other machines find it.
  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  /// `text`, quoted for a shell.
  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}

extension Optional {
  fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
    if let self { try await body(self) } else { nil }
  }
}
