public import EditingModel
public import MediaFormats
public import Rendering

/// An edit at one moment: the composition, how its tracks become one picture, and how loud they are.
///
/// A value, so that later edits do not affect a service that is already at work (AVFoundation asks its users to copy a
/// mutable composition for that).
public struct EditSnapshot: Hashable, Sendable {
  /// The tracks.
  public var composition: Composition
  /// How the video tracks become one picture; if nil they are stacked, the first listed on top.
  public var videoComposition: VideoComposition?
  /// How loud each audio track is; if nil they sound as they are.
  public var audioMix: AudioMix?

  /// The edit of `composition`, seen through `videoComposition` and heard through `audioMix`.
  public init(composition: Composition, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil) {
    self.composition = composition
    self.videoComposition = videoComposition
    self.audioMix = audioMix
  }

  /// The media that the enabled tracks use, each once, in order of first use.
  public var assets: [AssetReference] {
    var seen: Set<AssetReference> = []
    var assets: [AssetReference] = []
    for track in composition.tracks where track.isEnabled {
      for segment in track.segments {
        guard let asset = segment.source?.asset, seen.insert(asset).inserted else { continue }
        assets.append(asset)
      }
    }
    return assets
  }

  /// Finds out what the media holds and plans the render; nothing is rendered.
  ///
  /// With a `maximumSize`, a larger picture is scaled down until it fits inside, its shape kept; a smaller one is never
  /// scaled up.
  ///
  /// - Throws: `RenderError`: what is wrong with the media, the model, its custom compositor or the settings.
  public func plan(
    settings: RenderSettings, fittingIn maximumSize: PixelSize? = nil, renderer: any Renderer
  ) async throws(RenderError) -> RenderPlan {
    let facts = try await self.facts(renderer: renderer)
    var settings = settings
    if let maximumSize, settings.includesPicture {
      settings.scale *= try fittingScale(for: maximumSize, at: settings.scale, facts: facts)
    }
    return try RenderPlanner.plan(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts,
      settings: settings)
  }

  /// What the media hold, where `renderer` has the custom compositor, if there is one.
  package func facts(renderer: any Renderer) async throws(RenderError) -> [AssetReference: MediaFacts] {
    if let videoComposition { try RenderError.catching { try renderer.check(videoComposition) } }
    return try await MediaInspector(renderer: renderer).facts(of: assets)
  }

  /// What a picture rendered at `scale` must be multiplied by to fit into `box`; never more than 1.
  private func fittingScale(
    for box: PixelSize, at scale: Double, facts: [AssetReference: MediaFacts]
  ) throws(RenderError) -> Double {
    var picture = videoComposition
    if picture == nil { picture = try RenderPlanner.defaultVideoComposition(for: composition, facts: facts) }
    guard let picture else { return 1 }
    let width = picture.renderSize.width * picture.renderScale * scale
    let height = picture.renderSize.height * picture.renderScale * scale
    guard width > 0, height > 0 else { return 1 }
    return min(1, Double(box.width) / width, Double(box.height) / height)
  }
}
