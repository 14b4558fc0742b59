public import ArgumentParser
import Foundation
public import GstEdit

/// The destination and the form of the file that is made of other files.
struct ConversionTarget: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Copy the packets as they are: nothing is decoded, nothing is lost.")
  var copy = false

  @Option(
    name: .customLong("sound-tracks"),
    help: ArgumentHelp(
      "What becomes of several sound tracks: keep, mix or first.",
      discussion: "keep keeps them apart; a file of sound alone, as FLAC, keeps the first.", valueName: "how"))
  var soundTracks = FileEdit.SoundTracks.keep

  @Option(
    help: ArgumentHelp(
      "What the file says of itself of what the first one says: share, all or none.",
      discussion:
        "share: title, artist, description, chapters and the like; not where, when and with what it was taken.",
      valueName: "what"))
  var metadata = MetadataFilter.forSharing

  @Option(
    name: .customLong("frame-rate"),
    help: ArgumentHelp(
      "Frames a second: 25, 23.976 or 30000/1001.",
      discussion: """
        Each frame shows the picture nearest to it, and a warning counts what is left out or shown again. Without it, \
        pictures keep their own times; GIF and numbered pictures have the first film's rate.
        """,
      valueName: "rate"),
    transform: Self.frameRate)
  var frameRate: Rational?

  @Flag(
    name: .customLong("fast-start"),
    help: "Put a movie's header before its media, so that it can be played while it is loaded.")
  var fastStart = false

  @OptionGroup var fragmentOptions: FragmentOptions

  @Option(
    help: ArgumentHelp(
      "The greatest size of the file in bytes: a longer film ends earlier.", valueName: "bytes"))
  var sizeLimit: Int64 = 0

  @OptionGroup var plan: DryRunOptions

  @Flag(
    help: ArgumentHelp(
      "Open the finished file again, compare it with what it should be and decode all of it.",
      discussion: "A file that is not what it should be stays, and the exit status is 76."))
  var verify = false

  @Sendable private static func frameRate(_ text: String) throws -> Rational {
    guard let rate = Rational(frameRate: text), let shortest = try? Rational(1, 3_600), rate >= shortest,
      rate <= Rational(10_000)
    else {
      throw ValidationError("\(text) is no frame rate. Expected frames a second: 25, 23.976 or 30000/1001.")
    }
    return rate
  }

  /// Whether packets are copied.
  func copies(_ encoding: EncodingOptions) -> Bool { copy || encoding.preset?.isPassthrough == true }

  /// Refuses what cannot be done with packets that are copied: an encoding, another size, a mixture; and what contradicts itself.
  func validate(_ encoding: EncodingOptions, _ adjustments: AdjustmentOptions, scale: Double = 1) throws {
    guard sizeLimit >= 0 else { throw ValidationError("A file has at least 0 bytes.") }
    try plan.validate(verifies: verify)
    guard copies(encoding) else {
      if adjustments.size != nil, scale != 1 { throw ValidationError("Give --size or --scale, not both.") }
      if adjustments.mute, encoding.wishes.audio != nil {
        throw ValidationError("--mute leaves the sound out. Leave out --mute, or what is said of the sound.")
      }
      return
    }
    guard encoding.smart == nil else {
      throw ValidationError("--copy encodes nothing, and --smart what has to be, --no-smart all. Give one of them.")
    }
    guard adjustments.given.isEmpty else {
      throw ValidationError(
        "What is copied keeps all packets as they are. Leave out --copy, or \(adjustments.given.joined(separator: ", "))."
      )
    }
    let wishes = encoding.wishes
    guard wishes.video == nil, wishes.audio == nil, encoding.preset?.isPassthrough != false, sizeLimit == 0, scale == 1,
      frameRate == nil, fragmentOptions.fragments == nil
    else {
      throw ValidationError(
        "What is copied keeps all packets as they are. Leave out --copy, or the options of encoding and of size.")
    }
    guard soundTracks != .mix else {
      throw ValidationError(
        "Sounds are mixed by decoding them, and --copy decodes nothing. Leave out --copy, or keep or take the first one."
      )
    }
  }
}

extension FileEdit.SoundTracks: ExpressibleByArgument {}
extension MetadataFilter: ExpressibleByArgument {}
