import ArgumentParser
import GstEdit

/// What part of a project is rendered, and how large.
struct RenderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Render only a part: START..END, START.. or ..END.",
      discussion: "Times are the project's: seconds (2.5), fractions (1001/30000), 00:01:02.500, or frames (120f).",
      valueName: "range"),
    transform: { text in
      do {
        return try ProjectTimeRange(text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var range: ProjectTimeRange?

  @Option(
    help: ArgumentHelp("Multiply the picture's size, as 0.5 does for a quarter of the pixels.", valueName: "factor"))
  var scale = 1.0

  func validate() throws {
    guard scale > 0, scale <= 16 else {
      throw ValidationError("The scale \(scale) is out of range. Give a number above 0, up to 16.")
    }
  }
}
