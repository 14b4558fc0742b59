import Foundation
import TestSupport
import Testing

/// A film that is submitted to Slurm, whose commands stand here as scripts: what they are asked, and that the jobs make the bytes of
/// an export. `Pipelines/slurm.sh` does the same with Slurm itself.
@Suite struct SubmittedFilmTests {
  /// A project of 600 frames, and the folder with the scripts.
  private func run() async throws -> (run: ProjectRun, commands: URL) {
    let film = IndexedFilm(film: 4) { $0.frameCount = 600 }
    let edit = FilmEdit.random(20, of: 30, from: [film], frameDuration: FrameRate.ntsc.frameDuration, seed: 3)
    var document = try await edit.document()
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "h264", speed: "ultrafast"))
    let run = try ProjectRun(document)
    let commands = run.scratch.url("commands")
    try FileManager.default.createDirectory(at: commands, withIntermediateDirectories: true)
    // A job runs when it is submitted; a dependency that is not met cancels it.
    let scripts = [
      "sbatch": #"""
      here=$(dirname "$0")
      echo "$@" >>"$here/asked"
      number=$(($(cat "$here/number" 2>/dev/null || echo 40) + 1))
      echo $number >"$here/number"
      echo $number
      while [ $# -gt 1 ]; do
        case $1 in --array) array=$2 ;; --dependency) need=${2#afterok:} ;; --output) log=$2 ;; esac
        shift
      done
      state=COMPLETED
      if [ -n "$need" ] && [ "$(cat "$here/$need")" != COMPLETED ]; then
        state=CANCELLED
      elif [ -n "$array" ]; then
        for part in $(echo "${array%\%*}" | tr , ' '); do
          for task in $(seq "${part%-*}" "${part#*-}"); do
            SLURM_ARRAY_TASK_ID=$task sh "$1" >>"$(echo "$log" | sed "s/%a/$task/")" 2>&1 </dev/null || state=FAILED
          done
        done
      else
        sh "$1" >>"$log" 2>&1 </dev/null || state=FAILED
      fi
      echo $state >"$here/$number"
      """#,
      "squeue": #"[ ! -e "$(dirname "$0")/queued" ] || echo PENDING"#,
      "scontrol":
        #"[ "$2" != config ] || { echo "MaxArraySize            = 2"; exit; }; for job; do :; done; echo "JobId=$job JobState=$(cat "$(dirname "$0")/$job") Reason=None""#,
      "scancel": #"echo "scancel $@" >>"$(dirname "$0")/asked""#,
    ]
    for (name, text) in scripts {
      let script = commands.appending(path: name)
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }
    return (run, commands)
  }

  private func submit(_ run: ProjectRun, _ commands: URL, _ options: [String]) async throws -> ProgramOutcome {
    try await submission(run, commands, options).outcome()
  }

  private func submission(_ run: ProjectRun, _ commands: URL, _ options: [String]) -> ProgramRun {
    var command = run.command(["submit", "project.json", "--slurm", "-o", "film.mp4", "--progress", "none"] + options)
    command.environment["PATH"] = "\(commands.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    return command
  }

  private func asked(_ commands: URL) throws -> [String] {
    try String(contentsOf: commands.appending(path: "asked"), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `The cluster's film has the bytes of an export, and is taken up where it was`() async throws {
    let (run, commands) = try await run()
    #expect(try await run.export(to: "here.mp4").outcome().ending == .exited(0))
    let first = try await submit(
      run, commands, ["--wait", "--tasks", "7", "--frames-per-task", "1", "--partition", "films"])
    #expect(first.ending == .exited(0), "\(first.errorText)")
    let expected = try Data(contentsOf: run.scratch.url("here.mp4"))
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
    var lines = try asked(commands)
    #expect(lines.count == 2)
    // Three segments, and an array has two tasks at most.
    #expect(lines[0].contains("--array 0-1%7") && lines[0].contains("--partition films"), "\(lines)")
    #expect(lines[1].contains("--dependency afterok:41"), "\(lines)")

    // An existing film is not replaced unasked; and of what is there nothing is rendered again.
    #expect(try await submit(run, commands, ["--wait"]).ending == .exited(73))
    let folder = run.scratch.url("film.mp4.segments")
    let segments = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".segment") }
    try #require(segments.count == 3)
    try FileManager.default.removeItem(at: folder.appending(path: segments[1]))
    #expect(try await submit(run, commands, ["--wait", "-y"]).ending == .exited(0))
    lines = try asked(commands)
    #expect(lines.count == 4 && lines[2].contains("--array 0 "), "\(lines)")
    #expect(try await submit(run, commands, ["-y", "--json"]).ending == .exited(0))
    #expect(try asked(commands).count == 5)
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)

    // Several segments are one task, known by the first one's number.
    for segment in segments { try FileManager.default.removeItem(at: folder.appending(path: segment)) }
    #expect(try await submit(run, commands, ["--wait", "-y", "--frames-per-task", "600"]).ending == .exited(0))
    lines = try asked(commands)
    #expect(lines.count == 7 && lines[5].contains("--array 0 "), "\(lines)")
    #expect(try Data(contentsOf: run.scratch.url("film.mp4")) == expected)
  }

  @Test func `Jobs that are queued are not submitted twice, and are cancelled`() async throws {
    let (run, commands) = try await run()
    #expect(try await submit(run, commands, []).ending == .exited(0))
    try Data().write(to: commands.appending(path: "queued"))
    let twice = try await submit(run, commands, ["-y"])
    #expect(
      twice.ending == .exited(73) && twice.errorText.contains("submitted already, as the jobs 41 and 42"),
      "\(twice.errorText)")
    #expect(try await submit(run, commands, ["--cancel"]).ending == .exited(0))
    #expect(try asked(commands).last == "scancel 41 42")
    try FileManager.default.removeItem(at: commands.appending(path: "queued"))
  }

  @Test func `Of two that submit the same film at the same time one does`() async throws {
    let (run, commands) = try await run()
    // The jobs of the first are queued when the second asks.
    try Data().write(to: commands.appending(path: "queued"))
    var command = submission(run, commands, [])
    command.takesTurns = false
    let one = command
    async let first = one.outcome()
    async let second = one.outcome()
    let outcomes = try await [first, second]
    let done = outcomes.filter { $0.ending == .exited(0) }
    let refused = outcomes.filter { $0.ending == .exited(73) }
    #expect(done.count == 1 && refused.count == 1, "\(outcomes.map(\.errorText))")
    let words = refused.first?.errorText ?? ""
    #expect(words.contains("being submitted by another process") || words.contains("submitted already"), "\(words)")
    #expect(try asked(commands).count == 2)
    // What a killed one leaves is taken over.
    let folder = run.scratch.url("film.mp4.segments")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "submit.lock").path))
    try FileManager.default.removeItem(at: commands.appending(path: "queued"))
    try Data().write(to: folder.appending(path: "submit.lock"))
    #expect(try await submit(run, commands, ["--wait", "-y"]).ending == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "submit.lock").path))
  }

  @Test func `A job's own message is reported`() async throws {
    let (run, commands) = try await run()
    // The jobs see other media than those that were planned with.
    let script = commands.appending(path: "sbatch")
    let text = try String(contentsOf: script, encoding: .utf8)
    let media = try #require(
      try String(contentsOf: run.project, encoding: .utf8).firstMatch(of: #/"(/[^"]*\.mp4)"/#)?.1)
    try Data(
      text.replacing(
        "state=COMPLETED",
        with:
          "state=COMPLETED; sed -i 's|\(media)|/nowhere.mp4|g' '\(run.scratch.url("film.mp4.segments/film.plan").path)'"
      ).utf8
    )
    .write(to: script)
    let outcome = try await submit(run, commands, ["--wait"])
    #expect(outcome.ending == .exited(70), "\(outcome.ending)")
    #expect(
      outcome.errorText.contains("task-0.log: ") && outcome.errorText.contains("nowhere.mp4"), "\(outcome.errorText)"
    )
    #expect(try run.scratch.names() == ["commands", "film.mp4.segments", "project.json"])
  }

  /// Whether Slurm's commands are installed.
  private static let isThere = (try? MediaTools.executable("sbatch")) != nil

  @Test(.enabled(if: !isThere, "Slurm is installed."))
  func `Without Slurm it says what to install`() async throws {
    let (run, _) = try await run()
    let outcome = try await run.command(["submit", "project.json", "--slurm", "-o", "film.mp4"]).outcome()
    #expect(outcome.ending == .exited(69) && outcome.errorText.contains("slurm-client"), "\(outcome.errorText)")
    #expect(try run.scratch.names() == ["commands", "project.json"])
  }
}
