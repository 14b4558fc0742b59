import ArgumentParser
import Foundation
import GstEdit

/// `gstedit concat`: films one after another.
struct ConcatCommand: ConversionSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "concat",
    abstract: "Write several media files one after another into one file.",
    discussion: """
      Without --copy they are edited one after another: in the first one's size, the others fitted inside. Of films in \
      H.264 of 8 bits and 4:2:0 pictures are copied that can stand in the file as they are, those of whole films as a rule, \
      and the others encoded; all are with --no-smart, and where something is said of encodings, sizes, rates, or of what is \
      changed. With --copy no packet is decoded; the streams of the files must agree then, and where they do not, every \
      difference is named.

      EXAMPLES
        gstedit concat one.mp4 two.mp4 -o both.mp4 --copy
        gstedit concat one.mp4 other.mp4 -o both.mp4
        gstedit concat title.mov film.mkv -o all.mp4 --preset 1920x1080
        gstedit concat one.mp4 two.mp4 -o film.mp4 --transition push:0.5
      """)

  @Argument(help: ArgumentHelp("The media files, in order.", valueName: "file"), completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "How each file leads to the next: crossDissolve, push, slide, wipe or fadeThroughBlack.",
      discussion: """
        After a comma where it moves to (left, right, up, down), after a colon how long it lasts: push,right:1. The files \
        overlap by so much; their sounds cross-fade with equal power.
        """,
      valueName: "name"),
    transform: Self.transition)
  var transition: ClipTransition?

  @OptionGroup var target: ConversionTarget
  @OptionGroup(title: "What is changed") var adjustments: AdjustmentOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var usualSmartRendering: SmartRenderingPolicy { .automatic }

  @Sendable private static func transition(_ text: String) throws -> ClipTransition {
    do {
      return try ClipTransition(option: text)
    } catch {
      throw ValidationError(error.description)
    }
  }

  func validate() throws {
    try target.validate(encoding, adjustments)
    guard transition == nil || !copies else {
      throw ValidationError(
        "A transition is made of decoded pictures, and --copy decodes nothing. Leave out --copy, or --transition.")
    }
  }

  func perform(in environment: CommandEnvironment) async throws {
    let assets = inputs.map { AssetReference(url: environment.url($0), name: $0) }
    if copies {
      try await copy(assets.map { PacketCopy.Part($0) }, in: environment)
    } else {
      try await convert(assets, in: environment)
    }
  }
}
