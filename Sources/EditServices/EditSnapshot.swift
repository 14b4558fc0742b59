package import Compositing
public import EditingModel
public import MediaFormats
public import Rendering
public import Subtitles

/// An edit at one moment: the composition, how its tracks become one picture, and how loud they are.
///
/// A value, so that later edits do not affect a service that is already at work (AVFoundation asks its users to copy a
/// mutable composition for that).
public struct EditSnapshot: Hashable, Sendable {
  /// The tracks.
  public var composition: Composition
  /// The composition of the video tracks into one picture; if nil they are stacked, the first listed on top.
  public var videoComposition: VideoComposition?
  /// The volumes of the audio tracks; if nil they sound as they are.
  public var audioMix: AudioMix?
  /// The subtitles that people can choose, in the composition's time. Those that are drawn are the animation tool's.
  public var subtitles: [SubtitleTrack]

  /// The edit of `composition`, seen through `videoComposition`, heard through `audioMix`, and read in `subtitles`.
  public init(
    composition: Composition = Composition(), videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    subtitles: [SubtitleTrack] = []
  ) {
    self.composition = composition
    self.videoComposition = videoComposition
    self.audioMix = audioMix
    self.subtitles = subtitles
  }

  /// The edit as it is exported into a file of `fileType`: where no video composition says anything of times, pictures keep
  /// their own, as AVFoundation exports without one; in a file of constant rate each frame shows the nearest.
  package func timed(for fileType: FileType) -> EditSnapshot {
    var edit = self
    if videoComposition == nil {
      edit.videoComposition = VideoComposition(fit: .resizeAspect)
      edit.videoComposition?.frameTiming = .source
    }
    if edit.videoComposition?.frameTimesRule == .source, !fileType.holdsVariableRates {
      edit.videoComposition?.frameTiming = .nearestPicture
    }
    return edit
  }

  /// The media that the enabled tracks and the animation tool's layers use, each once, in order of first use.
  public var assets: [AssetReference] {
    var seen: Set<AssetReference> = []
    var assets: [AssetReference] = []
    for track in composition.tracks where track.isEnabled {
      for segment in track.segments {
        guard let asset = segment.source?.asset, seen.insert(asset).inserted else { continue }
        assets.append(asset)
      }
    }
    for (_, asset) in videoComposition?.animationTool?.files ?? [] where seen.insert(asset).inserted {
      assets.append(asset)
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
    try plan(settings: settings, fittingIn: maximumSize, facts: try await facts(renderer: renderer))
  }

  /// Plans the render from `facts` about the media and about a custom compositor.
  package func plan(
    settings: RenderSettings, fittingIn maximumSize: PixelSize? = nil, facts: EditFacts
  ) throws(RenderError) -> RenderPlan {
    var plan = try RenderPlanner.plan(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts.media,
      compositor: facts.compositor, fontSubstitutes: facts.fontSubstitutes, settings: settings,
      fittingIn: maximumSize)
    plan.subtitles = subtitles
    return plan
  }

  /// Facts about the media, and the colors of `renderer`'s custom compositor, if there is one; media of `known` facts are not
  /// asked again.
  package func facts(
    renderer: any MediaReading & DrawingHost, known: [AssetReference: MediaFacts] = [:]
  ) async throws(RenderError) -> EditFacts {
    if let videoComposition { try RenderError.catching { try renderer.check(videoComposition) } }
    let unknown = assets.filter { known[$0] == nil }
    let media = try await MediaInspector(renderer: renderer).facts(of: unknown).merging(known) { found, _ in found }
    var facts = EditFacts(media: media)
    do {
      if let families = videoComposition?.animationTool?.allFontFamilies, !families.isEmpty {
        facts.fontSubstitutes = try await renderer.fontSubstitutes(for: families)
      }
      if let reference = videoComposition?.customCompositor, mayHaveOtherColors(media) {
        facts.compositor = try await renderer.colorSupport(of: reference)
      }
      return facts
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Whether the film may have colors that a custom compositor has to declare.
  private func mayHaveOtherColors(_ media: [AssetReference: MediaFacts]) -> Bool {
    if let asked = videoComposition?.color?.colorimetry { return asked.isHighDynamicRange || asked.hasWideColor }
    return media.values.contains { file in
      file.videoTracks.contains { $0.colorimetry.isHighDynamicRange || $0.colorimetry.hasWideColor }
    }
  }
}

/// Facts that planning an edit needs beyond it.
package struct EditFacts: Hashable, Sendable {
  /// Facts about the media.
  package var media: [AssetReference: MediaFacts]
  /// The colors that the custom compositor takes, where it matters.
  package var compositor = CompositorColorSupport()
  /// The font families of layers and titles that are missing, with what is drawn instead.
  package var fontSubstitutes: [String: String] = [:]
}
