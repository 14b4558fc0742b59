import MediaTime
import Rendering

extension MovieTracks.Track {
  /// The presentation times of `sample` by the edit list: none, or several; and the part of it that lies before each.
  func presented(
    _ sample: MovieSamples.Sample, in movie: MovieTracks
  ) throws -> [(shown: RationalRange, skipped: Rational)] {
    let scale = Int64(clamping: timescale)
    let start = try Rational(Int64(clamping: sample.time), scale)
    let end = try Rational(Int64(clamping: sample.time &+ sample.duration), scale)
    guard let edits, !edits.isEmpty, movie.timescale > 0 else {
      return end > start ? [(try RationalRange(start: start, end: end), .zero)] : []
    }
    var found: [(shown: RationalRange, skipped: Rational)] = []
    var place = Rational.zero
    for edit in edits.prefix(200) {
      let length = try Rational(Int64(clamping: edit.duration), Int64(clamping: movie.timescale))
      if let mediaTime = edit.mediaTime {
        let from = try Rational(Int64(clamping: mediaTime), scale)
        // An edit of no length lasts as long as the media.
        let to = edit.duration == 0 ? end : try from + length
        let (first, last) = (max(start, from), min(end, to))
        if last > first {
          found.append(
            (try RationalRange(start: place + (first - from), end: place + (last - from)), try first - start))
        }
      }
      place = try place + length
    }
    return found
  }
}
