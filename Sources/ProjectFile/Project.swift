public import EditingModel
public import FoundationEssentials
import Layers
public import MediaFormats
public import MediaTime
import NameClaims

/// A project file: an edit as JSON, version 1 of the format.
///
/// ```swift
/// let project = try Project(contentsOf: URL(filePath: "film/project.json"))
/// let film = try project.resolve()
/// ```
///
/// Reading reports every error in the file, not only the first. ``resolve(frameDuration:)`` puts times that count frames
/// on the output's grid.
public struct Project: Sendable {
  /// The folder that the media's relative paths start from.
  public let baseURL: URL
  /// Whether a time counts frames of the output: `"120f"`.
  public let usesFrameTimes: Bool

  private(set) var draft: ProjectDraft
  private let source: ProjectSource

  /// The values of the text that it was read from.
  package var document: JSONDocument { source.document }

  /// Reads the project in the file `url`, whose folder relative paths start from.
  ///
  /// - Throws: ``ProjectError/unreadable(file:reason:)``; ``ProjectError/invalid(_:)``.
  public init(contentsOf url: URL) throws(ProjectError) {
    let data: Data
    do {
      // A pipe without a writer would be waited for.
      guard Self.isFileOrFolder(url) else { throw CocoaError(.fileReadNoPermission) }
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(file: url.path, reason: Self.reason(of: error, at: url.path))
    }
    try self.init(json: Array(data), baseURL: url.absoluteURL.deletingLastPathComponent())
  }

  /// Reads a project from text, with relative paths from the folder `baseURL`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``.
  public init(json text: String, baseURL: URL) throws(ProjectError) {
    try self.init(json: Array(text.utf8), baseURL: baseURL)
  }

  /// Reads a project from text in UTF-8, with relative paths from the folder `baseURL`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``.
  public init(json text: [UInt8], baseURL: URL) throws(ProjectError) {
    let reading = try ProjectReading(text)
    var diagnostics = reading.diagnostics
    // Frame times without a frame duration can only be laid out once the media's frame rate is known.
    if let draft = reading.draft, draft.videoComposition?.frameDuration?.time != nil || !reading.usesFrameTimes {
      let resolution = ProjectResolution(draft, from: reading.source, baseURL: baseURL, media: nil)
      diagnostics.appendNew(resolution.diagnostics)
    }
    guard let draft = reading.draft, diagnostics.isEmpty else {
      throw .invalid(reading.source.locate(diagnostics))
    }
    self.baseURL = baseURL
    self.usesFrameTimes = reading.usesFrameTimes
    self.draft = draft
    self.source = reading.source
  }

  /// Checks a project again whose times count frames, with frames of `frameDuration` seconds where it sets no duration.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``: the problems that need the frame duration.
  package func check(frameDuration: Rational) throws(ProjectError) {
    guard usesFrameTimes else { return }
    let resolution = ProjectResolution(
      draft, from: source, baseURL: baseURL, media: nil, frameDuration: frameDuration)
    var diagnostics: [UnlocatedDiagnostic] = []
    diagnostics.appendNew(resolution.diagnostics)
    guard diagnostics.isEmpty else { throw .invalid(source.locate(diagnostics)) }
  }

  /// Describes a model as a project, with the paths of media in the folder `baseURL` relative to it.
  ///
  /// Assets keep their names unless two files have the same name, or one file is used with several tracks of a kind.
  /// Adjacent empty edits become one.
  ///
  /// - Throws: ``ProjectError/notExpressible(_:)`` where the model is not valid or has features that the format lacks.
  public init(
    composition: Composition, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    export: ExportDescription = ExportDescription(), baseURL: URL
  ) throws(ProjectError) {
    let problems =
      composition.validate() + (videoComposition?.validate(over: composition) ?? [])
      + (audioMix?.validate(over: composition) ?? [])
    guard problems.isEmpty else { throw .notExpressible(problems.map(\.description)) }
    var builder = ProjectDraftBuilder(baseURL: baseURL)
    let draft = builder.draft(of: composition, videoComposition, audioMix, export: export)
    guard builder.unsupported.isEmpty else { throw .notExpressible(builder.unsupported) }
    try self.init(json: JSONText.text(of: ProjectDraft.form.write(draft)), baseURL: baseURL)
  }

  /// The duration of an output frame; nil where the project does not say it.
  public var frameDuration: CMTime? {
    draft.videoComposition?.frameDuration?.time.flatMap { frameDuration in
      var times = TimeResolution(frameDuration: nil)
      let duration = times.time(frameDuration, at: JSONPointer())
      return duration.isNumeric ? duration : nil
    }
  }

  /// The media of the enabled video tracks, track by track and segment by segment: they give the size and the frame rate
  /// where the video composition does not say them.
  public var videoSources: [CompositionTrackSegment.Source] {
    let assets = Dictionary(draft.assets.map { ($0.name, $0.value) }) { first, _ in first }
    let tracks = draft.composition.tracks.filter { $0.kind == .video && $0.enabled }
    return tracks.flatMap(\.segments).compactMap { segment in
      guard let asset = assets[segment.asset], let path = try? MediaPath(uri: asset.uri, baseURL: baseURL) else {
        return nil
      }
      return CompositionTrackSegment.Source(
        asset: AssetReference(url: path.url, name: segment.asset, frameRate: asset.frameRate),
        trackIndex: asset.videoTrack ?? 0)
    }
  }

