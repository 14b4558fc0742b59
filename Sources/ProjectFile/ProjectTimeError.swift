/// Why a text is no time of a project.
public enum ProjectTimeError: Error, Hashable, Sendable {
  /// The text has none of the forms of a time.
  case malformed(String)
  /// The timescale of a fraction is zero.
  case zeroTimescale(String)
  /// The time, exactly as written, does not fit into 64 bits.
  case tooManyDigits(String)
  /// The time counts frames, and nothing says how long one lasts.
  case unknownFrameDuration(frames: Int64)
}

extension ProjectTimeError: CustomStringConvertible {
  /// What was found, as a sentence.
  public var description: String {
    switch self {
    case .malformed(let text): "\(JSONText.quoted(text.shortened)) is no time."
    case .zeroTimescale(let text): "The timescale of \(JSONText.quoted(text.shortened)) is 0."
    case .tooManyDigits(let text): "The time \(text.shortened) has more digits than can be kept exactly."
    case .unknownFrameDuration(let frames): "\"\(frames)f\" counts frames, and nothing says how long one lasts."
    }
  }
}
