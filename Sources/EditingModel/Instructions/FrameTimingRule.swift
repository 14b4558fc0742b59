/// The source of the times of a film's frames, and the picture of a track that each of them shows.
///
/// ```
///  pictures         ├── A ──┼─ B ─┼───── C ─────┼─ D ─┤         of a variable rate
///  grid             | A   A | B   C | C   C   C | D    …        every frameDuration; the interval that holds its time
///  nearestPicture     A   A   B   C   C   C   D   D             from A on; the picture whose start is nearest
///  source             A       B     C             D             each once, at its own time
/// ```
public enum FrameTimingRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Frame *n* is at *n* · `frameDuration` of the composition, and shows of each track the picture whose presentation interval
  /// contains that time. The pictures of a track whose times jitter around a rate by less than a quarter of a frame count as
  /// pictures of that rate.
  case grid
  /// The frames are `frameDuration` apart from the first picture on, and each shows the picture that begins nearest to its time:
  /// what plain cuts become where a constant rate is asked for.
  case nearestPicture
  /// Where one picture at a time is shown as it is, each has its own time and comes once (AVFoundation's export without a video
  /// composition; `AVMutableVideoComposition.sourceTrackIDForFrameTiming` of any track); where layers are composed, change, or play
  /// faster, frames are `frameDuration` apart. A track of layers or a custom compositor composes all of the film.
  case source
}
