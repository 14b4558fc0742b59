import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit submit`: an export by a cluster.
struct SubmitCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Have a Slurm cluster render a project's film: a job array of its segments, and a job that joins them.",
    discussion: """
      The plan, the jobs' scripts, their logs and the segments lie in a folder beside the film, which all nodes see under the \
      same path, as they do the media and this program. Segments that are there already are not rendered again: so a film that \
      was cancelled, or whose project was edited, is taken up by submitting it again. A segment that fails is tried three \
      times; one whose node is lost is queued again by Slurm. The join runs when all are there, and makes the bytes of \
      gstedit export.

      With --wait the command ends when the film is there, says how far it is, and Ctrl-C cancels the jobs. Without it \
      --cancel does so later. With --json the numbers of the jobs are given.

      EXAMPLES
        gstedit submit project.json --slurm -o film.mp4 --wait
        gstedit submit project.json --slurm -o film.mp4 --partition films --tasks 200
        gstedit submit project.json --slurm -o film.mp4 --cancel
      """)

  @OptionGroup var argument: ProjectArgument

  @Flag(help: "Submit to Slurm: with sbatch, as SLURM_CONF says.")
  var slurm = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The film to write.", valueName: "file"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("The folder of the work; by default the film's name and .segments.", valueName: "folder"))
  var folder: String?

  @Option(help: ArgumentHelp("The partition; by default Slurm's.", valueName: "name"))
  var partition: String?

  @Option(
    help: ArgumentHelp(
      "At most this many tasks at a time; by default as many as there is room for.", valueName: "count"))
  var tasks: Int?

  @Option(
    help: ArgumentHelp(
      "A task renders segments of at most this many frames together, or one alone: more where tasks start late.",
      valueName: "count"))
  var framesPerTask = 250

  @Flag(help: "Wait until the film is there.")
  var wait = false

  @Flag(help: "Cancel the jobs that were submitted for the film; what is rendered stays.")
  var cancel = false

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { argument.name }

  func validate() throws {
    guard slurm else { throw ValidationError("Say which cluster: --slurm.") }
    guard tasks ?? 1 > 0 else { throw ValidationError("The count of --tasks is 1 or more.") }
    guard framesPerTask > 0 else { throw ValidationError("The count of --frames-per-task is 1 or more.") }
    guard !(wait && cancel) else { throw ValidationError("Give --wait or --cancel, not both.") }
    try shared.refuseIsolation(of: "submit")
  }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(
      in: environment, output: environment.url(output).lastPathComponent, verbose: shared.verbose)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let url = environment.url(output)
    let work = SubmittedFilm(
      film: url,
      folder: folder.map { environment.url($0) }
        ?? url.deletingLastPathComponent().appending(path: "\(url.lastPathComponent).segments"))
    if cancel {
      try await work.cancel()
      return
    }
    try await work.refuseTwice()
    let project = try argument.read(in: environment)
    let film = try await ProjectRender(project, renderer: environment.renderer)
      .filmPlan(encoding.choices(render.range, scale: render.scale), for: url)
    do throws(RenderError) {
      try OutputLocation(url).check(replacing: shared.overwrites)
    } catch {
      throw CommandFailure(error)
    }
    let (tasks, jobs) = try await work.submitting {
      let tasks = try await work.prepare(
        film, framesPerTask: framesPerTask, replacing: shared.overwrites, shared.arguments(in: environment),
        in: environment)
      return (tasks, try await work.submit(tasks, partition: partition, atATime: self.tasks))
    }
    let missing = tasks.map(\.range.count).reduce(0, +)
    if shared.json, !wait {
      let result: JSONObject = [
        "array": jobs.array, "join": jobs.join, "folder": work.folder.path,
        "segments": film.segments?.segments.count ?? 0, "missing": missing,
      ]
      try environment.write(JSONOutput.document(result))
    } else if !wait {
      environment.writeMessage(
        "Submitted: \(missing) segments in job \(jobs.array ?? "none"), the join in job \(jobs.join).\n")
    }
    guard wait else { return }
    let reporter = reporter(in: environment)
    let progress = AnalysisProgress(reporter, in: environment)
    do {
      try await work.wait(for: jobs, tasks) { progress.report($0) }
    } catch is CancellationError {
      try? await work.cancel()
      throw CommandFailure(.interrupted, "The jobs are cancelled. What is rendered stays in \(work.folder.path).")
    }
    reporter.completed()
  }
}

extension SharedOptions {
  /// The options that a command on another machine needs as well, paths made whole.
  fileprivate func arguments(in environment: CommandEnvironment) -> [String] {
    compositors.plugins.flatMap { ["--plugin", environment.url($0).path] }
      + (compositors.isolatesPlugins ? ["--isolate-plugins"] : [])
      + ["--compositor-failure", compositors.failurePolicy.defaultValueDescription, "--damaged", damagePolicy.rawValue]
  }
}
