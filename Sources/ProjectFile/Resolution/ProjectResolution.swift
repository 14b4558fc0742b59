import EditingModel
import FoundationEssentials
import Layers
import MediaFormats
import MediaTime

/// Makes the model of a project: looks up assets, lays segments out, puts frame times on the grid, and validates.
///
/// The model keeps the shape of the project even where parts of it are invalid, so that every error is reported. It may be
/// used only where there are no diagnostics.
struct ProjectResolution {
  /// The composition.
  var composition = Composition()
  /// The composition as the file lays it out: without transitions and music.
  private(set) var layout = Composition()
  /// The transitions in the file.
  private(set) var transitions: [FoundTransition] = []
  /// The video composition.
  var videoComposition: VideoComposition?
  /// The subtitles, whose files are still to be read.
  private(set) var subtitles: [ProjectSubtitles] = []
  /// The audio mix.
  var audioMix: AudioMix?
  /// The pointers of the model's parts in the project.
  var pointers = ModelPointers()
  /// All errors.
  var diagnostics: [UnlocatedDiagnostic] = []

  let source: ProjectSource
  private(set) var assets: [String: AssetReference] = [:]
  var times: TimeResolution

  /// The model of `draft`, of whose media `media` tells what it leaves to them; nil where they were not looked at: then nothing that
  /// depends on them is reported, nor laid out. Frames last `frameDuration` seconds where neither the project nor the media say it.
  init(
    _ draft: ProjectDraft, from source: ProjectSource, baseURL: URL, media: MediaProperties?,
    frameDuration: Rational? = nil
  ) {
    self.source = source
    // The frame duration itself cannot be counted in frames.
    var clock = TimeResolution(frameDuration: nil)
    let ownDuration = draft.videoComposition?.frameDuration?.time.map {
      clock.time($0, at: ModelPointers.videoComposition.appending("frameDuration"))
    }
    self.times = TimeResolution(
      frameDuration: ownDuration.map(\.rational) ?? media?.frameDuration?.rational ?? frameDuration)
    for diagnostic in clock.diagnostics { times.report(diagnostic) }
    self.assets = resolveAssets(draft.assets, baseURL: baseURL)
    resolveTracks(of: draft, baseURL: baseURL)
    layout = composition
    self.videoComposition = draft.videoComposition.map { resolve($0, frameDuration: ownDuration ?? .invalid) }
    self.videoComposition?.customCompositor?.folder = baseURL
    let styles = resolveStyles(of: draft)
    subtitles = draft.subtitles.enumerated().compactMap { resolve($1, index: $0, of: draft, styles: styles) }
    if let animationTool = resolveLayers(of: draft, styles: styles, folder: baseURL) {
      // Without a video composition, the default one gets the layers.
      if videoComposition == nil { videoComposition = VideoComposition(fit: .resizeAspect) }
      videoComposition?.animationTool = animationTool
    }
    self.audioMix = draft.audioMix.map { resolve($0) }
    for diagnostic in times.diagnostics { diagnostics.append(relocated(diagnostic)) }
    validate()
    pointers.hasInstructions = draft.videoComposition?.instructions != nil
    layOutTransitions(media: media)
    if let music = draft.music {
      let reported = times.diagnostics.count
      let asset = asset(music.asset, at: ModelPointers.music.appending("asset"))
      let trackIndex = draft.assets.last { $0.name == music.asset }?.value.audioTrack ?? 0
      layOutMusic(
        music, track: asset.map { CompositionTrackSegment.Source(asset: $0, trackIndex: trackIndex) }, media: media)
      for diagnostic in times.diagnostics.dropFirst(reported) { diagnostics.append(relocated(diagnostic)) }
    }
    let written = draft.audioMix?.inputs.count ?? 0
    for (index, input) in (audioMix?.inputParameters ?? []).enumerated().dropFirst(written) {
      pointers.volumeTracks[index] = composition.tracks.firstIndex { $0.id == input.trackID }
    }
  }

