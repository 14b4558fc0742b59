public import EditingModel
import MediaFormats
import MediaTime
package import Rendering

/// A composition as an asset (`AVComposition` is an `AVAsset`): it has the properties of an asset, with the values that
/// the file of its film would have.
///
/// | asked for | answered |
/// |---|---|
/// | tracks | the composition's, with their numbers; each with the formats of all its media |
/// | duration | the end of the longest track |
/// | frame rate, shortest frame | those of the film: the fastest of the track's media |
/// | presentation size | the film's |
/// | total bytes, data rate | about those of the media that are used |
/// | metadata, chapters | none: a film has what its export is given |
///
/// A snapshot, independent of later edits of the composition. Threads: any.
public final class CompositionAsset: LoadableAsset {
  /// The composition.
  public let composition: Composition
  /// The loader of its properties.
  public let loader: AssetLoader
  private let inspector: MediaInspector

  /// The film of its tracks.
  public var analysisSubject: AnalysisSubject { composition.analysisSubject }

  /// `composition`, into whose media `inspector` looks.
  public init(_ composition: Composition, inspector: MediaInspector) {
    (self.composition, self.inspector) = (composition, inspector)
    loader = AssetLoader(same: [.exactTracks: .tracks, .artwork: .metadata]) { (part) throws(RenderError) in
      switch part {
      case .tracks, .exactTracks:
        let facts = try await inspector.facts(of: composition.media)
        return .content(AssetContent(composition, facts: facts))
      case .metadata, .artwork: return .metadata(FileMetadata())
      }
    }
  }
}

extension CompositionAsset {
  /// The tracks: what `load(.tracks)` gives. Where they are loaded, at once; else this blocks until the media are known.
  ///
  /// - Throws: As `load(_:)`.
  package func blockingTracks() throws(RenderError) -> [AssetTrack] {
    let part = AssetPart.tracks
    return try loader.blockingLoad(part) { () throws(RenderError) in
      var facts: [AssetReference: MediaFacts] = [:]
      for file in composition.media { facts[file] = try inspector.blockingFacts(of: file) }
      return .content(AssetContent(composition, facts: facts))
    }.content(part).tracks
  }
}

extension Composition {
  /// The files of all tracks, each once.
  fileprivate var media: [AssetReference] {
    let used = tracks.flatMap(\.segments).compactMap(\.source?.asset)
    return used.reduce(into: (found: [AssetReference](), seen: Set<AssetReference>())) { result, asset in
      if result.seen.insert(asset).inserted { result.found.append(asset) }
    }.found
  }
}

extension AssetContent {
  /// The content of the film of `composition`, whose media hold `facts`.
  fileprivate init(_ composition: Composition, facts: [AssetReference: MediaFacts]) {
    let assets = facts.mapValues { Asset($0) }
    var counts: [MediaType: Int] = [:]
    let tracks = composition.tracks.map { track in
      let index = counts[track.mediaType, default: 0]
      counts[track.mediaType] = index + 1
      return AssetTrack(track, index: index, of: assets, facts: facts)
    }
    let film = VideoComposition(propertiesOf: composition, facts: facts)
    let hasPicture = tracks.contains { $0.mediaType == .video }
    self.init(
      tracks: tracks.filter { $0.mediaType == .video } + tracks.filter { $0.mediaType == .audio },
      duration: composition.duration, presentationSize: hasPicture ? film.renderSize : .zero,
      isPrecise: facts.values.allSatisfy(\.isPrecise))
  }
}

extension AssetTrack {
  /// `track` of a composition whose media are `assets`.
  fileprivate init(
    _ track: CompositionTrack, index: Int, of assets: [AssetReference: Asset], facts: [AssetReference: MediaFacts]
  ) {
    let used = track.segments.compactMap { segment -> (track: AssetTrack, seconds: Double)? in
      guard let source = segment.source,
        let media = assets[source.asset]?.tracks(withMediaType: track.mediaType),
        media.indices.contains(source.trackIndex)
      else { return nil }
      return (media[source.trackIndex], segment.timeMapping.source.duration.seconds)
    }
    var alone = Composition(tracks: [track])
    alone.tracks[0].isEnabled = true
    let frameDuration = VideoComposition(propertiesOf: alone, facts: facts).frameDuration
    let isMoving = track.mediaType == .video && !used.isEmpty
    let properties = track.videoProperties ?? used.first?.track.videoProperties
    self.init(
      of: nil, trackID: track.id, mediaType: track.mediaType, index: index,
      timeRange: CMTimeRange(start: .zero, duration: track.duration), naturalTimeScale: track.naturalTimeScale,
      videoProperties: properties.map {
        VideoTrackProperties(
          naturalSize: $0.naturalSize, preferredTransform: track.preferredTransform,
          minFrameDuration: isMoving ? frameDuration : nil)
      },
      nominalFrameRate: isMoving ? 1 / frameDuration.seconds : 0,
      extendedLanguageTag: track.extendedLanguageTag)
    let bits = used.reduce(0) { $0 + $1.track.estimatedDataRate * $1.seconds }
    totalSampleDataLength = Int64((bits / 8).rounded())
    estimatedDataRate = track.duration.seconds > 0 ? bits / track.duration.seconds : 0
    isEnabled = track.isEnabled
    preferredVolume = track.preferredVolume
    segments = track.segments.map { AssetTrackSegment(timeMapping: $0.timeMapping) }
    requiresFrameReordering = used.contains { $0.track.requiresFrameReordering }
    hasPreciseTiming = used.allSatisfy(\.track.hasPreciseTiming)
    for format in used.flatMap(\.track.formatDescriptions) where !formatDescriptions.contains(format) {
      formatDescriptions.append(format)
    }
  }
}
