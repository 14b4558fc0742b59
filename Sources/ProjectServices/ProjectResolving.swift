public import EditServices
import EditingModel
import MediaFormats
import MediaTime
public import ProjectFile
import Rendering

extension Project: EditDocument {
  /// The project with its times in seconds and the tracks that its media enable.
  ///
  /// Media are looked at as far as times count frames of them, transitions play in them, or music lies under the film. Where frames
  /// are counted and no video composition says how long one lasts, the media does, by the rule of
  /// `RenderPlanner.defaultVideoComposition`.
  public func resolve(with media: MediaInspector, countingFrames: Bool) async throws -> ResolvedDocument {
    var facts = try await factsWithoutTracks(media)
    let project = using(
      tracks: Dictionary(
        facts.values.map { ($0.asset.name, ($0.defaultVideoTrack, $0.defaultAudioTrack)) }
      ) { first, _ in first })
    var properties = MediaProperties(frameDuration: project.frameDuration)
    let sources = project.videoSources
    let needsDuration = properties.frameDuration == nil && (project.usesFrameTimes || countingFrames)
    var asked = needsDuration || project.needsPictureProperties ? sources.map(\.asset) : []
    asked += project.transitionAssets + [project.musicAsset].compactMap(\.self)
    var seen = Set(facts.keys)
    let unknown = asked.filter { seen.insert($0).inserted }
    facts.merge(try await media.facts(of: unknown)) { known, _ in known }
    if needsDuration { properties.frameDuration = try Self.frameDuration(of: sources, facts: facts) }
    if project.needsPictureProperties {
      let layout = try project.layout(frameDuration: properties.frameDuration)
      let standIn = try RenderPlanner.defaultVideoComposition(for: layout, facts: facts)
      properties.renderSize = standIn?.renderSize
      properties.frameDuration = properties.frameDuration ?? standIn?.frameDuration
    }
    properties.stills = Set(facts.values.filter(\.isStill).map(\.asset))
    if let music = project.musicAsset, let length = facts[music]?.duration {
      properties.durations[music] = try? CMTime(exactly: length)
    }
    return ResolvedDocument(
      try project.resolve(properties), frameDuration: properties.frameDuration, facts: facts)
  }

  /// The keys that the format fixes.
  public func pointer(to part: DocumentPart) -> JSONPointer {
    switch part {
    case .document: JSONPointer()
    case .asset(let asset): JSONPointer(["assets", asset.name, "uri"])
    case .videoComposition: JSONPointer(["videoComposition"])
    case .export: JSONPointer(["export"])
    case .subtitles(let index): JSONPointer(["subtitles"]).appending(index).appending("asset")
    }
  }

  /// Facts about media without track indexes in the project. Errors of a file are reported where it is used.
  private func factsWithoutTracks(_ media: MediaInspector) async throws -> [AssetReference: MediaFacts] {
    let assets = mediaWithoutTracks
    var facts: [AssetReference: MediaFacts] = [:]
    for (asset, result) in zip(assets, await media.results(of: assets)) {
      switch result {
      case .success(let found): facts[asset] = found
      case .failure(let error) where error.code == .cancelled: throw error
      case .failure: break
      }
    }
    return facts
  }

  /// The duration of a frame of a film made from `sources`. Only their order counts, not how long they are shown.
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
