import ArgumentParser
import GstEdit

/// Times and parts of films on the command line: one way of reading for all commands.
enum TimeArgument {
  /// The forms of a time, for the help.
  static let forms = "Seconds (2.5, 90s, 1500ms), 1:02.5, 00:01:02.500, fractions (1001/30000), or frames (120f)."

  /// The forms of a part, for the help.
  static let rangeForms = "START..END, START.., ..END or START+DURATION"

  /// Reads a time.
  @Sendable static func time(_ text: String) throws -> ProjectTime {
    do {
      return try ProjectTime(text)
    } catch {
      throw ValidationError("\(error) Give \(ProjectTime.expected).")
    }
  }

  /// Reads a part of a film.
  @Sendable static func range(_ text: String) throws -> ProjectTimeRange {
    do {
      return try ProjectTimeRange(text)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// `range` of `asset` in seconds.
  ///
  /// - Throws: `RenderError` where the file cannot be read, `CommandFailure` where it does not hold the part.
  static func seconds(
    _ range: ProjectTimeRange, of asset: AssetReference, in environment: CommandEnvironment
  ) async throws -> RationalRange {
    let facts = try await MediaInspector(renderer: environment.renderer).facts(of: asset)
    let part: CMTimeRange
    do throws(ProjectTimeRangeError) {
      part = try range.timeRange(
        frameDuration: facts.videoTracks.first?.timing.nominalFrameDuration, duration: facts.duration)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
    guard let exact = try RationalRange(part) else { throw CommandFailure(.usage, "\(range) is no range.") }
    // Packets may end a little later than what they show.
    return range.end == nil && range.duration == nil
      ? try RationalRange(start: exact.start, end: Rational(1 << 30)) : exact
  }
}