  // MARK: Assets and tracks

  private mutating func resolveAssets(_ drafts: [Named<AssetDraft>], baseURL: URL) -> [String: AssetReference] {
    var assets: [String: AssetReference] = [:]
    for draft in drafts {
      do {
        assets[draft.name] = AssetReference(
          url: try MediaPath(uri: draft.value.uri, baseURL: baseURL).url, name: draft.name,
          frameRate: draft.value.frameRate)
      } catch {
        // Its name stays known, so that its segments are not reported as well.
        assets[draft.name] = AssetReference(url: baseURL, name: draft.name)
        let pointer = ModelPointers.asset(draft.name).appending("uri")
        diagnostics.append(UnlocatedDiagnostic(at: pointer, error.diagnostic))
      }
    }
    return assets
  }

  private mutating func resolveTracks(of draft: ProjectDraft, baseURL: URL) {
    composition.naturalSize = draft.composition.naturalSize
    let drafts = Dictionary(draft.assets.map { ($0.name, $0.value) }) { first, _ in first }
    for (trackIndex, trackDraft) in draft.composition.tracks.enumerated() {
      var layout = TrackResolution()
      for (index, segment) in trackDraft.segments.enumerated() {
        let pointer = ModelPointers.segment(track: trackIndex, index: index)
        let asset = asset(segment.asset, at: pointer.appending("asset"))
        let assetDraft = drafts[segment.asset]
        let trackIndex = (trackDraft.kind == .video ? assetDraft?.videoTrack : assetDraft?.audioTrack) ?? 0
        layout.append(
          segment,
          source: CompositionTrackSegment.Source(
            asset: asset ?? AssetReference(url: baseURL, name: segment.asset), trackIndex: trackIndex),
          index: index, at: pointer, &times)
      }
      var track = CompositionTrack(id: trackDraft.id, mediaType: trackDraft.kind, segments: layout.segments)
      track.isEnabled = trackDraft.enabled
      track.preferredVolume = trackDraft.volume
      track.preferredTransform = trackDraft.transform
      track.extendedLanguageTag = trackDraft.language
      composition.tracks.append(track)
      pointers.segmentIndices.append(layout.segmentIndices)
      transitions += self.transitions(of: trackDraft, number: trackIndex, layout)
    }
  }

