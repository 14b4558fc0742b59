import ArgumentParser
import GstEdit

/// Whether a movie is written in fragments.
struct FragmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a fragmented MP4, QuickTime or M4A: each fragment lasts at least so many seconds, and begins with a key frame.",
      discussion: "For what is sent piece by piece. Give --keyframe-interval, too, for fragments of even length.",
      valueName: "seconds"),
    transform: FragmentOptions.seconds)
  var fragments: Rational?

  /// Reads a number of seconds.
  @Sendable static func seconds(_ text: String) throws -> Rational {
    do {
      return try TimeArgument.time(text).seconds(frameDuration: nil)
    } catch let error as ProjectTimeError {
      throw ValidationError("\(error) Give seconds.")
    }
  }
}
