import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime

/// Makes the model out of a project: looks up assets, lays segments out, puts frame times on the grid, and validates.
///
/// The model keeps the shape of the project even where something is wrong, so that everything wrong is found. It may only
/// be used where there are no findings.
struct ProjectResolution {
  /// The composition.
  private(set) var composition = Composition()
  /// The video composition.
  private(set) var videoComposition: VideoComposition?
  /// The audio mix.
  private(set) var audioMix: AudioMix?
  /// Where the parts of the model stand in the project.
  private(set) var places = ModelPlaces()
  /// Everything that is wrong.
  private(set) var findings: [Finding] = []

  private let source: ProjectSource
  private var assets: [String: AssetReference] = [:]
  private var times: TimeResolution

  /// The model of `draft`, whose frames last `frameDuration` where it does not say itself how long they last.
  init(_ draft: ProjectDraft, from source: ProjectSource, baseURL: URL, frameDuration: Rational?) {
    self.source = source
    // A frame duration in frames would explain itself by itself.
    var clock = TimeResolution(frameDuration: nil)
    let ownDuration = draft.videoComposition.map {
      clock.time($0.frameDuration, at: ModelPlaces.videoComposition.appending("frameDuration"))
    }
    self.times = TimeResolution(frameDuration: ownDuration.map(\.rational) ?? frameDuration)
    for finding in clock.findings { times.report(finding) }
    self.assets = resolveAssets(draft.assets, baseURL: baseURL)
    resolveTracks(of: draft, baseURL: baseURL)
    self.videoComposition = draft.videoComposition.map { resolve($0, frameDuration: ownDuration ?? .invalid) }
    self.videoComposition?.customCompositor?.folder = baseURL
    self.audioMix = draft.audioMix.map { resolve($0) }
    for finding in times.findings { findings.append(relocated(finding)) }
    validate()
  }

  // MARK: Assets and tracks

  private mutating func resolveAssets(_ drafts: [Named<AssetDraft>], baseURL: URL) -> [String: AssetReference] {
    var assets: [String: AssetReference] = [:]
    for draft in drafts {
      do {
        assets[draft.name] = AssetReference(
          url: try MediaPath(uri: draft.value.uri, baseURL: baseURL).url, name: draft.name)
      } catch {
        // Known by name all the same, so that its segments are not said to lack it.
        assets[draft.name] = AssetReference(url: baseURL, name: draft.name)
        let place = ModelPlaces.asset(draft.name).appending("uri")
        findings.append(Finding(at: place, error.message, expected: error.expected))
      }
    }
    return assets
  }

  private mutating func resolveTracks(of draft: ProjectDraft, baseURL: URL) {
    composition.naturalSize = draft.composition.naturalSize
    let indices = Dictionary(draft.assets.map { ($0.name, $0.value) }) { first, _ in first }
    for (trackIndex, trackDraft) in draft.composition.tracks.enumerated() {
      var layout = TrackResolution()
      for (index, segment) in trackDraft.segments.enumerated() {
        let pointer = ModelPlaces.segment(track: trackIndex, index: index)
        let asset = asset(segment.asset, at: pointer.appending("asset"))
        let asked = indices[segment.asset]
        let trackIndex = (trackDraft.kind == .video ? asked?.videoTrack : asked?.audioTrack) ?? 0
        layout.append(
          segment,
          source: CompositionTrackSegment.Source(
            asset: asset ?? AssetReference(url: baseURL, name: segment.asset), trackIndex: trackIndex),
          place: index, at: pointer, &times)
      }
      var track = CompositionTrack(id: trackDraft.id, mediaType: trackDraft.kind, segments: layout.segments)
      track.isEnabled = trackDraft.enabled
      track.preferredVolume = trackDraft.volume
      track.preferredTransform = trackDraft.transform
      track.extendedLanguageTag = trackDraft.language
      composition.tracks.append(track)
      places.segments.append(layout.places)
    }
  }

  private mutating func asset(_ name: String, at pointer: JSONPointer) -> AssetReference? {
    if let asset = assets[name] { return asset }
    // An asset that could not be read is no reason to say that it is missing.
    if !source.omissions.leavesOut(ModelPlaces.asset(name)), !source.omissions.leavesOut(ModelPlaces.assets) {
      let known = assets.keys.sorted()
      findings.append(
        Finding(
          at: source.omissions.documentPointer(for: pointer),
          "There is no asset \(JSONText.quoted(name.shortened)).",
          expected: known.isEmpty ? "an asset; the project has none" : "one of the assets \(Self.list(known))",
          suggestion: NearName.nearest(to: name, among: known)))
    }
    return nil
  }

  /// The first of the names, as many as a sentence bears.
  private static func list(_ names: [String]) -> String {
    names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
  }

  // MARK: Video composition and audio mix

  private mutating func resolve(_ draft: VideoCompositionDraft, frameDuration: CMTime) -> VideoComposition {
    VideoComposition(
      frameDuration: frameDuration, renderSize: draft.renderSize, renderScale: draft.renderScale,
      instructions: draft.instructions.enumerated().map { index, instruction in
        let pointer = ModelPlaces.instruction(index)
        return VideoCompositionInstruction(
          timeRange: times.range(start: instruction.start, duration: instruction.duration, in: pointer),
          layerInstructions: instruction.layers.enumerated().map { layerIndex, layer in
            let pointer = ModelPlaces.layer(instruction: index, index: layerIndex)
            return LayerInstruction(
              trackID: layer.track,
              opacity: resolve(layer.opacity, at: pointer.appending("opacity")),
              transform: resolve(layer.transform, at: pointer.appending("transform")),
              cropRectangle: resolve(layer.crop, at: pointer.appending("crop")))
          },
          backgroundColor: instruction.background, passthroughTrackID: instruction.passthrough,
          enablePostProcessing: instruction.postProcessing, requiredSources: instruction.requiredTracks,
          isTweening: instruction.tweening, parameters: instruction.parameters)
      },
      customCompositor: draft.customCompositor)
  }

  private mutating func resolve(_ draft: AudioMixDraft) -> AudioMix {
    AudioMix(
      inputParameters: draft.inputs.enumerated().map { index, input in
        AudioMixInputParameters(
          trackID: input.track,
          volume: resolve(input.volume, at: ModelPlaces.audioMixInput(index).appending("volume")),
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

  // MARK: Validation

  private mutating func validate() {
    var problems = composition.validate()
    if let videoComposition { problems += videoComposition.validate(over: composition) }
    if let audioMix { problems += audioMix.validate(over: composition) }
    let omissions = source.omissions
    let hasAllTimes =
      omissions.isWhole(ModelPlaces.composition) && omissions.hasAllElements(ModelPlaces.instructions)
    for problem in problems {
      // What was left out is reported already, and may be what is missed here.
      switch problem.code {
      case .invalidTime:
        // A file's times are never negative: this one could not be resolved, which is reported too.
        continue
      case .unknownTrack, .wrongMediaType:
        guard omissions.hasAllElements(ModelPlaces.tracks) else { continue }
      case .timeNotCovered:
        guard hasAllTimes else { continue }
      default: break
      }
      findings.append(
        Finding(
          at: source.place(places.pointers(to: problem.location)), problem.message, expected: problem.expected))
    }
  }

  private func relocated(_ finding: Finding) -> Finding {
    var finding = finding
    finding.pointer = source.omissions.documentPointer(for: finding.pointer)
    return finding
  }
}
