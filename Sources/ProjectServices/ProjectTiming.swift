public import EditServices
import EditingModel
import MediaFormats
import MediaTime
public import ProjectFile
import Rendering

/// A project with every time in seconds.
struct ProjectTiming {
  /// The project as values.
  var model: ResolvedProject
  /// How long a frame lasts; nil where that is not known, and nothing counts frames.
  var frameDuration: CMTime?
  /// The part that is rendered; all of it if nil.
  var range: CMTimeRange?
  /// What is known of the media by now.
  var facts: [AssetReference: MediaFacts] = [:]
  /// The film's subtitles, in the composition's time.
  var subtitles: [FilmSubtitles] = []

  /// The edit that the project describes, its subtitles included.
  var edit: EditSnapshot { model.edit(with: subtitles) }
}

extension ProjectRender {
  /// The project with its times, and those of `choices`, in seconds.
  ///
  /// Where frames are counted and no video composition says how long one lasts, the media does, by the rule of
  /// `RenderPlanner.defaultVideoComposition`.
  func timing(for choices: Choices) async throws -> ProjectTiming {
    var timing = try await timing(countingFrames: choices.timeRange?.countsFrames == true)
    if let range = choices.timeRange {
      do throws(ProjectTimeRangeError) {
        timing.range = try range.timeRange(
          frameDuration: timing.frameDuration?.rational, duration: timing.model.composition.duration.rational ?? .zero,
          canOutlast: timing.edit.videoComposition?.animationTool != nil)
      } catch {
        throw ChoiceError(error.description)
      }
    }
    return timing
  }

  /// The project with its times in seconds, and how long a frame lasts: nil where that is not known and, unless
  /// `countingFrames`, not needed.
  func timing(countingFrames: Bool) async throws -> ProjectTiming {
    var frameDuration = project.frameDuration
    var facts: [AssetReference: MediaFacts] = [:]
    if frameDuration == nil, project.usesFrameTimes || countingFrames {
      let sources = project.videoSources
      facts = try await MediaInspector(renderer: renderer).facts(of: sources.map(\.asset))
      frameDuration = try Self.frameDuration(of: sources, facts: facts)
    }
    let model = try project.resolve(frameDuration: frameDuration)
    return ProjectTiming(
      model: model, frameDuration: frameDuration, facts: facts, subtitles: try await subtitles(of: model))
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
  /// The edit that the project describes, but for its subtitles, which are in files of their own (``ProjectRender/subtitles()``).
  public var edit: EditSnapshot {
    EditSnapshot(composition: composition, videoComposition: videoComposition, audioMix: audioMix)
  }
}

extension ProjectTimeRange {
  /// Whether an end of it is a number of frames.
  public var countsFrames: Bool { [start, end].contains { $0?.countsFrames == true } }
}

extension ProjectTime {
  /// Whether it is a number of frames.
  var countsFrames: Bool {
    if case .frames = self { true } else { false }
  }
}
