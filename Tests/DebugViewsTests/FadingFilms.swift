import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering

@testable import DebugViews

/// Two films that fade into one another, a gap, and a sound that fades out.
///
/// ```
///  track 1       ├──── cat ────┤              ├──── cat ────┤        0…4, 6…10
///  track 2                 ├──── dog, twice as fast ──┤              3…7
///  instructions  [ 0      )[ 1 )[ 2          )[ 3 )[ 4      )
///  track 3       ├──── cat ─────────────────────────────────┤        its volume falls from 8 to 10
/// ```
struct FadingFilms {
  let cat: MediaFacts
  let dog: MediaFacts
  /// The edit, which a test may change.
  var edit = EditSnapshot()

  /// The films, with a fade of the first one that ends at `fadeEnd`, in frames of 1/25 s; at 100, where its instruction does.
  init(fadeEnd: Int64 = 100, names: (String, String) = ("cat", "dog")) throws {
    (cat, dog) = (try film(names.0), try film(names.1))
    var first = CompositionTrack(id: 1, mediaType: .video)
    first.segments = [
      Self.segment(cat, 0, 4), CompositionTrackSegment(emptyOver: Self.range(4, 6)), Self.segment(cat, 6, 10),
    ]
    var second = CompositionTrack(id: 2, mediaType: .video)
    second.segments = [
      CompositionTrackSegment(emptyOver: Self.range(0, 3)),
      CompositionTrackSegment(
        source: .init(asset: dog.asset), sourceRange: Self.range(0, 8), targetRange: Self.range(3, 7)),
    ]
    var third = CompositionTrack(id: 3, mediaType: .audio)
    third.segments = [Self.segment(cat, 0, 10)]
    edit.composition = Composition(tracks: [first, second, third])
    let (one, two) = (LayerInstruction(trackID: 1), LayerInstruction(trackID: 2))
    var fading = one
    fading.opacity = Ramps([
      .ramp(
        range: CMTimeRange(start: Self.time(3), end: CMTime(value: fadeEnd, timescale: 25)), from: 1, to: 0)
    ])
    var moving = two
    moving.transform = Ramps([.ramp(range: Self.range(6, 7), from: .identity, to: .translation(x: 640, y: 0))])
    edit.videoComposition = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 25), renderSize: Size(width: 640, height: 360),
      instructions: [
        VideoCompositionInstruction(timeRange: Self.range(0, 3), layerInstructions: [one]),
        VideoCompositionInstruction(timeRange: Self.range(3, 4), layerInstructions: [fading, two]),
        VideoCompositionInstruction(timeRange: Self.range(4, 6), layerInstructions: [two]),
        VideoCompositionInstruction(timeRange: Self.range(6, 7), layerInstructions: [moving, one]),
        VideoCompositionInstruction(timeRange: Self.range(7, 10), layerInstructions: [], passthroughTrackID: 1),
      ])
    edit.audioMix = AudioMix(inputParameters: [
      AudioMixInputParameters(trackID: 3, volume: Ramps([.ramp(range: Self.range(8, 10), from: 1, to: 0)]))
    ])
  }

  /// The view of the edit.
  func view(at time: CMTime? = nil) async throws -> CompositionDebugView {
    try await CompositionDebugView(edit, at: time, renderer: ScriptedRenderer(media: [cat, dog]))
  }

  static func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }

  static func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

  /// The first seconds of `film`, from `start` to `end` of the track.
  static func segment(_ film: MediaFacts, _ start: Int64, _ end: Int64) -> CompositionTrackSegment {
    CompositionTrackSegment(
      source: .init(asset: film.asset), sourceRange: range(0, end - start), targetRange: range(start, end))
  }
}
