public import Compositing
public import EditServices
public import EditingModel
public import FilmOverviews
public import FoundationEssentials
public import Loudness
public import MediaAnalysis
public import MediaFormats
public import MediaTime
public import Rendering

extension ExportRequest {
  /// The export of `asset` by `preset` to the file at `outputURL`; the engine finds out what the media hold. The name's ending says
  /// the container; a file's title stays.
  ///
  /// - Throws: As `init(asset:preset:to:timeRange:replacesExistingFile:inspector:)`.
  public init(
    asset: some MediaSource, preset: ExportPreset, to outputURL: URL, timeRange: CMTimeRange? = nil,
    replacesExistingFile: Bool = false
  ) async throws(RenderError) {
    self = try await ExportRequest(
      asset: asset, preset: preset, to: outputURL, timeRange: timeRange, replacesExistingFile: replacesExistingFile,
      inspector: MediaInspector())
  }
}

extension ExportSession {
  /// A session that exports `asset` by `preset` to the file at `outputURL`, whose name says what it is
  /// (`init(asset:presetName:)`).
  ///
  /// ```swift
  /// let session = try await ExportSession(asset: movie, preset: .size1280x720, to: URL(filePath: "small.mp4"), timeRange: range)
  /// try await session.export()
  /// ```
  ///
  /// - Throws: As `ExportRequest.init(asset:preset:to:timeRange:replacesExistingFile:inspector:)`.
  public convenience init(
    asset: some MediaSource, preset: ExportPreset, to outputURL: URL, timeRange: CMTimeRange? = nil,
    replacesExistingFile: Bool = false, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) async throws(RenderError) {
    try await self.init(
      asset: asset, preset: preset, to: outputURL, timeRange: timeRange, replacesExistingFile: replacesExistingFile,
      renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }

  /// A session that exports `asset` by the preset called `presetName`, as AVFoundation's constants are or without their beginning
  /// (`init(asset:presetName:)`).
  ///
  /// - Throws: As with a preset; `.unsupported` where there is none of that name.
  public convenience init(
    asset: some MediaSource, presetName: String, to outputURL: URL, timeRange: CMTimeRange? = nil,
    replacesExistingFile: Bool = false
  ) async throws(RenderError) {
    try await self.init(
      asset: asset, preset: try ExportPreset.named(presetName), to: outputURL, timeRange: timeRange,
      replacesExistingFile: replacesExistingFile)
  }
}

extension ImageGenerator {
  /// Images of `asset`: of a film, or of a file's first video track unless an ``AnalysisSubject`` names another one
  /// (`init(asset:)`).
  public init(
    asset: some MediaSource, compositing: VideoCompositingSettings = VideoCompositingSettings(),
    damagePolicy: DamagePolicy = .refuse
  ) {
    self.init(of: asset, renderer: Engine.renderer(compositing: compositing, damagePolicy: damagePolicy))
  }
}

extension WaveformGenerator {
  /// Measures `source` with the engine.
  public init(of source: some MediaSource) {
    self.init(of: source, renderer: Engine.renderer())
  }
}

extension SilenceDetector {
  /// Listens to `source` with the engine.
  public init(of source: some MediaSource) {
    self.init(of: source, renderer: Engine.renderer())
  }
}

extension SceneDetector {
  /// Looks at `source` with the engine.
  public init(of source: some MediaSource) {
    self.init(of: source, renderer: Engine.renderer())
  }
}

extension LoudnessMeter {
  /// Listens to `source` with the engine.
  public init(of source: some MediaSource) {
    self.init(of: source, renderer: Engine.renderer())
  }
}

extension ContactSheet {
  /// A sheet of `source` by the engine, which is called `name`; if nil by its file's name, and an edit "Film".
  public init(of source: some MediaSource, named name: String? = nil) {
    self.init(of: source, named: name ?? source.analysisSubject.fileName ?? "Film", renderer: Engine.renderer())
  }
}

extension Filmstrip {
  /// A strip of `source` by the engine.
  public init(of source: some MediaSource) {
    self.init(of: source, renderer: Engine.renderer())
  }
}

extension AnalysisSubject {
  /// The name of the file that it is of; nil of an edit.
  fileprivate var fileName: String? {
    if case .file(let asset, _) = kind { asset.name } else { nil }
  }
}

extension FileVerification {
  /// Compares the file at `url` with the render of `plan`, written as `settings`, with the engine.
  public init(of url: URL, plan: RenderPlan, settings: ExportSettings) {
    self.init(of: url, plan: plan, settings: settings, renderer: Engine.renderer())
  }

  /// Compares the file that `session` has written with what it was to write, with the engine; nil before it is complete, and where packets
  /// were copied.
  public init?(of session: ExportSession) {
    self.init(of: session, renderer: Engine.renderer())
  }
}

extension TrackSamples {
  /// The packets of `track`, which was loaded from a file, by the engine.
  ///
  /// - Throws: As `init(of:renderer:)`.
  public convenience init(of track: AssetTrack) async throws(RenderError) {
    try await self.init(of: track, renderer: Engine.renderer())
  }
}

/// Cursors over a track's packets. Each call lists them anew; for several cursors make one ``TrackSamples``.
extension AssetTrack {
  /// A cursor at the packet that is presented at `time`, or at the last one before it
  /// (`makeSampleCursor(presentationTimeStamp:)`).
  ///
  /// - Throws: As `TrackSamples.init(of:)`.
  public func makeSampleCursor(presentationTimeStamp time: CMTime) async throws(RenderError) -> SampleCursor {
    try await TrackSamples(of: self).makeSampleCursor(presentationTimeStamp: time)
  }

  /// A cursor at the packet that is decoded first (`makeSampleCursorAtFirstSampleInDecodeOrder()`).
  ///
  /// - Throws: As `TrackSamples.init(of:)`.
  public func makeSampleCursorAtFirstSampleInDecodeOrder() async throws(RenderError) -> SampleCursor {
    try await TrackSamples(of: self).makeSampleCursorAtFirstSampleInDecodeOrder()
  }

  /// A cursor at the packet that is decoded last (`makeSampleCursorAtLastSampleInDecodeOrder()`).
  ///
  /// - Throws: As `TrackSamples.init(of:)`.
  public func makeSampleCursorAtLastSampleInDecodeOrder() async throws(RenderError) -> SampleCursor {
    try await TrackSamples(of: self).makeSampleCursorAtLastSampleInDecodeOrder()
  }
}
