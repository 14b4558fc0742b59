import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime

/// Short constructors for the models of tests.
func seconds(_ value: Int64, over timescale: CMTimeScale = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: seconds(start), end: seconds(end)) }

func media(_ name: String = "cat", track: Int = 0) -> CompositionTrackSegment.Source {
  CompositionTrackSegment.Source(
    asset: AssetReference(url: URL(filePath: "/media/\(name).mp4"), name: name), trackIndex: track)
}

/// A segment of the media's first seconds over a stretch of the track.
func segment(_ start: Int64, _ end: Int64) -> CompositionTrackSegment {
  CompositionTrackSegment(source: media(), sourceRange: range(0, end - start), targetRange: range(start, end))
}

func track(_ id: TrackID, _ mediaType: MediaType = .video, _ segments: CompositionTrackSegment...) -> CompositionTrack {
  CompositionTrack(id: id, mediaType: mediaType, segments: segments)
}

/// Fifteen seconds: pictures on track 1, sound on track 2.
let fifteenSeconds = Composition(tracks: [track(1, .video, segment(0, 15)), track(2, .audio, segment(0, 15))])

func instruction(_ start: Int64, _ end: Int64, _ layers: LayerInstruction...) -> VideoCompositionInstruction {
  VideoCompositionInstruction(timeRange: range(start, end), layerInstructions: layers)
}

func videoComposition(_ instructions: VideoCompositionInstruction...) -> VideoComposition {
  VideoComposition(
    frameDuration: seconds(1, over: 25), renderSize: Size(width: 1280, height: 720), instructions: instructions)
}
