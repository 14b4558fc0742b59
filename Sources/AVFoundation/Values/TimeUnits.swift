import CoreMedia
import MediaTime

// The engine's times are fractions in lowest terms. Apple's are in units of the media, which programs take for times of their own:
// `CMTime(seconds: 1.5, preferredTimescale: asset.duration.timescale)` is 1.5 s, unless the duration is `3/1`.

extension CMTimeScale {
  /// The timescale of QuickTime's movies: 600 ticks a second, a multiple of 24, 25 and 30 frames a second.
  static let ofMovies: CMTimeScale = 600
}

extension CMTime {
  /// The same time in units of `timescale`, or where it is not a whole number of them, of the least multiple that holds
  /// it exactly. Times that no such timescale holds, and non-numeric ones, are returned unchanged.
  func inUnits(of timescale: CMTimeScale) -> CMTime {
    guard timescale > 0, self.timescale != timescale, let exact = rational else { return self }
    var (factor, rest) = (Int64(timescale), exact.denominator)
    while rest != 0 { (factor, rest) = (rest, factor % rest) }
    let (units, overflows) = (exact.denominator / factor).multipliedReportingOverflow(by: Int64(timescale))
    guard !overflows, let common = CMTimeScale(exactly: units) else { return self }
    let converted = convertScale(common, method: .default)
    return converted.isNumeric && converted.hasBeenRounded == hasBeenRounded ? converted : self
  }

  /// The same time in the units that it has, where these are no longer than those of movies; else in those, or a multiple.
  var inMovieUnits: CMTime { timescale < .ofMovies ? inUnits(of: .ofMovies) : self }
}

extension CMTimeRange {
  /// The same range in units of `timescale`, as far as its times can be.
  func inUnits(of timescale: CMTimeScale) -> CMTimeRange {
    guard isValid else { return self }
    return CMTimeRange(start: start.inUnits(of: timescale), duration: duration.inUnits(of: timescale))
  }

  /// The same range in the units that its times have, where these are no longer than those of movies.
  var inMovieUnits: CMTimeRange {
    guard isValid else { return self }
    return CMTimeRange(start: start.inMovieUnits, duration: duration.inMovieUnits)
  }
}
