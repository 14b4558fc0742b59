import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering

/// The first `seconds` of each of `films`, one after the other, as picture.
func cuts(of films: [MediaFacts], seconds: Int64 = 2) -> EditSnapshot {
  var track = CompositionTrack(id: 1, mediaType: .video)
  for (number, film) in films.enumerated() {
    let source = CMTimeRange(
      start: .zero, duration: CMTime(value: seconds, timescale: 1))
    let target = CMTimeRange(
      start: CMTime(value: Int64(number) * seconds, timescale: 1), duration: CMTime(value: seconds, timescale: 1))
    track.segments.append(
      CompositionTrackSegment(source: .init(asset: film.asset), sourceRange: source, targetRange: target))
  }
  return EditSnapshot(composition: Composition(tracks: [track]))
}
