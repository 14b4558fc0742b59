import Documents
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ProjectEditing
import ProjectFile
import ProjectServices
import Rendering

/// Everything of one studio: the project, its film, its media and its exports.
struct StudioSession: Sendable {
  /// The events of the session.
  let events: StudioEvents
  /// The project's text and file.
  let project: EditedProject
  /// The folder's media.
  let media: MediaFolder
  /// The film of the newest revision.
  let previews: Previews
  /// Thumbnails and waveforms.
  let mediaPreviews: MediaPreviews
  /// Films that are written.
  let export: StudioExport
  private let renderer: any Renderer

  /// The studio of the project in the file at `url`.
  ///
  /// - Throws: `StudioError` where the file cannot be read.
  init(at url: URL, renderer: any Renderer) throws {
    self.renderer = renderer
    events = StudioEvents()
    project = try EditedProject(at: url, events: events)
    let folder = url.deletingLastPathComponent()
    media = MediaFolder(folder, renderer: renderer)
    previews = Previews(renderer: renderer)
    mediaPreviews = MediaPreviews(renderer: renderer)
    export = StudioExport(into: folder, projectFile: url, renderer: renderer, events: events)
  }

  /// The film of revision `revision`, which is to be the newest.
  func film(at revision: Int) async throws -> FilmPreview {
    try await previews.film(of: project.project(at: revision), revision: revision)
  }

  /// The reason for which the film of revision `revision` cannot be rendered, as `error` says: with all that is wrong
  /// with its media, and where the text names them.
  func refusal(_ error: RenderError, at revision: Int) async -> StudioError {
    var refusal = StudioError.describing(error)
    if let project = try? await project.project(at: revision),
      let check = try? await ProjectRender(project, renderer: renderer).check()
    {
      refusal.details = [
        "diagnostics": check.faults.map { DiagnosticReport($0.diagnostic) }
          + check.warnings.map { DiagnosticReport($0, .warning) }
      ]
    }
    return refusal
  }

  /// The context of the film and its media, for edits; less where the film cannot be rendered now.
  func context(for edit: TimelineEdit, seen revision: Int) async throws -> EditContext {
    var context = EditContext(baseURL: media.url)
    if let film = try? await film(at: revision) {
      context.frameDuration = film.frameDuration
      context.mediaDurations = film.durations
      context.stills = film.stills
      context.renderSize = film.size.map { [$0.width, $0.height] }
    }
    if case .place(let placement) = edit {
      let path = try media.path(of: placement.file, among: await project.project?.assets ?? [])
      context.fileDurations[placement.file] = await media.duration(of: path)
    }
    return context
  }

  /// Lays `files` out one after another.
  ///
  /// - Throws: `StudioError` or `ProjectEditError` for a file that cannot be placed.
  func place(_ files: [URL]) async throws {
    for file in files {
      let revision = await project.revision
      let edit = TimelineEdit.place(MediaPlacement(file: file.path))
      var context = EditContext(baseURL: media.url)
      let facts = try await media.facts(of: file)
      context.fileDurations[file.path] = facts.isStillPicture ? nil : facts.duration
      try await project.apply(edit, context: context, seen: revision)
    }
  }

  /// The asset that the project calls `name`.
  func asset(_ name: String) async throws -> AssetReference {
    guard let asset = await project.project?.assets.first(where: { $0.name == name }) else {
      throw StudioError(
        .notFound, "noSuchAsset", "The project has no asset \(JSONValue.quoted(String(name.prefix(200)))).")
    }
    return asset
  }

  /// Ends all work.
  func close() async {
    events.finish()
    _ = await export.cancel()
    await previews.close()
    await project.close()
  }
}
