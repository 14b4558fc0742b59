public import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime

/// A project file: a film as JSON, version 1 of the format.
///
/// ```swift
/// let project = try Project(contentsOf: URL(filePath: "film/project.json"))
/// let film = try project.resolve()
/// ```
///
/// Reading finds everything that is wrong with the file, not only the first thing. Times that count frames are put on the
/// output's grid by ``resolve(frameDuration:)``.
public struct Project: Sendable {
  /// The folder from which relative paths lead to the media.
  public let baseURL: URL
  /// Whether a time counts frames of the output: `"120f"`.
  public let usesFrameTimes: Bool

  private let draft: ProjectDraft
  private let source: ProjectSource

  /// The project in the file `url`, whose folder relative paths start from.
  ///
  /// - Throws: ``ProjectError/unreadable(file:reason:)``; ``ProjectError/invalid(_:)``.
  public init(contentsOf url: URL) throws(ProjectError) {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(file: url.path, reason: Self.reason(of: error))
    }
    try self.init(json: Array(data), baseURL: url.absoluteURL.deletingLastPathComponent())
  }

  /// The project that a text is, with relative paths from the folder `baseURL`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``.
  public init(json text: String, baseURL: URL) throws(ProjectError) {
    try self.init(json: Array(text.utf8), baseURL: baseURL)
  }

  /// The project that a text in UTF-8 is, with relative paths from the folder `baseURL`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``.
  public init(json text: [UInt8], baseURL: URL) throws(ProjectError) {
    let reading = try ProjectReading(text)
    var findings = reading.findings
    // Without a grid, the layout has to wait for one.
    if let draft = reading.draft, draft.videoComposition != nil || !reading.usesFrameTimes {
      let resolution = ProjectResolution(draft, from: reading.source, baseURL: baseURL, frameDuration: nil)
      findings.add(resolution.findings)
    }
    guard let draft = reading.draft, findings.isEmpty else {
      throw .invalid(reading.source.diagnostics(of: findings))
    }
    self.baseURL = baseURL
    self.usesFrameTimes = reading.usesFrameTimes
    self.draft = draft
    self.source = reading.source
  }

  /// The project that reads as a model, with the paths of media in the folder `baseURL` relative to it.
  ///
  /// Assets keep their names unless two files have the same, or one is used with several tracks of a kind. Empty edits
  /// next to each other come back as one.
  ///
  /// - Throws: ``ProjectError/notExpressible(_:)`` where the model is not valid or says something that the format cannot.
  public init(
    composition: Composition, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    export: ExportDescription = ExportDescription(), baseURL: URL
  ) throws(ProjectError) {
    let problems =
      composition.validate() + (videoComposition?.validate(over: composition) ?? [])
      + (audioMix?.validate(over: composition) ?? [])
    guard problems.isEmpty else { throw .notExpressible(problems.map(\.description)) }
    var description = ProjectDescription(baseURL: baseURL)
    let draft = description.draft(of: composition, videoComposition, audioMix, export: export)
    guard description.losses.isEmpty else { throw .notExpressible(description.losses) }
    try self.init(json: JSONText.text(of: ProjectDraft.form.write(draft)), baseURL: baseURL)
  }

  /// How long a frame of the output lasts; nil where the project has no video composition to say so.
  public var frameDuration: CMTime? {
    draft.videoComposition.flatMap { composition in
      var times = TimeResolution(frameDuration: nil)
      let duration = times.time(composition.frameDuration, at: JSONPointer())
      return duration.isNumeric ? duration : nil
    }
  }

  /// The media of the video tracks that take part, track by track and segment by segment: what size and frame rate come
  /// from where there is no video composition.
  public var videoSources: [CompositionTrackSegment.Source] {
    let assets = Dictionary(draft.assets.map { ($0.name, $0.value) }) { first, _ in first }
    let tracks = draft.composition.tracks.filter { $0.kind == .video && $0.enabled }
    return tracks.flatMap(\.segments).compactMap { segment in
      guard let asset = assets[segment.asset], let path = try? MediaPath(uri: asset.uri, baseURL: baseURL) else {
        return nil
      }
      return CompositionTrackSegment.Source(
        asset: AssetReference(url: path.url, name: segment.asset), trackIndex: asset.videoTrack)
    }
  }

  /// The model: segments laid out, frame times on the output's grid.
  ///
  /// The grid is that of the project's video composition; where it has none, frames last `frameDuration`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``, also where a time counts frames and nothing says how long one lasts.
  public func resolve(frameDuration: CMTime? = nil) throws(ProjectError) -> ResolvedProject {
    let resolution = ProjectResolution(
      draft, from: source, baseURL: baseURL, frameDuration: frameDuration?.rational)
    guard resolution.findings.isEmpty else {
      var findings: [Finding] = []
      findings.add(resolution.findings)
      throw .invalid(source.diagnostics(of: findings))
    }
    return ResolvedProject(resolution, export: draft.export ?? ExportDescription(), source: source)
  }

  /// A diagnostic about the value at `pointer`, or what is nearest to it in the file: for what only the media or the
  /// machine can tell.
  public func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic {
    source.diagnostic(of: Finding(at: source.place([pointer]), message, expected: expected))
  }

  /// The project as text, in the one layout this program writes. It reads as the same project again.
  public var json: String { JSONText.text(of: ProjectDraft.form.write(draft)) }

  private static func reason(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file."
    case .fileReadNoPermission: "this user may not read it."
    default: "\(error)."
    }
  }
}

extension Project: Hashable {
  /// Whether both say the same of the same media, however their texts are laid out.
  public static func == (left: Project, right: Project) -> Bool {
    left.draft == right.draft && left.baseURL == right.baseURL
  }

  /// Equal projects hash equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(draft)
    hasher.combine(baseURL)
  }
}
