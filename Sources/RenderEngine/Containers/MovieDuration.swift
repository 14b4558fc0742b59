/// The duration that `qtdemux` reads from a movie's header (ISO/IEC 14496-12 §8.2.2) instead of the file's own.
///
/// ```
///  media          ├── hidden by the edit list ──┼──── shown ────┤
///  the movie's duration                         ├───────────────┤
///  qtdemux 1.22   ├─────────────── stops here, in the media's time: much of what is shown is missing
/// ```
///
/// Without it a movie trimmed in the middle of a group of pictures (`ffmpeg -ss … -c copy`) would lose its end, or all
/// of it. The file itself is not touched.
struct MovieDuration: Hashable, Sendable, Codable {
  /// The file offset of the number.
  let offset: UInt64
  /// The bytes to read there.
  let bytes: [UInt8]

  /// A duration that covers all media of `movie`; nil where the file's own does, or where movie fragments declare it.
  init?(of movie: MovieTracks) {
    guard !movie.isFragmented, movie.timescale > 0 else { return nil }
    let seconds = movie.tracks.filter { $0.timescale > 0 && $0.duration > 0 }.map {
      Double($0.duration) / Double($0.timescale)
    }
    guard let longest = seconds.max(), let shortest = seconds.min() else { return nil }
    // `qtdemux` takes a track of less than a fifth of the movie's duration for a preview picture, and leaves it out.
    let wanted = min(longest + 1, 4.5 * shortest) * Double(movie.timescale)
    let width = movie.durationField.width
    let most = Double(width == 8 ? UInt64(Int64.max) : UInt64(UInt32.max - 1))
    guard wanted > Double(movie.duration), wanted < most else { return nil }
    offset = movie.durationField.offset
    var number = [UInt8](repeating: 0, count: width)
    number.setBigEndian(UInt64(wanted), at: 0, width)
    bytes = number
  }
}
