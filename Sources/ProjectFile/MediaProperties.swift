public import EditingModel
import MediaFormats
public import MediaTime

/// Properties that a project leaves to its media, with the media's values: found by the resolving service, which reads
/// the files.
///
/// ``Project/needsPictureProperties``, ``Project/transitionAssets`` and ``Project/musicAsset`` say what is asked for.
public struct MediaProperties: Hashable, Sendable {
  /// The duration of a frame where the project does not state it; nil where it is not known.
  public var frameDuration: CMTime?
  /// The size of the picture where the project does not state it; nil where it is not known.
  public var renderSize: Size?
  /// The media that are one picture, and can be shown for any time.
  public var stills: Set<AssetReference>
  /// The durations of media's sound.
  public var durations: [AssetReference: CMTime]

  /// Properties of the media; none, unless given.
  public init(
    frameDuration: CMTime? = nil, renderSize: Size? = nil, stills: Set<AssetReference> = [],
    durations: [AssetReference: CMTime] = [:]
  ) {
    self.frameDuration = frameDuration
    self.renderSize = renderSize
    self.stills = stills
    self.durations = durations
  }
}

extension Project {
  /// Whether the picture's size and frame duration are to be found in the media, for transitions between pictures that no instruction
  /// shows.
  public var needsPictureProperties: Bool {
    guard draft.composition.tracks.contains(where: { $0.kind == .video && $0.hasTransitions }) else { return false }
    guard let shown = draft.videoComposition else { return true }
    return shown.instructions == nil && (shown.renderSize == nil || shown.frameDuration == nil)
  }

  /// The media of the tracks that have transitions: which of them are stills, and how much they hold beyond their segments, is
  /// looked up.
  public var transitionAssets: [AssetReference] {
    let names = Set(draft.composition.tracks.filter(\.hasTransitions).flatMap(\.segments).map(\.asset))
    return references(to: names)
  }

  /// The music whose length is to be found in its file; nil where there is none, or the project says it.
  public var musicAsset: AssetReference? {
    guard let music = draft.music, music.duration == nil else { return nil }
    return references(to: [music.asset]).first
  }

  /// The media that the project names, whether they are used or not.
  package var assets: [AssetReference] { references(to: Set(draft.assets.map(\.name))) }

  private func references(to names: Set<String>) -> [AssetReference] {
    draft.assets.filter { names.contains($0.name) }.compactMap { asset in
      (try? MediaPath(uri: asset.value.uri, baseURL: baseURL)).map {
        AssetReference(url: $0.url, name: asset.name, frameRate: asset.value.frameRate)
      }
    }
  }
}

extension TrackDraft {
  /// Whether segments of it lead to others by more than a cut.
  var hasTransitions: Bool { !transitions.isEmpty || segments.contains { $0.transition != nil } }
}
