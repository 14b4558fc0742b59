import Composition
import EditServices
import FoundationEssentials
import MediaTime
import RenderPlan

/// A file that holds `seconds` of 25 pictures a second of `size`, and as much sound.
func film(
  _ name: String, seconds: Int = 10, size: PixelSize = PixelSize(width: 640, height: 360),
  folder: String = "/media"
) throws -> MediaFacts {
  let picture = VideoTrackFacts(
    codec: "H.264", size: size, pixelAspect: .one, orientation: .up,
    timing: .constant(start: .zero, frameDuration: try Rational(1, 25), count: seconds * 25), format: "I420",
    hasAlpha: false, isInterlaced: false, colorimetry: .bt709)
  let sound = AudioTrackFacts(
    codec: "AAC", sampleRate: 48_000, channels: 2, firstSample: 0, sampleCount: Int64(seconds) * 48_000,
    losslessFormat: nil)
  return MediaFacts(
    asset: AssetReference(url: URL(filePath: "\(folder)/\(name)"), name: name), container: "MPEG-4",
    duration: Rational(Int64(seconds)), videoTracks: [picture], audioTracks: [sound])
}

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
