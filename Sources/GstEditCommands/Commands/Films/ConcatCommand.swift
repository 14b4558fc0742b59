import ArgumentParser
import Foundation
import GstEdit

/// `gstedit concat`: films one after another.
struct ConcatCommand: ConversionSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "concat",
    abstract: "Write several media files one after another into one file.",
    discussion: """
      Without --copy they are edited one after another and encoded anew: in the first one's size and rate, the others fitted \
      inside. With --copy no packet is decoded; the streams of the files must agree then, and where they do not, every \
      difference is named.

      EXAMPLES
        gstedit concat one.mp4 two.mp4 -o both.mp4 --copy
        gstedit concat title.mov film.mkv -o all.mp4 --preset 1920x1080
      """)

  @Argument(help: ArgumentHelp("The media files, in order.", valueName: "file"), completion: .file())
  var inputs: [String]

  @OptionGroup var target: ConversionTarget
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func perform(in environment: CommandEnvironment) async throws {
    let assets = inputs.map { AssetReference(url: environment.url($0), name: $0) }
    let reporter = reporter(in: environment)
    if target.copies(encoding) {
      try await target.copy(assets.map { PacketCopy.Part($0) }, encoding, shared, reporter: reporter, in: environment)
    } else {
      try await target.convert(assets, nil, encoding, shared, reporter: reporter, in: environment)
    }
  }
}
