import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime

/// Describes a model in the words of the project format, and notes what the format has no words for.
struct ProjectDescription {
  /// What cannot be said, a sentence each; empty where all can.
  private(set) var losses: [String] = []

  private let baseURL: URL
  private var assets = AssetCatalogue()

  /// A description with paths relative to the folder `baseURL`.
  init(baseURL: URL) {
    self.baseURL = baseURL
  }

  /// The project that reads as this model. The model must be valid.
  mutating func draft(
    of composition: Composition, _ videoComposition: VideoComposition?, _ audioMix: AudioMix?,
    export: ExportDescription
  ) -> ProjectDraft {
    let composition = CompositionDraft(
      naturalSize: composition.naturalSize, tracks: composition.tracks.map { describe($0) })
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
          losses.append("The asset \(entry.name) is not a file; only files can be named.")
        }
        return Named(
          name: entry.name,
          value: AssetDraft(
            uri: MediaPath.uri(of: entry.reference.url, baseURL: baseURL), videoTrack: entry.videoTrack ?? 0,
            audioTrack: entry.audioTrack ?? 0))
      },
      composition: composition, videoComposition: videoComposition, audioMix: audioMix,
      export: export == ExportDescription() ? nil : export)
  }

  private mutating func describe(_ track: CompositionTrack) -> TrackDraft {
    if track.segments.last?.isEmpty ?? false {
      losses.append("The empty edit at the end of track \(track.id) cannot be written.")
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
      losses.append("Files that the custom compositor is told of are in \(folder.path); a project looks beside itself.")
    }
    return VideoCompositionDraft(
      frameDuration: describe(videoComposition.frameDuration), renderSize: videoComposition.renderSize,
      renderScale: videoComposition.renderScale, customCompositor: videoComposition.customCompositor,
      instructions: videoComposition.instructions.map { instruction in
        InstructionDraft(
          start: describe(instruction.timeRange.start), duration: describe(instruction.timeRange.duration),
          background: instruction.backgroundColor, passthrough: instruction.passthroughTrackID,
          postProcessing: instruction.enablePostProcessing, requiredTracks: instruction.requiredSources,
          tweening: instruction.isTweening, parameters: instruction.parameters,
          layers: instruction.layerInstructions.map { layer in
            LayerDraft(
              track: layer.trackID, opacity: describe(layer.opacity), transform: describe(layer.transform),
              crop: describe(layer.cropRectangle))
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
      losses.append("The time \(time) cannot be written; only times of 0 or later can.")
      return .seconds(.zero)
    }
    return .seconds(seconds)
  }
}
