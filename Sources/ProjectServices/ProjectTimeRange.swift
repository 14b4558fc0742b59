public import MediaTime
public import ProjectFile

/// A part of a film, as people name it: `2..5`, `120f..`, `..00:01:30`.
///
/// The times have the project format's forms. The part holds its start and not its end; where one is left out, it is the
/// film's.
public struct ProjectTimeRange: Hashable, Sendable {
  /// The first instant; nil for the film's start.
  public var start: ProjectTime?
  /// The first instant that is no longer in it; nil for the film's end.
  public var end: ProjectTime?

  /// From `start` to `end`.
  public init(start: ProjectTime?, end: ProjectTime?) {
    self.start = start
    self.end = end
  }

  /// Reads `START..END`.
  ///
  /// - Throws: `ProjectTimeRangeError` where that is no range.
  public init(_ text: String) throws(ProjectTimeRangeError) {
    guard let dots = text.firstRange(of: "..") else { throw .malformed(text) }
    func time(_ part: Substring) throws(ProjectTimeRangeError) -> ProjectTime? {
      guard !part.isEmpty else { return nil }
      do {
        return try ProjectTime(String(part))
      } catch {
        throw .time(error)
      }
    }
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

  /// The part of a film that lasts `duration` and whose frames last `frameDuration` each. Where `canOutlast`, an end that is given counts
  /// as it is, as layers may go on after the media; otherwise the film's end comes first.
  ///
  /// - Throws: `ProjectTimeRangeError` where the film holds nothing of it.
  public func timeRange(
    frameDuration: Rational?, duration: Rational, canOutlast: Bool = false
  ) throws(ProjectTimeRangeError) -> CMTimeRange {
    func seconds(_ time: ProjectTime) throws(ProjectTimeRangeError) -> Rational {
      do {
        return try time.seconds(frameDuration: frameDuration)
      } catch {
        throw .time(error)
      }
    }
    var first = Rational.zero
    if let start { first = try seconds(start) }
    var last = duration
    if let end {
      let wanted = try seconds(end)
      last = canOutlast ? wanted : min(duration, wanted)
    }
    guard first < max(duration, last) else { throw .beyondEnd(description) }
    guard first < last else { throw .empty(description) }
    do {
      return CMTimeRange(start: try CMTime(exactly: first), end: try CMTime(exactly: last))
    } catch {
      throw .time(.tooManyDigits(description))
    }
  }
}

extension ProjectTimeRange {
  /// Refuses a range of which media that last `duration` have only a part.
  ///
  /// A millisecond more is what a duration becomes that a person reads and writes.
  ///
  /// - Throws: `ProjectTimeRangeError`.
  public func checkEnd(frameDuration: Rational?, duration: Rational) throws(ProjectTimeRangeError) {
    guard let end else { return }
    let last: Rational
    do {
      last = try end.seconds(frameDuration: frameDuration)
    } catch {
      throw .time(error)
    }
    guard let excess = try? last - duration, excess.seconds <= 0.001 else {
      throw .endsAfterEnd(description, seconds: duration.seconds)
    }
  }
}

extension ProjectTimeRange: CustomStringConvertible {
  /// The range as it is read: `120f..`.
  public var description: String {
    "\(start.map(\.description) ?? "")..\(end.map(\.description) ?? "")"
  }
}

/// Why a text is no part of a film.
public enum ProjectTimeRangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not have the form of a range.
  case malformed(String)
  /// One of its times is none.
  case time(ProjectTimeError)
  /// It ends before it starts, or as it starts.
  case empty(String)
  /// It starts where the film has ended.
  case beyondEnd(String)
  /// It ends after the film, which is so many seconds long.
  case endsAfterEnd(String, seconds: Double)

  /// What was found and what is expected, as sentences.
  public var description: String {
    switch self {
    case .malformed(let text): "“\(text)” is no range. Give START..END, START.. or ..END."
    case .time(let error): "\(error) Give \(ProjectTime.expected)."
    case .empty(let text): "The range \(text) ends before it starts. Give the earlier time first."
    case .endsAfterEnd(let text, let seconds):
      "The range \(text) ends after the media, which last \((seconds * 1_000).rounded(.down) / 1_000) seconds. Give an earlier end, or none."
    case .beyondEnd(let text): "The range \(text) starts where the film has ended. Give an earlier start."
    }
  }
}
