import ArgumentParser
import GstEdit

/// `gstedit strip`: a timeline in one picture.
struct StripCommand: OverviewSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract:
      "Draw the timeline of a project's film or a media file: frames, a ruler, and the tracks with their clips.",
    discussion: """
      Below the frames stand titles, overlays and layers, each video track, and each sound track with its waveform. A clip is dark \
      as far as it is not seen, with its opacity as a line; where it gives way to another one without a ramp there is a wedge. \
      Volumes are lines from 0 at the bottom of a row to 1, or the greatest, at its top.

      EXAMPLES
        gstedit strip project.json -o timeline.png
        gstedit strip film.mp4 -o strip.png --width 2400 --height 120
        gstedit strip project.json -o timeline.png --no-waveforms
      """)

  @OptionGroup var analysis: AnalysisOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The picture to write, .png, .jpg or .webp.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]))
  var output: String

  @Option(help: ArgumentHelp("The whole picture's width in pixels: 100 to 16384.", valueName: "pixels"))
  var width = 1_600

  @Option(help: ArgumentHelp("The height of the frames in pixels: 16 to 2160.", valueName: "pixels"))
  var height = 90

  @Flag(inversion: .prefixedNo, help: "Draw what the sound looks like, for which all of it is read.")
  var waveforms = true

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    guard (100...16_384).contains(width), (16...2_160).contains(height) else {
      throw ValidationError(
        "A strip of \(width) pixels with frames of \(height) cannot be made. Choose 100 to 16384, and 16 to 2160.")
    }
    guard analysis.range == nil else { throw ValidationError("A strip shows the whole film. Leave --range out.") }
  }

  func picture(
    of subject: AnalysisSubject, in environment: CommandEnvironment, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> PixelBuffer {
    var strip = Filmstrip(of: subject, renderer: environment.renderer)
    (strip.width, strip.frameHeight) = (width, height)
    strip.hasWaveforms = waveforms
    return try await strip.picture(progress: progress)
  }
}
