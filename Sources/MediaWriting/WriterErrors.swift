import MediaDecoding
import MediaTime
package import Rendering

/// The errors of media that a writer refuses.
extension RenderError {
  /// `error` as a `RenderError`, whatever threw it.
  package static func translated(_ error: any Error) -> RenderError {
    do throws(RenderError) {
      return try translating { () throws -> RenderError in throw error }
    } catch {
      return error
    }
  }

  /// There is no track for `what`.
  static func noInput(_ what: String) -> RenderError {
    RenderError(.outOfRange, "The file takes no \(what).", remedy: "Name them in the writer's settings.")
  }

  /// A picture at `time` comes after one at `last`.
  static func notRising(_ time: Rational, after last: Rational) -> RenderError {
    RenderError(
      .outOfRange, "A picture at \(time.timecode) follows one at \(last.timecode).",
      remedy: "Write pictures in the order of their times, each later than the one before.", time: time)
  }
}
