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
    let missing = timing.model.missingHandles(facts: timing.facts)
    guard missing.isEmpty else { throw ProjectError.invalid(missing.map(\.diagnostic)) }
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

  /// The project with its times in seconds and the tracks that its media enable, and how long a frame lasts: nil where that is not known and, unless
  /// `countingFrames`, not needed.
  ///
  /// Media are looked at as far as times count frames of them, transitions play in them, or music lies under the film.
  func timing(countingFrames: Bool) async throws -> ProjectTiming {
    var facts = try await factsWithoutTracks()
    let project = project.using(
      tracks: Dictionary(
        facts.values.map { ($0.asset.name, ($0.defaultVideoTrack, $0.defaultAudioTrack)) }
      ) { first, _ in first })
    var media = MediaProperties(frameDuration: project.frameDuration)
    let sources = project.videoSources
    let needsDuration = media.frameDuration == nil && (project.usesFrameTimes || countingFrames)
    var asked = needsDuration || project.needsPictureProperties ? sources.map(\.asset) : []
    asked += project.transitionAssets + [project.musicAsset].compactMap(\.self)
    var seen = Set(facts.keys)
    let unknown = asked.filter { seen.insert($0).inserted }
    facts.merge(try await MediaInspector(renderer: renderer).facts(of: unknown)) { known, _ in known }
    if needsDuration { media.frameDuration = try Self.frameDuration(of: sources, facts: facts) }
    if project.needsPictureProperties {
      let layout = try project.layout(frameDuration: media.frameDuration)
      let standIn = try RenderPlanner.defaultVideoComposition(for: layout, facts: facts)
      media.renderSize = standIn?.renderSize
      media.frameDuration = media.frameDuration ?? standIn?.frameDuration
    }
    media.stills = Set(facts.values.filter(\.isStill).map(\.asset))
    if let music = project.musicAsset, let length = facts[music]?.duration {
      media.durations[music] = try? CMTime(exactly: length)
    }
    let model = try project.resolve(media)
    return ProjectTiming(
      model: model, frameDuration: media.frameDuration, facts: facts, subtitles: try await subtitles(of: model))
  }

  /// What the media hold of which the project names no tracks. What is wrong with one of them is found where it is used.
  private func factsWithoutTracks() async throws -> [AssetReference: MediaFacts] {
    let assets = project.mediaWithoutTracks
    var facts: [AssetReference: MediaFacts] = [:]
    for (asset, result) in zip(assets, await MediaInspector(renderer: renderer).results(of: assets)) {
      switch result {
      case .success(let found): facts[asset] = found
      case .failure(let error) where error.code == .cancelled: throw error
      case .failure: break
      }
    }
    return facts
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

extension MediaFacts {
  /// Whether the file is one picture.
  fileprivate var isStill: Bool { !videoTracks.isEmpty && videoTracks.allSatisfy { $0.timing == .still } }
}

extension ResolvedProject {
  /// The edit that the project describes, but for its subtitles, which are in files of their own (``ProjectRender/subtitles()``).
  public var edit: EditSnapshot {
    EditSnapshot(composition: composition, videoComposition: videoComposition, audioMix: audioMix)
  }
}

extension ProjectTimeRange {
  /// Whether an end of it, or its duration, is a number of frames.
  public var countsFrames: Bool { [start, end, duration].contains { $0?.countsFrames == true } }
}

extension ProjectTime {
  /// Whether it is a number of frames.
  var countsFrames: Bool {
    if case .frames = self { true } else { false }
  }
}
