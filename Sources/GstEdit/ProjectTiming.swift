import EditServices
import EditingModel
import MediaTime
import ProjectFile
import Rendering

/// A project with every time in seconds.
struct ProjectTiming {
  /// The project as values.
  var model: ResolvedProject
  /// The part that is rendered; all of it if nil.
  var range: CMTimeRange?
}

extension ProjectRender {
  /// The project with its times, and those of `choices`, in seconds.
  ///
  /// Where frames are counted and no video composition says how long one lasts, the media does, by the rule of
  /// `RenderPlanner.defaultVideoComposition`.
  func timing(for choices: Choices) async throws -> ProjectTiming {
    let (model, frameDuration) = try await model(countingFrames: choices.timeRange?.countsFrames == true)
    var timing = ProjectTiming(model: model)
    if let range = choices.timeRange {
      do throws(ProjectTimeRangeError) {
        timing.range = try range.timeRange(
          frameDuration: frameDuration?.rational, duration: model.composition.duration.rational ?? .zero)
      } catch {
        throw ChoiceError(error.description)
      }
    }
    return timing
  }

  /// The project with its times in seconds, and how long a frame lasts: nil where that is not known and, unless
  /// `countingFrames`, not needed.
  func model(countingFrames: Bool) async throws -> (model: ResolvedProject, frameDuration: CMTime?) {
    var frameDuration = project.frameDuration
    if frameDuration == nil, project.usesFrameTimes || countingFrames {
      let sources = project.videoSources
      let facts = try await MediaInspector(renderer: renderer).facts(of: sources.map(\.asset))
      frameDuration = try Self.frameDuration(of: sources, facts: facts)
    }
    return (try project.resolve(frameDuration: frameDuration), frameDuration)
  }

  /// How long a frame of a film made from `sources` lasts. Only their order counts, not how long they are shown.
  private static func frameDuration(
    of sources: [CompositionTrackSegment.Source], facts: [AssetReference: MediaFacts]
  ) throws(RenderError) -> CMTime? {
    let second = CMTime(value: 1, timescale: 1)
    var track = CompositionTrack(id: 1, mediaType: .video)
    for source in sources {
      track.segments.append(
        CompositionTrackSegment(
          source: source, sourceRange: CMTimeRange(start: .zero, duration: second),
          targetRange: CMTimeRange(start: track.duration, duration: second)))
    }
    guard !track.segments.isEmpty else { return nil }
    return try RenderPlanner.defaultVideoComposition(for: Composition(tracks: [track]), facts: facts)?.frameDuration
  }
}

extension ResolvedProject {
  /// The edit that the project describes.
  public var edit: EditSnapshot {
    EditSnapshot(composition: composition, videoComposition: videoComposition, audioMix: audioMix)
  }
}

extension ProjectTimeRange {
  /// Whether an end of it is a number of frames.
  var countsFrames: Bool { [start, end].contains { $0?.countsFrames == true } }
}

extension ProjectTime {
  /// Whether it is a number of frames.
  var countsFrames: Bool {
    if case .frames = self { true } else { false }
  }
}
