import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit frame`: one exact picture.
struct FrameCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Write the frame that a project's film or a media file shows at one time.",
    discussion: """
      The file is PNG, JPEG or WebP, as its name ends.

      EXAMPLES
        gstedit frame project.json --at 7.5 -o frame.png
        gstedit frame film.mp4 --at 120f -o frame.jpg --size 1280x720
      """)

  @OptionGroup var source: MediaSourceArgument

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The time.", discussion: TimeArgument.forms, valueName: "time"),
    transform: TimeArgument.time)
  var time: ProjectTime

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]))
  var output: String

  @OptionGroup var size: ImageSizeOption

  @OptionGroup var quality: ImageQualityOption

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { source.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try source.files(writing: output, replacing: shared.overwrites, in: environment)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let file = ImageFile(environment.url(output))
    let type = try file.type()
    try file.check(replacing: shared.overwrites)
    var (generator, times) = try await source.generator(for: [time], in: environment)
    generator.maximumSize = size.size
    generator.pixelFormat = type.pixelFormat
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    let image = try await generator.image(at: times[0])
    try file.write(
      try await environment.renderer.imageData(of: image.picture, as: type, quality: quality.part),
      replacing: shared.overwrites, in: environment)
    let damage = image.damage.map { DamageReport($0) }
    for report in damage { environment.warn(report.sentence) }
    guard shared.json else { return }
    let result: JSONObject = [
      "requested": times[0].rational?.description, "actual": image.actualTime.rational?.description,
      "file": output, "width": image.picture.width, "height": image.picture.height,
      "damage": damage.isEmpty ? nil : damage,
    ]
    try environment.write(JSONOutput.document(result))
  }
}
