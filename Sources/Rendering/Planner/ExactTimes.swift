import EditingModel
import MediaTime

/// What `work` gives; its overflow as an error that names the clip.
///
/// Times of media and projects have small denominators, so that this takes a project made to overflow.
func exactly<Value>(
  clip: ClipReference? = nil, time: Rational? = nil, _ work: () throws(RationalError) -> Value
) throws(RenderError) -> Value {
  do {
    return try work()
  } catch {
    throw RenderError(
      .invalidModel, "\(clip == nil ? "The" : "Its") times cannot be computed with exactly: \(error)",
      remedy: "Use times whose timescales have more in common.", clip: clip, time: time)
  }
}

/// A half-open stretch of exact time.
struct ExactRange: Hashable {
  /// The first time in it.
  let start: Rational
  /// The first time no longer in it.
  let end: Rational
  /// How long it is.
  let duration: Rational

  /// `range` as it is, which must be of finite times.
  init(_ range: CMTimeRange, of what: @autoclosure () -> String, clip: ClipReference? = nil) throws(RenderError) {
    guard let start = range.start.rational, let duration = range.duration.rational else {
      throw RenderError(
        .invalidModel, "The time range of \(what()) is \(range), which is not of finite times.",
        remedy: "Give it a start and a duration.", clip: clip)
    }
    self.start = start
    self.duration = duration
    self.end = try exactly(clip: clip, time: start) { () throws(RationalError) in try start + duration }
  }

  /// From `start` to `end`.
  init(start: Rational, end: Rational) throws(RationalError) {
    self.start = start
    self.end = end
    self.duration = try end - start
  }
}