  private mutating func asset(_ name: String, at pointer: JSONPointer) -> AssetReference? {
    if let asset = assets[name] { return asset }
    // An asset that could not be read is reported already; it is not missing.
    if !source.skipped.contains(ModelPointers.asset(name)), !source.skipped.contains(ModelPointers.assets) {
      let known = assets.keys.sorted()
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.skipped.documentPointer(for: pointer),
          "There is no asset \(JSONValue.quoted(name.shortened)).",
          expected: known.isEmpty ? "an asset; the project has none" : "one of the assets \(Self.list(known))",
          suggestion: NearName.nearest(to: name, among: known)))
    }
    return nil
  }

  /// The names with commas, at most twenty of them.
  private static func list(_ names: [String]) -> String {
    names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
  }

  // MARK: Video composition and audio mix

  private mutating func resolve(_ draft: VideoCompositionDraft, frameDuration: CMTime) -> VideoComposition {
    let keepsTimes = draft.frameDuration == .source
    var videoComposition = VideoComposition(
      frameDuration: frameDuration, renderSize: draft.renderSize ?? .zero, renderScale: draft.renderScale,
      color: draft.color, fit: draft.fit ?? (keepsTimes && draft.instructions == nil ? .resizeAspect : nil),
      instructions: (draft.instructions ?? []).enumerated().map { index, instruction in
        let pointer = ModelPointers.instruction(index)
        return VideoCompositionInstruction(
          timeRange: times.range(start: instruction.start, duration: instruction.duration, in: pointer),
          layerInstructions: instruction.layers.enumerated().map { layerIndex, layer in
            let pointer = ModelPointers.layer(instruction: index, index: layerIndex)
            return LayerInstruction(
              trackID: layer.track,
              opacity: resolve(layer.opacity, at: pointer.appending("opacity")),
              transform: resolve(layer.transform, at: pointer.appending("transform")),
              cropRectangle: resolve(layer.crop, at: pointer.appending("crop")), fit: layer.fit, frame: layer.frame,
              clipRectangle: layer.clip.isEmpty ? nil : resolve(layer.clip, at: pointer.appending("clip")))
          },
          backgroundColor: instruction.background, passthroughTrackID: instruction.passthrough,
          enablePostProcessing: instruction.postProcessing, requiredSources: instruction.requiredTracks,
          isTweening: instruction.tweening, parameters: instruction.parameters)
      },
      customCompositor: draft.customCompositor)
    if keepsTimes { videoComposition.frameTiming = .source }
    return videoComposition
  }

  private mutating func resolve(_ draft: AudioMixDraft) -> AudioMix {
    AudioMix(
      inputParameters: draft.inputs.enumerated().map { index, input in
        AudioMixInputParameters(
          trackID: input.track,
          volume: resolve(input.volume, at: ModelPointers.audioMixInput(index).appending("volume")),
          audioTimePitchAlgorithm: input.pitch)
      })
  }

  private mutating func resolve<Value>(_ drafts: [RampDraft<Value>], at pointer: JSONPointer) -> Ramps<Value> {
    Ramps(
      drafts.enumerated().map { index, draft in
        let pointer = pointer.appending(index)
        switch draft {
        case .setting(let setting):
          return .setting(at: times.time(setting.at, at: pointer.appending("at")), value: setting.value)
        case .ramp(let ramp):
          return .ramp(
            range: times.range(start: ramp.start, duration: ramp.duration, in: pointer), from: ramp.from, to: ramp.to)
        }
      })
  }

  // MARK: Layers and titles

  /// The styles of titles by name: the program's, and the project's.
  private mutating func resolveStyles(of draft: ProjectDraft) -> [String: TitleStyle] {
    let known = Dictionary(TitleStyle.standards.map { ($0.name, $0.style) }) { first, _ in first }
    var styles = known
    for own in draft.titleStyles {
      let pointer = ModelPointers.titleStyles.appending(own.name)
      styles[own.name] = style(own.value.style, own.value.changes, among: known, at: pointer)
    }
    return styles
  }

  private mutating func resolveLayers(
    of draft: ProjectDraft, styles: [String: TitleStyle], folder: URL
  ) -> AnimationTool? {
    guard
      !draft.layers.isEmpty || !draft.overlays.isEmpty || !draft.titles.isEmpty || !draft.titleStyles.isEmpty
        || !draft.additionalLayers.isEmpty
    else { return nil }
    var root = Layer()
    root.sublayers = draft.layers
    let titles = draft.titles.enumerated().map { index, title in
      let pointer = ModelPointers.titles.appending(index)
      return Title(
        title.text, timeRange: times.range(start: title.start, duration: title.duration, in: pointer),
        style: style(title.style, title.changes, among: styles, at: pointer))
    }
    let overlays = draft.overlays.enumerated().map { index, overlay in
      var picture = overlay.overlay
      if let duration = overlay.duration {
        picture.timeRange = times.range(
          start: overlay.start, duration: duration, in: ModelPointers.overlays.appending(index))
      }
      return picture
    }
    return AnimationTool(
      layer: root, overlays: overlays, titles: titles, additionalLayers: draft.additionalLayers.map(\.model),
      folder: folder)
  }

  private mutating func style(
    _ name: String, _ changes: StyleChanges, among styles: [String: TitleStyle], at pointer: JSONPointer
  ) -> TitleStyle {
    guard let base = styles[name] else {
      let known = styles.keys.sorted()
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.skipped.documentPointer(for: pointer.appending("style")),
          "There is no style \(JSONValue.quoted(name.shortened)).", expected: "one of the styles \(Self.list(known))",
          suggestion: NearName.nearest(to: name, among: known)))
      return TitleStyle()
    }
    // Each value was read by itself before.
    return (try? changes.applied(to: base)) ?? base
  }

  // MARK: Subtitles

  private mutating func resolve(
    _ subtitles: SubtitleDraft, index: Int, of draft: ProjectDraft, styles: [String: TitleStyle]
  ) -> ProjectSubtitles? {
    let pointer = ModelPointers.subtitles.appending(index)
    let asset = asset(subtitles.asset, at: pointer.appending("asset"))
    var clip = subtitles.clip.flatMap { self.asset($0, at: pointer.appending("clip")) }
    let style = style(subtitles.style ?? "subtitle", subtitles.changes, among: styles, at: pointer)
    // A style's problems show in any title that has it.
    let sample = Title(
      "A", timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)), style: style)
    diagnostics += sample.layer(in: Size(width: 1920, height: 1080)).problems().map {
      UnlocatedDiagnostic(at: source.nearestPointer(among: [pointer]), $0.diagnostic)
    }
    let shown = draft.composition.tracks.filter { $0.enabled && (subtitles.track ?? $0.id) == $0.id }
    if let track = subtitles.track, shown.isEmpty, !draft.composition.tracks.contains(where: { $0.id == track }) {
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.skipped.documentPointer(for: pointer.appending("track")), "There is no track \(track).",
          expected: "the number of a track of the composition"))
    }
    if subtitles.clip == nil, shown.contains(where: { $0.segments.contains { $0.asset == subtitles.asset } }) {
      clip = asset
    } else if let name = subtitles.clip, clip != nil,
      !shown.contains(where: { $0.segments.contains { $0.asset == name } })
    {
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.skipped.documentPointer(for: pointer.appending("clip")),
          "No segment\(subtitles.track.map { " of track \($0)" } ?? "") shows the asset \(JSONValue.quoted(name.shortened)).",
          expected: "an asset that segments show"))
    }
    guard let asset else { return nil }
    return ProjectSubtitles(
      asset: asset, sourceTrack: subtitles.sourceTrack, languageTag: subtitles.language, clip: clip,
      trackID: subtitles.track, offset: subtitles.offset, charset: subtitles.charset, mode: subtitles.mode,
      name: subtitles.name, isForced: subtitles.forced, isDefault: subtitles.isDefault, style: style,
      isStyled: subtitles.style != nil || subtitles.changes != StyleChanges())
  }

  // MARK: Validation

  private mutating func validate() {
    var problems = composition.validate()
    if let videoComposition { problems += videoComposition.validate(over: composition) }
    if let audioMix { problems += audioMix.validate(over: composition) }
    let skipped = source.skipped
    let hasAllTimes =
      skipped.isComplete(ModelPointers.composition) && skipped.hasAllElements(ModelPointers.instructions)
    for problem in problems {
      // A fault of a skipped value is reported already, and may be the cause of this problem.
      switch problem.code {
      case .invalidTime:
        // A file's times are never negative: this one could not be resolved, which is reported already.
        continue
      case .unknownTrack, .wrongMediaType:
        guard skipped.hasAllElements(ModelPointers.tracks) else { continue }
      case .timeNotCovered:
        guard hasAllTimes else { continue }
      default: break
      }
      diagnostics.append(
        UnlocatedDiagnostic(
          at: source.nearestPointer(among: pointers.candidates(for: problem.location)), problem.diagnostic))
    }
  }

  /// The diagnostic with its pointer into the document.
  private func relocated(_ diagnostic: UnlocatedDiagnostic) -> UnlocatedDiagnostic {
    var diagnostic = diagnostic
    diagnostic.pointer = source.skipped.documentPointer(for: diagnostic.pointer)
    return diagnostic
  }
}
