import MediaFormats
import MediaTime

/// A time range that a verb was given, found to be one that edits can go by.
struct EditRange {
  /// What the caller knows it as.
  let argument: String
  /// Its first time, of 0 or later.
  let start: CMTime
  /// How long it is; nil of a range without end.
  let duration: CMTime?
  /// Its exact end; nil of a range without end.
  let end: CMTime?

  /// The range `timeRange`, which the caller knows as `argument`.
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
        "What starts at \(start.spoken) and lasts \(duration.spoken) ends at no time that can be written exactly.",
        expected: "times whose timescales have a common multiple up to \(CMTimeScale.max)")
    }
    self.duration = duration
    self.end = range.end
  }

  /// The part of it that lies before `limit`, a finite time; nil where none does.
  func cut(at limit: CMTime) throws(EditError) -> EditRange? {
    let end = end.map { min($0, limit) } ?? limit
    guard start < end else { return nil }
    return try EditRange(CMTimeRange(start: start, end: end.plain), argument: argument)
  }

  /// Whether no time lies in it.
  var isEmpty: Bool { duration == .zero }
}

/// An argument of a verb, by the name that its errors give it.
struct EditArgument {
  /// `startTime`, `timeRange.duration`.
  let name: String

  /// `time`, if it is finite and not before zero.
  func time(_ time: CMTime) throws(EditError) -> CMTime {
    guard time.isNumeric, time.epoch == 0, time.value >= 0 else {
      throw EditError(
        .invalidTime, argument: name, "The time is \(time.spokenWithEpoch).", expected: "a finite time of 0 or later")
    }
    return time.plain
  }

  /// `duration`, if it is finite and not negative.
  func duration(_ duration: CMTime) throws(EditError) -> CMTime {
    guard duration.isNumeric, duration.epoch == 0, duration.value >= 0 else {
      throw EditError(
        .invalidDuration, argument: name, "The duration is \(duration.spokenWithEpoch).",
        expected: "a finite duration of 0 or more")
    }
    return duration.plain
  }

  /// `media`, if a track of `wanted` can hold it.
  func mediaType(_ media: MediaType, fitting wanted: MediaType, trackID: TrackID) throws(EditError) {
    guard media != wanted else { return }
    throw EditError(
      .wrongMediaType, argument: name, trackID: trackID, "The source is \(media.rawValue).",
      expected: "a source that is \(wanted.rawValue), as the track is")
  }
}

extension CMTime {
  /// The time as sentences have it, and its epoch where it has one.
  fileprivate var spokenWithEpoch: String { epoch == 0 || !isNumeric ? spoken : "\(spoken) of epoch \(epoch)" }
}
