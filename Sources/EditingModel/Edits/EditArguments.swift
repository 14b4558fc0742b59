import MediaFormats
import MediaTime

/// A validated time range argument of an edit: finite, not negative, with an exact end, perhaps endless.
///
/// It keeps the caller's `CMTime`s, whose timescales the edited segments take over.
struct EditRange {
  /// The name of the argument, as errors state it.
  let argument: String
  /// The first time, of 0 or later.
  let start: CMTime
  /// The duration; nil for an endless range.
  let duration: CMTime?
  /// The exact end; nil for an endless range.
  let end: CMTime?

  /// Validates `timeRange`, the argument named `argument`.
  ///
  /// - Throws: `.invalidTime`, `.invalidDuration` or `.timeNotExact`.
  init(_ timeRange: CMTimeRange, argument: String = "timeRange", mayBeEndless: Bool = false) throws(EditError) {
    self.argument = argument
    self.start = try EditArgument(name: "\(argument).start").time(timeRange.start)
    guard !(mayBeEndless && timeRange.duration.isPositiveInfinity) else {
      self.duration = nil
      self.end = nil
      return
    }
    let duration = try EditArgument(name: "\(argument).duration").duration(timeRange.duration)
    guard let range = CMTimeRange(exactlyFrom: start, lasting: duration) else {
      throw EditError(
        .timeNotExact, argument: argument,
        "What starts at \(start.messageText) and lasts \(duration.messageText) ends at no time that can be written "
          + "exactly.",
        expected: "times whose timescales have a common multiple up to \(CMTimeScale.max)")
    }
    self.duration = duration
    self.end = range.end
  }

  /// The part before `limit`, a finite time; nil where it is empty.
  func clamped(before limit: CMTime) throws(EditError) -> EditRange? {
    let end = end.map { min($0, limit) } ?? limit
    guard start < end else { return nil }
    return try EditRange(CMTimeRange(start: start, end: end.plain), argument: argument)
  }

  /// Whether the range contains no time.
  var isEmpty: Bool { duration == .zero }
}

/// Validation of an edit's arguments.
struct EditArgument {
  /// The name of the argument, as errors state it: `startTime`, `timeRange.duration`.
  let name: String

  /// `time`, which must be finite and not before zero.
  func time(_ time: CMTime) throws(EditError) -> CMTime {
    guard time.isNumeric, time.epoch == 0, time.value >= 0 else {
      throw EditError(
        .invalidTime, argument: name, "The time is \(time.messageTextWithEpoch).",
        expected: "a finite time of 0 or later")
    }
    return time.plain
  }

  /// `duration`, which must be finite and not negative.
  func duration(_ duration: CMTime) throws(EditError) -> CMTime {
    guard duration.isNumeric, duration.epoch == 0, duration.value >= 0 else {
      throw EditError(
        .invalidDuration, argument: name, "The duration is \(duration.messageTextWithEpoch).",
        expected: "a finite duration of 0 or more")
    }
    return duration.plain
  }

  /// Checks that a source of `mediaType` can be inserted into track `trackID`, which is of `expected`.
  func check(_ mediaType: MediaType, is expected: MediaType, trackID: TrackID) throws(EditError) {
    guard mediaType != expected else { return }
    throw EditError(
      .wrongMediaType, argument: name, trackID: trackID, "The source is \(mediaType.rawValue).",
      expected: "a source that is \(expected.rawValue), as the track is")
  }
}

extension CMTime {
  /// The time as messages state it, with its epoch where it is not 0.
  fileprivate var messageTextWithEpoch: String {
    epoch == 0 || !isNumeric ? messageText : "\(messageText) of epoch \(epoch)"
  }
}
