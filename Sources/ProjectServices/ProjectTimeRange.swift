public import MediaTime
public import ProjectFile

/// A part of a film, as people name it: `2..5`, `120f..`, `..00:01:30`, `1:00+5s`.
///
/// The times have the project format's forms. The part holds its start and not its end; where one is left out, it is the
/// film's. Behind a plus stands how long it lasts. What the film does not have of it is refused, by all that take one.
public struct ProjectTimeRange: Hashable, Sendable {
  /// The first instant; nil for the film's start.
  public var start: ProjectTime?
  /// The first instant that is no longer in it; nil for the film's end, and where it is said how long the part is.
  public var end: ProjectTime?
  /// Its duration; nil where its end is stated.
  public var duration: ProjectTime?

  /// From `start` to `end`.
  public init(start: ProjectTime?, end: ProjectTime?) {
    self.start = start
    self.end = end
  }

  /// From `start` on, for `duration`.
  public init(start: ProjectTime?, duration: ProjectTime) {
    self.start = start
    self.duration = duration
  }

  /// Reads `START..END` or `START+DURATION`.
  ///
  /// - Throws: `ProjectTimeRangeError` where that is no range.
  public init(_ text: String) throws(ProjectTimeRangeError) {
    func time(_ part: Substring) throws(ProjectTimeRangeError) -> ProjectTime? {
      guard !part.isEmpty else { return nil }
      do {
        return try ProjectTime(String(part))
      } catch {
        throw .time(error)
      }
    }
    if let plus = text.firstIndex(of: "+") {
      start = try time(text[..<plus])
      duration = try time(text[text.index(after: plus)...])
      guard let duration else { throw .malformed(text) }
      guard duration != .seconds(.zero), duration != .frames(0) else { throw .empty(text) }
      return
    }
    guard let dots = text.firstRange(of: "..") else { throw .malformed(text) }
    start = try time(text[..<dots.lowerBound])
    end = try time(text[dots.upperBound...])
    // Whether times of different kinds are in order turns out when the frames' length is known.
    switch (start, end) {
    case (nil, nil): throw .malformed(text)
    case (.frames(let first)?, .frames(let last)?) where first >= last: throw .empty(text)
    case (.seconds(let first)?, .seconds(let last)?) where first >= last: throw .empty(text)
    default: break
    }
  }

  /// The part of a film that lasts `duration` and whose frames last `frameDuration` each.
  ///
  /// A millisecond more than there is counts as the film's end: it is what a duration becomes that a person reads and writes.
  ///
  /// - Parameters:
  ///   - mediaDuration: How long its media last, where that is longer.
  ///   - canOutlast: Whether the film goes on behind its media, as layers do.
  /// - Throws: `ProjectTimeRangeError` where the film does not hold all of it.
  public func timeRange(
    frameDuration: Rational?, duration: Rational, mediaDuration: Rational = .zero, canOutlast: Bool = false
  ) throws(ProjectTimeRangeError) -> CMTimeRange {
    let first = try start.map { time throws(ProjectTimeRangeError) in try time.inSeconds(frameDuration) } ?? .zero
    var last = duration
    if let wanted = try end(from: first, frameDuration: frameDuration) {
      last = canOutlast ? wanted : min(duration, wanted)
      guard first < max(duration, last) else { throw .beyondEnd(description, seconds: duration.seconds) }
      guard first < last else { throw .empty(description) }
      let length = max(duration, mediaDuration)
      guard canOutlast || (try? wanted - length).map({ $0.seconds <= 0.001 }) ?? false else {
        throw .endsAfterEnd(description, seconds: length.seconds)
      }
    }
    guard first < max(duration, last) else { throw .beyondEnd(description, seconds: duration.seconds) }
    do {
      return CMTimeRange(start: try CMTime(exactly: first), end: try CMTime(exactly: last))
    } catch {
      throw .time(.tooManyDigits(description))
    }
  }

  /// The end of the range that begins at `first`; nil for the film's end.
  private func end(
    from first: Rational, frameDuration: Rational?
  ) throws(ProjectTimeRangeError) -> Rational? {
    guard let duration else { return try end?.inSeconds(frameDuration) }
    let length = try duration.inSeconds(frameDuration)
    do {
      return try first + length
    } catch {
      throw .time(.tooManyDigits(description))
    }
  }
}

extension ProjectTime {
  /// The time in seconds, as an error of a range.
  fileprivate func inSeconds(_ frameDuration: Rational?) throws(ProjectTimeRangeError) -> Rational {
    do {
      return try seconds(frameDuration: frameDuration)
    } catch {
      throw .time(error)
    }
  }
}

extension ProjectTimeRange: CustomStringConvertible {
  /// The range as it is read: `120f..`.
  public var description: String {
    let first = start.map(\.description) ?? ""
    return duration.map { "\(first)+\($0)" } ?? "\(first)..\(end.map(\.description) ?? "")"
  }
}

/// The reason for which a text is no part of a film.
public enum ProjectTimeRangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not have the form of a range.
  case malformed(String)
  /// One of its times is none.
  case time(ProjectTimeError)
  /// It ends before it starts, or as it starts.
  case empty(String)
  /// It starts behind the film, whose length is `seconds`.
  case beyondEnd(String, seconds: Double)
  /// It ends behind the film, whose length is `seconds`.
  case endsAfterEnd(String, seconds: Double)

  /// The fault and the expected value, as sentences.
  public var description: String {
    switch self {
    case .malformed(let text): "“\(text)” is no range. Give START..END, START.., ..END or START+DURATION."
    case .time(let error): "\(error) Give \(ProjectTime.expected)."
    case .empty(let text): "The range \(text) ends before it starts, or as it starts. Give the earlier time first."
    case .endsAfterEnd(let text, let seconds):
      "The range \(text) ends after the media, which last \(Self.words(seconds)) seconds. Give an earlier end, or none."
    case .beyondEnd(let text, let seconds):
      "The range \(text) starts where the film has ended, which lasts \(Self.words(seconds)) seconds. Give an earlier start."
    }
  }

  /// `seconds` to the millisecond before.
  private static func words(_ seconds: Double) -> String { "\((seconds * 1_000).rounded(.down) / 1_000)" }
}
