import EditingModel
import FoundationEssentials
import Layers
import MediaFormats
import MediaTime

/// Makes the draft of a project from a model, and collects the features that the format cannot express.
struct ProjectDraftBuilder {
  /// The features that the format cannot express, one sentence each.
  private(set) var unsupported: [String] = []

  private let baseURL: URL
  private var assets = AssetCatalog()

  /// A builder of drafts with paths relative to the folder `baseURL`.
  init(baseURL: URL) {
    self.baseURL = baseURL
  }

  /// The draft that resolves to this model, which must be valid.
  mutating func draft(
    of composition: Composition, _ videoComposition: VideoComposition?, _ audioMix: AudioMix?,
    export: ExportDescription
  ) -> ProjectDraft {
    let composition = CompositionDraft(
      naturalSize: composition.naturalSize, tracks: composition.tracks.map { describe($0) })
    let tool = videoComposition?.animationTool
    if tool?.subtitles.isEmpty == false {
      unsupported.append("Subtitles that are drawn cannot be written; a project names the files that hold them.")
    }
    let videoComposition = videoComposition.map { describe($0) }
    let audioMix = audioMix.map { mix in
      AudioMixDraft(
        inputs: mix.inputParameters.map { input in
          AudioMixInputDraft(
            track: input.trackID, volume: describe(input.volume), pitch: input.audioTimePitchAlgorithm)
        })
    }
    return ProjectDraft(
      assets: assets.entries.map { entry in
        if !entry.reference.url.isFileURL {
          unsupported.append("The asset \(entry.name) is not a file; only files can be named.")
        }
        return Named(
          name: entry.name,
          value: AssetDraft(
            uri: MediaPath.uri(of: entry.reference.url, baseURL: baseURL), videoTrack: entry.videoTrack,
            audioTrack: entry.audioTrack, frameRate: entry.reference.frameRate))
      },
      composition: composition, videoComposition: videoComposition, layers: tool?.layer.asList ?? [],
      additionalLayers: (tool?.additionalLayers ?? []).map(AdditionalLayerDraft.init),
      overlays: (tool?.overlays ?? []).map(OverlayDraft.init), titles: (tool?.titles ?? []).map(TitleDraft.init),
      audioMix: audioMix,
      export: export == ExportDescription() ? nil : export)
  }

  private mutating func describe(_ track: CompositionTrack) -> TrackDraft {
    if track.segments.last?.isEmpty ?? false {
      unsupported.append("The empty edit at the end of track \(track.id) cannot be written.")
    }
    var end = CMTime.zero
    var segments: [SegmentDraft] = []
    for segment in track.segments {
      guard let source = segment.source else { continue }
      let (from, to) = (segment.timeMapping.source, segment.timeMapping.target)
      segments.append(
        SegmentDraft(
          asset: assets.name(of: source, in: track.mediaType),
          start: describe(from.start), duration: describe(from.duration),
          at: to.start == end ? nil : describe(to.start),
          to: to.duration == from.duration ? nil : describe(to.duration),
          pitch: segment.timePitch))
      end = to.end
    }
    return TrackDraft(
      id: track.id, kind: track.mediaType, enabled: track.isEnabled, volume: track.preferredVolume,
      transform: track.preferredTransform, language: track.extendedLanguageTag, segments: segments)
  }

  private mutating func describe(_ videoComposition: VideoComposition) -> VideoCompositionDraft {
    if let folder = videoComposition.customCompositor?.folder, folder.absoluteURL.path != baseURL.absoluteURL.path {
      unsupported.append(
        "The files in the custom compositor's parameters are in \(folder.path); a project looks beside itself.")
    }
    if videoComposition.frameTiming == .nearestPicture {
      unsupported.append("The rule by which frames show the nearest picture cannot be written.")
    }
    if videoComposition.sourceTrackIDForFrameTiming != .invalid {
      unsupported.append("The track whose pictures give the times of frames cannot be written.")
    }
    return VideoCompositionDraft(
      frameDuration: videoComposition.frameTiming == .source
        ? .source
        : videoComposition.frameDuration == .invalid ? nil : .duration(describe(videoComposition.frameDuration)),
      renderSize: videoComposition.renderSize == .zero ? nil : videoComposition.renderSize,
      renderScale: videoComposition.renderScale, color: videoComposition.color,
      customCompositor: videoComposition.customCompositor,
      fit: videoComposition.fit ?? (videoComposition.isStandIn ? .resizeAspect : nil),
      instructions: videoComposition.isStandIn
        ? nil
        : videoComposition.instructions.map { instruction in
          InstructionDraft(
            start: describe(instruction.timeRange.start), duration: describe(instruction.timeRange.duration),
            background: instruction.backgroundColor, passthrough: instruction.passthroughTrackID,
            postProcessing: instruction.enablePostProcessing, requiredTracks: instruction.requiredSources,
            tweening: instruction.isTweening, parameters: instruction.parameters,
            layers: instruction.layerInstructions.map { layer in
              LayerDraft(
                track: layer.trackID, opacity: describe(layer.opacity), transform: describe(layer.transform),
                crop: describe(layer.cropRectangle), fit: layer.fit, frame: layer.frame,
                clip: describe(layer.clipRectangle ?? Ramps()))
            })
        })
  }

  private mutating func describe<Value>(_ ramps: Ramps<Value>) -> [RampDraft<Value>] {
    ramps.entries.map { entry in
      switch entry {
      case .setting(let at, let value):
        .setting(RampDraft.Setting(at: describe(at), value: value))
      case .ramp(let range, let from, let to):
        .ramp(
          RampDraft.Ramp(start: describe(range.start), duration: describe(range.duration), from: from, to: to))
      }
    }
  }

  private mutating func describe(_ time: CMTime) -> ProjectTime {
    guard let seconds = time.rational, seconds >= .zero else {
      unsupported.append("The time \(time) cannot be written; only times of 0 or later can.")
      return .seconds(.zero)
    }
    return .seconds(seconds)
  }
}

/// Names the assets of a model: one asset for each file and choice of its tracks.
struct AssetCatalog {
  /// One asset of the project.
  struct Entry {
    var name: String
    var reference: AssetReference
    /// The video track in use; nil while none is.
    var videoTrack: Int?
    /// The audio track in use; nil while none is.
    var audioTrack: Int?
  }

  /// The assets, in the order of first use.
  private(set) var entries: [Entry] = []
  private var names: Set<String> = []
  private var indices: [AssetReference: [Int]] = [:]

  /// The asset name of `source` in a track of kind `mediaType`.
  ///
  /// It is the asset's own name, unless the file is used with several tracks of a kind or another file has that name.
  mutating func name(of source: CompositionTrackSegment.Source, in mediaType: MediaType) -> String {
    let choice = mediaType == .video ? \Entry.videoTrack : \Entry.audioTrack
    for index in indices[source.asset] ?? []
    where (entries[index][keyPath: choice] ?? source.trackIndex) == source.trackIndex {
      entries[index][keyPath: choice] = source.trackIndex
      return entries[index].name
    }
    var entry = Entry(name: unusedName(like: source.asset.name), reference: source.asset)
    entry[keyPath: choice] = source.trackIndex
    indices[source.asset, default: []].append(entries.count)
    names.insert(entry.name)
    entries.append(entry)
    return entry.name
  }

  private func unusedName(like name: String) -> String {
    let name = name.isEmpty ? "asset" : name
    if !names.contains(name) { return name }
    var number = 2
    while names.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }
}
