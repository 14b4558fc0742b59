public import ProjectFile

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

  /// What was found and what is expected, as sentences.
  public var description: String {
    switch self {
    case .malformed(let text): "“\(text)” is no range. Give START..END, START.. or ..END."
    case .time(let error): "\(error) Give \(ProjectTime.expected)."
    case .empty(let text): "The range \(text) ends before it starts. Give the earlier time first."
    case .beyondEnd(let text): "The range \(text) starts where the film has ended. Give an earlier start."
    }
  }
}
