import EditServices
import EditingModel
import MediaAnalysis
import MediaFormats
import MediaTime

/// A row below a film's frames: what lies one after another in time.
struct TimelineLane: Sendable {
  /// The kind of row.
  var kind: Kind
  /// The clips of the row; none overlaps another.
  var clips: [Clip]
  /// The track that it is; nil for what is none, and for a media file's sound.
  var track: TrackID?
  /// The opacity or the gain over time; nil where it is 1 throughout.
  var level: LevelCurve?
  /// Cuts from one clip to one of another row without a ramp.
  var transitions: [Transition] = []
  /// The row's waveform, without its gain; nil for a row without sound.
  var waveform: Waveform?
  /// The number of clips that found no room.
  var omitted = 0

  /// The kinds of row.
  enum Kind: Hashable, Sendable {
    case subtitles, titles, overlays, layers, picture, sound
  }

  /// A clip, or what lies over the film for a while. Times are in seconds.
  struct Clip: Hashable, Sendable {
    var start: Double
    var end: Double
    var name: String
  }

  /// A stretch in which a clip gives way to another one, or takes its place. Times are in seconds.
  struct Transition: Hashable, Sendable {
    var start: Double
    var end: Double
    /// Whether the row's clip comes; it goes otherwise.
    var comes: Bool
  }
}

extension TimelineLane {
  /// The rows of `edit`, the topmost first: layers over the film, the tracks of pictures, the first one in front, and
  /// the sound.
  static func lanes(of edit: EditSnapshot) -> [TimelineLane] {
    let tracks = edit.composition.tracks.filter(\.isEnabled)
    let duration = edit.composition.duration.seconds
    var pictures = tracks.filter { $0.mediaType == .video }.map { track in
      TimelineLane(
        kind: .picture, clips: clips(of: track), track: track.id,
        level: .opacity(of: track.id, in: edit.videoComposition))
    }
    addTransitions(to: &pictures)
    let sounds = tracks.filter { $0.mediaType == .audio }.map { track in
      TimelineLane(kind: .sound, clips: clips(of: track), track: track.id, level: .gain(of: track, in: edit.audioMix))
    }
    return overlays(of: edit.videoComposition, duration: duration) + pictures + sounds
  }

  /// The clips of `track`, each with its name and, where that is not 1, its speed.
  private static func clips(of track: CompositionTrack) -> [Clip] {
    track.segments.compactMap { segment in
      guard let source = segment.source else { return nil }
      let (target, media) = (segment.timeMapping.target, segment.timeMapping.source.duration.seconds)
      let rate = target.duration.seconds > 0 ? media / target.duration.seconds : 1
      let speed = abs(rate - 1) < 0.005 ? "" : " ×\(LevelCurve.text(rate))"
      return Clip(start: target.start.seconds, end: target.end.seconds, name: source.asset.name + speed)
    }
  }

  /// Marks where a clip of one row ends within a clip of another that began within it: one gives way to the other. Where a ramp says
  /// how, that is drawn instead.
  private static func addTransitions(to lanes: inout [TimelineLane]) {
    let clips = lanes.indices.flatMap { lane in lanes[lane].clips.map { (lane: lane, clip: $0) } }
      .sorted { $0.clip.start < $1.clip.start }
    for (number, first) in clips.enumerated() {
      for second in clips[(number + 1)...] {
        guard second.clip.start < first.clip.end else { break }
        let (start, end) = (second.clip.start, first.clip.end)
        guard second.lane != first.lane, second.clip.start > first.clip.start, second.clip.end > end,
          end - start > 0.001
        else { continue }
        for (lane, comes) in [(first.lane, false), (second.lane, true)]
        where lanes[lane].level?.changes(between: start, and: end) != true {
          lanes[lane].transitions.append(Transition(start: start, end: end, comes: comes))
        }
      }
    }
  }
}
