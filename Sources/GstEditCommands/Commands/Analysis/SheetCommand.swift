import ArgumentParser
import GstEdit

/// `gstedit sheet`: a film on one page.
struct SheetCommand: OverviewSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draw a contact sheet of a project's film or a media file: pictures with their times, and the facts.",
    discussion: """
      Each picture stands for a stretch of the film of its own: one of equal parts, of which the middle is shown, or a scene. \
      Where that is nearly black (mean luma up to 12 %, no color spreads by more than 8 %) or of one color (2 %), another picture \
      of the stretch is shown, from one of its eighths, and its time is written. A stretch that is black throughout stays black.

      EXAMPLES
        gstedit sheet film.mp4 -o sheet.png
        gstedit sheet film.mp4 -o sheet.jpg --columns 6 --rows 8 --size 240x240
        gstedit sheet project.json -o scenes.png --scenes
      """)

  @OptionGroup var analysis: AnalysisOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The picture to write, .png, .jpg or .webp.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]))
  var output: String

  @Option(help: ArgumentHelp("Pictures side by side.", valueName: "n"))
  var columns = 4

  @Option(help: ArgumentHelp("Pictures above one another, at most.", valueName: "n"))
  var rows = 5

  @Option(
    help: ArgumentHelp("What each picture is scaled down to fit into.", valueName: "WxH"),
    transform: { try ImageSizeOption.size($0, smallest: 2) })
  var size = PixelSize(width: 320, height: 320)

  @Flag(help: "The first frames of the scenes, instead of moments that are equally far apart.")
  var scenes = false

  @Option(help: ArgumentHelp("The score from which on a frame begins a scene.", valueName: "score"))
  var threshold = 10.0

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    guard columns >= 1, rows >= 1, columns <= ContactSheet.maximumCount, rows <= ContactSheet.maximumCount / columns
    else {
      throw ValidationError(
        "A sheet of \(columns) by \(rows) pictures cannot be made. Ask for 1 to \(ContactSheet.maximumCount) pictures.")
    }
    guard analysis.range == nil else { throw ValidationError("A sheet shows the whole film. Leave --range out.") }
  }

  func picture(
    of subject: AnalysisSubject, in environment: CommandEnvironment, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> PixelBuffer {
    var sheet = ContactSheet(of: subject, named: analysis.source.title, renderer: environment.renderer)
    (sheet.columns, sheet.rows, sheet.imageSize) = (columns, rows, size)
    if scenes { sheet.moments = .scenes(threshold: threshold) }
    return try await sheet.picture(progress: progress)
  }
}
