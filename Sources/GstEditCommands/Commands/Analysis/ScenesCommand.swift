import ArgumentParser
import Documents
import GstEdit

/// `gstedit scenes`: where a film is cut.
struct ScenesCommand: AnalysisSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes",
    abstract: "Find the cuts in a project's film or a media file.",
    discussion: """
      A cut is a frame that differs from the one before as motion does not make it: by a score of 0 to 100, that of \
      FFmpeg's scdet filter on pictures scaled down. Dissolves are not found. With --json each scene is a segment that a \
      project's track takes: "in" and "duration", exact.

      EXAMPLES
        gstedit scenes film.mp4
        gstedit scenes film.mp4 --threshold 14 --json
      """)

  @OptionGroup var analysis: AnalysisOptions

  @Option(help: ArgumentHelp("The score from which on a frame begins a scene.", valueName: "score"))
  var threshold = 10.0

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    guard threshold > 0, threshold <= 100 else {
      throw ValidationError("A score of \(threshold) never occurs. Give one above 0, up to 100.")
    }
  }

  func perform(in environment: CommandEnvironment) async throws {
    let scenes = try await analyze(in: environment) { subject, timeRange, progress in
      var detector = SceneDetector(of: subject, renderer: environment.renderer)
      (detector.timeRange, detector.threshold) = (timeRange, threshold)
      return try await detector.scenes(progress: progress)
    }
    guard shared.json else {
      let lines = scenes.map { scene in
        StretchText.line(scene.timeRange) + (scene.score.map { "  score \(DecimalText.rounded($0, to: 1))" } ?? "")
      }
      return try environment.write(lines.map { $0 + "\n" }.joined())
    }
    try environment.write(
      JSONOutput.document(
        scenes.map { scene in
          StretchText.json(scene.timeRange).adding(["score": scene.score.map { DecimalText.near($0, to: 3) }])
        }))
  }
}
