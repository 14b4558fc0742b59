import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime

/// A file's only track of a kind, `lasting` so many seconds from `start`.
func source(
  _ name: String, _ mediaType: MediaType = .video, from start: Int64 = 0, lasting: Int64 = 100,
  size: Size = Size(width: 1280, height: 720)
) -> AssetTrack {
  AssetTrack(
    of: media(name).asset, trackID: 1, mediaType: mediaType, timeRange: range(start, start + lasting),
    videoProperties: mediaType == .video ? VideoTrackProperties(naturalSize: size) : nil)
}

/// A file with one track of pictures and one of sound, each lasting so many seconds.
func file(
  _ name: String, video: Int64? = 10, audio: Int64? = 10, size: Size = Size(width: 1280, height: 720)
) -> Asset {
  var tracks: [AssetTrack] = []
  if let video { tracks.append(source(name, lasting: video, size: size)) }
  if let audio {
    var sound = source(name, .audio, lasting: audio)
    sound.trackID = 2
    tracks.append(sound)
  }
  return Asset(media(name).asset, tracks: tracks)
}

/// A video track that shows each of `clips` from its media's first second on, one after the other; "-" is an empty
/// edit.
func row(_ clips: (name: String, seconds: Int64)..., id: TrackID = 1) -> CompositionTrack {
  var track = CompositionTrack(id: id, mediaType: .video)
  var end: Int64 = 0
  for clip in clips {
    let target = range(end, end + clip.seconds)
    track.segments.append(
      clip.name == "-"
        ? CompositionTrackSegment(emptyOver: target)
        : CompositionTrackSegment(source: media(clip.name), sourceRange: range(0, clip.seconds), targetRange: target))
    end += clip.seconds
  }
  return track
}

extension CompositionTrack {
  /// Each segment in short: `a 2…5` shows the third to the fifth second of a, `a 2…5 in 6` at half the speed, `- 4`
  /// nothing for four seconds.
  var words: [String] {
    segments.map { segment in
      let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
      guard let name = segment.source?.asset.name else { return "- \(target.duration.word)" }
      let speed = source.duration == target.duration ? "" : " in \(target.duration.word)"
      return "\(name) \(source.start.word)…\(source.end.word)\(speed)"
    }
  }

  /// Whether the segments are valid.
  var isInOrder: Bool { (try? validateTrackSegments(segments)) != nil }
}

extension Composition {
  /// The words of each track, after its number.
  var words: [String] { tracks.map { "\($0.id): \($0.words.joined(separator: ", "))" } }
}

extension CMTime {
  /// The exact seconds.
  fileprivate var word: String { rational?.description ?? "?" }
}

/// The error that `edit` of a copy of `model` throws; nil where it throws none.
func editError<Model>(_ model: Model, _ edit: (inout Model) throws -> Void) -> EditError? {
  var copy = model
  do {
    try edit(&copy)
    return nil
  } catch {
    return error as? EditError
  }
}
