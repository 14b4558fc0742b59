import ArgumentParser
import Foundation
import GstEdit

/// `gstedit trim`: a part of a film.
struct TrimCommand: ConversionSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Write a part of a media file into another file.",
    discussion: """
      Without --copy the part is exact everywhere, to the frame and the sample. Of a film in H.264 of 8 bits and 4:2:0 the \
      pictures are copied from the first key frame on, bit for bit, and only those before it are encoded, which takes a part \
      of the time and loses nothing; so is sound that the file can hold. All is encoded with --no-smart, where the film is \
      to be in another codec, and where something is said of encodings, sizes, rates, or of what is changed; where nothing \
      of a film in H.264 can be copied, a line says why. With --smart other codecs are copied, too, and whatever is said of \
      the quality. With --copy no packet \
      is decoded, which costs as long as the disk takes: in MP4, QuickTime and M4A the part is exact nevertheless, since an \
      edit list hides what decoding needs before it; elsewhere it begins at the key frame before. --json says which, and \
      --dry-run says it before anything is written, and which pictures are copied.

      EXAMPLES
        gstedit trim film.mp4 --range 10..20.5 -o part.mp4 --copy
        gstedit trim film.mp4 --range 10..20.5 -o part.mkv --copy --dry-run
        gstedit trim film.mkv --range 10..20.5 -o part.mkv --video-codec hevc --smart
        gstedit trim film.mp4 --range 10..20.5 -o small.mp4 --no-smart
        gstedit trim film.mp4 --range 1:30+60s -o minute.mp4 --size 1280x720
        gstedit trim film.mkv --range 250f..500f -o part.mp4
      """)

  @Argument(help: ArgumentHelp("The media file.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The part: \(TimeArgument.rangeForms).", discussion: TimeArgument.forms, valueName: "range"),
    transform: TimeArgument.range)
  var range: ProjectTimeRange

  @OptionGroup var target: ConversionTarget
  @OptionGroup(title: "What is changed") var adjustments: AdjustmentOptions
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var inputs: [String] { [file] }
  var usualSmartRendering: SmartRenderingPolicy { .automatic }

  func perform(in environment: CommandEnvironment) async throws {
    let asset = AssetReference(url: environment.url(file), name: file)
    guard copies else { return try await convert([asset], range, in: environment) }
    let seconds = try await TimeArgument.seconds(range, of: asset, in: environment)
    try await copy([PacketCopy.Part(asset, range: seconds)], in: environment)
  }
}
