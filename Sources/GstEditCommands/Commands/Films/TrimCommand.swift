import ArgumentParser
import Foundation
import GstEdit

/// `gstedit trim`: a part of a film.
struct TrimCommand: ConversionSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Write a part of a media file into another file.",
    discussion: """
      Without --copy the part is encoded anew, from the frame and the sample on that were asked for. With --copy no packet \
      is decoded, which costs as long as the disk takes: in MP4, QuickTime and M4A the part is exact nevertheless, since an \
      edit list hides what decoding needs before it; elsewhere it begins at the key frame before. --json says which.

      EXAMPLES
        gstedit trim film.mp4 --range 10..20.5 -o part.mp4 --copy
        gstedit trim film.mkv --range 250f..500f -o part.mp4
      """)

  @Argument(help: ArgumentHelp("The media file.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The part: START..END, START.. or ..END.",
      discussion: "Seconds (2.5), fractions (1001/30000), 00:01:02.500, or frames (120f).", valueName: "range"),
    transform: RangeArgument.range)
  var range: ProjectTimeRange

  @OptionGroup var target: ConversionTarget
  @OptionGroup(title: "What it is written as") var encoding: EncodingOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var inputs: [String] { [file] }

  func perform(in environment: CommandEnvironment) async throws {
    let asset = AssetReference(url: environment.url(file), name: file)
    if target.copies(encoding) {
      let range = try await RangeArgument.seconds(range, of: asset, in: environment)
      try await target.copy(
        [PacketCopy.Part(asset, range: range)], encoding, shared, reporter: reporter(in: environment), in: environment)
    } else {
      try await target.convert([asset], range, encoding, shared, reporter: reporter(in: environment), in: environment)
    }
  }
}

/// A part of a file on the command line.
enum RangeArgument {
  /// Reads `START..END`.
  @Sendable static func range(_ text: String) throws -> ProjectTimeRange {
    do {
      return try ProjectTimeRange(text)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// `range` of `asset` in seconds.
  static func seconds(
    _ range: ProjectTimeRange, of asset: AssetReference, in environment: CommandEnvironment
  ) async throws -> RationalRange {
    let facts = try await MediaInspector(renderer: environment.renderer).facts(of: asset)
    let frameDuration = facts.videoTracks.first?.timing.nominalFrameDuration
    do throws(ProjectTimeRangeError) {
      _ = try range.timeRange(frameDuration: frameDuration, duration: facts.duration)
      try range.checkEnd(frameDuration: frameDuration, duration: facts.duration)
    } catch {
      switch error {
      case .beyondEnd, .endsAfterEnd:
        throw RenderError(.sourceRangeBeyondMedia, error.description, asset: asset)
      case .malformed, .time, .empty: throw CommandFailure(.usage, error.description)
      }
    }
    do {
      let start = try range.start?.seconds(frameDuration: frameDuration) ?? .zero
      let end = try range.end?.seconds(frameDuration: frameDuration)
      if let end, end <= start {
        throw CommandFailure(
          .usage, "The range \(range) ends before it starts.", remedy: "Give the earlier time first.")
      }
      return try RationalRange(start: start, end: end ?? Rational(1 << 30))
    } catch let error as ProjectTimeError {
      throw CommandFailure(.usage, "\(error)", remedy: "Give \(ProjectTime.expected).")
    }
  }
}