  /// The media of enabled tracks without a track index in the project, each once.
  public var mediaWithoutTracks: [AssetReference] {
    let assets = Dictionary(draft.assets.map { ($0.name, $0.value) }) { first, _ in first }
    var names: Set<String> = []
    return draft.composition.tracks.filter(\.enabled).flatMap { track in
      track.segments.compactMap { segment -> AssetReference? in
        guard let asset = assets[segment.asset], (track.kind == .video ? asset.videoTrack : asset.audioTrack) == nil,
          names.insert(segment.asset).inserted, let path = try? MediaPath(uri: asset.uri, baseURL: baseURL)
        else { return nil }
        return AssetReference(url: path.url, name: segment.asset, frameRate: asset.frameRate)
      }
    }
  }

  /// The same project, in which assets that do not say which of their tracks are meant use those of `tracks`, by the assets'
  /// names: the first that their files enable.
  public func using(tracks: [String: (video: Int, audio: Int)]) -> Project {
    var project = self
    for index in project.draft.assets.indices {
      guard let chosen = tracks[project.draft.assets[index].name] else { continue }
      project.draft.assets[index].value.videoTrack = project.draft.assets[index].value.videoTrack ?? chosen.video
      project.draft.assets[index].value.audioTrack = project.draft.assets[index].value.audioTrack ?? chosen.audio
    }
    return project
  }

  /// Every file that the project names: its media, the pictures in its layers, and what a custom compositor's parameters may
  /// name.
  public var files: [URL] {
    let media = draft.assets.compactMap { try? MediaPath(uri: $0.value.uri, baseURL: baseURL).url } + pictures
    guard var compositor = draft.videoComposition?.customCompositor else { return media }
    compositor.folder = baseURL
    // Only the compositor defines which of its parameters are names of files.
    let instructions = draft.videoComposition?.instructions ?? []
    let parameters = [compositor.parameters] + instructions.map(\.parameters)
    let texts = parameters.flatMap { parameters -> [String] in
      guard case .object(let members)? = parameters else { return [] }
      return members.values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    return media
      + Set(texts).subtracting([""]).sorted().map {
        URL(filePath: compositor.path(ofFile: $0), directoryHint: .notDirectory)
      }
  }

  /// The files of the pictures that its layers show.
  private var pictures: [URL] {
    var root = Layer()
    root.sublayers = draft.layers
    let tool = AnimationTool(
      layer: root, overlays: draft.overlays.map(\.overlay), additionalLayers: draft.additionalLayers.map(\.model),
      folder: baseURL)
    let names = tool.allPictures.compactMap { if case .image(let name) = $0 { name } else { nil } }
    return names.sorted().map(tool.file(of:))
  }

  /// Makes the model: lays segments out, and puts frame times on the output's grid.
  ///
  /// The grid is that of the project's video composition; where it has none, frames last `frameDuration`.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``, also where a time counts frames and no frame duration is known.
  public func resolve(frameDuration: CMTime? = nil) throws(ProjectError) -> ResolvedProject {
    try resolve(MediaProperties(frameDuration: frameDuration))
  }

  /// Makes the model, with what `media` tells where the project leaves something to its media: also transitions and music, which
  /// become tracks, instructions and ramps.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``, also where the project needs something of its media that `media` does not tell.
  public func resolve(_ media: MediaProperties) throws(ProjectError) -> ResolvedProject {
    let resolution = ProjectResolution(draft, from: source, baseURL: baseURL, media: media)
    guard resolution.diagnostics.isEmpty else {
      var diagnostics: [UnlocatedDiagnostic] = []
      diagnostics.appendNew(resolution.diagnostics)
      throw .invalid(source.locate(diagnostics))
    }
    return ResolvedProject(resolution, export: draft.export ?? ExportDescription(), source: source)
  }

  /// The tracks as the project lays them out, without transitions and music, with frames of `frameDuration` where it
  /// sets no duration.
  ///
  /// - Throws: ``ProjectError/invalid(_:)``, where a time counts frames and no frame duration is known.
  public func layout(frameDuration: CMTime? = nil) throws(ProjectError) -> Composition {
    var plain = draft
    plain.music = nil
    for index in plain.composition.tracks.indices {
      plain.composition.tracks[index].transitions = []
      for segment in plain.composition.tracks[index].segments.indices {
        plain.composition.tracks[index].segments[segment].transition = nil
      }
    }
    let media = MediaProperties(frameDuration: frameDuration)
    let resolution = ProjectResolution(plain, from: source, baseURL: baseURL, media: media)
    guard resolution.diagnostics.isEmpty else { throw .invalid(source.locate(resolution.diagnostics)) }
    return resolution.layout
  }

  /// A diagnostic about the value at `pointer`, or the nearest value around it in the file: for what only the media or
  /// the machine show.
  public func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic {
    source.diagnostic(at: pointer, message, expected: expected)
  }

  /// The project as text, in the one layout this program writes. It reads as the same project again.
  public var json: String { JSONText.text(of: ProjectDraft.form.write(draft)) }

  /// Whether there is no pipe, socket or device at `url`, links followed.
  private static func isFileOrFolder(_ url: URL) -> Bool {
    var isFolder = false
    return FileStatus(ofRegularFile: url.path) != nil
      || !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) || isFolder
  }

  /// The reason why the file at `path` could not be read, by Foundation's `error`: for pipes and devices, which it does
  /// not read, that permission is missing.
  private static func reason(of error: any Error, at path: String) -> String {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
      return "it is a folder. Name the project's file in it."
    }
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file."
    case .fileReadNoPermission where FileManager.default.isReadableFile(atPath: path):
      return "it is a pipe or a device. Give it to standard input, and - as the project's name."
    case .fileReadNoPermission: return "this user may not read it."
    default: return "\(error)."
    }
  }
}

extension Project: Hashable {
  /// Whether both describe the same edit of the same media, whatever the layout of their texts.
  public static func == (left: Project, right: Project) -> Bool {
    left.draft == right.draft && left.baseURL == right.baseURL
  }

  /// Equal projects hash equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(draft)
    hasher.combine(baseURL)
  }
}
