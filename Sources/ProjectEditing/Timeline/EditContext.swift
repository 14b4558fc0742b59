package import FoundationEssentials
package import MediaTime

/// The context of an edit that a project's text does not tell.
package struct EditContext: Hashable, Sendable {
  /// The folder that relative paths start from.
  package var baseURL: URL
  /// The duration of a frame, in seconds, where the project does not state it; nil where it is not known.
  package var frameDuration: Rational?
  /// The durations of media, in seconds, by the names of their assets; those of one picture, and unknown ones, are left
  /// out.
  package var mediaDurations: [String: Rational]
  /// The assets that are one picture, and can be shown for any time.
  package var stills: Set<String>
  /// The size of the film's picture, where the project does not say it: width and height in pixels.
  package var renderSize: [Int]?
  /// The durations of files that may be placed, in seconds, by the paths that edits name.
  package var fileDurations: [String: Rational]

  /// A context of known facts; the folder alone, unless given.
  package init(
    baseURL: URL, frameDuration: Rational? = nil, mediaDurations: [String: Rational] = [:], stills: Set<String> = [],
    renderSize: [Int]? = nil, fileDurations: [String: Rational] = [:]
  ) {
    self.baseURL = baseURL
    self.frameDuration = frameDuration
    self.mediaDurations = mediaDurations
    self.stills = stills
    self.renderSize = renderSize
    self.fileDurations = fileDurations
  }

  /// The shortest that a segment becomes where frames last no known time: a millisecond.
  static let shortestSegment = Rational.thousandth

  /// The duration of a still that is placed without one.
  static let stillDuration = Rational(5)
}

extension Rational {
  /// 1/1000.
  static let thousandth = (try? Rational(1, 1_000)) ?? .one
}
