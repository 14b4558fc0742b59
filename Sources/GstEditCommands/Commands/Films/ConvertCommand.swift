import ArgumentParser
import Foundation
import GstEdit

/// `gstedit convert`: a file into another.
struct ConvertCommand: ConversionSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a media file into another one.",
    discussion: """
      The container is that of the output's name. Size, rate, colors and sound are the file's own, unless a preset or \
      another option says otherwise; the codecs are those that the container usually holds. Several sound tracks stay \
      apart where the container has room for them. With --copy, or the preset Passthrough, only the container changes.

      Pictures keep their own times, whatever is cropped, turned and scaled, unless --frame-rate asks for others.

      EXAMPLES
        gstedit convert film.mov -o film.mp4
        gstedit convert film.mp4 -o small.mp4 --size 1280x720
        gstedit convert phone.mp4 -o wide.mp4 --size 1280x720 --fit blur
        gstedit convert film.mp4 -o part.mp4 --crop 320,0,1280,720 --rotate 90
        gstedit convert film.mkv -o small.mp4 --preset 1280x720 --fast-start
        gstedit convert film.mkv -o film.mov --copy
        gstedit convert film.mp4 -o sound.flac
      """)

  @Argument(help: ArgumentHelp("The media file.", valueName: "file"), completion: .file())
  var file: String

  @OptionGroup var target: ConversionTarget
  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "What is changed") var adjustments: AdjustmentOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var inputs: [String] { [file] }

  var scale: Double { render.scale }

  func perform(in environment: CommandEnvironment) async throws {
    let asset = AssetReference(url: environment.url(file), name: file)
    guard copies else { return try await convert([asset], render.range, in: environment) }
    var part = PacketCopy.Part(asset)
    if let range = render.range { part.range = try await TimeArgument.seconds(range, of: asset, in: environment) }
    try await copy([part], in: environment)
  }
}
