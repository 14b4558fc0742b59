import MediaTime
import ProjectFile
import Rendering

/// The film of the newest revision, which is made when it is first asked for.
///
/// Requests of one revision share it; the film before stays until its successor is there. What could not be made is tried again when it is
/// asked for again: media may have come meanwhile.
actor Previews {
  private let renderer: any Renderer
  /// The film that is being made, or is there.
  private var current: (revision: Int, film: Task<FilmPreview, any Error>)?
  /// The last one that could be made.
  private var last: FilmPreview?

  init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The duration of a frame of the last film, in seconds; nil where there was none.
  var frameDuration: Rational? { last?.frameDuration }

  /// The film of `project`, whose text has the number `revision`.
  ///
  /// - Throws: `ProjectError` or `RenderError`, where it cannot be rendered.
  func film(of project: Project, revision: Int) async throws -> FilmPreview {
    if let current, current.revision == revision { return try await current.film.value }
    let renderer = renderer
    let making = Task { try await FilmPreview(of: project, revision: revision, renderer: renderer) }
    current = (revision, making)
    do {
      let film = try await making.value
      await replaceLast(by: film)
      return film
    } catch {
      if current?.revision == revision { current = nil }
      throw error
    }
  }

  /// Keeps `film`, and frees the one before it. One that comes late, of an older revision, is freed itself.
  private func replaceLast(by film: FilmPreview) async {
    guard film !== last else { return }
    let isNewest = film.revision > last?.revision ?? 0
    let old = isNewest ? last : film
    if isNewest { last = film }
    await old?.close()
  }

  /// Frees what is open.
  func close() async {
    current?.film.cancel()
    if let film = try? await current?.film.value { await replaceLast(by: film) }
    current = nil
    await last?.close()
    last = nil
  }
}
