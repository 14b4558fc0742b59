public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering

/// The parameters of an export session: what is rendered, as what, and where to
/// (the settable properties of `AVAssetExportSession`).
public struct ExportRequest: Hashable, Sendable {
  /// The edit that is rendered.
  public var edit: EditSnapshot
  /// The container and the encodings.
  public var settings: ExportSettings
  /// The file to write; a `file:` URL (`outputURL`).
  public var outputURL: URL
  /// A temporary location to write to; the caller moves the file to `outputURL`.
  public var stagingURL: URL?
  /// Whether an existing file at `outputURL` is replaced. Otherwise the export fails with `.outputExists`.
  public var replacesExistingFile: Bool
  /// The part of the composition that is rendered; all of it if nil (`timeRange`). Where it has an end beyond the
  /// composition's, the film goes on until then, with the background and the layers of an animation tool.
  public var timeRange: CMTimeRange?
  /// Multiplies the picture's size; greater than zero.
  public var scale: Double
  /// The picture is scaled down to fit inside; nil for no limit. What a preset like `1280x720` asks for.
  public var maximumSize: PixelSize?
  /// Whether the packets of the edit's media are copied as they are (`AVAssetExportPresetPassthrough`). The video
  /// composition and the audio mix are ignored then, and so are the encodings.
  public var isPassthrough = false
  /// More sound tracks beside the edit's own, each an edit of sound.
  public var separateSounds: [EditSnapshot] = []
  /// The file's metadata (`metadata`); chapters are in the film's time. If nil, the media's own metadata where all of
  /// the edit is of one file, as far as `metadataFilter` lets it through; none where it is empty. Metadata without a
  /// place in the container are listed in ``ExportReport/notes``.
  public var metadata: FileMetadata?
  /// The filter for the media's own metadata, which are written where `metadata` is nil (`metadataItemFilter`).
  public var metadataFilter = MetadataFilter.forSharing
  /// The languages of the file's tracks: the picture's, then those of the sounds, by ISO 639-2 ("deu").
  public var languages: [String?] = []
  /// The titles of the same tracks ("Director's comments"); nil where they have none.
  public var titles: [String?] = []
  /// Whether each of the same tracks is played by default; all are where it is empty.
  public var enabledTracks: [Bool] = []
  /// Whether a movie's header stands before its media (`shouldOptimizeForNetworkUse`).
  public var isOptimizedForNetwork = false
  /// The shortest duration of a movie's fragments, in seconds: each fragment begins with a key frame, and the finished
  /// file consists of fragments (ISO/IEC 14496-12 §8.8). nil for a movie without fragments; greater than zero.
  public var fragmentDuration: Rational?
  /// The greatest size of the file in bytes; 0 for any (`fileLengthLimit`). A film that would be larger ends earlier.
  public var fileLengthLimit: Int64 = 0
  /// The choice of pictures and sounds that are not encoded, of those that can stand in the film as the media has them:
  /// smart rendering. Each of their packets is the media's own, bit for bit; other pictures are encoded beside them,
  /// around cuts, in fades and under titles. A sound is copied where it is one stretch of its media, and encoded where
  /// not. Where no picture is copied, ``ExportReport/notes`` says why.
  public var smartRendering = SmartRenderingPolicy.off
  /// The number of the film's segments that are encoded at a time, and the place where they stay.
  public var segmentation = Segmentation()
  /// The folder of files that are needed only until the export ends (`directoryForTemporaryFiles`); beside the output
  /// if nil. It should be on the output's disk, or at least as large.
  public var temporaryFolder: URL?
  /// Whether ``ExportReport/notes`` name what the film loses of its media's pictures: alpha, dynamic range, colors and second fields. A
  /// preview, whose encoding is no choice for the film, needs no such note.
  public var namesLosses = true
  /// Parts of the edit's files that could not be read and are left out, a sentence each: cues of subtitles. They come
  /// first in ``ExportReport/notes``.
  public var notes: [String] = []

  /// An export of `edit` as `settings` to the file at `outputURL`.
  public init(
    _ edit: EditSnapshot, as settings: ExportSettings, to outputURL: URL, replacesExistingFile: Bool = false,
    timeRange: CMTimeRange? = nil, scale: Double = 1, maximumSize: PixelSize? = nil
  ) {
    self.edit = edit
    self.settings = settings
    self.outputURL = outputURL
    self.replacesExistingFile = replacesExistingFile
    self.timeRange = timeRange
    self.scale = scale
    self.maximumSize = maximumSize
  }
}

extension ExportRequest {
  /// The plans of the sounds beside the edit's own, written as `settings`.
  func separatePlans(as settings: ExportSettings, renderer: any Renderer) async throws(RenderError) -> [RenderPlan] {
    let own = RenderSettings(for: settings.soundAlone, timeRange: timeRange)
    var plans: [RenderPlan] = []
    for sound in separateSounds { plans.append(try await sound.plan(settings: own, renderer: renderer)) }
    return plans
  }

  /// The headers of the tracks of a file with `soundCount` sounds, and with pictures where it `hasPictures`; empty
  /// without settings.
  func headers(of soundCount: Int, _ hasPictures: Bool) -> [TrackHeader] {
    guard !languages.isEmpty || !titles.isEmpty || !enabledTracks.isEmpty else { return [] }
    return (0..<soundCount + (hasPictures ? 1 : 0)).map { track in
      TrackHeader(
        languageTag: languages.indices.contains(track) ? languages[track] : nil,
        title: titles.indices.contains(track) ? titles[track] : nil,
        isEnabled: enabledTracks.indices.contains(track) ? enabledTracks[track] : true)
    }
  }
}

extension RenderSettings {
  /// The render settings for a file of `settings`: picture and sound only where the file has them, in its formats. Where they
  /// name no pixel format, it is the codec's usual one, and films of high dynamic range keep it as far as the codec holds it.
  public init(for settings: ExportSettings, timeRange: CMTimeRange? = nil, scale: Double = 1) {
    let video = settings.video
    let pixelFormat = video.map { $0.pixelFormat ?? $0.codec.format.pixelFormats.first ?? .yuv420p } ?? .yuv420p
    self.init(
      timeRange: timeRange, scale: scale, includesPicture: video != nil, includesSound: settings.audio != nil,
      pixelFormat: pixelFormat.filmFormat,
      sampleRate: settings.audio?.sampleRate, channels: settings.audio?.channels)
    possibleSampleRates = settings.audio?.codec.format.sampleRates ?? []
    keepsHighDynamicRange = !pixelFormat.isRGB
    hardwareDecoding = video?.hardware ?? .off
    if let video, video.pixelFormat == nil { highDynamicRangeFormat = video.codec.highDynamicRangeFormat }
  }
}

extension ExportSettings {
  /// These settings without an encoding for what `plan` does not have: an output without sound has no sound track.
  public func limited(to plan: RenderPlan) -> ExportSettings {
    ExportSettings(
      fileType: fileType, video: plan.picture == nil ? nil : video, audio: plan.sound == nil ? nil : audio)
  }
}
